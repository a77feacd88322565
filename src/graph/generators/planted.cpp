#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <lode/graph/generators.hpp>

#include "core/linalg/portable_math.hpp"
#include "graph/generators/random_rows.hpp"

namespace lode {
namespace {

double max_expected_degree(const PlantedOptions& options) {
  return options.max_degree == 0.0 ? std::sqrt(options.average_degree * options.num_vertices)
                                   : options.max_degree;
}

void check(const PlantedOptions& options) {
  const Vertex n = options.num_vertices;
  detail::check_vertex_count(n);
  const auto [average, most, exponent] =
      std::tuple(options.average_degree, options.max_degree, options.exponent);
  detail::require(average >= 0.0 && average <= std::max(0.0, n - 1.0), "average degree", average,
                  "must be from 0 to the number of vertices - 1");
  detail::require(exponent > 2.0 && std::isfinite(exponent), "exponent", exponent,
                  "must be above 2 and finite");
  detail::require(most == 0.0 || (most >= average && most <= n), "largest expected degree", most,
                  "must be from the average degree to the number of vertices", "use 0 to have it chosen");
  detail::require(options.planted_size <= n, "planted size", options.planted_size,
                  "must be at most the number of vertices, " + std::to_string(n));
  detail::check_probability("planted density", options.planted_density);
}

/// Expected degrees by falling size, summing to n * average_degree.
std::vector<double> power_law_degrees(const PlantedOptions& options) {
  const Vertex n = options.num_vertices;
  const double alpha = 1.0 / (options.exponent - 1.0);
  const double ratio = options.average_degree * (1.0 - alpha) / max_expected_degree(options);
  const double shift = n * detail::portable_pow(ratio, options.exponent - 1.0);
  std::vector<double> degrees(n);
  double sum = 0.0;
  for (Vertex i = 0; i < n; ++i) sum += degrees[i] = detail::portable_pow(i + shift, -alpha);
  const double scale = options.average_degree * n / sum;
  for (double& degree : degrees) degree *= scale;
  return degrees;
}

/// The Chung-Lu graph on ranks 0, 1, ... by falling expected degree.
std::vector<Edge> chung_lu_edges(const PlantedOptions& options, const RunContext& run) {
  if (options.average_degree == 0.0) return {};
  const Vertex n = options.num_vertices;
  const std::vector<double> degrees = power_law_degrees(options);
  const double sum = options.average_degree * n;
  const auto make_row = [&](Vertex u, std::vector<Edge>& out) {
    Rng rng = detail::row_stream(options.seed, detail::tag_planted_background, u);
    const auto probability = [&](std::uint64_t v) { return std::min(1.0, degrees[u] * degrees[v] / sum); };
    detail::append_thinned_row(rng, u, std::uint64_t{u} + 1, n, 0, probability, out);
  };
  return detail::edges_by_rows(n, make_row, run);
}

/// `count` of the pairs of `members`, uniformly, by selection sampling.
void append_random_pairs(std::span<const Vertex> members, EdgeCount count, Rng rng, std::vector<Edge>& out,
                         const RunContext& run) {
  EdgeCount pairs_left = possible_edges(static_cast<Vertex>(members.size()));
  for (std::size_t i = 0; i < members.size(); ++i) {
    run.require_time(detail::drawing_a_graph);
    for (std::size_t j = i + 1; j < members.size(); ++j, --pairs_left) {
      if (rng.below(pairs_left) >= count) continue;
      out.push_back({members[i], members[j]});
      --count;
    }
  }
}

/// Integral weights: uniform on 1..w outside the planted set, on the upper half of that range inside.
Graph weighted_graph(const std::vector<Edge>& edges, std::size_t first_planted,
                     const PlantedOptions& options) {
  const Rng rng(options.seed, detail::tag_planted_weights);
  std::vector<WeightedEdge> weighted(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint32_t lightest = i < first_planted ? 1 : options.max_weight / 2 + 1;
    const double range = options.max_weight - lightest + 1.0;
    weighted[i] = {edges[i].u, edges[i].v, lightest + std::floor(rng.uniform_at(i + 1) * range)};
  }
  return Graph::from_edges(std::span<const WeightedEdge>(weighted), options.num_vertices);
}

}  // namespace

PlantedGraph planted(const PlantedOptions& options, const RunContext& run) {
  check(options);
  const Vertex n = options.num_vertices;
  PlantedGraph result;
  result.planted = detail::random_permutation(n, Rng(options.seed, detail::tag_planted_set));
  result.planted.resize(options.planted_size);
  std::ranges::sort(result.planted);
  result.planted_edges = static_cast<EdgeCount>(
      std::llround(options.planted_density * static_cast<double>(possible_edges(options.planted_size))));

  std::vector<std::uint8_t> is_planted(n, 0);
  for (const Vertex v : result.planted) is_planted[v] = 1;
  std::vector<Edge> edges = chung_lu_edges(options, run);
  const std::vector<Vertex> number =
      detail::random_permutation(n, Rng(options.seed, detail::tag_planted_numbers));
  for (Edge& e : edges) e = {number[e.u], number[e.v]};
  std::erase_if(edges, [&](const Edge& e) { return is_planted[e.u] && is_planted[e.v]; });
  const std::size_t first_planted = edges.size();
  append_random_pairs(result.planted, result.planted_edges, Rng(options.seed, detail::tag_planted_pairs),
                      edges, run);
  result.graph = options.max_weight > 0 ? weighted_graph(edges, first_planted, options)
                                        : Graph::from_edges(std::span<const Edge>(edges), n);
  return result;
}

}  // namespace lode
