#include <lode/graph/generators.hpp>

#include "core/linalg/portable_math.hpp"
#include "graph/generators/random_rows.hpp"

namespace lode {

Graph gnp(const GnpOptions& options, const RunContext& run) {
  const Vertex n = options.num_vertices;
  const double p = options.probability;
  detail::check_vertex_count(n);
  detail::check_probability("edge probability", p);
  const double log_failure = detail::portable_log1p(-p);
  const auto make_row = [&](Vertex row, std::vector<Edge>& out) {
    if (p == 0.0) return;
    Rng rng = detail::row_stream(options.seed, detail::tag_gnp, row);
    for (std::uint64_t v = 0; v < row; ++v) {
      if (p < 1.0) v += detail::geometric_step(rng, log_failure, row);
      if (v < row) out.push_back({static_cast<Vertex>(v), row});
    }
  };
  const std::vector<Edge> edges = detail::edges_by_rows(n, make_row, run);
  return Graph::from_edges(std::span<const Edge>(edges), n);
}

}  // namespace lode
