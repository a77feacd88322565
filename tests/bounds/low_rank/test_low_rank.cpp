#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/low_rank/low_rank.hpp"
#include "bounds/low_rank/some_multipliers.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("the Lagrangian's gradient is that of its value, and its multipliers make -2 M V") {
  const Graph graph = test::random_graph(30, 0.2, 5);
  const std::size_t n = graph.num_vertices();
  const auto reverse = subgraph::detail::reverse_arcs(graph);
  subgraph::detail::LowRankLagrangian lagrangian(graph, reverse, 6, 1.0);
  std::vector<std::uint32_t> cluster;
  for (std::uint32_t v = 0; v < n; ++v) cluster.push_back(v % 4);
  lagrangian.set_clusters(cluster, 4);
  const ClusterMultipliers start = test::random_multipliers(graph, 6, 4, 9);
  subgraph::detail::SolverMultipliers centre;
  centre.vertex.assign(start.vertex.begin(), start.vertex.end());
  centre.arc.assign(start.arc.begin(), start.arc.end());
  centre.between.assign(start.between.begin(), start.between.end());
  const Rng rng(3, 4);
  std::vector<float> v(n * subgraph::detail::low_rank);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(0.1 * rng.normal_at(i));
  std::vector<float> gradient(v.size());
  std::vector<float> other(v.size());
  subgraph::detail::SolverMultipliers next;
  lagrangian.evaluate(v, centre, 0.5, 1.5, next, gradient);
  ClusterMultipliers m = start;
  m.cluster = cluster;
  m.vertex.assign(next.vertex.begin(), next.vertex.end());
  m.arc.assign(next.arc.begin(), next.arc.end());
  m.between.assign(next.between.begin(), next.between.end());
  for (const double u : m.vertex) CHECK(u <= 1.5);
  const std::vector<double> dense = test::dense_matrix(graph, m);
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::size_t k : {std::size_t{0}, subgraph::detail::low_rank - 1}) {
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        sum += dense[i * n + j] * static_cast<double>(v[j * subgraph::detail::low_rank + k]);
      }
      CHECK(static_cast<double>(gradient[i * subgraph::detail::low_rank + k]) ==
            Approx(-2.0 * sum).margin(1e-4));
    }
  }
  subgraph::detail::SolverMultipliers unused;
  for (std::size_t i = 5; i < v.size(); i += 97) {
    std::vector<float> moved = v;
    const float step = 0.02F;
    moved[i] = v[i] + step;
    const double up = lagrangian.evaluate(moved, centre, 0.5, 1.5, unused, other).lagrangian;
    moved[i] = v[i] - step;
    const double down = lagrangian.evaluate(moved, centre, 0.5, 1.5, unused, other).lagrangian;
    CHECK((up - down) / 0.04 == Approx(static_cast<double>(gradient[i])).margin(0.02));
  }
}

TEST_CASE("descent on a sphere ends at the smallest eigenvalue of a form") {
  constexpr std::size_t n = 40;
  std::vector<float> v(n * subgraph::detail::low_rank, 0.25F);
  v[7] = 1.0F;
  const auto form = [](std::span<const float> x, std::span<float> gradient) {
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const float factor = static_cast<float>(1 + i / subgraph::detail::low_rank) / 8.0F;
      gradient[i] = 2.0F * factor * x[i];
      sum += static_cast<double>(factor * x[i] * x[i]);
    }
    return sum;
  };
  subgraph::detail::minimise_on_sphere(v, 3.0, form, 300, 0.0, [] { return false; });
  std::vector<float> unused(v.size());
  CHECK(form(v, unused) == Approx(9.0 / 8.0).epsilon(1e-3));
  double square = 0.0;
  for (const float x : v) square += static_cast<double>(x * x);
  CHECK(square == Approx(9.0).epsilon(1e-5));
}

TEST_CASE("clusters are split until there are as many as are asked for, or none has two directions") {
  constexpr std::size_t n = 20;
  const Rng rng(5, 4);
  std::vector<float> v(n * subgraph::detail::low_rank);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(rng.normal_at(i));
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{7}, n, n + 5}) {
    subgraph::detail::Clustering clustering{std::vector<std::uint32_t>(n, 0), 1};
    const std::vector<std::uint32_t> parent = subgraph::detail::split_clusters(v, clustering, count);
    CHECK(clustering.count == std::min(count, n));
    CHECK(parent == std::vector<std::uint32_t>(clustering.count, 0));
    const std::set<std::uint32_t> used(clustering.cluster.begin(), clustering.cluster.end());
    CHECK(used.size() == clustering.count);
    CHECK(*used.rbegin() + 1 == clustering.count);
  }
}
