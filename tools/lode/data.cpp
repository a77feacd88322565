#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "commands.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {
namespace {

/// The arguments of all subcommands.
struct DataArguments {
  std::string catalogue;
  std::string name = "all";
  std::vector<std::string> names;
  double time = 600.0;
  Outputs out;

  /// The folders of this process, with the catalogue of --catalogue.
  SearchFolders folders() const {
    SearchFolders folders = default_search_folders();
    if (!catalogue.empty()) folders.catalogue = catalogue;
    return folders;
  }
};

void list(const DataArguments& arguments, Session& session) {
  const SearchFolders folders = arguments.folders();
  const auto graphs = locate_graphs(read_catalogue(folders.catalogue), folders);
  session.print(arguments.out.format == "json"  ? catalogue_json(graphs)
                : arguments.out.format == "csv" ? catalogue_csv(graphs)
                                                : catalogue_text(graphs));
}

void print_path(const DataArguments& arguments, Session& session) {
  session.print(resolve_graph(arguments.name, arguments.folders()).path + "\n");
}

void get(const DataArguments& arguments, Session& session) {
  const SearchFolders folders = arguments.folders();
  const Catalogue catalogue = read_catalogue(folders.catalogue);
  std::vector<const CatalogueGraph*> graphs;
  for (const std::string& name : arguments.names) graphs.push_back(&known_graph(name, catalogue, folders));
  const RunContext run = session.run_context("", 1, 1, arguments.time);
  for (const CatalogueGraph* graph : graphs) {
    const auto progress = [&](std::uint64_t received, std::uint64_t total) {
      const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; };
      const std::string of = total > 0 ? fmt::format(" of {:.1f}", megabytes(total)) : "";
      session.show_progress(fmt::format("downloading {}: {:.1f}{} MB, {}", graph->name, megabytes(received),
                                        of, format_seconds(run.elapsed())));
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
}

void verify_files(const DataArguments& arguments, Session& session) {
  const SearchFolders folders = arguments.folders();
  Catalogue catalogue = read_catalogue(folders.catalogue);
  if (arguments.name != "all") catalogue.graphs = {known_graph(arguments.name, catalogue, folders)};
  const RunContext run = session.run_context("");
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
  session.print(file_checks_text(checks));
  const auto bad =
      std::ranges::count_if(checks, [](const FileCheck& check) { return !check.problem.empty(); });
  if (bad > 0)
    throw VerificationError(fmt::format("{} of {} files not as the catalogue has them", bad, checks.size()));
}

}  // namespace

void add_data(CLI::App& app, Session& session) {
  CLI::App& data = *app.add_subcommand("data", "Lists, finds, downloads and checks named graphs");
  set_examples(data, {{"lode data get email-Enron", "download a graph, which then has this name"}});
  data.require_subcommand(1);
  const auto arguments = std::make_shared<DataArguments>();
  const auto add = [&](const char* name, const char* summary, const Example& example,
                       void (*run)(const DataArguments&, Session&)) -> CLI::App& {
    CLI::App& command = *data.add_subcommand(name, summary);
    set_examples(command, {example});
    begin_section(command, heading::input);
    add_option(command, "--catalogue", arguments->catalogue, "FILE", "Catalogue to use in place of lode's");
    command.callback([arguments, &session, run] { run(*arguments, session); });
    return command;
  };
  CLI::App& list_command =
      add("list", "Lists the known graphs, and the file of each on this machine",
          {"lode data list --format csv", "a table with sizes, sources and checksums"}, list);
  arguments->out.add_options(list_command, {"text", "csv", "json"});
  CLI::App& path_command = add("path", "Prints the file of a named graph",
                               {"lode data path karate", "where the file of this graph is"}, print_path);
  add_option(path_command, "name", arguments->name, "NAME", "Name or alias of a graph")->required();
  CLI::App& get_command =
      add("get", "Downloads graphs to the cache and checks them",
          {"lode data get email-Enron", "then 'lode find email-Enron -s 60' finds the file"}, get);
  add_option(get_command, "names", arguments->names, "NAME", "Names or aliases of graphs")->required();
  begin_section(get_command, heading::effort);
  add_option(get_command, "--time", arguments->time, "SECONDS", "Limit of all downloads together",
             number_from_zero());
  CLI::App& verify_command = add("verify", "Compares local files with the checksums of the catalogue",
                                 {"lode data verify", "every local graph of the catalogue"}, verify_files);
  add_option(verify_command, "name", arguments->name, "NAME", "Name or alias of a graph, or all");
}

}  // namespace lode::tool
