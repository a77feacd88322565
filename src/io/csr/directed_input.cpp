#include "io/csr/directed_input.hpp"

#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "graph/csr/arc_builder.hpp"

namespace lode::detail {

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
  report.path = input.path();
  report.compression = to_string(input.compression());
  report.vertices = arcs.num_vertices();
  report.edges = arcs.num_arcs();
  report.directed = true;
  report.loops_kept = arcs.num_loops();
  report.duplicates_merged = arcs.duplicates();
  report.ids_remapped = arcs.names().kind() != VertexNames::Kind::numbers;
  report.labels = arcs.names().kind() == VertexNames::Kind::labels;
  report.bytes = input.bytes_read();
}

}  // namespace lode::detail
