// Rounding and projection, what holds for all six relaxations, and what holds for one of them.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/methods/relaxation.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

namespace {

constexpr const char* names[] = {"tpm", "qp-relaxation", "frank-wolfe", "l2box-admm", "mpec-epm", "mpec-adm"};

Solution solve_by(std::string_view name, const Problem& problem, const MethodSettings& settings = {},
                  RunOptions options = {}) {
  return solve(name, problem, settings, RunContext(std::move(options)));
}

/// By the method alone, which knows no bound on the weight.
Solution run_method(std::string_view name, const Graph& graph, Vertex s,
                    const MethodSettings& settings = {}) {
  return method(name).solve(make_problem(graph, s), settings, RunContext());
}

VertexSet first(Vertex s) {
  VertexSet set(s);
  std::iota(set.begin(), set.end(), Vertex{0});
  return set;
}

std::vector<Edge> clique(Vertex begin, Vertex end) {
  std::vector<Edge> edges;
  for (Vertex u = begin; u < end; ++u) {
    for (Vertex v = begin; v < u; ++v) edges.push_back({u, v});
  }
  return edges;
}

Graph scaled(const Graph& graph, double factor) {
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) {
      if (v > u) edges.push_back({u, v, w * factor});
    });
  }
  return Graph::from_edges(std::span<const WeightedEdge>(edges), graph.num_vertices());
}

/// The projection by definition: the best among all ways to say which entries are 0, 1 or free. n <= 8.
std::vector<double> project_by_enumeration(const std::vector<double>& point, double s) {
  const std::size_t n = point.size();
  std::size_t codes = 1;
  for (std::size_t i = 0; i < n; ++i) codes *= 3;
  std::vector<double> best;
  double best_distance = std::numeric_limits<double>::infinity();
  for (std::size_t code = 0; code < codes; ++code) {
    std::vector<double> x(n, 0.0);
    std::vector<std::size_t> free;
    double left = s;
    for (std::size_t i = 0, rest = code; i < n; ++i, rest /= 3) {
      if (rest % 3 == 1) x[i] = 1.0;
      if (rest % 3 == 2) free.push_back(i);
      left -= x[i];
    }
    double sum = 0.0;
    for (const std::size_t i : free) sum += point[i];
    const double t = free.empty() ? 0.0 : (sum - left) / static_cast<double>(free.size());
    bool feasible = !free.empty() || std::abs(left) < 1e-12;
    for (const std::size_t i : free) {
      x[i] = point[i] - t;
      feasible = feasible && x[i] >= -1e-12 && x[i] <= 1.0 + 1e-12;
    }
    double distance = 0.0;
    for (std::size_t i = 0; i < n; ++i) distance += (x[i] - point[i]) * (x[i] - point[i]);
    if (feasible && distance < best_distance) {
      best_distance = distance;
      best = x;
    }
  }
  return best;
}

double size_of(const Eigen::VectorXd& x) { return x.lpNorm<Eigen::Infinity>(); }

/// Checks the optimality conditions: inside the box, the right sum, and one shift for all free entries.
void check_projection(const Eigen::VectorXd& point, double s) {
  Eigen::VectorXd x = point;
  const double t = subgraph::detail::project_capped_simplex(x, s);
  for (Eigen::Index i = 0; i < x.size(); ++i) REQUIRE(x[i] == std::min(std::max(point[i] - t, 0.0), 1.0));
  CHECK(std::abs(x.sum() - s) <= static_cast<double>(x.size()) * (1e-13 + 1e-15 * size_of(point)));
}

}  // namespace

TEST_CASE("top_s is a stable sort by falling value, cut at s") {
  Rng rng(7, 950);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 1 + rng.below(40);
    Eigen::VectorXd values(static_cast<Eigen::Index>(n));
    // Few distinct values, zeros of both signs and infinities among them: most rounds cut inside a tie.
    const double choices[] = {0.0, -0.0, 1.0, 1e-300, -2.5, std::numeric_limits<double>::infinity()};
    for (double& value : values) value = choices[rng.below(6)];
    std::vector<Vertex> order(n);
    std::iota(order.begin(), order.end(), Vertex{0});
    std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return values[a] > values[b]; });
    for (Vertex s = 1; s <= n; ++s) {
      VertexSet expected(order.begin(), order.begin() + s);
      std::sort(expected.begin(), expected.end());
      CHECK(subgraph::detail::top_s(values, s) == expected);
    }
  }
}

TEST_CASE("the projection on the capped simplex is the nearest point, by enumeration") {
  Rng rng(3, 951);
  for (int round = 0; round < 400; ++round) {
    std::vector<double> point(1 + rng.below(7));
    // Multiples of 1/4 make ties and entries exactly on a limit.
    for (double& value : point) value = 0.25 * static_cast<double>(rng.below(13)) - 1.0;
    const double s = static_cast<double>(rng.below(point.size() + 1));
    Eigen::VectorXd x = Eigen::Map<Eigen::VectorXd>(point.data(), static_cast<Eigen::Index>(point.size()));
    subgraph::detail::project_capped_simplex(x, s);
    const std::vector<double> expected = project_by_enumeration(point, s);
    for (std::size_t i = 0; i < point.size(); ++i) {
      CHECK(x[static_cast<Eigen::Index>(i)] == Approx(expected[i]).margin(1e-12));
    }
  }
}

TEST_CASE("the projection holds its sum for long, huge, tiny and constant vectors") {
  Rng rng(5, 952);
  for (const double scale : {1e-9, 1.0, 1e4, 1e9}) {
    for (const Eigen::Index n : {1, 9, 20'001}) {
      Eigen::VectorXd point(n);
      for (double& value : point) value = scale * (rng.uniform() - 0.3);
      for (const double s : {0.0, 1.0, std::floor(0.4 * static_cast<double>(n)), static_cast<double>(n)}) {
        INFO("scale " << scale << ", n = " << n << ", s = " << s);
        check_projection(point, s);
      }
      point.setConstant(scale);
      check_projection(point, 1.0);
      point[n - 1] = -1e3 * scale;
      check_projection(point, static_cast<double>((n + 1) / 2));
    }
  }
}

TEST_CASE("every relaxation finds a planted clique that stands out") {
  PlantedOptions options;
  options.num_vertices = 1000;
  options.average_degree = 6.0;
  options.planted_size = 25;
  options.planted_density = 1.0;
  for (const std::uint32_t max_weight : {0u, 7u}) {
    options.max_weight = max_weight;
    const PlantedGraph planted_graph = planted(options);
    for (const char* name : names) {
      INFO(name << ", largest weight " << max_weight);
      Problem problem = make_problem(planted_graph.graph, options.planted_size);
      if (std::string_view(name) == "tpm") {
        // From its own start, the largest degrees, tpm may end elsewhere; ten of the members lead it here.
        problem.start = StartKind::given;
        problem.given.assign(planted_graph.planted.begin(), planted_graph.planted.begin() + 10);
      }
      const Solution solution = solve_by(name, problem);
      CHECK(solution.vertices == planted_graph.planted);
      CHECK(solution.edges == 300);
    }
  }
}

TEST_CASE("scaling all weights by a power of two changes no step of a relaxation") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Graph graph = test::random_graph(80, 0.15, seed, test::TestWeights::real);
    for (const double exponent : {-40.0, -20.0, 20.0, 40.0}) {
      const Graph other = scaled(graph, std::exp2(exponent));
      for (const char* name : names) {
        INFO(name << ", seed " << seed << ", 2^" << exponent);
        const Solution one = solve_by(name, make_problem(graph, 12));
        const Solution two = solve_by(name, make_problem(other, 12));
        CHECK(one.vertices == two.vertices);
        CHECK(one.iterations == two.iterations);
        CHECK(one.stop_reason == two.stop_reason);
      }
    }
  }
}

TEST_CASE("relaxations give the same answer with 1 and 2 threads where products run in parallel") {
  const Graph graph = rmat({.scale = 12, .lines = 60'000, .seed = 5});
  for (const char* name : names) {
    INFO(name);
    const Solution one = solve_by(name, make_problem(graph, 40), {}, {.threads = 1});
    const Solution two = solve_by(name, make_problem(graph, 40), {}, {.threads = 2});
    CHECK(one.vertices == two.vertices);
    CHECK(one.iterations == two.iterations);
    CHECK(one.trace.size() == two.trace.size());
  }
}

TEST_CASE("a deadline inside the eigenvalue or the linear solver ends the run") {
  const Graph graph = test::random_graph(300, 0.05, 9);
  for (const char* name : names) {
    for (const double limit : {0.002, 0.01, 0.03, 0.06}) {
      INFO(name << ", limit " << limit);
      test::FakeClock clock(0.001);
      const Solution solution =
          solve_by(name, make_problem(graph, 20), {}, {.time_limit = limit, .clock = &clock});
      CHECK(solution.vertices.size() == 20);
      CHECK(static_cast<double>(clock.readings()) <= limit / 0.001 + 20.0);
    }
  }
}

TEST_CASE("s/n is stationary on a regular graph: the first vertices are the answer") {
  const Graph graph = d_regular({.num_vertices = 64, .degree = 4, .seed = 2});
  CHECK(run_method("qp-relaxation", graph, 16).iterations == 1);
  for (const char* step : {"lipschitz", "exact"}) {
    CHECK(run_method("frank-wolfe", graph, 16, {{"step", step}}).iterations == 0);
  }
  for (const char* name : {"qp-relaxation", "frank-wolfe"}) {
    const Solution solution = run_method(name, graph, 16);
    CHECK(solution.stop_reason == StopReason::converged);
    CHECK(solution.vertices == first(16));
  }
}

TEST_CASE("qp-relaxation finds the part of a union of cliques that is the only maximiser") {
  // x'Wx on the simplex scaled by s is largest on the larger clique alone.
  std::vector<Edge> edges = clique(0, 8);
  for (const Edge& edge : clique(20, 32)) edges.push_back(edge);
  const Solution solution = run_method("qp-relaxation", Graph::from_edges(edges, 40), 12);
  CHECK(solution.weight == 66.0);
  CHECK(solution.vertices.front() == 20);
  CHECK(solution.vertices.back() == 31);
  CHECK(solution.stop_reason == StopReason::converged);
}

TEST_CASE("exact steps of frank-wolfe finish at once where the objective is convex along them") {
  // One clique beside isolated vertices: the first corner is the clique, and the way to it is convex.
  const Graph graph = Graph::from_edges(clique(10, 20), 50);
  const Solution exact = run_method("frank-wolfe", graph, 10, {{"step", "exact"}});
  CHECK(exact.weight == 45.0);
  CHECK(exact.iterations == 1);
  const Solution lipschitz = run_method("frank-wolfe", graph, 10);
  CHECK(lipschitz.weight == 45.0);
  CHECK(lipschitz.iterations > 1);
}

TEST_CASE("frank-wolfe ends at a set that no single exchange along the gradient improves") {
  // At a 0/1 point x the rule g'(v - x) <= 0 means: no outsider has more weight into S than a member, the
  // loading counted for members.
  int ended_at_corner = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::random_graph(60, 0.15, seed);
    const Solution solution = run_method("frank-wolfe", graph, 12, {{"step", "exact"}});
    if (solution.stop_reason != StopReason::converged) continue;
    std::vector<double> degree_into(60, 0.0);
    std::vector<char> inside(60, 0);
    for (const Vertex v : solution.vertices) {
      inside[v] = 1;
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { degree_into[u] += w; });
    }
    double worst_member = 60.0;
    double best_outsider = 0.0;
    for (Vertex v = 0; v < 60; ++v) {
      if (inside[v]) worst_member = std::min(worst_member, degree_into[v]);
      if (!inside[v]) best_outsider = std::max(best_outsider, degree_into[v]);
    }
    ended_at_corner += worst_member + 1.0 >= best_outsider ? 1 : 0;
  }
  CHECK(ended_at_corner >= 35);
}

TEST_CASE("l2box-admm survives a sphere step from the centre of the sphere") {
  // s = n/2 on a regular graph: the first x is 1/2 everywhere, the centre.
  CHECK(run_method("l2box-admm", complete_multipartite(std::vector<Vertex>(10, 1)), 5).weight == 10.0);
}

TEST_CASE("mpec methods end by their own rule within the penalty's bound") {
  // rho goes from 0.01 to 2 sqrt(s)(c - lambda_min) by factors of sqrt(10), ten alternations each.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = test::random_graph(70, 0.12, seed);
    const double spread = 2.0 * graph.max_degree();
    const double penalties = std::ceil(2.0 * std::log10(2.0 * std::sqrt(9.0) * spread / 0.01)) + 1.0;
    for (const char* name : {"mpec-epm", "mpec-adm"}) {
      const Solution solution = run_method(name, graph, 9);
      INFO(name << ", seed " << seed);
      CHECK(solution.stop_reason == StopReason::converged);
      CHECK(static_cast<double>(solution.iterations) <= 10.0 * penalties);
    }
  }
}

TEST_CASE("mpec ends with the first penalty when it is already exact, and earlier with a looser gap") {
  const Graph graph = test::random_graph(200, 0.08, 5);
  CHECK(run_method("mpec-epm", graph, 20, {{"penalty", "1e6"}, {"alternations", "4"}}).iterations <= 4);
  for (const char* name : {"mpec-epm", "mpec-adm"}) {
    CHECK(run_method(name, graph, 20, {{"gap", "15"}}).iterations < run_method(name, graph, 20).iterations);
  }
}

TEST_CASE("the multiplier of mpec-adm closes the gap in fewer alternations than the penalty") {
  const Graph graph = planted({.num_vertices = 500, .planted_size = 20}).graph;
  CHECK(run_method("mpec-adm", graph, 20).iterations < run_method("mpec-epm", graph, 20).iterations);
}

TEST_CASE("relaxations reach the published figures, or come near the best known sets, at s = 100") {
  struct Figure {
    const char* method;
    const char* file;
    double least;
    double most;
  };
  const Figure figures[] = {
      {"qp-relaxation", "p2p-Gnutella08", 710, 734},    {"qp-relaxation", "email-Eu-core", 2550, 2556},
      {"frank-wolfe", "p2p-Gnutella04", 491, 496},      {"frank-wolfe", "email-Enron", 2528, 2530},
      {"frank-wolfe", "facebook_combined", 4871, 4873}, {"l2box-admm", "p2p-Gnutella08", 695, 734},
      {"l2box-admm", "email-Eu-core", 2550, 2556},      {"mpec-epm", "p2p-Gnutella08", 705, 734},
      {"mpec-epm", "email-Eu-core", 2545, 2556},        {"mpec-adm", "p2p-Gnutella08", 705, 734},
      {"mpec-adm", "email-Eu-core", 2545, 2556}};
  std::map<std::string, Graph> graphs;
  for (const Figure& figure : figures) {
    const auto path = test::dataset(std::string(figure.file) + ".txt.gz");
    if (!path) return;
    if (!graphs.count(figure.file)) graphs[figure.file] = read_graph(*path, {}, RunContext()).graph;
    const std::vector<MethodSettings> settings =
        method(figure.method).takes("step")
            ? std::vector<MethodSettings>{{{"step", "lipschitz"}}, {{"step", "exact"}}}
            : std::vector<MethodSettings>{{}};
    for (const MethodSettings& one : settings) {
      const Solution solution = run_method(figure.method, graphs[figure.file], 100, one);
      INFO(figure.method << ", " << figure.file);
      CHECK(solution.weight >= figure.least);
      CHECK(solution.weight <= figure.most);
      CHECK(solution.stop_reason == StopReason::converged);
    }
  }
}
