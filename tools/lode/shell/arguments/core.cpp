#include <limits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/cores.hpp>
#include <lode/io/catalogue.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/arguments/library_terms.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

// The parts of GraphArgument for negative weights, directions, and inputs that are cores of larger graphs.

namespace lode::tool {

void GraphArgument::add_signed_option(CLI::App& command) {
  begin_section(command, heading::input, Shown::in_full);
  command.add_flag_callback(
      "--signed",
      [this] {
        read.signs = WeightSigns::any;
        read.weighted = true;
      },
      "Allow negative weights; implies --weighted");
}

void GraphArgument::add_core_option(CLI::App& command) {
  begin_section(command, heading::input, Shown::in_full);
  command
      .add_option(
          "--core-of", core_of,
          "The input is the C-core of a larger graph, by strength with --weighted: bounds are about that "
          "graph. A lode file that holds a core says so itself")
      ->type_name("C")
      ->check(number_from_zero());
}

void GraphArgument::note_core(const Session& session, const Loaded& loaded) {
  if (!loaded.report.core_of) return;
  session.note(fmt::format("the input is declared to be {}: what follows is about the input alone",
                           core_origin_text(*loaded.report.core_of)));
}

/// Merges --core-of with the declaration of the file: they must agree.
void GraphArgument::declare_core(LoadedGraph& loaded, const std::string& path) const {
  std::optional<CoreOrigin>& declared = loaded.report.core_of;
  if (core_of && declared && declared->core != *core_of) {
    throw InvalidArgument("--core-of", format_exact(*core_of),
                          fmt::format(": the file is declared to be {}", core_origin_text(*declared)),
                          "leave it out");
  }
  if (core_of && !declared) declared = CoreOrigin{.core = *core_of};
  if (declared && checks_core) check_core_origin(loaded.graph, *declared, path);
}

GraphArgument::LoadedDirected GraphArgument::load_arcs(const Session& session, int threads) const {
  const RunContext run =
      session.run_context(1, threads, std::numeric_limits<double>::infinity(), "reading " + name);
  const GraphLocation location = resolve_graph(name, default_search_folders());
  LoadedArcs loaded = read_arcs(location.path, read, run);
  for (std::string& note : loaded.report.notes) note = with_flags(note);
  session.clear_progress();
  if (session.interrupted()) throw Interrupted{};
  session.detail(fmt::format("{}: {}", location.path, loaded.report.summary()));
  return {std::move(loaded.arcs), std::move(loaded.report), shown_name(location.name), run.elapsed()};
}

}  // namespace lode::tool
