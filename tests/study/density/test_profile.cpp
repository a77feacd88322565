#include <algorithm>
#include <atomic>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/study/density_report.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

std::uint64_t total(const std::vector<HistogramBin>& bins) {
  return std::accumulate(bins.begin(), bins.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const HistogramBin& bin) { return sum + bin.count; });
}

/// Largest c such that some set of vertices has minimum degree c inside: by trying every set (n <= 16).
std::vector<Vertex> core_numbers_by_definition(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> core(n, 0);
  for (std::uint32_t set = 1; set < (1u << n); ++set) {
    Vertex least = n;
    for (Vertex v = 0; v < n; ++v) {
      if (!(set >> v & 1u)) continue;
      Vertex inside = 0;
      for (const Vertex u : graph.neighbors(v)) inside += set >> u & 1u;
      least = std::min(least, inside);
    }
    for (Vertex v = 0; v < n; ++v) {
      if (set >> v & 1u) core[v] = std::max(core[v], least);
    }
  }
  return core;
}

/// Components of the subgraph a set induces, by repeated relabelling.
std::size_t components_by_definition(const Graph& graph, const VertexSet& set) {
  std::vector<Vertex> label = set;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = 0; j < set.size(); ++j) {
        if (label[i] < label[j] && graph.adjacent(set[i], set[j])) {
          label[j] = label[i];
          changed = true;
        }
      }
    }
  }
  std::sort(label.begin(), label.end());
  return static_cast<std::size_t>(std::unique(label.begin(), label.end()) - label.begin());
}

VertexSet all_vertices(const Graph& graph) {
  VertexSet all(graph.num_vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  return all;
}

DensityReport report_of(const Graph& graph, const DensityReportOptions& options = {}, int threads = 1) {
  RunContext run({.threads = threads});
  return make_density_report(graph, "g", options, run);
}

}  // namespace

TEST_CASE("default sizes are few, distinct, increasing and between 2 and n/2") {
  CHECK(default_sizes(0).empty());
  CHECK(default_sizes(1) == std::vector<Vertex>{1});
  CHECK(default_sizes(2) == std::vector<Vertex>{2});
  CHECK(default_sizes(3) == std::vector<Vertex>{2});
  CHECK(default_sizes(4) == std::vector<Vertex>{2});
  CHECK(default_sizes(34) == std::vector<Vertex>{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17});
  for (const Vertex n : {5u, 35u, 36u, 100u, 1005u, 20000u, 100000u, 4000000000u, 4294967294u}) {
    const std::vector<Vertex> sizes = default_sizes(n);
    CAPTURE(n);
    CHECK(sizes.size() <= 16);
    CHECK(sizes.size() >= (n >= 34 ? 10u : 1u));
    CHECK(sizes.front() == 2);
    CHECK(sizes.back() <= n / 2);
    CHECK(sizes.back() >= n / 2 - n / 50);
    CHECK(std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal<>()) == sizes.end());
  }
  CHECK(default_sizes(20000).back() == 10000);
}

TEST_CASE("a report holds the statistics of the graph") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph = test::random_graph(12, 0.06 * static_cast<double>(seed % 6 + 1), seed);
    const DensityReport report = report_of(graph);
    CHECK(report.graph.vertices == 12);
    CHECK(report.graph.edges == graph.num_edges());
    CHECK(report.graph.components == components_by_definition(graph, all_vertices(graph)));
    CHECK(total(report.graph.degrees) == 12);
    CHECK(total(report.graph.cores) == 12);

    const std::vector<Vertex> core = core_numbers_by_definition(graph);
    for (const HistogramBin& bin : report.graph.cores) {
      CHECK(bin.count == static_cast<std::uint64_t>(std::count(core.begin(), core.end(), bin.value)));
    }
    std::uint64_t ends = 0;
    for (const HistogramBin& bin : report.graph.degrees) {
      CHECK(bin.count > 0);
      ends += bin.value * bin.count;
    }
    CHECK(ends == 2 * graph.num_edges());
    CHECK(report.graph.degeneracy == *std::max_element(core.begin(), core.end()));
    CHECK(report.core_numbers == core);
    for (const DensityReportSize& size : report.sizes) {
      CHECK(size.components == components_by_definition(graph, size.solution.vertices));
    }
  }
}

TEST_CASE("answers lie between the best run and the optimum, bounds above it") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto weights = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(13, 0.4, seed, weights);
    const DensityReport report = report_of(graph, {.sizes = {1, 2, 3, 5, 8, 13}});
    REQUIRE(report.sizes.size() == 6);
    REQUIRE(report.stop_reason == StopReason::converged);
    for (std::size_t i = 0; i < 6; ++i) {
      const DensityReportSize& size = report.sizes[i];
      const double optimum = test::brute_force_densest(graph, size.s);
      CAPTURE(seed, size.s, optimum);
      CHECK(size.solution.vertices.size() == size.s);
      CHECK(size.solution.weight == Approx(induced_totals(graph, size.solution.vertices).weight));
      CHECK(size.solution.weight <= optimum * (1.0 + 1e-12));
      CHECK(size.bound.value >= optimum * (1.0 - 1e-12));
      CHECK(size.gap == Approx(relative_gap(size.bound.value, size.solution.weight)));
      if (size.proven_optimal) CHECK(size.solution.weight == Approx(optimum));
    }
    CHECK(report.sizes.front().solution.weight == 0.0);
    CHECK(report.sizes.back().solution.weight == Approx(graph.total_weight()));
  }
}

TEST_CASE("sizes outside their range and unknown methods are refused, repeated sizes run once") {
  const Graph graph = test::random_graph(10, 0.5, 3);
  CHECK_THROWS_AS(report_of(graph, {.sizes = {0}}), InvalidArgument);
  CHECK_THROWS_AS(report_of(graph, {.sizes = {3, 11}}), InvalidArgument);
  CHECK_THROWS_AS(report_of(graph, {.sizes = {3}, .method = "no-such-method"}), InvalidArgument);
  CHECK_THROWS_AS(report_of(Graph(), {.sizes = {1}}), InvalidArgument);
  const DensityReport report = report_of(graph, {.sizes = {4, 3, 4}, .method = "peeling"});
  CHECK(report.requested_sizes == std::vector<Vertex>{4, 3});
  REQUIRE(report.sizes.size() == 2);
  CHECK(report.sizes[0].s == 4);
  CHECK(report.sizes[0].method == "peeling");
}

TEST_CASE("a graph without vertices has a report without sizes") {
  const DensityReport report = report_of(Graph());
  CHECK(report.sizes.empty());
  CHECK(report.graph.components == 0);
  CHECK(report.stop_reason == StopReason::converged);
}

TEST_CASE("a deadline of 0 leaves the statistics and no size") {
  const Graph graph = test::random_graph(40, 0.2, 5);
  RunContext run({.time_limit = 0.0});
  const DensityReport report = make_density_report(graph, "g", {}, run);
  CHECK(report.sizes.empty());
  CHECK_FALSE(report.requested_sizes.empty());
  CHECK(report.stop_reason == StopReason::deadline);
  CHECK(report.graph.edges == graph.num_edges());
  CHECK(total(report.graph.cores) == 40);
}

TEST_CASE("a cancelled report says so, and its sets are whole") {
  const Graph graph = test::random_graph(40, 0.2, 5);
  std::atomic<bool> cancel{false};
  RunContext run({.cancel = &cancel, .progress = [&](const Progress& progress) {
                    if (progress.phase == "degrees and cores") cancel = true;
                  }});
  const DensityReport report = make_density_report(graph, "g", {}, run);
  CHECK(report.stop_reason == StopReason::interrupted);
  for (const DensityReportSize& size : report.sizes) {
    CHECK(size.solution.vertices.size() == size.s);
    CHECK(size.bound.s == size.s);
    CHECK(size.solution.weight == induced_totals(graph, size.solution.vertices).weight);
  }
}

TEST_CASE("the same seed gives the same report for any number of threads") {
  const Graph graph = test::random_graph(60, 0.15, 11, test::TestWeights::integral);
  const DensityReport one = report_of(graph, {}, 1);
  const DensityReport two = report_of(graph, {}, 2);
  REQUIRE(one.sizes.size() == two.sizes.size());
  for (std::size_t i = 0; i < one.sizes.size(); ++i) {
    CHECK(one.sizes[i].solution.vertices == two.sizes[i].solution.vertices);
    CHECK(one.sizes[i].method == two.sizes[i].method);
    CHECK(one.sizes[i].bound.value == two.sizes[i].bound.value);
  }
}
