#include <cmath>
#include <numeric>
#include <vector>

#include <lode/graph/components.hpp>
#include <lode/graph/generators.hpp>

#include "report/drawing/stress.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::detail;

namespace {

/// A connected graph of n vertices: a random one with a path through all vertices.
Graph connected_sample(Vertex n, std::uint64_t seed) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) edges.push_back({v - 1, v});
  const Graph random = test::random_graph(n, 0.02 * static_cast<double>(seed % 6), seed);
  for (Vertex u = 0; u < n; ++u) {
    for (const Vertex v : random.neighbors(u)) {
      if (u < v) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(edges, n);
}

HopDistances distances_of(const Graph& graph) {
  std::vector<Vertex> all(graph.num_vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  return hop_distances(graph, all, all);
}

/// The mean of (length / distance - 1)^2 at the scale of the drawing, term by term.
double plain_stress(const HopDistances& distances, const Drawing& drawing) {
  double sum = 0.0;
  double pairs = 0.0;
  for (std::size_t i = 0; i < drawing.size(); ++i) {
    for (std::size_t j = i + 1; j < drawing.size(); ++j) {
      const double hops = distances.hops[i * distances.size + j];
      const double error = std::hypot(drawing.x[i] - drawing.x[j], drawing.y[i] - drawing.y[j]) / hops - 1.0;
      sum += error * error;
      pairs += 1.0;
    }
  }
  return sum / pairs;
}

Drawing thrown(std::size_t size, std::uint64_t seed) {
  Rng random(seed);
  Drawing drawing(size);
  for (std::size_t i = 0; i < size; ++i) {
    drawing.x[i] = 4.0 * random.uniform();
    drawing.y[i] = 4.0 * random.uniform();
  }
  return drawing;
}

}  // namespace

TEST_CASE("distances within a component are those of shortest paths") {
  // Sizes around the words of the bit rows, and a part of a larger graph.
  for (const Vertex n : {2u, 3u, 4u, 5u, 63u, 64u, 65u, 130u}) {
    const Graph graph = connected_sample(n, n);
    const HopDistances distances = distances_of(graph);
    REQUIRE(distances.size == n);
    CHECK(distances.pairs() == n * (n - 1) / 2);
    CHECK(distances.stride % 4 == 0);
    std::size_t wrong = 0;
    std::uint16_t longest = 0;
    for (Vertex i = 0; i < n; ++i) {
      for (Vertex j = 0; j < n; ++j) {
        const std::uint16_t hops = distances.hops[i * n + j];
        longest = std::max(longest, hops);
        // A distance is 0 at home, symmetric, and elsewhere 1 more than that of the nearest neighbour.
        std::uint16_t nearest = 60000;
        for (const Vertex v : graph.neighbors(j)) nearest = std::min(nearest, distances.hops[i * n + v]);
        if (hops != (i == j ? 0 : nearest + 1) || hops != distances.hops[j * n + i]) ++wrong;
        if (distances.inverse[i * distances.stride + j] != (i == j ? 0.0 : 1.0 / hops)) ++wrong;
      }
      for (std::size_t j = n; j < distances.stride; ++j) {
        if (distances.inverse[i * distances.stride + j] != 0.0) ++wrong;
      }
    }
    CAPTURE(n);
    CHECK(wrong == 0);
    CHECK(distances.longest == longest);
  }
  const Graph two = Graph::from_edges({{0, 2}, {2, 4}, {1, 3}});
  const HopDistances part =
      hop_distances(two, std::vector<Vertex>{0, 2, 4}, std::vector<Vertex>{0, 0, 1, 1, 2});
  CHECK(part.hops == std::vector<std::uint16_t>{0, 1, 2, 1, 0, 1, 2, 1, 0});
}

TEST_CASE("sums of stress agree with the definition at every scale") {
  const HopDistances distances = distances_of(connected_sample(23, 4));
  Drawing drawing = thrown(23, 9);
  const StressSums sums = stress_sums(distances, drawing);
  CHECK(sums.pairs == 253);
  CHECK(stress_at_scale(distances, drawing) == Approx(plain_stress(distances, drawing)));
  const double best = sums.best_scale();
  for (const double factor : {0.9, 0.999, 1.0, 1.001, 1.1}) {
    Drawing scaled = drawing;
    for (double& x : scaled.x) x *= best * factor;
    for (double& y : scaled.y) y *= best * factor;
    const double stress = plain_stress(distances, scaled);
    if (factor == 1.0) {
      CHECK(stress == Approx(sums.least_mean()));
    } else {
      CHECK(stress > sums.least_mean());
    }
  }
  CHECK(stress_sums(distances, Drawing(23)).best_scale() == 0.0);
  CHECK(stress_sums(distances, Drawing(23)).least_mean() == 1.0);
}

TEST_CASE("no pass raises the stress, and passes end at a minimum") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto n = static_cast<Vertex>(2 + 3 * seed);
    const HopDistances distances = distances_of(connected_sample(n, seed));
    Drawing drawing = thrown(n, seed);
    CAPTURE(seed, n);
    double before = plain_stress(distances, drawing);
    const double first = before;
    for (int pass = 0; pass < 30; ++pass) {
      improve(distances, drawing, 1, 0.0);
      REQUIRE(drawing.size() == n);
      const double after = plain_stress(distances, drawing);
      CHECK(after <= before + 1e-12);
      before = after;
    }
    CHECK(before < 0.6 * first);
    improve(distances, drawing, 100'000, 1e-10);
    const double least = plain_stress(distances, drawing);
    for (Vertex v = 0; v < n; ++v) {
      for (const auto& [dx, dy] : {std::pair{1e-3, 0.0}, {-1e-3, 0.0}, {0.0, 1e-3}, {0.0, -1e-3}}) {
        Drawing moved = drawing;
        moved.x[v] += dx;
        moved.y[v] += dy;
        CHECK(plain_stress(distances, moved) > least);
      }
    }
    // At the minimum the first pass is the last one.
    const Drawing there = drawing;
    improve(distances, drawing, 1, 1e-6);
    Drawing same = there;
    improve(distances, same, 1000, 1e-6);
    CHECK(same.x == drawing.x);
    CHECK(same.y == drawing.y);
  }
}

TEST_CASE("gradient descent makes drawings of little stress, others for other random numbers") {
  const HopDistances distances = distances_of(connected_sample(40, 3));
  Rng first(1, 2), again(1, 2), other(2, 2);
  const Drawing one = descend(distances, 30, first);
  CHECK(one.x == descend(distances, 30, again).x);
  CHECK(one.x != descend(distances, 30, other).x);
  Rng few(1, 2);
  const double after_one_epoch = stress_sums(distances, descend(distances, 1, few)).least_mean();
  const double stress = stress_sums(distances, one).least_mean();
  CHECK(stress < 0.7 * after_one_epoch);
  Drawing better = one;
  improve(distances, better, 10'000, 1e-9);
  CHECK(stress < 1.1 * stress_sums(distances, better).least_mean());
  CHECK(stress_at_scale(distances, one) < 1.01 * stress);  // an edge is about 1 long
}
