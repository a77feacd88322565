#include <memory>

#include <fmt/format.h>

#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>

#include "data_commands.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

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
    session.note(fmt::format("downloaded {}: {}, checksum right", fetched.file,
                             format_plural(fetched.received, "byte", "bytes")));
  } else {
    session.note(fmt::format("{} is already there, checksum right", fetched.file));
  }
  if (!fetched.hidden_by.empty())
    session.note(fmt::format("note: {} has other content and is found first", fetched.hidden_by));
}

}  // namespace

void add_data_get(CLI::App& data, Session& session) {
  struct Arguments {
    CatalogueArgument catalogue;
    std::vector<std::string> names;
    double time = 600.0;
    DownloadOptions download;
    bool force = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *data.add_subcommand("get", "Downloads graphs to the cache and checks them");
  set_examples(command, {{"lode data get email-Enron", "then 'lode find email-Enron -s 60' finds the file"}});
  begin_section(command, heading::input);
  command.add_option("names", arguments->names, "Names or aliases of graphs")->required()->type_name("NAME");
  begin_section(command, heading::effort);
  command.add_flag("--force", arguments->force, "Download files again that are already there");
  command.add_option("--time", arguments->time, "Limit of all downloads together")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(number_from_zero());
  command.add_option("--stall", arguments->download.stall_limit, "Give up after this long without data")
      ->type_name("SECONDS")
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

}  // namespace lode::tool
