#include "io/csr/assembly.hpp"

#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "io/text/line_reader.hpp"

namespace lode::detail {
void throw_weight_conflict(const CompressedInput& input, const WeightConflict& conflict,
                           const VertexNames& names, const PairLines& lines) {
  const std::string u = names.name(conflict.u);
  const std::string v = names.name(conflict.v);
  const auto at = [](std::uint64_t line) {
    return line > 0 ? fmt::format(" (line {})", line) : std::string();
  };
  throw InputError({input.display_name(), std::max(lines.forward, lines.backward)},
                   fmt::format("edge {} {} has weight {}{} but {} {} has weight {}{}", excerpt(u), excerpt(v),
                               conflict.forward, at(lines.forward), excerpt(v), excerpt(u), conflict.backward,
                               at(lines.backward)),
                   "say with option 'merge' which holds: sum, max or min");
}

void note_rounded(std::uint64_t edges, InputReport& report) {
  if (edges == 0) return;
  report.notes.push_back(fmt::format("{} of both directions differ by rounding: their mean is taken",
                                     format_plural(edges, "pair of weights", "pairs of weights")));
}

Graph graph_of_built(BuiltCsr built, VertexNames names, InputReport& report) {
  report.self_loops_dropped = built.self_loops;
  report.duplicates_merged = built.duplicates;
  report.reciprocal_merged = built.reciprocal;
  note_rounded(built.rounded, report);
  Graph graph = graph_of(std::move(built), std::move(names));
  report.vertices = graph.num_vertices();
  report.edges = graph.num_edges();
  return graph;
}

void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                      const WeightConflict& conflict, const VertexNames& names) {
  PairLines lines;
  if (!input.can_be_read_again()) throw_weight_conflict(input, conflict, names, lines);
  CompressedInput again = input.again();
  const std::string first = names.name(conflict.u);
  const std::string second = names.name(conflict.v);
  for (LineReader reader(again); (lines.forward == 0 || lines.backward == 0) && reader.next();) {
    if (line_kind(reader.begin(), reader.end(), rules) != LineKind::data) continue;
    const EdgeLine line = parse_edge_line(reader.begin(), reader.end(), rules);
    if (line.problem) continue;
    const std::string u = rules.labels ? label_text(line.u) : std::to_string(line.u_id);
    const std::string v = rules.labels ? label_text(line.v) : std::to_string(line.v_id);
    if (lines.forward == 0 && u == first && v == second) lines.forward = reader.number();
    if (lines.backward == 0 && u == second && v == first) lines.backward = reader.number();
  }
  throw_weight_conflict(input, conflict, names, lines);
}

LoadedArcs assemble_arcs(const CompressedInput& input, InputReport report, ArcCollector arcs, std::uint64_t n,
                         VertexNames names, const RunContext& run) {
  check_arc_vertices(input, n);
  LoadedArcs loaded;
  run.parallel([&] { loaded.arcs = build_arcs(arcs.take(), n, std::move(names)); });
  report.declared_vertices = true;
  describe(report, input, loaded.arcs);
  loaded.report = std::move(report);
  return loaded;
}

void check_arc_vertices(const CompressedInput& input, std::uint64_t n) {
  if (n <= Arcs::most_vertices) return;
  throw InputError({input.display_name()}, fmt::format("{} vertices are too many with directions", n),
                   fmt::format("lode reads directed graphs of up to {} vertices", Arcs::most_vertices));
}

void describe(InputReport& report, const CompressedInput& input, const Arcs& arcs) {
  report.vertices = arcs.num_vertices();
  report.edges = arcs.num_arcs();
  report.directed = true;
  report.loops_kept = arcs.num_loops();
  report.duplicates_merged = arcs.duplicates();
  describe(report, input, arcs.names());
}

void describe(InputReport& report, const CompressedInput& input, const VertexNames& names) {
  report.path = input.path();
  report.compression = to_string(input.compression());
  report.ids_remapped = names.kind() != VertexNames::Kind::numbers;
  report.labels = names.kind() == VertexNames::Kind::labels;
  report.bytes = input.bytes_read();
}

}  // namespace lode::detail
