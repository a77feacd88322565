#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "report/drawing/layout.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::detail;

namespace {

using Edges = std::vector<Edge>;
using Places = std::vector<Place>;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

void add_clique(Edges& edges, Vertex first, Vertex size) {
  for (Vertex u = first; u < first + size; ++u) {
    for (Vertex v = u + 1; v < first + size; ++v) edges.push_back({u, v});
  }
}

Graph clique_of(Vertex size) {
  Edges edges;
  add_clique(edges, 0, size);
  return Graph::from_edges(edges, size);
}

Graph path_of(Vertex size) {
  Edges edges;
  for (Vertex v = 1; v < size; ++v) edges.push_back({v - 1, v});
  return Graph::from_edges(edges, size);
}

Graph cycle_of(Vertex size) {
  Edges edges;
  for (Vertex v = 0; v < size; ++v) edges.push_back({v, (v + 1) % size});
  return Graph::from_edges(edges, size);
}

Graph square_grid(Vertex side) {
  Edges edges;
  for (Vertex row = 0; row < side; ++row) {
    for (Vertex column = 0; column < side; ++column) {
      const Vertex v = row * side + column;
      if (column + 1 < side) edges.push_back({v, v + 1});
      if (row + 1 < side) edges.push_back({v, v + side});
    }
  }
  return Graph::from_edges(edges, side * side);
}

double gap_between(const Place& a, const Place& b) { return std::hypot(a.x - b.x, a.y - b.y); }

double nearest_two(const Places& places) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, gap_between(places[i], places[j]));
  }
  return nearest;
}

struct Box {
  Place low{2.0, 2.0}, high{-1.0, -1.0};

  explicit Box(std::span<const Place> places) {
    for (const Place& place : places) {
      low = {std::min(low.x, place.x), std::min(low.y, place.y)};
      high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
  }
  double width() const { return high.x - low.x; }
  double height() const { return high.y - low.y; }
  bool apart_from(const Box& other) const {
    return high.x < other.low.x || other.high.x < low.x || high.y < other.low.y || other.high.y < low.y;
  }
};

/// What every picture keeps.
void check_picture(const Graph& graph, const Places& places) {
  REQUIRE(places.size() == graph.num_vertices());
  for (const Place& place : places) {
    CHECK((place.x >= 0.0 && place.x <= 1.0));
    CHECK((place.y >= 0.0 && place.y <= 1.0));
  }
  if (places.size() < 2) return;
  CHECK(nearest_two(places) > 0.0);
  const Box box(places);
  CHECK(std::max(box.width(), box.height()) == Approx(1.0).epsilon(1e-12));
  CHECK(box.low.x + box.high.x == Approx(1.0).margin(1e-9));
  CHECK(box.low.y + box.high.y == Approx(1.0).margin(1e-9));
}

/// Distances by the algorithm of Floyd and Warshall, and the best scale by search in a shrinking interval.
double stress_by_search(const Graph& graph, const Places& places) {
  const std::size_t n = places.size();
  constexpr double far = 1e9;
  std::vector<std::vector<double>> hops(n, std::vector<double>(n, far));
  for (Vertex u = 0; u < n; ++u) {
    for (const Vertex v : graph.neighbors(u)) hops[u][v] = 1.0;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) hops[i][j] = std::min(hops[i][j], hops[i][k] + hops[k][j]);
    }
  }
  const auto mean_at = [&](double scale) {
    double sum = 0.0;
    double pairs = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (hops[i][j] >= far) continue;
        const double error = (scale * gap_between(places[i], places[j]) - hops[i][j]) / hops[i][j];
        sum += error * error;
        pairs += 1.0;
      }
    }
    return pairs == 0.0 ? 0.0 : sum / pairs;
  };
  double low = 0.0;
  double high = 1e4;
  for (int i = 0; i < 200; ++i) {
    const double third = (high - low) / 3.0;
    if (mean_at(low + third) < mean_at(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return mean_at(low);
}

Places scattered_places(Vertex count, std::uint64_t seed) {
  Rng random(seed);
  Places places(count);
  for (Place& place : places) {
    place.x = random.uniform();
    place.y = random.uniform();
  }
  return places;
}

/// Largest distance between the places of two pictures.
double largest_move(const Places& before, const Places& after) {
  double most = 0.0;
  for (std::size_t v = 0; v < before.size(); ++v) most = std::max(most, gap_between(before[v], after[v]));
  return most;
}

bool same_bits(const Places& a, const Places& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Place& p, const Place& q) {
    return std::bit_cast<std::uint64_t>(p.x) == std::bit_cast<std::uint64_t>(q.x) &&
           std::bit_cast<std::uint64_t>(p.y) == std::bit_cast<std::uint64_t>(q.y);
  });
}

/// Integer points with a common point of their lines, by Cramer's rule.
bool lines_meet(std::int64_t ax, std::int64_t ay, std::int64_t bx, std::int64_t by, std::int64_t cx,
                std::int64_t cy, std::int64_t dx, std::int64_t dy) {
  const std::int64_t ux = bx - ax, uy = by - ay, vx = dx - cx, vy = dy - cy, wx = cx - ax, wy = cy - ay;
  std::int64_t den = ux * vy - uy * vx;
  std::int64_t t = wx * vy - wy * vx;
  std::int64_t s = wx * uy - wy * ux;
  if (den < 0) {
    den = -den;
    t = -t;
    s = -s;
  }
  if (den > 0) return t >= 0 && t <= den && s >= 0 && s <= den;
  // Parallel, or points: some end lies on the other segment.
  const auto on = [](std::int64_t px, std::int64_t py, std::int64_t x0, std::int64_t y0, std::int64_t x1,
                     std::int64_t y1) {
    const bool aligned = (x1 - x0) * (py - y0) == (y1 - y0) * (px - x0);
    return aligned && (px - x0) * (px - x1) <= 0 && (py - y0) * (py - y1) <= 0;
  };
  return on(ax, ay, cx, cy, dx, dy) || on(bx, by, cx, cy, dx, dy) || on(cx, cy, ax, ay, bx, by) ||
         on(dx, dy, ax, ay, bx, by);
}

}  // namespace

TEST_CASE("pictures of no vertex and of one") {
  CHECK(stress_layout(Graph()).empty());
  CHECK(layout_stress(Graph(), {}) == 0.0);
  CHECK(layout_crossings(Graph(), {}) == 0);
  const Places one = stress_layout(Graph::from_edges(Edges{}, 1));
  REQUIRE(one.size() == 1);
  CHECK((one[0].x == 0.5 && one[0].y == 0.5));
  const Places two = stress_layout(path_of(2));
  CHECK((two[0].x == 0.0 && two[1].x == 1.0));
  CHECK(std::abs(two[0].y - 0.5) + std::abs(two[1].y - 0.5) < 1e-9);
}

TEST_CASE("places fill the square, are distinct and the same again") {
  std::vector<Graph> graphs = {clique_of(3),
                               clique_of(40),
                               path_of(7),
                               cycle_of(9),
                               square_grid(6),
                               Graph::from_edges(Edges{}, 50),
                               path_of(300),
                               complete_multipartite(std::vector<Vertex>{1, 60}),
                               complete_multipartite(std::vector<Vertex>{20, 20})};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto n = static_cast<Vertex>(2 + 7 * seed);
    graphs.push_back(test::random_graph(n, 0.5 * static_cast<double>(seed % 5 + 1) / n * 4.0, seed));
  }
  for (const Graph& graph : graphs) {
    CAPTURE(graph.num_vertices(), graph.num_edges());
    const Places places = stress_layout(graph);
    check_picture(graph, places);
    CHECK(same_bits(places, stress_layout(graph)));
  }
}

TEST_CASE("weights and names change no picture") {
  const Graph weighted = test::random_graph(30, 0.2, 3, test::TestWeights::real);
  Edges edges;
  for (Vertex u = 0; u < weighted.num_vertices(); ++u) {
    for (const Vertex v : weighted.neighbors(u)) {
      if (u < v) edges.push_back({u, v});
    }
  }
  CHECK(same_bits(stress_layout(weighted), stress_layout(Graph::from_edges(edges, 30))));
}

TEST_CASE("a path is straight, and a cycle is round") {
  const Graph path = path_of(20);
  const Places line = stress_layout(path);
  CHECK(layout_stress(path, line) < 1e-6);
  CHECK(layout_crossings(path, line) == 0);
  for (Vertex v = 0; v < 20; ++v) {
    CHECK(line[v].x == Approx(v / 19.0).margin(1e-3));
    CHECK(line[v].y == Approx(0.5).margin(1e-2));
  }
  const Graph cycle = cycle_of(12);
  const Places ring = stress_layout(cycle);
  Places regular;
  constexpr double sixth_of_pi = 0.52359877559829887;
  for (int k = 0; k < 12; ++k) regular.push_back({std::cos(k * sixth_of_pi), std::sin(k * sixth_of_pi)});
  CHECK(layout_stress(cycle, ring) == Approx(stress_by_search(cycle, regular)).epsilon(1e-4));
  CHECK(layout_crossings(cycle, ring) == 0);
}

TEST_CASE("a grid has no crossings") {
  const Graph grid = square_grid(10);
  const Places places = stress_layout(grid);
  CHECK(layout_crossings(grid, places) == 0);
  // The corners are the places farthest from the middle.
  const auto radius = [&](Vertex v) { return gap_between(places[v], {0.5, 0.5}); };
  for (const Vertex corner : {0u, 9u, 90u, 99u}) {
    CHECK(radius(corner) > radius(44));
    CHECK(radius(corner) > radius(5));
  }
}

TEST_CASE("the vertices of a clique are spread evenly") {
  const Graph clique = clique_of(40);
  const Places places = stress_layout(clique);
  std::vector<double> nearest(40, 2.0);
  for (Vertex u = 0; u < 40; ++u) {
    for (Vertex v = 0; v < 40; ++v) {
      if (u != v) nearest[u] = std::min(nearest[u], gap_between(places[u], places[v]));
    }
  }
  const auto [least, most] = std::minmax_element(nearest.begin(), nearest.end());
  CHECK(*least > 0.09);  // a square lattice of 40 points has 0.16
  CHECK(*most < 2.5 * *least);
  const Box box(places);
  CHECK(std::min(box.width(), box.height()) > 0.9);
}

TEST_CASE("two cliques with a common edge stand apart") {
  Edges edges = {{0, 20}};
  add_clique(edges, 0, 20);
  add_clique(edges, 20, 20);
  const Places places = stress_layout(Graph::from_edges(edges, 40));
  const std::span<const Place> all(places);
  CHECK(Box(all.first(20)).apart_from(Box(all.subspan(20))));
}

TEST_CASE("satellites stand outside of their core") {
  Edges edges;
  add_clique(edges, 0, 25);
  for (Vertex k = 0; k < 12; ++k) edges.push_back({2 * k, 25 + k});
  const Graph graph = Graph::from_edges(edges, 37);
  const Places places = stress_layout(graph);
  Place middle;
  for (Vertex v = 0; v < 25; ++v) {
    middle.x += places[v].x / 25.0;
    middle.y += places[v].y / 25.0;
  }
  double widest = 0.0;
  for (Vertex v = 0; v < 25; ++v) widest = std::max(widest, gap_between(places[v], middle));
  for (Vertex v = 25; v < 37; ++v) CHECK(gap_between(places[v], middle) > widest);
  CHECK(nearest_two(places) > 0.02);
}

TEST_CASE("components stand side by side, and vertices without edges in a row") {
  Edges edges;
  add_clique(edges, 3, 9);
  for (const Vertex v : {20u, 21u, 22u, 23u}) edges.push_back({v, v + 1});
  edges.push_back({0, 1});
  const Graph graph = Graph::from_edges(edges, 28);
  const Places places = stress_layout(graph);
  check_picture(graph, places);
  const Components components = connected_components(graph);
  std::vector<Places> parts(components.count());
  for (Vertex v = 0; v < 28; ++v) parts[components.component[v]].push_back(places[v]);
  for (std::size_t a = 0; a < parts.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) CHECK(Box(parts[a]).apart_from(Box(parts[b])));
  }
  std::vector<double> heights;
  for (const Places& part : parts) {
    if (part.size() == 1) heights.push_back(part[0].y);
  }
  CHECK(heights.size() == 12);
  std::sort(heights.begin(), heights.end());
  CHECK(std::unique(heights.begin(), heights.end()) - heights.begin() <= 3);
  CHECK(heights.front() > Box(parts[components.component[3]]).high.y);
}

TEST_CASE("the stress of a picture is that of the definition") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto n = static_cast<Vertex>(3 + 2 * seed);
    const Graph graph = test::random_graph(n, 0.15 + 0.03 * static_cast<double>(seed), seed);
    const Places places = scattered_places(n, seed);
    CAPTURE(seed, n, graph.num_edges());
    CHECK(layout_stress(graph, places) == Approx(stress_by_search(graph, places)).margin(1e-9));
  }
  CHECK(layout_stress(path_of(4), Places(4)) == 1.0);
  CHECK(layout_stress(path_of(3), Places{{0, 0}, {0, 2}, {0, 4}}) == Approx(0.0).margin(1e-12));
  // Lengths 1, 1 and 1 for distances 1, 1 and 2: with a = 10/9 the errors are 1/9, 1/9 and -4/9.
  CHECK(layout_stress(path_of(3), Places{{0, 0}, {1, 0}, {0.5, std::sqrt(0.75)}}) == Approx(2.0 / 27.0));
}

TEST_CASE("crossings are those of exact lines") {
  Places convex;
  for (int k = 0; k < 12; ++k) convex.push_back({k / 16.0, k * k / 256.0});
  CHECK(layout_crossings(clique_of(12), convex) == 495);  // every four points have one crossing
  const Graph two = Graph::from_edges({{0, 1}, {2, 3}});
  CHECK(layout_crossings(two, Places{{0, 0}, {1, 1}, {0, 1}, {1, 0}}) == 1);
  CHECK(layout_crossings(two, Places{{0, 0}, {1, 1}, {0.5, 0.5}, {1, 0}}) == 1);  // they touch
  CHECK(layout_crossings(two, Places{{0, 0}, {0.5, 0}, {0.25, 0}, {1, 0}}) == 1);
  CHECK(layout_crossings(two, Places{{0, 0}, {0.25, 0}, {0.5, 0}, {1, 0}}) == 0);
  CHECK(layout_crossings(two, Places{{0, 0}, {0, 1}, {0.5, 0}, {0.5, 1}}) == 0);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = test::random_graph(16, 0.35, seed);
    Rng random(seed);
    std::vector<std::pair<std::int64_t, std::int64_t>> points;
    Places places;
    for (Vertex v = 0; v < 16; ++v) {
      points.emplace_back(random.below(9), random.below(9));
      places.push_back(
          {static_cast<double>(points[v].first) / 8.0, static_cast<double>(points[v].second) / 8.0});
    }
    Edges edges;
    for (Vertex u = 0; u < 16; ++u) {
      for (const Vertex v : graph.neighbors(u)) {
        if (u < v) edges.push_back({u, v});
      }
    }
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto [a, b] = edges[i];
        const auto [c, d] = edges[j];
        if (a == c || a == d || b == c || b == d) continue;
        expected += lines_meet(points[a].first, points[a].second, points[b].first, points[b].second,
                               points[c].first, points[c].second, points[d].first, points[d].second);
      }
    }
    CAPTURE(seed);
    CHECK(expected > 0);
    CHECK(layout_crossings(graph, places) == expected);
  }
}

TEST_CASE("a picture is kept when the graph is the same") {
  std::vector<Graph> graphs = {path_of(20), square_grid(7), clique_of(30),
                               read_graph(LODE_REPOSITORY "/datasets/karate.txt", {}, RunContext()).graph};
  Edges edges = {{0, 12}};
  add_clique(edges, 0, 12);
  add_clique(edges, 12, 12);
  add_clique(edges, 30, 5);
  graphs.push_back(Graph::from_edges(edges, 38));
  for (const Graph& graph : graphs) {
    CAPTURE(graph.num_vertices(), graph.num_edges());
    const Places before = stress_layout(graph);
    CHECK(largest_move(before, stress_layout(graph, before)) < 0.01);
  }
  // A picture that was turned or mirrored stays so.
  const Graph& karate = graphs[3];
  const Places before = stress_layout(karate);
  Places turned, mirrored;
  for (const Place& place : before) {
    turned.push_back({1.0 - place.y, place.x});
    mirrored.push_back({1.0 - place.x, place.y});
  }
  CHECK(largest_move(turned, stress_layout(karate, turned)) < 0.01);
  CHECK(largest_move(mirrored, stress_layout(karate, mirrored)) < 0.01);
}

TEST_CASE("the stress is never above that of the start") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto n = static_cast<Vertex>(2 + seed);
    const Graph graph =
        seed % 4 == 0 ? path_of(n) : test::random_graph(n, 0.05 + 0.02 * static_cast<double>(seed), seed);
    Places start = scattered_places(n, seed + 100);
    if (seed % 3 == 0) start = stress_layout(graph);
    for (Place& place : start) place = {1e3 + 50.0 * place.x, -40.0 + 50.0 * place.y};
    const Places places = stress_layout(graph, start);
    CAPTURE(seed, n, graph.num_edges());
    check_picture(graph, places);
    CHECK(layout_stress(graph, places) <= layout_stress(graph, start) + 1e-12);
  }
}

TEST_CASE("neighbouring pictures look alike") {
  // The vertices of a picture without the last ones, which then come back.
  const Graph whole = read_graph(LODE_REPOSITORY "/datasets/karate.txt", {}, RunContext()).graph;
  VertexSet most;
  for (Vertex v = 0; v < whole.num_vertices(); ++v) {
    if (v % 11 != 4) most.push_back(v);
  }
  const Places small = stress_layout(induced_subgraph(whole, most));
  Places start(whole.num_vertices(), {unknown, unknown});
  for (std::size_t i = 0; i < most.size(); ++i) start[most[i]] = small[i];
  const Places large = stress_layout(whole, start);
  check_picture(whole, large);
  const Places anew = stress_layout(whole);
  CHECK(layout_stress(whole, large) < 1.1 * layout_stress(whole, anew));
  const auto mean_move = [&](const Places& places) {
    double sum = 0.0;
    for (const Vertex v : most) sum += gap_between(start[v], places[v]);
    return sum / static_cast<double>(most.size());
  };
  CHECK(mean_move(large) < 0.08);
  // Vertices without a start begin in the middle of their neighbours: one pass leaves a good picture.
  const Graph grid = square_grid(9);
  Places holes = stress_layout(grid);
  for (Vertex v = 3; v < 81; v += 5) holes[v] = {unknown, unknown};
  LayoutLimits one_pass;
  one_pass.known_pairs = 0;
  CHECK(layout_stress(grid, stress_layout(grid, holes, one_pass)) <
        1.02 * layout_stress(grid, stress_layout(grid)));
  // A start for few vertices turns a new drawing.
  Places few(whole.num_vertices(), {unknown, unknown});
  for (const Vertex v : {0u, 16u, 26u, 33u}) few[v] = {anew[v].y, anew[v].x};
  const Places turned = stress_layout(whole, few);
  for (Vertex v = 0; v < whole.num_vertices(); ++v) {
    CHECK(gap_between(turned[v], {anew[v].y, anew[v].x}) < 1e-6);
  }
}

TEST_CASE("starts of no use are left alone") {
  const Graph graph = square_grid(5);
  const Places plain = stress_layout(graph);
  const auto with = [&](const Place& place) { return stress_layout(graph, Places(25, place)); };
  CHECK(same_bits(plain, with({unknown, unknown})));
  CHECK(same_bits(plain, with({0.5, unknown})));
  CHECK(same_bits(plain, with({0.3, 0.3})));
  CHECK(same_bits(plain, with({std::numeric_limits<double>::infinity(), 0.0})));
  CHECK(same_bits(plain, with({1e300, -1e300})));
  // From a line, the picture still gets a second direction.
  Places line;
  for (Vertex v = 0; v < 40; ++v) line.push_back({v / 40.0, 0.5});
  const Places wide = stress_layout(clique_of(40), line);
  const Box box(wide);
  CHECK(std::min(box.width(), box.height()) > 0.7);
}

TEST_CASE("the picture of karate has little stress") {
  const Graph karate = read_graph(LODE_REPOSITORY "/datasets/karate.txt", {}, RunContext()).graph;
  const Places places = stress_layout(karate);
  CHECK(layout_stress(karate, places) < 0.068);  // neato of Graphviz 2.43: 0.0704
  CHECK(layout_stress(karate, places) == Approx(stress_by_search(karate, places)).epsilon(1e-6));
  // Other work gives another picture.
  LayoutLimits little;
  little.most_starts = 1;
  little.epochs = 5;
  little.new_pairs = 0;
  CHECK(layout_stress(karate, stress_layout(karate, {}, little)) > layout_stress(karate, places));
}

TEST_CASE("wrong requests for pictures are refused") {
  CHECK_THROWS_AS(stress_layout(path_of(most_drawn_vertices + 1)), InvalidArgument);
  CHECK_THROWS_AS(stress_layout(path_of(3), Places(2)), InvalidArgument);
  CHECK_THROWS_AS(layout_stress(path_of(3), Places(4)), InvalidArgument);
  CHECK_THROWS_AS(layout_stress(path_of(most_drawn_vertices + 1), Places(most_drawn_vertices + 1)),
                  InvalidArgument);
  CHECK_THROWS_AS(layout_crossings(path_of(3), Places(2)), InvalidArgument);
  CHECK_THROWS_AS(layout_crossings(path_of(2), Places{{0.0, 0.0}, {1.5, 0.0}}), InvalidArgument);
  CHECK_THROWS_AS(layout_crossings(path_of(2), Places{{0.0, 0.0}, {unknown, 0.0}}), InvalidArgument);
}
