// GCC 12 takes the AVX-512 intrinsics Eigen uses for uninitialised reads (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <Eigen/Dense>
#include <cmath>
#include <cstring>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/eigen.hpp>
#include <lode/graph/generators.hpp>

#include "graph/spectra/spectra.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

Eigen::VectorXd random_vector(Eigen::Index n, std::uint64_t seed) {
  const Rng rng(seed, 904);
  Eigen::VectorXd x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = rng.normal_at(static_cast<std::uint64_t>(i));
  return x;
}

Eigen::MatrixXd dense(const Graph& graph) {
  const auto n = static_cast<Eigen::Index>(graph.num_vertices());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (Vertex v = 0; v < graph.num_vertices(); ++v) matrix(u, v) = graph.edge_weight(u, v).value_or(0.0);
  }
  return matrix;
}

constexpr test::TestWeights all_weights[] = {test::TestWeights::none, test::TestWeights::integral,
                                             test::TestWeights::real};

}  // namespace

TEST_CASE("a product is that of the weight matrix") {
  for (const auto kind : all_weights) {
    for (const Vertex n : {1u, 2u, 17u, 60u}) {
      const Graph graph = test::random_graph(n, 0.3, n, kind);
      const Eigen::VectorXd x = random_vector(n, n);
      Eigen::VectorXd y = Eigen::VectorXd::Constant(n, 1e300);
      detail::multiply(graph, x.data(), y.data());
      REQUIRE((y - dense(graph) * x).norm() <= 1e-13 * (1.0 + x.norm() * n));
    }
  }
  detail::multiply(Graph(), nullptr, nullptr);
}

TEST_CASE("products have the same bits for any number of threads") {
  const Graph graph = planted({.num_vertices = 40000, .average_degree = 20.0, .max_weight = 9}).graph;
  const std::vector<Weight> thirds = [&] {
    std::vector<Weight> weights(graph.weights().begin(), graph.weights().end());
    for (Weight& w : weights) w /= 3.0;
    return weights;
  }();
  const Graph real = Graph::from_csr({graph.offsets(), graph.targets(), thirds, {}});
  const Graph plain = Graph::from_csr({graph.offsets(), graph.targets(), {}, {}});
  const Eigen::VectorXd x = random_vector(40000, 1);
  for (const Graph& g : {real, plain}) {
    Eigen::VectorXd expected(40000);
    for (Vertex v = 0; v < 40000; ++v) {
      double sum = 0.0;
      g.for_each_neighbor(v, [&](Vertex u, Weight w) { sum += w * x[u]; });
      expected[v] = sum;
    }
    for (const int threads : {1, 2}) {
      Eigen::VectorXd y = Eigen::VectorXd::Zero(40000);
      RunContext({.threads = threads}).parallel([&] { detail::multiply(g, x.data(), y.data()); });
      if (threads == 1) REQUIRE((y - expected).cwiseAbs().maxCoeff() <= 1e-10);
      if (threads == 1) expected = y;
      REQUIRE(std::memcmp(y.data(), expected.data(), sizeof(double) * 40000) == 0);
    }
  }
}

TEST_CASE("the Eigen copy is the weight matrix") {
  for (const auto kind : all_weights) {
    const Graph graph = test::random_graph(50, 0.2, 9, kind);
    const Eigen::SparseMatrix<double> matrix = to_eigen(graph);
    REQUIRE(matrix.isCompressed());
    CHECK(static_cast<ArcIndex>(matrix.nonZeros()) == graph.num_arcs());
    CHECK(Eigen::MatrixXd(matrix) == dense(graph));
  }
  CHECK(to_eigen(Graph()).rows() == 0);
}

TEST_CASE("graphs come back from Eigen's sparse matrices") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph graph = test::random_graph(static_cast<Vertex>(seed), 0.5, seed, test::TestWeights::real);
    const Eigen::SparseMatrix<double> matrix = to_eigen(graph);
    const auto same = [&](const Graph& other) {
      return std::ranges::equal(other.offsets(), graph.offsets()) &&
             std::ranges::equal(other.targets(), graph.targets()) &&
             std::ranges::equal(other.weights(), graph.weights());
    };
    CHECK(same(from_eigen(matrix)));
    CHECK(same(from_eigen(Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t>(matrix))));
    const Eigen::SparseMatrix<double> upper = matrix.triangularView<Eigen::Upper>();
    CHECK(same(from_eigen(upper)));
    const Graph pattern = from_eigen(matrix, MatrixEntries::pattern);
    CHECK_FALSE(pattern.weighted());
    CHECK(std::ranges::equal(pattern.targets(), graph.targets()));
  }
  Eigen::SparseMatrix<float> odd(3, 3);
  odd.insert(0, 0) = 7.0f;
  odd.insert(0, 1) = 1.0f;
  odd.insert(1, 0) = 2.0f;
  CHECK_THROWS_AS(from_eigen(odd), InvalidArgument);
  const Graph merged = from_eigen(odd, MatrixEntries::weights, MergeRule::sum);
  CHECK(merged.num_vertices() == 3);
  CHECK(merged.num_edges() == 1);
  CHECK(merged.edge_weight(0, 1) == 3.0);
  odd.coeffRef(0, 1) = -1.0f;
  CHECK_THROWS_AS(from_eigen(odd, MatrixEntries::weights, MergeRule::sum), InvalidArgument);
  CHECK_THROWS_AS(from_eigen(Eigen::SparseMatrix<double>(2, 3)), InvalidArgument);
}
