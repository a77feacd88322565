#include "shell/arguments/graph.hpp"

#include <future>
#include <limits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/cores.hpp>
#include <lode/io/catalogue.hpp>

#include "shell/signals.hpp"
#include "shell/usage.hpp"

namespace lode::tool {

void GraphArgument::add_options(CLI::App& command, const Takes& takes) {
  begin_section(command, heading::input);
  if (takes.several) {
    const std::string meaning = std::string(graph_meaning) + "\nSeveral graphs give one table";
    add_option(command, "graph", names, "GRAPH", meaning)->required();
  } else {
    add_option(command, "graph", name, "GRAPH", graph_meaning)->required();
  }
  add_read_options(command);
  if (takes.signs) add_signed_option(command);
  takes_core = takes.core;
  if (!takes.core) return;
  begin_section(command, heading::input, Shown::in_full);
  add_option(command, "--core-of", core_of, "C",
             "The input is the C-core of a larger graph, by strength with --weighted: bounds are about that "
             "graph. A lode file that holds a core says so itself",
             number_from_zero());
}

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

GraphArgument::Loaded GraphArgument::load(const Session& session, int threads, Checksum checksum) const {
  const RunContext run = session.run_context("reading " + name, threads);
  const GraphLocation location = resolve_graph(name, default_search_folders());
  auto digest =
      std::async(threads == 1 ? std::launch::deferred : std::launch::async | std::launch::deferred,
                 [&] { return checksum == Checksum::yes ? file_sha256(location.path, run) : std::string(); });
  MappedInput mapped(location.path);
  ReadOptions options = read;
  for (const auto& [flag, source] : numbers) {
    if (!source.empty()) options.vertex_numbers.push_back(source);
  }
  LoadedGraph loaded = read_graph(location.path, options, run);
  if (loaded.report.format == "lode") mapped.keep();
  for (std::string& note : loaded.report.notes) note = with_flags(note);
  std::string sha256 = digest.get();
  session.remember_input(sha256);
  session.clear_progress();
  if (session.interrupted()) throw Interrupted{};
  declare_core(loaded, location.path);
  session.detail(fmt::format("{}: {}", location.path, loaded.report.summary()));
  Loaded result{{std::move(loaded.graph), shown_name(location.name), std::move(loaded.report), run.elapsed()},
                std::move(loaded.vertex_numbers),
                std::move(loaded.attributes),
                std::move(sha256)};
  if (!takes_core) note_core(session, result);
  return result;
}

QuestionData<Arcs> GraphArgument::load_arcs(const Session& session, int threads) const {
  const RunContext run = session.run_context("reading " + name, threads);
  const GraphLocation location = resolve_graph(name, default_search_folders());
  LoadedArcs loaded = read_arcs(location.path, read, run);
  for (std::string& note : loaded.report.notes) note = with_flags(note);
  session.clear_progress();
  if (session.interrupted()) throw Interrupted{};
  session.detail(fmt::format("{}: {}", location.path, loaded.report.summary()));
  return {std::move(loaded.arcs), shown_name(location.name), std::move(loaded.report), run.elapsed()};
}

void GraphArgument::note_core(const Session& session, const Loaded& loaded) {
  if (!loaded.input.core_of) return;
  session.note(fmt::format("the input is declared to be {}: what follows is about the input alone",
                           core_origin_text(*loaded.input.core_of)));
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

}  // namespace lode::tool
