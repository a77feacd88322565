#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "io/catalogue/content_digest.hpp"
#include "io/catalogue/download.hpp"

namespace lode {
namespace {

using namespace detail;
namespace fs = std::filesystem;

class Fetcher {
 public:
  Fetcher(const CatalogueGraph& graph, const SearchFolders& folders, const DownloadOptions& options,
          const RunContext& run)
      : graph_(graph), folders_(folders), options_(options), run_(run) {}

  FetchedFile fetch(const CatalogueFile& file, Refetch refetch) const {
    FetchedFile fetched{file.name, (fs::path(folders_.cache) / file.name).string()};
    const std::optional<std::string> first = find_catalogue_file(file, folders_);
    const bool first_matches = first && matches(file, *first);
    if (first && !first_matches && *first != fetched.path) fetched.hidden_by = *first;
    if (refetch == Refetch::no && first_matches) {
      fetched.path = *first;
      return fetched;
    }
    if (refetch == Refetch::no && matches(file, fetched.path)) return fetched;
    require_means(file);
    fetched.downloaded = true;
    make_cache();
    PartFile part(fetched.path + ".part");
    if (refetch == Refetch::yes) part.restart();
    fetched.transfer = transfer(file, part);
    FileCheck check = check_file(graph_, file, part.path(), run_);
    if (check.state != FileState::matches && fetched.transfer.resumed_from > 0) {
      part.restart();  // the beginning may have come from another version of the file
      fetched.transfer = transfer(file, part);
      check = check_file(graph_, file, part.path(), run_);
    }
    if (check.state != FileState::matches) {
      part.discard();
      throw VerificationError(fmt::format("{}: not the content of the catalogue: {}; nothing was kept. {}",
                                          file.download, check.problem, by_hand(file)));
    }
    part.commit(fetched.path);
    return fetched;
  }

 private:
  bool matches(const CatalogueFile& file, const std::string& path) const {
    return sha256_problem().empty() && check_file(graph_, file, path, run_).state == FileState::matches;
  }

  /// What the graph's name leads to although this file is not here; empty: nothing.
  std::string other_file() const {
    const auto location = find_named_graph(graph_.name, folders_, {"", {graph_}});
    return location ? fmt::format("; '{}' means {}", graph_.name, location->path) : "";
  }

  std::string by_hand(const CatalogueFile& file) const {
    return fmt::format(
        "The graph is described at {} ({}); a file you get there goes to {} or a folder of LODE_DATA "
        "as {}, and function 'check_graph({})' checks it",
        graph_.page, graph_.note, folders_.cache, file.name, graph_.name);
  }

  void require_means(const CatalogueFile& file) const {
    if (folders_.cache.empty()) throw SystemError("there is no cache folder; set XDG_CACHE_HOME or HOME");
    if (file.download.empty())
      throw SystemError(
          fmt::format("no download is known for {}{}. {}", file.name, other_file(), by_hand(file)));
    if (const std::string problem = download_problem(); !problem.empty())
      throw SystemError(
          fmt::format("{}, or get {} by other means. {}", problem, file.download, by_hand(file)));
    if (const std::string problem = sha256_problem(); !problem.empty()) throw SystemError(problem);
  }

  void make_cache() const {
    std::error_code error;
    fs::create_directories(folders_.cache, error);
    if (error)
      throw SystemError(fmt::format("{}: cannot make the folder ({})", folders_.cache, error.message()));
  }

  DownloadResult transfer(const CatalogueFile& file, PartFile& part) const {
    try {
      return download(file.download, part, options_, run_);
    } catch (const SystemError& error) {
      throw SystemError(part.size() > 0
                            ? fmt::format("{}; {} bytes are kept in {}: the same command resumes",
                                          error.what(), part.size(), part.path())
                            : fmt::format("{}; nothing was kept. {}", error.what(), by_hand(file)));
    }
  }

  const CatalogueGraph& graph_;
  const SearchFolders& folders_;
  const DownloadOptions& options_;
  const RunContext& run_;
};

}  // namespace

std::vector<FetchedFile> fetch_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                     Refetch refetch, const DownloadOptions& options, const RunContext& run) {
  const Fetcher fetcher(graph, folders, options, run);
  std::vector<FetchedFile> fetched;
  for (const CatalogueFile& file : graph.files) fetched.push_back(fetcher.fetch(file, refetch));
  return fetched;
}

}  // namespace lode
