#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/core_graphs.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/dual/relaxation.hpp"
#include "bounds/set_family.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The heaviest set of s rows of a core with dummies that holds a row, by looking at every set.
double heaviest_with(const Part& part, Vertex dummies, double dummy, Vertex s, std::size_t row) {
  const std::size_t n = std::size_t{dummies} + part.graph.num_vertices();
  double best = test::no_set;
  for (std::uint32_t mask = 0; mask < (1u << n); ++mask) {
    if (!(mask >> row & 1u) || static_cast<Vertex>(std::popcount(mask)) != s) continue;
    double weight = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!(mask >> i & 1u)) continue;
      if (i < dummies) {
        weight += dummy;
        continue;
      }
      const auto v = static_cast<Vertex>(i - dummies);
      if (!part.values.empty()) weight += part.values[v];
      part.graph.for_each_neighbor(
          v, [&](Vertex u, Weight w) { weight += u < v && (mask >> (dummies + u) & 1u) ? w : 0.0; });
    }
    best = std::max(best, weight);
  }
  return best;
}

}  // namespace

TEST_CASE("rows that are let go hold no set above the limit") {
  int gone = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Graph whole = test::small_core_graph(seed, static_cast<test::TestWeights>(seed % 3));
    const ReducedFamily reduced = reduce_family(whole, test::small_family(whole, seed));
    const Graph& graph = reduced.part.graph;
    if (graph.num_edges() == 0) continue;
    const Rng rng(seed, 3);
    const CoreParts parts = *CoreParts::peel(graph, reduced.values, RunContext());
    const CoreParts::Cut cut = parts.above(2.0 * rng.uniform_at(1));
    const auto s = static_cast<Vertex>(2 + rng.at(2) % 3);
    const auto dummies = static_cast<Vertex>(rng.at(3) % (s + 1));
    if (cut.size + dummies <= s || cut.size == 0) continue;
    const Part part = parts.part(cut);
    std::vector<Vertex> order(part.graph.num_vertices());
    std::iota(order.begin(), order.end(), Vertex{0});
    const double dummy = dual::dummy_value(part.outside, graph.integral());
    const dual::Relaxation relaxation = dual::make_relaxation(part, order, s, dummies, dummy);
    std::vector<double> with(relaxation.size());
    for (std::size_t i = 0; i < with.size(); ++i)
      with[i] = heaviest_with(part, dummies, dummy, s, relaxation.numbers[i]);
    const double best = *std::max_element(with.begin(), with.end());
    const RunContext run({.threads = 1});
    const auto proven =
        dual::prove(relaxation, test::some_point(relaxation, rng, seed % 4 != 0), s - 1, 1e9, run);
    REQUIRE(proven);
    for (const double limit : {0.8 * best, best, 1.1 * best}) {
      const auto [rows, left_out] = dual::surviving_rows(relaxation, *proven, limit);
      CHECK(rows.size() + left_out.size() == with.size());
      CHECK(std::is_sorted(rows.begin(), rows.end()));
      for (std::size_t i = 0; i < with.size(); ++i) {
        INFO("seed " << seed << ", row " << i << ", limit " << limit << ", best with it " << with[i]);
        if (!std::binary_search(rows.begin(), rows.end(), i)) CHECK(with[i] <= limit);
      }
      gone += static_cast<int>(relaxation.size() - rows.size());
    }
  }
  CHECK(gone > 500);
}

TEST_CASE("a multiplier far larger than the eigenvalue leaves room for the check of the bound") {
  // One weight is far smaller than the others: sums are rounded.
  std::vector<WeightedEdge> edges = {{0, 1, 0x1p-60}};
  for (Vertex v = 2; v < 60; ++v) edges.push_back({v - 1, v, 1.0});
  const Graph graph = Graph::from_edges(edges);
  const Part part{graph};
  const dual::Relaxation relaxation = test::whole_relaxation(part, 2, 0);
  const std::size_t n = relaxation.size();
  dual::DualPoint point;
  point.multipliers.assign(n * n, 0.0F);
  point.multipliers[0] = -1000.0F;
  const RunContext run({.threads = 1});
  const auto proven = dual::prove(relaxation, point, 1, 1e9, run);
  REQUIRE(proven);
  CHECK(proven->bounds[2] == Approx(1000.0 * relaxation.unit).epsilon(0.01));
  BoundCertificate certificate;
  certificate.multipliers.push_back(test::one_stage(part, 2, 0, proven->stage));
  certificate.claims.push_back({2, "outside", {{2, proven->bounds[2], "outside", 0}}});
  CHECK(test::accepted(graph, {}, certificate));
}

TEST_CASE("a row without weights goes where smaller sets weigh no more than the limit") {
  const Graph graph = Graph::from_edges(std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}, {2, 3}}, 6);
  const Part part{graph};
  const dual::Relaxation relaxation = test::whole_relaxation(part, 3, 0);
  dual::DualPoint point;
  point.multipliers.assign(36, -0.5F);
  point.eigenvalue = 0.0;
  const auto proven = dual::prove(relaxation, point, 2, 1e9, RunContext({.threads = 1}));
  REQUIRE(proven);
  REQUIRE(proven->bounds[3] > proven->bounds[2]);
  const auto left = [&](double limit) {
    return dual::surviving_rows(relaxation, *proven, limit).rows.size();
  };
  CHECK(left(proven->bounds[2]) == 4);
  CHECK(left(std::nextafter(proven->bounds[2], 0.0)) == 6);
}

TEST_CASE("a diagonal multiplier cancels in the bound of the set of all vertices") {
  const Part part{test::random_graph(6, 1.0, 1)};
  const dual::Relaxation relaxation = test::whole_relaxation(part, 6, 0);
  dual::DualPoint point;
  point.multipliers.assign(36, 0.0F);
  for (std::size_t i = 0; i < 6; ++i) point.multipliers[7 * i] = -5.0F;
  point.eigenvalue = -5.0;
  const auto proven = dual::prove(relaxation, point, 5, 1e9, RunContext({.threads = 1}));
  REQUIRE(proven);
  CHECK(proven->bounds[6] == Approx(15.0).epsilon(1e-3));
  CHECK(proven->bounds[5] == Approx(10.0).epsilon(1e-3));
}
