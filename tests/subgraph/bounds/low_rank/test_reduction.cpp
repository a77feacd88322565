#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/report/find_report.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/low_rank/reduction.hpp"
#include "subgraph/bounds/low_rank/reserves.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"
#include "subgraph/bounds/search/exact.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

const auto go_on = [] { return false; };

double heaviest_holding(const Graph& graph, Vertex t, Vertex v) {
  return test::brute_force_densest(graph, t, [&](std::uint32_t mask) { return (mask >> v & 1u) != 0; })
      .value();
}

/// Multipliers of a few steps.
LowRankResult searched(const Graph& graph, Vertex s, std::uint64_t evaluations = 200) {
  return low_rank_multipliers(graph, s, {.max_evaluations = evaluations}, RunContext());
}

/// A dense part, and a sparse one of which no good set needs a vertex.
Graph dense_and_sparse(std::uint64_t seed, test::TestWeights kind, Vertex inner = 15, Vertex outer = 36) {
  std::vector<WeightedEdge> edges;
  const auto add = [&](const Graph& part, Vertex shift, Weight factor) {
    for (Vertex v = 0; v < part.num_vertices(); ++v) {
      part.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v) edges.push_back({u + shift, v + shift, factor * w});
      });
    }
  };
  add(test::random_graph(inner, 0.6, seed, kind), 0, kind == test::TestWeights::none ? 1.0 : 2.0);
  add(test::random_graph(outer, kind == test::TestWeights::none ? 0.12 : 0.3, seed + 50, kind), inner, 1.0);
  for (Vertex v = 0; v < outer; ++v) edges.push_back({(v * 7) % inner, inner + v, 1.0});
  if (kind != test::TestWeights::none) return Graph::from_edges(edges);
  std::vector<Edge> plain;
  for (const WeightedEdge& e : edges) plain.push_back({e.u, e.v});
  return Graph::from_edges(plain);
}

struct Solved {
  Graph graph;
  std::vector<double> optimum;
};

Solved solved_graph(const Graph& graph, Vertex s) {
  Problem problem;
  problem.graph = graph;
  problem.s = s;
  const ExactResult result = exact_search(problem, {}, RunContext());
  REQUIRE(result.proven);
  return {graph, result.upper_bounds};
}

BoundLedger asked(const Solved& solved, Vertex s, Weight known, double work = HUGE_VAL) {
  const Vertex sizes[] = {s};
  const RunContext run;
  BoundLedger ledger(solved.graph, sizes, run);
  ledger.ask("sdp-sparse", {s, known, work}, run);
  return ledger;
}

const SparseSdpCertificate* reduced_of(const BoundCertificate& certificate) {
  for (const auto& data : certificate.multipliers) {
    const auto* sparse = std::get_if<SparseSdpCertificate>(&data->multipliers);
    if (sparse && sparse->reduction) return sparse;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("no set that holds a vertex weighs more than its reserve of clustered multipliers leaves") {
  int sharper = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Vertex n = 5 + static_cast<Vertex>(seed % 7);
    const double scales[] = {1.0, 1e-9, 1e9};
    const Graph graph =
        test::random_graph(n, 0.5, seed, static_cast<test::TestWeights>(seed % 3), scales[seed / 3 % 3]);
    if (graph.num_edges() == 0) continue;
    const Vertex s = 2 + static_cast<Vertex>(seed % (n - 2));
    const LowRankResult found = searched(graph, s);
    const subgraph::detail::ClusteredMatrix matrix(graph, subgraph::detail::reverse_arcs(graph),
                                                   found.multipliers);
    for (const double raise : {1e-3, 0.1, 1.0}) {
      const double t = found.eigenvalue * (1.0 + raise);
      const auto reserves = subgraph::detail::prove_vertex_reserves(matrix, t, go_on);
      INFO("seed " << seed << ", raise " << raise);
      REQUIRE(reserves.outcome == subgraph::detail::VertexReserves::Outcome::proven);
      const std::vector<double> inside = subgraph::detail::bounds_inside(found.multipliers, t, s);
      for (Vertex size = 1; size <= s; ++size) {
        for (Vertex v = 0; v < n; ++v) {
          const double left = inside[size] - reserves.reserves[v];
          REQUIRE(left >= heaviest_holding(graph, size, v) * (1.0 - 1e-12));
          sharper += size == s && left < s * found.eigenvalue;
        }
      }
    }
    // Below the largest eigenvalue nothing is proven.
    CHECK(subgraph::detail::prove_vertex_reserves(matrix, found.eigenvalue * 0.999, go_on).outcome ==
          subgraph::detail::VertexReserves::Outcome::refused);
    CHECK(subgraph::detail::prove_vertex_reserves(matrix, found.eigenvalue * 2.0, [] {
            return true;
          }).outcome == subgraph::detail::VertexReserves::Outcome::stopped);
  }
  CHECK(sharper > 100);
}

TEST_CASE("reserves are those of the inverse, the same for any number of threads") {
  const Graph graph = test::random_graph(150, 0.08, 4);
  const LowRankResult found = searched(graph, 12);
  const auto matrix =
      subgraph::detail::ClusteredMatrix(graph, subgraph::detail::reverse_arcs(graph), found.multipliers);
  const double t = found.eigenvalue * 1.01;
  const std::size_t n = matrix.size();
  std::vector<double> z(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> unit(n, 0.0);
    unit[j] = 1.0;
    matrix.multiply(unit, std::span<double>(z).subspan(j * n, n));
  }
  for (double& x : z) x = -x;
  for (std::size_t j = 0; j < n; ++j) z[j * n + j] += t;
  const auto eigen = lode::detail::symmetric_eigen(z, n);
  std::vector<double> first;
  for (const int threads : {1, 3}) {
    std::vector<double> reserves;
    RunContext({.threads = threads}).parallel([&] {
      reserves = subgraph::detail::prove_vertex_reserves(matrix, t, go_on).reserves;
    });
    REQUIRE(reserves.size() == n);
    if (threads == 1) first = reserves;
    CHECK(reserves == first);
  }
  for (std::size_t i = 0; i < n; ++i) {
    double inverse = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      inverse += eigen.vectors[k * n + i] * eigen.vectors[k * n + i] / eigen.values[k];
    }
    CHECK(first[i] <= 1.0 / inverse);
    CHECK(first[i] == Approx(1.0 / inverse).epsilon(1e-2));
  }
}

TEST_CASE("goals are those that the chain over sizes needs") {
  SparseSdpOptions options = {.incumbent = 40.0, .outside = 3.0, .all = false, .known = {}};
  const std::vector<double> goals = subgraph::detail::reduction_goals(6, options);
  CHECK(goals == std::vector<double>{HUGE_VAL, 25.0, 28.0, 31.0, 34.0, 37.0, 40.0});
  options.known = {0.0, 0.0, 1.0, 31.0, 40.0, 50.0, 60.0};
  CHECK(subgraph::detail::reduction_goals(6, options) ==
        std::vector<double>{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, 34.0, 37.0, 40.0});
  options.all = true;
  CHECK(subgraph::detail::reduction_goals(6, options) ==
        std::vector<double>{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, 40.0});
  options.all = false;
  options.known.clear();
  options.outside = 20.0;
  CHECK(subgraph::detail::reduction_goals(6, options).at(3) == 0.0);
}

TEST_CASE("states are restricted to the vertices that are left") {
  const Graph graph = test::random_graph(60, 0.15, 9, test::TestWeights::real);
  const LowRankResult found = searched(graph, 8, 400);
  std::vector<Vertex> kept;
  for (Vertex v = 0; v < 60; ++v) {
    if (v % 3 != 1) kept.push_back(v);
  }
  const Graph part = induced_subgraph(graph, kept);
  const LowRankState state = restricted_state(found.state, graph, kept);
  REQUIRE(state.centre.arc.size() == part.num_arcs());
  REQUIRE(state.v.size() == kept.size() * subgraph::detail::low_rank);
  REQUIRE(state.centre.between.size() == state.clustering.count * state.clustering.count);
  std::vector<std::size_t> members(state.clustering.count, 0);
  for (Vertex i = 0; i < kept.size(); ++i) {
    ++members[state.clustering.cluster[i]];
    CHECK(state.centre.vertex[i] == found.state.centre.vertex[kept[i]]);
    const auto outer = graph.neighbors(kept[i]);
    for (ArcIndex arc = part.offsets()[i]; arc < part.offsets()[i + 1]; ++arc) {
      const auto place =
          std::lower_bound(outer.begin(), outer.end(), kept[part.targets()[arc]]) - outer.begin();
      CHECK(state.centre.arc[arc] ==
            found.state.centre.arc[graph.offsets()[kept[i]] + static_cast<ArcIndex>(place)]);
    }
    for (Vertex j = 0; j < kept.size(); ++j) {
      const auto of = [](const LowRankState& all, Vertex a, Vertex b) {
        return all.centre
            .between[all.clustering.cluster[a] * all.clustering.count + all.clustering.cluster[b]];
      };
      REQUIRE(of(state, i, j) == of(found.state, kept[i], kept[j]));
    }
  }
  CHECK(std::count(members.begin(), members.end(), std::size_t{0}) == 0);
  const LowRankResult next =
      low_rank_multipliers(part, 8, {.max_evaluations = 300, .start = &state}, RunContext());
  CHECK(next.bound <= found.bound * 1.02);
}

TEST_CASE("what a reduction lets go is in no heavier set, and its proof holds for all kinds of graphs") {
  int reduced = 0;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex s = 6;
    const Solved all = solved_graph(dense_and_sparse(seed, kind), s);
    INFO("seed " << seed);
    const BoundLedger ledger = asked(all, s, all.optimum[s]);
    CHECK(ledger.value(s) >= all.optimum[s] * (1.0 - 1e-9));
    CHECK(ledger.value(s) <= all.optimum[s] * 1.1);
    const BoundCertificate certificate = make_certificate(ledger, {s}, RunContext());
    const SparseSdpCertificate* proof = reduced_of(certificate);
    if (!proof) continue;
    ++reduced;
    const std::vector<CheckedBound> checked = check_certificate(all.graph, certificate);
    CHECK(checked.at(0).value == Approx(ledger.value(s)).epsilon(1e-9));
    CHECK(checked.at(0).unchecked.empty());
  }
  CHECK(reduced >= 5);
}

TEST_CASE("proofs with a reduction survive being written, and are refused when changed") {
  const Vertex s = 8;
  const test::TemporaryFolder folder;
  int tampered = 0;
  for (const auto kind : {test::TestWeights::none, test::TestWeights::real}) {
    const Solved all =
        solved_graph(dense_and_sparse(kind == test::TestWeights::none ? 3 : 5, kind, 18, 60), s);
    const BoundLedger ledger = asked(all, s, all.optimum[s]);
    const BoundCertificate good = make_certificate(ledger, {s}, RunContext());
    const SparseSdpCertificate* proof = reduced_of(good);
    REQUIRE(proof);
    REQUIRE(proof->reduction->left.size() > s);
    const std::string text = certificate_json(all.graph, good);
    const BoundCertificate read = read_certificate(folder.write("c", text), all.graph);
    CHECK(certificate_json(all.graph, read) == text);
    CHECK(check_certificate(all.graph, read).at(0).value == check_certificate(all.graph, good).at(0).value);
    using Change = std::function<void(SparseSdpCertificate&, SparseReduction&)>;
    const std::vector<Change> changes = {
        [](SparseSdpCertificate&, SparseReduction& r) { r.left.erase(r.left.begin() + 1); },
        [](SparseSdpCertificate&, SparseReduction& r) { std::swap(r.left.front(), r.left.back()); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.left.push_back(1'000'000); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.goals.back() *= 0.9; },
        [](SparseSdpCertificate&, SparseReduction& r) { r.goals.back() = -1.0; },
        [](SparseSdpCertificate&, SparseReduction& r) { r.goals.back() = std::nan(""); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.goals.pop_back(); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.goals.clear(); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.peel += 1.0; },
        [](SparseSdpCertificate&, SparseReduction& r) { r.peel = -1.0; },
        [](SparseSdpCertificate&, SparseReduction& r) { r.peel = std::nan(""); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.clear(); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.front().eigenvalue *= 0.98; },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.front().eigenvalue *= 1.5; },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.front().eigenvalue = std::nan(""); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.front().vertices.pop_back(); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.front().multipliers.arc.front() = -1.0; },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.front().multipliers.vertex.pop_back(); },
        [](SparseSdpCertificate&, SparseReduction& r) { r.stages.front().multipliers.s -= 1; },
        [](SparseSdpCertificate& c, SparseReduction&) {
          c.rest.clear();
          c.multipliers = {};
        },
        [](SparseSdpCertificate& c, SparseReduction&) { c.rest_of.assign(c.rest_of.size(), 1000); }};
    for (std::size_t i = 0; i < changes.size(); ++i) {
      INFO("change " << i << ", weights " << static_cast<int>(kind));
      BoundCertificate bad = good;
      for (auto& data : bad.multipliers) {
        const auto* sparse = std::get_if<SparseSdpCertificate>(&data->multipliers);
        if (!sparse || !sparse->reduction) continue;
        auto copy = std::make_shared<PartMultipliers>(*data);
        auto& changed = std::get<SparseSdpCertificate>(copy->multipliers);
        auto reduction = std::make_shared<SparseReduction>(*changed.reduction);
        changes[i](changed, *reduction);
        changed.reduction = reduction;
        data = copy;
      }
      CHECK_THROWS_AS(check_certificate(all.graph, bad), VerificationError);
      ++tampered;
    }
  }
  CHECK(tampered > 40);
}

TEST_CASE("graphs of odd kinds are bounded, and the proofs hold") {
  std::vector<Graph> graphs;
  const auto star = [](Vertex leaves, Vertex first, std::vector<Edge>& edges) {
    for (Vertex v = 1; v <= leaves; ++v) edges.push_back({first, first + v});
  };
  std::vector<Edge> edges;
  star(12, 0, edges);
  graphs.push_back(Graph::from_edges(edges));  // a star
  star(7, 13, edges);
  graphs.push_back(Graph::from_edges(edges));  // two, of different sizes
  for (Vertex v = 21; v < 40; v += 2) edges.push_back({v, v + 1});
  graphs.push_back(Graph::from_edges(edges));  // and a matching
  std::vector<Edge> cliques;
  for (Vertex c = 0; c < 4; ++c) {
    for (Vertex u = 0; u < 4; ++u) {
      for (Vertex v = 0; v < u; ++v) cliques.push_back({4 * c + v, 4 * c + u});
    }
  }
  graphs.push_back(Graph::from_edges(cliques));      // components that are all the same
  graphs.push_back(Graph::from_edges(cliques, 22));  // with isolated vertices
  graphs.push_back(Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 1e6}, {1, 2, 1e-3}, {3, 4, 0.5}}));
  graphs.push_back(Graph::from_edges(std::vector<Edge>{{0, 1}}));
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const Vertex n = graphs[g].num_vertices();
    std::vector<Vertex> sizes = {2, std::max<Vertex>(2, n / 2), std::max<Vertex>(2, n - 1), n};
    for (const Vertex s : sizes) {
      const Solved all = solved_graph(graphs[g], s);
      for (const bool told : {true, false}) {
        INFO("graph " << g << ", s = " << s << (told ? ", told the optimum" : ""));
        const BoundLedger ledger = asked(all, s, told ? all.optimum[s] : 0.0);
        CHECK(ledger.value(s) >= all.optimum[s] * (1.0 - 1e-9));
        const BoundCertificate certificate = make_certificate(ledger, {s}, RunContext());
        const std::vector<CheckedBound> checked = check_certificate(graphs[g], certificate);
        CHECK(checked.at(0).value >= all.optimum[s] * (1.0 - 1e-9));
        CHECK(checked.at(0).unchecked.empty());
      }
    }
  }
}

TEST_CASE("what is left is bounded by multipliers where sdp is too dear for it, and further vertices go") {
  const Graph graph = dense_and_sparse(5, test::TestWeights::none, 30, 200);
  const Vertex s = 12;
  const BoundLedger first = asked({graph, {}}, s, 0.0);
  const SparseSdpResult result =
      sparse_sdp_bound(graph, s, {.incumbent = first.value(s), .work = 2e6}, RunContext());
  REQUIRE(result.reduced);
  CHECK_FALSE(result.reduced->multipliers.vertex.empty());
  CHECK(result.reduced->multipliers.vertex.size() == result.reduced->reduction->left.size());
  CHECK(result.reduced->rest.empty());
  CHECK(result.work <= 2e6);
  const RunContext run;
  check_sparse_sdp_reduction(graph, 0.0, *result.reduced, run);
  check_sparse_sdp_eigenvalue(graph, *result.reduced, run);
  CHECK(static_cast<double>(checked_sparse_sdp_value(graph, *result.reduced, s, RunContext())) ==
        std::floor(result.inside[s]));
  CHECK(
      std::isinf(static_cast<double>(checked_sparse_sdp_value(graph, *result.reduced, s - 1, RunContext()))));
  // Going on there with more work ends no higher.
  const SparseSdpResult next =
      sparse_sdp_bound(graph, s, {.incumbent = first.value(s), .rest = result.rest.get()}, run);
  REQUIRE(next.reduced);
  CHECK(next.inside[s] <= 1.02 * result.inside[s]);
  check_sparse_sdp_reduction(graph, 0.0, *next.reduced, run);
  SparseSdpCertificate wrong = *result.reduced;
  wrong.eigenvalue *= 0.99;
  CHECK_THROWS_AS(check_sparse_sdp_eigenvalue(graph, wrong, run), VerificationError);
  wrong.multipliers = {};
  CHECK_THROWS_AS(checked_sparse_sdp_value(graph, wrong, s, RunContext()), VerificationError);
  wrong = *result.reduced;
  wrong.reduction.reset();
  wrong.rest.resize(1);
  CHECK_THROWS_AS(check_sparse_sdp_reduction(graph, 0.0, wrong, run), VerificationError);
}

TEST_CASE("reductions are the same for any number of threads, and keep within limited work") {
  const Graph graph = dense_and_sparse(5, test::TestWeights::none, 30, 200);
  const Vertex s = 12;
  const BoundLedger first = asked({graph, {}}, s, 40.0);
  SparseSdpResult results[2];
  for (const int threads : {1, 3}) {
    results[threads / 2] = sparse_sdp_bound(graph, s, {.incumbent = first.value(s), .all = true},
                                            RunContext({.threads = threads}));
  }
  REQUIRE(results[0].rest);
  REQUIRE(results[1].rest);
  CHECK(results[0].rest->reduction.left == results[1].rest->reduction.left);
  CHECK(results[0].inside == results[1].inside);
  CHECK(results[0].work > 0.0);
  // No work, no reduction.
  const SparseSdpResult none = sparse_sdp_bound(
      graph, s, {.incumbent = first.value(s), .max_evaluations = 2000, .work = 1.0}, RunContext());
  CHECK_FALSE(none.rest);
  CHECK(none.work == 0.0);
}
