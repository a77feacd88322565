#include "io/csr/assembly.hpp"

#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
void throw_weight_conflict(const CompressedInput& input, const WeightConflict& conflict,
                           const VertexNames& names, std::uint64_t forward, std::uint64_t backward) {
  const std::string u = excerpt(names.name(conflict.u));
  const std::string v = excerpt(names.name(conflict.v));
  const auto at = [](std::uint64_t line) {
    return line > 0 ? fmt::format(" (line {})", line) : std::string();
  };
  throw InputError({input.display_name(), std::max(forward, backward)},
                   fmt::format("edge {} {} has weight {}{} but {} {} has weight {}{}", u, v, conflict.forward,
                               at(forward), v, u, conflict.backward, at(backward)),
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

Arcs graph_of_arcs(const CompressedInput& input, const RunContext& run, std::vector<EdgeChunk> arcs,
                   std::uint64_t n, VertexNames names, const IdRanks* ranks, InputReport& report) {
  if (n > Arcs::most_vertices) {
    throw InputError({input.display_name()}, fmt::format("{} vertices are too many with directions", n),
                     fmt::format("lode reads directed graphs of up to {} vertices", Arcs::most_vertices));
  }
  Arcs graph;
  run.parallel([&] { graph = build_arcs(std::move(arcs), n, std::move(names), ranks); });
  report.vertices = graph.num_vertices();
  report.edges = graph.num_arcs();
  report.directed = true;
  report.loops_kept = graph.num_loops();
  report.duplicates_merged = graph.duplicates();
  describe(report, input, graph.names());
  return graph;
}

void describe(InputReport& report, const CompressedInput& input, const VertexNames& names) {
  report.path = input.path();
  report.compression = to_string(input.compression());
  report.ids_remapped = names.kind() != VertexNames::Kind::numbers;
  report.labels = names.kind() == VertexNames::Kind::labels;
  report.bytes = input.bytes_read();
}

}  // namespace lode::detail
