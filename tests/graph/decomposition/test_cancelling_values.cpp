// Densest sets where large weights and values nearly cancel, against the exact ratios of all sets.
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

__extension__ using Wide = __int128;

/// Up to seven vertices, integer weights of three magnitudes, and values that take most of them off.
struct Question {
  Vertex n = 0;
  std::vector<std::vector<std::int64_t>> weight;
  Graph graph;
  DensityTerms terms;
  DensityDemands demands;

  explicit Question(std::uint64_t seed) {
    Rng rng(seed, 77);
    n = static_cast<Vertex>(2 + rng.below(6));
    weight.assign(n, std::vector<std::int64_t>(n, 0));
    const std::int64_t unit =
        std::vector<std::int64_t>{1'000'000'000'000, 1'000'000'000, 100'000}[rng.below(3)];
    const double density = 0.2 + 0.8 * rng.uniform();
    std::vector<WeightedEdge> edges;
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = u + 1; v < n; ++v) {
        if (rng.uniform() >= density) continue;
        weight[u][v] = weight[v][u] =
            static_cast<std::int64_t>(1 + rng.below(3)) * unit + static_cast<std::int64_t>(rng.below(5)) - 2;
        edges.push_back({u, v, static_cast<double>(weight[u][v])});
      }
    }
    graph = Graph::from_edges(edges, n);
    const bool costs = rng.below(4) == 0;
    for (Vertex u = 0; u < n; ++u) {
      std::int64_t taken = static_cast<std::int64_t>(rng.below(6)) - 2;
      for (Vertex v = 0; v < n; ++v) taken -= rng.below(4) != 0 ? weight[u][v] / 2 : weight[u][v];
      terms.values.push_back(static_cast<double>(taken));
      if (costs) terms.costs.push_back(static_cast<double>(1 + rng.below(3)));
      const std::uint64_t role = rng.below(6);
      if (role == 0) demands.include.push_back(u);
      if (role == 1) demands.exclude.push_back(u);
    }
  }

  struct Ratio {
    Wide numerator = 0, denominator = 0;
    bool operator<(const Ratio& other) const {
      return numerator * other.denominator < other.numerator * denominator;
    }
  };
  Ratio ratio(std::uint32_t set) const {
    Ratio ratio;
    for (Vertex u = 0; u < n; ++u) {
      if ((set >> u & 1) == 0) continue;
      ratio.numerator += static_cast<std::int64_t>(terms.values[u]);
      ratio.denominator += terms.costs.empty() ? 1 : static_cast<std::int64_t>(terms.costs[u]);
      for (Vertex v = 0; v < u; ++v) ratio.numerator += (set >> v & 1) != 0 ? weight[u][v] : 0;
    }
    return ratio;
  }
  /// The largest ratio, and the union of all sets that have it.
  std::pair<Ratio, std::uint32_t> best(bool demanded) const {
    std::uint32_t in = 0, out = 0;
    for (const Vertex v : demands.include) in |= demanded ? 1u << v : 0u;
    for (const Vertex v : demands.exclude) out |= demanded ? 1u << v : 0u;
    Ratio best;
    std::uint32_t all = 0;
    for (std::uint32_t set = 1; set < 1u << n; ++set) {
      if ((set & in) != in || (set & out) != 0) continue;
      const Ratio of = ratio(set);
      if (best.denominator == 0 || best < of) best = of, all = 0;
      if (!(of < best)) all |= set;
    }
    return {best, all};
  }
};

std::uint32_t members_of(const VertexSet& set) {
  std::uint32_t all = 0;
  for (const Vertex v : set) all |= 1u << v;
  return all;
}

/// Asks with a limit of time that ends the run at its first, second, ... look at the clock.
template <class Ask>
void check_all_stops(const Question& question, bool demanded, const Ask& ask) {
  const auto [best, all] = question.best(demanded);
  if (best.denominator == 0) return;
  const long double exact =
      static_cast<long double>(best.numerator) / static_cast<long double>(best.denominator);
  for (int reading = 0; reading < 5000; ++reading) {
    test::FakeClock clock(1.0);
    const DensestSubgraph found =
        ask(RunContext({.threads = 1, .time_limit = reading + 0.5, .clock = &clock}));
    INFO("reading " << reading << ", demanded " << demanded);
    // The ratio of a proven set is rounded to a double.
    CHECK(found.bound >= exact - 0x1p-53L * std::abs(exact));
    if (!found.vertices.empty()) CHECK_FALSE(best < question.ratio(members_of(found.vertices)));
    if (!found.proven_optimal) continue;
    CHECK(members_of(found.vertices) == all);
    return;
  }
  FAIL("not proven");
}

}  // namespace

TEST_CASE("where values nearly cancel large weights, sets are the best and bounds of stopped runs hold",
          "[slow]") {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Question question(seed);
    INFO("seed " << seed);
    check_all_stops(question, false, [&](const RunContext& run) {
      return densest_subgraph(question.graph, question.terms, run);
    });
    check_all_stops(question, true, [&](const RunContext& run) {
      return densest_subgraph(question.graph, question.terms, question.demands, run);
    });
  }
}

TEST_CASE("all densities may be negative") {
  const Graph graph = Graph::from_edges({{0, 1}, {2, 3}});
  const DensityTerms terms{{-5.0, -1.0, -1.0, -2.0}, {}};
  CHECK(densest_subgraph(graph, terms).vertices == VertexSet{1, 2, 3});
}
