#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/catalogue_tables.hpp>
#include <lode/report/format.hpp>

#include "session.hpp"
#include "values.hpp"

namespace lode::tool {
namespace {

/// The folders of this process, with the catalogue that --catalogue names.
struct CatalogueArgument {
  std::string path;

  void add_option(CLI::App& command) {
    command.add_option("--catalogue", path, "Catalogue to use instead of the one that comes with lode")
        ->type_name("FILE");
  }
  SearchFolders folders() const {
    SearchFolders folders = default_search_folders();
    if (!path.empty()) folders.catalogue = path;
    return folders;
  }
};

void add_list(CLI::App& data, Session& session) {
  struct Arguments {
    CatalogueArgument catalogue;
    std::string format = "text";
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command =
      *data.add_subcommand("list", "Known graphs, and where the name of each leads on this machine");
  arguments->catalogue.add_option(command);
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "csv", "json"}));
  command.callback([arguments, &session] {
    const SearchFolders folders = arguments->catalogue.folders();
    const auto graphs = locate_graphs(read_catalogue(folders.catalogue), folders);
    session.print(arguments->format == "json"  ? catalogue_json(graphs)
                  : arguments->format == "csv" ? catalogue_csv(graphs)
                                               : catalogue_text(graphs));
  });
}

void add_path(CLI::App& data, Session& session) {
  struct Arguments {
    CatalogueArgument catalogue;
    std::string name;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *data.add_subcommand("path", "The file that the name of a graph leads to");
  command.add_option("name", arguments->name, "Name or alias of a graph")->required();
  arguments->catalogue.add_option(command);
  command.callback([arguments, &session] {
    session.print(resolve_graph(arguments->name, arguments->catalogue.folders()).path + "\n");
  });
}

/// "12.3 of 45.6 MB".
std::string download_line(const std::string& name, const DownloadProgress& progress) {
  const auto megabytes = [](std::uint64_t bytes) {
    return fmt::format("{:.1f}", static_cast<double>(bytes) / 1e6);
  };
  const std::string of = progress.total > 0 ? " of " + megabytes(progress.total) : "";
  return fmt::format("downloading {}: {}{} MB, {}", name, megabytes(progress.received), of,
                     format_seconds(progress.seconds));
}

void report_fetched(Session& session, const FetchedFile& fetched) {
  session.print(fetched.path + "\n");
  if (fetched.downloaded) {
    const DownloadResult& transfer = fetched.transfer;
    const std::string resumed =
        transfer.resumed_from > 0 ? fmt::format(" after the {} that were there", transfer.resumed_from) : "";
    session.note(fmt::format("downloaded {}: {}{}, checksum right", fetched.file,
                             format_plural(transfer.received, "byte", "bytes"), resumed));
  } else {
    session.note(fmt::format("{} is already there, checksum right", fetched.file));
  }
  if (!fetched.hidden_by.empty())
    session.note(fmt::format("note: {} has other content and is found first", fetched.hidden_by));
}

void add_get(CLI::App& data, Session& session) {
  struct Arguments {
    CatalogueArgument catalogue;
    std::vector<std::string> names;
    double time = 600.0;
    DownloadOptions download;
    bool force = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *data.add_subcommand("get", "Download graphs to the cache and check them");
  command.add_option("names", arguments->names, "Names or aliases of graphs")->required();
  command.add_flag("--force", arguments->force, "Download even what is already there");
  command.add_option("--time", arguments->time, "Limit of all downloads")
      ->type_name("SEC")
      ->capture_default_str()
      ->check(number_from_zero());
  command.add_option("--stall", arguments->download.stall_limit, "Give up when nothing comes for so long")
      ->type_name("SEC")
      ->capture_default_str()
      ->check(positive_number());
  arguments->catalogue.add_option(command);
  command.callback([arguments, &session] {
    const SearchFolders folders = arguments->catalogue.folders();
    const Catalogue catalogue = read_catalogue(folders.catalogue);
    std::vector<const CatalogueGraph*> graphs;
    for (const std::string& name : arguments->names) graphs.push_back(&known_graph(name, catalogue, folders));
    const RunContext run = session.run_context(1, 1, arguments->time, "");
    for (const CatalogueGraph* graph : graphs) {
      DownloadOptions options = arguments->download;
      options.progress = [&session, graph](const DownloadProgress& progress) {
        session.show_progress(download_line(graph->name, progress));
      };
      const auto files =
          fetch_graph(*graph, folders, arguments->force ? Refetch::yes : Refetch::no, options, run);
      session.clear_progress();
      for (const FetchedFile& file : files) report_fetched(session, file);
    }
  });
}

std::vector<FileCheck> check_all(const Catalogue& catalogue, const SearchFolders& folders,
                                 const Session& session, const RunContext& run) {
  std::vector<FileCheck> checks;
  for (const CatalogueGraph& graph : catalogue.graphs) {
    session.show_progress(graph.name);
    for (FileCheck& check : check_graph(graph, folders, run)) checks.push_back(std::move(check));
  }
  session.clear_progress();
  if (checks.empty()) {
    throw InputError(
        {catalogue.path}, "none of its files is here",
        "set LODE_DATA to the folders that hold your graphs, or download one with 'lode data get'");
  }
  return checks;
}

void add_verify_files(CLI::App& data, Session& session) {
  struct Arguments {
    CatalogueArgument catalogue;
    std::string name = "all";
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *data.add_subcommand(
      "verify", "Compare the content of files that are here with the checksums of the catalogue");
  command.add_option("name", arguments->name, "Name or alias of a graph, or all")->capture_default_str();
  arguments->catalogue.add_option(command);
  command.callback([arguments, &session] {
    const SearchFolders folders = arguments->catalogue.folders();
    const Catalogue catalogue = read_catalogue(folders.catalogue);
    const RunContext run = session.run_context(1, 1, std::numeric_limits<double>::infinity(), "");
    const auto checks = [&] {
      if (arguments->name == "all") return check_all(catalogue, folders, session, run);
      const CatalogueGraph& graph = known_graph(arguments->name, catalogue, folders);
      auto found = check_graph(graph, folders, run);
      if (found.empty()) throw_graph_not_found(arguments->name, folders, catalogue);
      return found;
    }();
    session.print(file_checks_text(checks));
    const auto bad = std::count_if(checks.begin(), checks.end(),
                                   [](const FileCheck& check) { return check.state != FileState::matches; });
    if (bad > 0)
      throw VerificationError(
          fmt::format("{} of {} files not as the catalogue has them", bad, checks.size()));
  });
}

}  // namespace

void add_data(CLI::App& app, Session& session) {
  CLI::App& data =
      *app.add_subcommand("data", "Known graphs: list them, find, download and check their files");
  data.require_subcommand(1);
  add_list(data, session);
  add_path(data, session);
  add_get(data, session);
  add_verify_files(data, session);
}

}  // namespace lode::tool
