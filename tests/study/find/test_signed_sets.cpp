// Graphs with negative weights: methods, bounds, certificates, claims and the lightest sets against all sets.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/densest.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>
#include <lode/study/verify.hpp>
#include <lode/subgraph/registry.hpp>

#include "support/catch.hpp"
#include "support/claim_of.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// A small graph as a matrix, which the oracle adds up by itself, and as lode knows it.
struct SignedGraph {
  Vertex n = 0;
  std::vector<double> matrix;  ///< 0 where there is no edge
  std::vector<char> edge;      ///< an edge may weigh 0
  std::vector<Weight> values;
  Graph graph;
  bool integral = true;
};

/// Integers, ties, real numbers, negative ones alone, sparse and dense, stars, zeros, isolated vertices.
SignedGraph signed_graph(std::uint64_t i, bool with_values) {
  Rng rng(i, 186);
  SignedGraph made;
  made.n = 2 + static_cast<Vertex>(rng.below(9));
  const Vertex n = made.n;
  made.matrix.assign(n * n, 0.0);
  made.edge.assign(n * n, 0);
  const double p = i % 7 == 0 ? 1.0 : 0.15 + 0.8 * rng.uniform();
  const bool is_star = i % 11 == 5;
  std::vector<WeightedEdge> edges;
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      const double drawn = 2.0 * rng.uniform() - 1.0;
      const bool present = is_star ? u == 0 : rng.uniform() < p;
      if (!present) continue;
      double weight = 0.0;
      switch (i % 5) {
        case 0:
          weight = std::round(5.0 * drawn);
          break;
        case 1:
          weight = drawn < 0.0 ? -1.0 : 1.0;
          break;
        case 2:
          weight = 3.0 * drawn;
          made.integral = false;
          break;
        case 3:
          weight = -std::ceil(3.0 * std::abs(drawn));
          break;
        default:
          weight = 0.25 * std::round(8.0 * drawn);
          made.integral = false;
      }
      made.matrix[u * n + v] = made.matrix[v * n + u] = weight;
      made.edge[u * n + v] = made.edge[v * n + u] = 1;
      edges.push_back({u, v, weight});
    }
  }
  made.graph = Graph::from_edges(edges, n, RunContext(), WeightSigns::any);
  for (Vertex v = 0; with_values && v < n; ++v) {
    const double drawn = 6.0 * rng.uniform() - 3.0;
    made.values.push_back(made.integral ? std::round(drawn) : drawn);
  }
  return made;
}

/// So many graphs, or LODE_TEST_FAMILIES asks for another number.
std::uint64_t graphs(std::uint64_t usual) {
  const char* asked = std::getenv("LODE_TEST_FAMILIES");
  return asked ? std::strtoull(asked, nullptr, 10) : usual;
}

bool is_connected(const SignedGraph& known, std::uint32_t mask) {
  std::uint32_t reached = mask & (~mask + 1);
  for (bool grew = true; grew;) {
    grew = false;
    for (Vertex v = 0; v < known.n; ++v) {
      if (!(reached >> v & 1u)) continue;
      for (Vertex u = 0; u < known.n; ++u) {
        if (!(mask >> u & 1u) || (reached >> u & 1u) || !known.edge[v * known.n + u]) continue;
        reached |= 1u << u;
        grew = true;
      }
    }
  }
  return reached == mask;
}

double objective_of(const SignedGraph& known, std::uint32_t mask) {
  long double sum = 0.0L;
  for (Vertex v = 0; v < known.n; ++v) {
    if (!(mask >> v & 1u)) continue;
    if (!known.values.empty()) sum += known.values[v];
    for (Vertex u = 0; u < v; ++u) {
      if (mask >> u & 1u) sum += known.matrix[u * known.n + v];
    }
  }
  return static_cast<double>(sum);
}

/// The largest objective, or the smallest one, of every size, of the sets that a request is about; not finite
/// where there is none.
std::vector<double> best_objectives(const SignedGraph& known, const FindRequest& request) {
  const double sign = request.minimise ? -1.0 : 1.0;
  std::vector<double> best(known.n + std::size_t{1}, -std::numeric_limits<double>::infinity());
  for (std::uint32_t mask = 1; mask < (1u << known.n); ++mask) {
    if ((mask & test::mask_of(request.include)) != test::mask_of(request.include)) continue;
    if ((mask & test::mask_of(request.exclude)) != 0) continue;
    if (request.connected && !is_connected(known, mask)) continue;
    double& known_best = best[static_cast<std::size_t>(std::popcount(mask))];
    known_best = std::max(known_best, sign * objective_of(known, mask));
  }
  for (double& value : best) value *= sign;
  return best;
}

Approx near(double number) { return Approx(number).epsilon(1e-9).margin(1e-9); }
constexpr double rounding = 1e-9;

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("every method takes small graphs with negative weights, and exact is optimal") {
  for (std::uint64_t i = 0; i < graphs(250); ++i) {
    const SignedGraph known = signed_graph(i, i % 3 == 2);
    const std::vector<double> best = best_objectives(known, {});
    Rng draws(i, 187);
    const Vertex s = 1 + static_cast<Vertex>(draws.below(known.n));
    for (const MethodRow& row : methods()) {
      INFO("graph " << i << ", n = " << known.n << ", s = " << s << ", method " << row.name);
      const Problem problem{.graph = known.graph, .s = s, .values = known.values};
      MethodSettings settings;
      if (row.takes("work") && !row.exhaustive) settings["work"] = "20000";
      if (row.name == "tabu") settings["restarts"] = "20";
      const Solution solution = solve(row.name, problem, settings, RunContext({.seed = i + 1}));
      REQUIRE(solution.vertices.size() == s);
      CHECK(solution.objective() == near(objective_of(known, test::mask_of(solution.vertices))));
      CHECK(solution.objective() <= best[s] + rounding);
      if (row.exhaustive || row.name == "hybrid") CHECK(solution.objective() == near(best[s]));
      if (solution.upper_bound) CHECK(*solution.upper_bound >= best[s] - rounding);
    }
  }
}

TEST_CASE("every bound holds on graphs with negative weights") {
  std::size_t looked_at = 0;
  for (std::uint64_t i = 0; i < graphs(160); ++i) {
    const SignedGraph known = signed_graph(i, false);
    if (!known.graph.signed_weights()) continue;
    const std::vector<double> best = best_objectives(known, {});
    std::vector<Vertex> sizes;
    for (Vertex s = 1; s <= known.n; ++s) sizes.push_back(s);
    for (const BoundRow& row : bound_rows()) {
      INFO("graph " << i << ", bound " << row.name);
      if (!row.signs) {
        CHECK(refusal([&] { row.compute(known.graph, sizes, RunContext()); }) != "");
        continue;
      }
      for (const Bound& bound : row.compute(known.graph, sizes, RunContext())) {
        INFO("s = " << bound.s << ": " << bound.value);
        CHECK(bound.value >= best[bound.s] - (known.integral ? 0.0 : rounding));
        ++looked_at;
      }
    }
  }
  CHECK(looked_at > 4000);
}

TEST_CASE("find takes negative weights and finds the lightest sets, with every demand", "[slow]") {
  std::size_t proven = 0;
  std::size_t in_all = 0;
  for (std::uint64_t i = 0; i < graphs(500); ++i) {
    const SignedGraph known = signed_graph(i, i % 4 == 3);
    FindRequest request;
    request.values = known.values;
    request.minimise = i % 2 == 1;
    request.connected = i % 6 == 4;
    if (known.n > 2 && i % 3 == 1) request.include = {static_cast<Vertex>(i % known.n)};
    if (known.n > 2 && i % 3 == 2) request.exclude = {static_cast<Vertex>(i % known.n)};
    if (i % 10 == 9 && request.include.empty()) request.top = 2;
    request.effort = i % 5 == 0 ? Effort::cheap : Effort::automatic;
    request.keep_proofs = i % 2 == 0 || i % 5 == 3;
    const std::vector<double> best = best_objectives(known, request);
    for (Vertex s = 1; s <= known.n - request.exclude.size(); ++s) {
      if (std::isfinite(best[s])) request.sizes.push_back(s);
    }
    if (request.sizes.empty()) continue;
    INFO("graph " << i << ", n = " << known.n);
    const RunContext run({.seed = i + 1});
    const FindResult found = find(known.graph, request, run);
    REQUIRE(found.answers.size() >= request.sizes.size());
    for (const FindAnswer& answer : found.answers) {
      INFO("s = " << answer.s << ", rank " << answer.rank << ", bound " << answer.bound.value << " by "
                  << answer.bound.name);
      const double sign = request.minimise ? -1.0 : 1.0;
      CHECK(answer.minimised == request.minimise);
      const std::uint32_t mask = test::mask_of(answer.solution.vertices);
      CHECK(answer.solution.objective() == near(objective_of(known, mask)));
      if (request.connected) CHECK(is_connected(known, mask));
      if (answer.rank <= 1) CHECK(answer.solution.objective() == near(best[answer.s]));
      // A later answer that shares nothing has a bound of its own.
      if (answer.earlier.vertices.empty()) {
        CHECK(sign * answer.bound.value >= sign * best[answer.s] - rounding);
      }
      if (answer.proven_optimal && answer.rank <= 1) {
        CHECK(answer.solution.objective() == near(best[answer.s]));
        ++proven;
      }
      ++in_all;
      if (answer.rank > 1) continue;
      verify_claim(known.graph, known.values, test::claim_of(answer), run);
      Claim heavier = test::claim_of(answer);
      *heavier.weight += sign;
      CHECK_THROWS_AS(verify_claim(known.graph, known.values, heavier, run), VerificationError);
      Claim tighter = test::claim_of(answer);
      *(request.minimise ? tighter.lower_bound : tighter.upper_bound) = best[answer.s] - sign;
      tighter.gap.reset();
      CHECK_THROWS_AS(verify_claim(known.graph, known.values, tighter, run), VerificationError);
    }
    if (!request.keep_proofs || request.top) continue;
    const BoundCertificate certificate = make_certificate(found, run);
    const std::string text = certificate_json(known.graph, certificate);
    const BoundCertificate read = read_certificate(std::span<const char>(text), known.graph);
    CHECK(read.minimised == request.minimise);
    FindRequest unconnected = request;
    unconnected.connected = false;
    unconnected.exclude = read.exclude;
    const std::vector<double> of_all = best_objectives(known, unconnected);
    for (const CheckedBound& bound :
         verify_certificate(known.graph, known.values, read, SearchSteps::trust, run)) {
      CHECK(bound.minimised == request.minimise);
      if (request.minimise) {
        CHECK(bound.value <= of_all[bound.s] + rounding);
      } else {
        CHECK(bound.value >= of_all[bound.s] - rounding);
      }
    }
    for (std::size_t c = 0; c < read.claims.size(); ++c) {
      if (!read.claims[c].checkable()) continue;
      BoundCertificate bad = read;
      bad.claims[c].steps.back().value -= 1.0 + std::abs(bad.claims[c].steps.back().value);
      bad.claims[c].bound.reset();
      const double shown = of_all[read.claims[c].s];
      INFO("claim of s = " << read.claims[c].s << ", truth " << shown);
      CHECK_THROWS_AS(verify_certificate(known.graph, known.values, bad, SearchSteps::refuse, run),
                      VerificationError);
    }
    BoundCertificate turned = read;
    turned.minimised = !turned.minimised;
    if (known.graph.signed_weights() && known.graph.num_edges() > 0 && known.values.empty() && known.n > 2 &&
        request.sizes.back() > 2) {
      bool holds = true;
      try {
        for (const CheckedBound& bound :
             verify_certificate(known.graph, known.values, turned, SearchSteps::refuse, run)) {
          FindRequest other = unconnected;
          other.minimise = turned.minimised;
          const double truth = best_objectives(known, other)[bound.s];
          holds =
              holds && (turned.minimised ? bound.value <= truth + rounding : bound.value >= truth - rounding);
        }
      } catch (const VerificationError&) {
      }
      CHECK(holds);
    }
  }
  CHECK(proven > in_all * 3 / 4);
}

TEST_CASE("negative weights are refused by name where they make no sense") {
  const Graph graph = Graph::from_edges(std::vector<WeightedEdge>{{0, 1, -2.0}, {1, 2, 3.0}}, 3, RunContext(),
                                        WeightSigns::any);
  CHECK(graph.signed_weights());
  CHECK(graph.total_weight() == 1.0);
  CHECK(graph.weight_magnitude() == 5.0);
  CHECK_FALSE(negated(negated(graph)).total_weight() != 1.0);
  const auto names = [](const std::string& text, const char* word) {
    return text.find(word) != std::string::npos;
  };
  CHECK(names(refusal([&] { densest_subgraph(graph, {}, RunContext()); }), "densest sets need weights"));
  CHECK(names(refusal([&] { Graph::from_edges({{0, 1, -2.0}}); }), "option 'signs'"));
  CHECK(names(refusal([&] { find(graph, {.sizes = {2}, .core_of = CoreOrigin{.core = 1.0}}); }), "weights"));
  FindRequest lightest{.sizes = {2}, .minimise = true};
  CHECK(find(graph, lightest).answers.front().solution.weight == -2.0);
}

TEST_CASE("methods without signs refuse large graphs with negative weights and name the others") {
  std::vector<WeightedEdge> edges;
  for (Vertex v = 1; v < 2100; ++v) edges.push_back({v - 1, v, v % 3 == 0 ? -1.0 : 1.0});
  const Graph graph = Graph::from_edges(edges, 2100, RunContext(), WeightSigns::any);
  for (const MethodRow& row : methods()) {
    const Problem problem{.graph = graph, .s = 5};
    INFO(row.name);
    if (row.signs) {
      CHECK(solve(row.name, problem, {}, RunContext().part(2.0)).weight == 3.0);
    } else {
      const std::string said = refusal([&] { solve(row.name, problem, {}, RunContext()); });
      CHECK(said.find("use hybrid, tabu") != std::string::npos);
    }
  }
}

TEST_CASE("a search with vertices to include that weigh less than nothing towards the others keeps them") {
  const WeightedEdge edges[] = {{0, 1, -134062076238975}, {0, 2, 98085120896804},   {0, 3, -107116531407925},
                                {0, 4, 123523874360645},  {0, 7, 82831306855941},   {0, 8, 137497072979046},
                                {1, 4, 110434050996447},  {1, 5, -85234409345505},  {1, 6, 118852477898951},
                                {1, 7, 139925552275799},  {1, 8, 87764672690086},   {2, 4, -135091325709166},
                                {2, 7, 102474199076592},  {3, 5, -132483477609942}, {3, 6, 112062806115238},
                                {3, 7, 124893878294628},  {4, 6, -137435966801981}, {4, 8, 73624707598413},
                                {5, 6, 110019927112039},  {5, 8, -130187323288427}, {6, 7, 99783565417027}};
  const Graph graph = Graph::from_edges(edges, 9, RunContext(), WeightSigns::any);
  const std::vector<Weight> values = {-72424041631623, 80735743027314,   -88920817318344,
                                      112261252215401, -103475822878335, 73095802641525,
                                      -87476731142847, 88697893606835,   75662361006831};
  for (const bool connected : {false, true}) {
    for (Vertex v = 0; v < 9; ++v) {
      FindRequest request{.sizes = {1, 2, 3, 4, 5}, .include = {v}, .values = values, .connected = connected};
      for (const char* preset : {"fast", "default", "paper"}) {
        request.settings = {{"preset", preset}};
        for (const FindAnswer& answer : find(graph, request).answers) {
          INFO(v << " included, connected " << connected << ", " << preset << ", s = " << answer.s);
          REQUIRE(answer.solution.vertices.size() == answer.s);
          CHECK(std::ranges::binary_search(answer.solution.vertices, v));
        }
      }
    }
  }
}

TEST_CASE("certificates of lightest sets are taken wherever the run was stopped") {
  // Every pair without an edge weighs the same, so bounds by the largest weights are sums of equal numbers.
  constexpr Vertex n = 177;
  std::vector<WeightedEdge> edges;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1, 1.0 + 0.37e-9 * (v % 7)});
  const Graph graph = Graph::from_edges(edges, n);
  for (int k = 1; k < 60; ++k) {
    test::FakeClock clock(1.0 / k);
    FindRequest request{.sizes = {164}, .minimise = true};
    request.keep_proofs = true;
    request.effort = Effort::cheap;
    const FindResult found =
        find(graph, request, RunContext({.threads = 1, .time_limit = 1.0, .clock = &clock}));
    INFO("stopped at look " << k);
    CHECK_NOTHROW(verify_certificate(graph, {}, make_certificate(found), SearchSteps::trust));
  }
}

TEST_CASE("a proof ends where rounding alone keeps bound and weight apart") {
  const WeightedEdge edges[] = {{0, 1, -1.5}, {1, 2, 0.2}, {2, 3, -0.1}, {0, 2, 0.3},
                                {1, 3, 0.7},  {0, 3, 1.1}, {3, 4, -0.25}};
  const Graph graph = Graph::from_edges(edges, 5, RunContext(), WeightSigns::any);
  for (const Vertex s : {3u, 4u}) {
    FindRequest request{.sizes = {s}};
    request.effort = Effort::proof;
    const FindResult found = find(graph, request, RunContext({.time_limit = 60.0}));
    INFO("s = " << s);
    const FindAnswer& answer = found.answers.front();
    CHECK((answer.proven_optimal || answer.proven_within.value_or(1.0) <= 1e-8));
    CHECK(found.answers.front().solution.stop_reason != StopReason::deadline);
  }
}
