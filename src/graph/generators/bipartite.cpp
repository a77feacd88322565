#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <lode/graph/generators.hpp>

#include "core/linalg/portable_math.hpp"
#include "graph/generators/random_rows.hpp"

namespace lode {
namespace {

constexpr double most_dense = 0.9;

void check(const BipartiteOptions& options) {
  detail::require(options.left >= 1, "left", options.left, "must be at least 1");
  detail::require(options.right >= 1, "right", options.right, "must be at least 1");
  detail::require(std::uint64_t{options.left} + options.right < no_vertex, "left", options.left,
                  "and right must sum to less than 2^32-1");
  for (const double exponent : {options.left_exponent, options.right_exponent}) {
    detail::require(exponent > 1.0 && std::isfinite(exponent), "exponent", exponent,
                    "must be above 1 and finite");
  }
  detail::require(options.edges >= 0.0 && options.edges <= most_dense * options.left * options.right, "edges",
                  options.edges, "must be from 0 to 0.9 left right");
}

std::vector<double> power_law_weights(Vertex n, double exponent) {
  std::vector<double> weights(n);
  for (Vertex i = 0; i < n; ++i) weights[i] = detail::portable_pow(i + 1.0, -1.0 / (exponent - 1.0));
  return weights;
}

/// Expected edges for the factor c. `rest[j]`: the sum of the right weights from j on.
double expected_edges(const std::vector<double>& left, const std::vector<double>& right,
                      const std::vector<double>& rest, double c) {
  double sum = 0.0;
  for (const double weight : left) {
    const auto sure =
        std::ranges::partition_point(right, [&](double other) { return c * weight * other >= 1.0; });
    const auto count = static_cast<std::size_t>(sure - right.begin());
    sum += static_cast<double>(count) + c * weight * rest[count];
  }
  return sum;
}

/// The least factor for which the wanted number of edges is expected, by halving.
double factor_for(const std::vector<double>& left, const std::vector<double>& right, double edges) {
  std::vector<double> rest(right.size() + 1, 0.0);
  for (std::size_t j = right.size(); j-- > 0;) rest[j] = rest[j + 1] + right[j];
  double high = 1.0;
  while (expected_edges(left, right, rest, high) < edges) high *= 2.0;
  double low = 0.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (expected_edges(left, right, rest, middle) < edges ? low : high) = middle;
  }
  return high;
}

}  // namespace

Graph bipartite(const BipartiteOptions& options, const RunContext& run) {
  check(options);
  const std::vector<double> left = power_law_weights(options.left, options.left_exponent);
  const std::vector<double> right = power_law_weights(options.right, options.right_exponent);
  const double c = options.edges > 0.0 ? factor_for(left, right, options.edges) : 0.0;
  const auto make_row = [&](Vertex u, std::vector<Edge>& out) {
    Rng rng = detail::row_stream(options.seed, detail::tag_bipartite, u);
    const auto probability = [&](std::uint64_t v) { return std::min(1.0, c * left[u] * right[v]); };
    detail::append_thinned_row(rng, u, 0, right.size(), options.left, probability, out);
  };
  const std::vector<Edge> edges = detail::edges_by_rows(options.left, make_row, run);
  return Graph::from_edges(std::span<const Edge>(edges), options.left + options.right);
}

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

Graph complete_multipartite(std::span<const Vertex> part_sizes, const RunContext& run) {
  const std::uint64_t total = std::accumulate(part_sizes.begin(), part_sizes.end(), std::uint64_t{0});
  detail::check_vertex_count(total, "sum of the part sizes");
  const auto n = static_cast<Vertex>(total);
  std::vector<ArcIndex> offsets = {0};
  for (const Vertex size : part_sizes) {
    for (Vertex i = 0; i < size; ++i) offsets.push_back(offsets.back() + (n - size));
  }
  std::vector<Vertex> targets(offsets.back());
  Vertex begin = 0;
  auto next = targets.begin();
  for (const Vertex size : part_sizes) {
    for (Vertex i = 0; i < size; ++i, next += n - size) {
      run.require_time(detail::drawing_a_graph);
      std::iota(next, next + begin, Vertex{0});
      std::iota(next + begin, next + (n - size), begin + size);
    }
    begin += size;
  }
  return Graph::from_csr(std::move(offsets), std::move(targets), {}, CsrCheck::trusted);
}

}  // namespace lode
