#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "commands.hpp"
#include "data_commands.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

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
  CLI::App& data = *app.add_subcommand("data", "Lists, finds, downloads and checks named graphs");
  set_examples(data, {{"lode data get email-Enron", "download a graph, which then has this name"}});
  data.require_subcommand(1);
  add_list(data, session);
  add_path(data, session);
  add_data_get(data, session);
  add_verify_files(data, session);
}

}  // namespace lode::tool
