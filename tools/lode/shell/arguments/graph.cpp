#include "shell/arguments/graph.hpp"

#include <future>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "shell/arguments/library_terms.hpp"
#include "shell/arguments/mapped_input.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
void GraphArgument::add_options(CLI::App& command) {
  begin_section(command, heading::input);
  command.add_option("graph", name, "Path of a file, - for standard input, or the name of a known graph")
      ->required()
      ->type_name("GRAPH");
  add_read_options(command);
}

void GraphArgument::add_options_of_several(CLI::App& command) {
  begin_section(command, heading::input);
  command
      .add_option_function<std::vector<std::string>>(
          "graph",
          [this](const std::vector<std::string>& given) {
            names = given;
            name = given.front();
          },
          "Path of a file, - for standard input, or the name of a known graph\nSeveral graphs give one table")
      ->required()
      ->type_name("GRAPH");
  add_read_options(command);
}

GraphArgument::Loaded GraphArgument::load(const Session& session, int threads, Checksum checksum) const {
  const RunContext run =
      session.run_context(1, threads, std::numeric_limits<double>::infinity(), "reading " + name);
  const GraphLocation location = resolve_graph(name, default_search_folders());
  auto digest =
      std::async(threads == 1 ? std::launch::deferred : std::launch::async | std::launch::deferred,
                 [&] { return checksum == Checksum::yes ? file_sha256(location.path, run) : std::string(); });
  MappedInput mapped(location.path);
  LoadedGraph loaded = read_graph(location.path, read, run);
  if (loaded.report.format == "lode") mapped.keep();
  for (std::string& note : loaded.report.notes) note = with_flags(note);
  std::string sha256 = digest.get();
  session.remember_input(sha256);
  session.clear_progress();
  if (session.interrupted()) throw Interrupted{};
  declare_core(loaded, location.path);
  session.detail(fmt::format("{}: {}", location.path, loaded.report.summary()));
  return {std::move(loaded.graph),
          std::move(loaded.report),
          shown_name(location.name),
          std::move(sha256),
          run.elapsed(),
          std::move(loaded.vertex_numbers),
          std::move(loaded.attributes)};
}

}  // namespace lode::tool
