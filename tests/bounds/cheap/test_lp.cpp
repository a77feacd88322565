#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "graph/decomposition/densest_layers.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The optimum of the linear program of the lp bound, neither floored nor enlarged: the concave envelope of
/// the points (|B_i|, w(B_i)) at s, from (0, 0), rounded to a double. For 1 <= s <= the vertices of the
/// layers.
double lp_value(const DenseDecomposition& decomposition, Vertex s) {
  const auto& layers = decomposition.layers;
  const auto holds =
      std::find_if(layers.begin(), layers.end(), [&](const auto& one) { return one.size >= s; });
  const auto layer = static_cast<std::size_t>(holds - layers.begin());
  return layers.at(layer).weight - (layers.at(layer).size - s) * decomposition.marginal_density(layer);
}

/// Optimum of max sum w_e y_e, y_e <= x_u, y_e <= x_v, sum of x = s, 0 <= x <= 1, by COIN-OR Clp.
double clp_optimum(const Graph& graph, Vertex s) {
  const auto n = static_cast<int>(graph.num_vertices());
  std::vector<int> rows;
  std::vector<int> columns;
  std::vector<double> values;
  const auto put = [&](int row, int column, double value) {
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(value);
  };
  int row = 0;
  for (int v = 0; v < n; ++v) put(row, v, 1.0);
  ++row;
  std::vector<double> cost(static_cast<std::size_t>(n), 0.0);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) {
      if (v < u) return;
      const auto y = static_cast<int>(cost.size());
      cost.push_back(-w);
      for (const Vertex end : {u, v}) {
        put(row, y, 1.0);
        put(row++, static_cast<int>(end), -1.0);
      }
    });
  }
  const auto num_columns = static_cast<int>(cost.size());
  const CoinPackedMatrix matrix(true, rows.data(), columns.data(), values.data(),
                                static_cast<CoinBigIndex>(values.size()));
  std::vector<double> lower(cost.size(), 0.0);
  std::vector<double> upper(cost.size(), 1.0);
  std::vector<double> row_lower(static_cast<std::size_t>(row), -COIN_DBL_MAX);
  std::vector<double> row_upper(static_cast<std::size_t>(row), 0.0);
  row_lower[0] = row_upper[0] = s;
  ClpSimplex model;
  model.setLogLevel(0);
  model.loadProblem(matrix, lower.data(), upper.data(), cost.data(), row_lower.data(), row_upper.data());
  REQUIRE(model.numberColumns() == num_columns);
  model.primal();
  REQUIRE(model.isProvenOptimal());
  return -model.objectiveValue();
}

/// Value of x in the program: sum of w_uv min(x_u, x_v).
double program_value(const Graph& graph, const std::vector<double>& x) {
  double value = 0.0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) { value += u < v ? w * std::min(x[u], x[v]) : 0.0; });
  }
  return value;
}

/// The optimum x that lp_rounding's doc comment describes.
std::vector<double> program_optimum(const DenseDecomposition& decomposition, Vertex s) {
  std::vector<double> x(decomposition.order.size(), 0.0);
  Vertex begin = 0;
  for (const DenseLayer& layer : decomposition.layers) {
    const double each = std::min(1.0, static_cast<double>(s - begin) / (layer.size - begin));
    for (Vertex i = begin; i < layer.size; ++i) x[decomposition.order[i]] = each;
    if (layer.size >= s) break;
    begin = layer.size;
  }
  return x;
}

double bound_of(const Graph& graph, Vertex s, RunOptions options = {}) {
  const RunContext run(std::move(options));
  return bound_row("lp").compute(graph, {&s, 1}, run).front().value;
}

}  // namespace

TEST_CASE("the lp bound is the optimum of the linear program, by Clp") {
  RunContext run;
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const auto n = static_cast<Vertex>(5 * seed);
      const Graph graph = test::random_graph(n, 0.06 + 0.03 * static_cast<double>(seed % 5), seed, kind,
                                             kind == test::TestWeights::real ? 7.5 : 1.0);
      const DenseDecomposition decomposition = dense_decomposition(graph, run);
      for (const Vertex s : {Vertex{1}, Vertex{2}, n / 4 + 1, n / 2, n - 1, n}) {
        if (s < 1) continue;
        INFO("seed " << seed << ", s = " << s);
        const double optimum = clp_optimum(graph, s);
        const double value = lp_value(decomposition, s);
        CHECK(value == Approx(optimum).epsilon(1e-6));
        CHECK(program_value(graph, program_optimum(decomposition, s)) == Approx(value).epsilon(1e-9));
        const double bound = bound_of(graph, s);
        if (graph.integral()) {
          CHECK(bound <= value * (1.0 + 1e-12));
          if (n > 10) CHECK(bound > value - 1.0);  // weights of fewer edges may have a common factor
        } else {
          CHECK(bound >= value * (1.0 - 1e-14));
          CHECK(bound == Approx(value).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("the lp bound is floored from the exact fraction") {
  // Three disjoint triangles: 3 layers' worth of density 1, so the value at s is s exactly.
  std::vector<Edge> edges;
  for (Vertex t = 0; t < 3; ++t) {
    for (Vertex i = 0; i < 3; ++i) edges.push_back({3 * t + i, 3 * t + (i + 1) % 3});
  }
  const Graph triangles = Graph::from_edges(std::span<const Edge>(edges));
  for (Vertex s = 1; s <= 9; ++s) CHECK(bound_of(triangles, s) == s);
  const Graph path = Graph::from_edges(std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  CHECK(bound_of(path, 1) == 0);  // 3/4
  CHECK(bound_of(path, 3) == 2);  // 9/4
  CHECK(bound_of(path, 4) == 3);
  // Weights near 2^52: the fraction needs more than 64 bits, and more than a double holds.
  const std::vector<WeightedEdge> heavy{{0, 1, 0x1p51 - 1}, {1, 2, 0x1p51 - 3}, {0, 2, 0x1p51 - 4}};
  const Graph large = Graph::from_edges(std::span<const WeightedEdge>(heavy));
  CHECK(bound_of(large, 2) == 0x1p52 - 6.0);  // 2^52 - 16/3
}

TEST_CASE("a stopped run's lp bound is valid") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(12, 0.5, 3, kind);
    std::atomic<bool> cancel{true};
    for (Vertex s = 1; s <= 12; ++s) {
      const double bound = bound_of(graph, s, {.cancel = &cancel});
      CHECK(bound >= test::brute_force_densest(graph, s));
      if (graph.integral()) CHECK(bound == std::floor(bound));
    }
  }
}

TEST_CASE("all sizes of the lp bound come from one decomposition, charged to the first") {
  const Graph graph = test::random_graph(50, 0.2, 3);
  test::FakeClock clock(0.001);
  RunContext run({.clock = &clock});
  const Vertex sizes[] = {5, 10, 15, 20};
  const std::vector<Bound> bounds = bound_row("lp").compute(graph, sizes, run);
  REQUIRE(bounds.size() == 4);
  CHECK(bounds[0].seconds > 0.0);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(bounds[i].name == "lp");
    CHECK(bounds[i].s == sizes[i]);
    CHECK(bounds[i].value == bound_of(graph, sizes[i]));
    if (i > 0) CHECK(bounds[i].seconds == 0.0);
  }
}

TEST_CASE("published: linear program values and bounds of real graphs") {
  struct Row {
    const char* file;
    Vertex s;
    double value;
  };
  const Row values[] = {{"email-Eu-core.txt.gz", 100, 2756.70}, {"email-Eu-core.txt.gz", 200, 5513.39}};
  const Row bounds[] = {{"CollegeMsg.txt.gz", 60, 998},      {"CollegeMsg.txt.gz", 500, 7973},
                        {"ca-CondMat.txt.gz", 30, 401},      {"ca-CondMat.txt.gz", 100, 1282},
                        {"ca-AstroPh.txt.gz", 300, 9632},    {"email-Enron.txt.gz", 100, 3734},
                        {"p2p-Gnutella08.txt.gz", 100, 862}, {"facebook_combined.txt.gz", 200, 15469}};
  RunContext run;
  for (const Row& row : values) {
    const auto path = test::dataset(row.file);
    if (!path) continue;
    const Graph graph = read_graph(*path, {}, run).graph;
    CHECK(lp_value(dense_decomposition(graph, run), row.s) == Approx(row.value).margin(0.005));
  }
  for (const Row& row : bounds) {
    const auto path = test::dataset(row.file);
    if (!path) continue;
    INFO(row.file << ", s = " << row.s);
    CHECK(bound_of(read_graph(*path, {}, run).graph, row.s) == row.value);
  }
}
