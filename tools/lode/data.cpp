#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "commands.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

/// The folders of this process, with the catalogue of --catalogue.
struct CatalogueArgument {
  std::string path;

  void add_option(CLI::App& command) {
    begin_section(command, heading::input);
    command.add_option("--catalogue", path, "Catalogue to use in place of lode's")->type_name("FILE");
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
      *data.add_subcommand("list", "Lists the known graphs, and the file of each on this machine");
  set_examples(command, {{"lode data list --format csv", "a table with sizes, sources and checksums"}});
  begin_section(command, heading::output);
  arguments->catalogue.add_option(command);
  begin_section(command, heading::output);
  command.add_option("--format", arguments->format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
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
  CLI::App& command = *data.add_subcommand("path", "Prints the file of a named graph");
  set_examples(command, {{"lode data path karate", "where the file of this graph is"}});
  begin_section(command, heading::input);
  command.add_option("name", arguments->name, "Name or alias of a graph")->required()->type_name("NAME");
  arguments->catalogue.add_option(command);
  command.callback([arguments, &session] {
    session.print(resolve_graph(arguments->name, arguments->catalogue.folders()).path + "\n");
  });
}

/// "12.3 of 45.6 MB".
std::string download_line(const std::string& name, std::uint64_t received, std::uint64_t total,
                          double seconds) {
  const auto megabytes = [](std::uint64_t bytes) {
    return fmt::format("{:.1f}", static_cast<double>(bytes) / 1e6);
  };
  const std::string of = total > 0 ? " of " + megabytes(total) : "";
  return fmt::format("downloading {}: {}{} MB, {}", name, megabytes(received), of, format_seconds(seconds));
}

void add_get(CLI::App& data, Session& session) {
  struct Arguments {
    CatalogueArgument catalogue;
    std::vector<std::string> names;
    double time = 600.0;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *data.add_subcommand("get", "Downloads graphs to the cache and checks them");
  set_examples(command, {{"lode data get email-Enron", "then 'lode find email-Enron -s 60' finds the file"}});
  begin_section(command, heading::input);
  command.add_option("names", arguments->names, "Names or aliases of graphs")->required()->type_name("NAME");
  begin_section(command, heading::effort);
  command.add_option("--time", arguments->time, "Limit of all downloads together")
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(number_from_zero());
  arguments->catalogue.add_option(command);
  command.callback([arguments, &session] {
    const SearchFolders folders = arguments->catalogue.folders();
    const Catalogue catalogue = read_catalogue(folders.catalogue);
    std::vector<const CatalogueGraph*> graphs;
    for (const std::string& name : arguments->names) graphs.push_back(&known_graph(name, catalogue, folders));
    const RunContext run = session.run_context(1, 1, arguments->time, "");
    for (const CatalogueGraph* graph : graphs) {
      const auto progress = [&](std::uint64_t received, std::uint64_t total) {
        session.show_progress(download_line(graph->name, received, total, run.elapsed()));
      };
      for (const CatalogueFile& file : graph->files) {
        const FetchedFile fetched = fetch_file(*graph, file, folders, progress, run);
        session.clear_progress();
        session.print(fetched.path + "\n");
        session.note(fmt::format(
            "{}: {}, checksum right", file.name,
            fetched.received == 0 ? "already there" : format_plural(fetched.received, "byte", "bytes")));
      }
    }
  });
}

std::vector<FileCheck> check_files(const Catalogue& catalogue, const SearchFolders& folders,
                                   const Session& session, const RunContext& run) {
  std::vector<FileCheck> checks;
  for (const CatalogueGraph& graph : catalogue.graphs) {
    session.show_progress(graph.name);
    for (const CatalogueFile& file : graph.files) {
      if (const auto path = find_catalogue_file(file, folders))
        checks.push_back(check_file(graph, file, *path, run));
    }
  }
  session.clear_progress();
  if (checks.empty()) {
    throw InputError(
        {catalogue.path}, "none of these files is here",
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
  CLI::App& command =
      *data.add_subcommand("verify", "Compares local files with the checksums of the catalogue");
  set_examples(command, {{"lode data verify", "every local graph of the catalogue"}});
  begin_section(command, heading::input);
  command.add_option("name", arguments->name, "Name or alias of a graph, or all")
      ->capture_default_str()
      ->type_name("NAME");
  arguments->catalogue.add_option(command);
  command.callback([arguments, &session] {
    const SearchFolders folders = arguments->catalogue.folders();
    Catalogue catalogue = read_catalogue(folders.catalogue);
    if (arguments->name != "all") catalogue.graphs = {known_graph(arguments->name, catalogue, folders)};
    const RunContext run = session.run_context(1, 1, std::numeric_limits<double>::infinity(), "");
    const std::vector<FileCheck> checks = check_files(catalogue, folders, session, run);
    session.print(file_checks_text(checks));
    const auto bad = std::count_if(checks.begin(), checks.end(),
                                   [](const FileCheck& check) { return !check.problem.empty(); });
    if (bad > 0)
      throw VerificationError(
          fmt::format("{} of {} files not as the catalogue has them", bad, checks.size()));
  });
}

}  // namespace

void add_data(CLI::App& app, Session& session) {
  CLI::App& data = *app.add_subcommand("data", "Lists, finds, downloads and checks named graphs");
  set_examples(data, {{"lode data get email-Enron", "download a graph, which then has this name"}});
  data.require_subcommand(1);
  add_list(data, session);
  add_path(data, session);
  add_get(data, session);
  add_verify_files(data, session);
}

}  // namespace lode::tool
