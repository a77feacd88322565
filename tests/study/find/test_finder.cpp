#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>
#include <lode/study/verify.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "graph/karate_club.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The weight of the best set of every size, by trying all.
std::vector<Weight> best_weights(const Graph& graph) {
  std::vector<Weight> best(graph.num_vertices() + std::size_t{1}, 0.0);
  for (std::uint32_t mask = 1; mask < (std::uint32_t{1} << graph.num_vertices()); ++mask) {
    VertexSet set;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (mask >> v & 1) set.push_back(v);
    }
    best[set.size()] = std::max(best[set.size()], induced_totals(graph, set).weight);
  }
  return best;
}

void check_answer(const Graph& graph, const FindAnswer& answer) {
  CHECK(answer.solution.vertices.size() == answer.s);
  const InducedTotals totals = induced_totals(graph, answer.solution.vertices);
  CHECK(answer.solution.edges == totals.edges);
  CHECK(answer.solution.weight == totals.weight);
  CHECK(answer.bound.value >= totals.weight);
  CHECK(answer.gap == relative_gap(answer.bound.value, totals.weight));
  CHECK(answer.edge_density() == weight_density(totals.weight, answer.s));
}

}  // namespace

TEST_CASE("find gives the best sets of small graphs, in the order asked, with bounds that hold") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph graph =
        test::random_graph(12, 0.5, seed, seed % 2 ? test::TestWeights::none : test::TestWeights::real);
    const std::vector<Weight> best = best_weights(graph);
    for (const Effort effort :
         {Effort::none, Effort::cheap, Effort::automatic, Effort::strong, Effort::proof}) {
      const RunContext run({.time_limit = effort == Effort::proof ? 600.0 : 0.5});
      const FindResult found = find(graph, {.sizes = {7, 3, 12, 1}, .effort = effort}, run);
      REQUIRE(found.answers.size() == 4);
      const Vertex asked[] = {7, 3, 12, 1};
      for (std::size_t i = 0; i < 4; ++i) {
        const FindAnswer& answer = found.answers[i];
        REQUIRE(answer.s == asked[i]);
        check_answer(graph, answer);
        CHECK(answer.solution.weight == Approx(best[answer.s]));
        CHECK(answer.rank == 0);
        if (effort == Effort::proof) CHECK(answer.proven_optimal);
      }
    }
  }
}

TEST_CASE("connected answers of small graphs are proven with bounds on connected sets") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed, 74);
    const auto n = static_cast<Vertex>(6 + rng.below(7));
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(n, 0.1 + 0.3 * rng.uniform(), seed, kind, 1.0);
    FindRequest request{.sizes = {static_cast<Vertex>(2 + rng.below(5))}, .connected = true};
    request.minimise = seed % 2 == 0;
    if (seed % 5 == 0) request.include = {static_cast<Vertex>(rng.below(n))};
    if (seed % 7 == 0) request.values.assign(n, 0.5);
    const double sign = request.minimise ? -1.0 : 1.0;
    std::optional<double> best;
    for (std::uint32_t mask = 0; mask < std::uint32_t{1} << n; ++mask) {
      VertexSet set;
      for (Vertex v = 0; v < n; ++v) {
        if (mask >> v & 1) set.push_back(v);
      }
      if (set.size() != request.sizes.front() || !test::induces_connected(graph, set)) continue;
      if (!std::ranges::includes(set, request.include)) continue;
      const double weight = sign * (induced_totals(graph, set).weight + sum_of_values(request.values, set));
      best = std::max(best.value_or(weight), weight);
    }
    INFO("seed " << seed);
    if (!best) {
      CHECK_THROWS_AS(find(graph, request), InvalidArgument);
      continue;
    }
    const FindAnswer answer = find(graph, request).answers.front();
    CHECK(answer.proven_optimal);
    CHECK(sign * answer.solution.objective() == Approx(*best));
    CHECK(sign * answer.bound.value >= *best - 1e-12 * std::abs(*best));
    CHECK(answer.bound_on().starts_with("connected sets"));
  }
}

TEST_CASE("a proof of a connected answer ends, and its certificate is of the component") {
  // A clique of 12 vertices, and a cycle of 5.
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 12; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  for (Vertex i = 0; i < 5; ++i) edges.push_back({12 + i, 12 + (i + 1) % 5});
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  FindRequest request{.sizes = {5}, .include = {12}, .connected = true};
  request.effort = Effort::proof;
  request.keep_proofs = true;
  const FindResult found = find(graph, request);
  CHECK(found.answers.front().proven_optimal);
  CHECK(found.answers.front().bound.value == 5.0);
  CHECK(found.answers.front().exclude.vertices.empty());
  const BoundCertificate certificate = make_certificate(found);
  CHECK(certificate.exclude.size() == 12);
  CHECK(verify_certificate(graph, {}, certificate, SearchSteps::refuse, RunContext()).front().value == 5.0);
  request = {.sizes = {3, 8}, .connected = true, .minimise = true};
  request.effort = Effort::proof;
  for (const FindAnswer& answer : find(test::karate_club(), request).answers) {
    CHECK(answer.proven_optimal);
    CHECK(answer.bound.value == answer.s - 1.0);
  }
}

TEST_CASE("sizes far apart are searched as each of them alone") {
  const Graph graph = test::random_graph(120, 0.1, 21);
  const std::vector<Vertex> sizes = {9, 20, 45, 80};
  const FindResult together = find(graph, {.sizes = sizes}, RunContext());
  REQUIRE(together.answers.size() == sizes.size());
  for (const FindAnswer& answer : together.answers) {
    check_answer(graph, answer);
    const FindResult alone = find(graph, {.sizes = {answer.s}}, RunContext());
    CHECK(answer.solution.vertices == alone.answers.front().solution.vertices);
    CHECK(answer.solution.iterations == alone.answers.front().solution.iterations);
  }
}

TEST_CASE("find speaks of the graph it was given, whatever it leaves out") {
  const Graph graph = test::random_graph(14, 0.6, 3);
  const FindRequest request{.sizes = {5}, .include = {4}, .exclude = {0, 1, 7}};
  const FindResult found = find(graph, request, RunContext());
  REQUIRE(found.answers.size() == 1);
  const FindAnswer& answer = found.answers.front();
  check_answer(graph, answer);
  CHECK(std::count(answer.solution.vertices.begin(), answer.solution.vertices.end(), Vertex{4}) == 1);
  for (const Vertex v : request.exclude) {
    CHECK(std::count(answer.solution.vertices.begin(), answer.solution.vertices.end(), v) == 0);
  }
  CHECK(answer.include.vertices == request.include);
  CHECK(answer.exclude.vertices == request.exclude);
}

TEST_CASE("find gives several answers that share no more than was asked") {
  const Graph graph = test::random_graph(20, 0.5, 5);
  const FindResult found = find(graph, {.sizes = {4, 6}, .top = 3, .max_overlap = 0.25}, RunContext());
  REQUIRE(found.answers.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    check_answer(graph, found.answers[i]);
    CHECK(found.answers[i].rank == static_cast<int>(i % 3) + 1);
    for (std::size_t j = i / 3 * 3; j < i; ++j) {
      VertexSet shared;
      std::set_intersection(found.answers[i].solution.vertices.begin(),
                            found.answers[i].solution.vertices.end(),
                            found.answers[j].solution.vertices.begin(),
                            found.answers[j].solution.vertices.end(), std::back_inserter(shared));
      CHECK(shared.size() <= found.answers[i].s / 4);
    }
  }
}

TEST_CASE(
    "an answer that shares nothing with earlier ones is bounded among the sets without their vertices") {
  int closer = 0;
  int proven = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(14, 0.5, seed, kind);
    FindRequest request{.sizes = {4}, .top = 3, .max_overlap = 0.0, .effort = static_cast<Effort>(seed % 5)};
    if (seed % 4 == 1) request.method = "exact";
    if (seed % 4 == 2) request.exclude = {3, 7};
    const FindResult found = find(graph, request, RunContext({.threads = 1}));
    CHECK(found.defect.empty());
    REQUIRE(found.answers.size() == 3);
    std::uint32_t taken = test::mask_of(request.exclude);
    for (const FindAnswer& answer : found.answers) {
      INFO("seed " << seed << ", answer " << answer.rank << " of weight " << answer.solution.weight
                   << ", bound " << answer.bound.value << " on " << answer.bound_on());
      const double best =
          *test::brute_force_densest(graph, 4, [&](std::uint32_t set) { return (set & taken) == 0; });
      CHECK(answer.bound.value >= best * (1.0 - 1e-12));
      CHECK(answer.bound.value <= found.answers.front().bound.value);
      CHECK(test::mask_of(answer.earlier.vertices) == (taken & ~test::mask_of(request.exclude)));
      CHECK((answer.bound_on().find("no vertex of earlier answers") != std::string::npos) ==
            (answer.rank > 1));
      if (answer.proven_optimal) CHECK(answer.solution.weight >= best * (1.0 - 1e-9));
      closer += answer.bound.value < found.answers.front().bound.value ? 1 : 0;
      proven += answer.rank > 1 && answer.proven_optimal ? 1 : 0;
      taken |= test::mask_of(answer.solution.vertices);
    }
  }
  CHECK(closer > 20);
  CHECK(proven > 20);
}

TEST_CASE("where answers may share vertices, or proofs are kept, bounds are on all sets and say so") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Graph graph = test::random_graph(12, 0.5, seed, static_cast<test::TestWeights>(seed % 3));
    FindRequest request{.sizes = {5}, .top = 3, .max_overlap = seed % 2 == 0 ? 0.5 : 0.0};
    request.keep_proofs = seed % 2 == 1;
    if (seed % 3 != 1) request.method = "exact";
    const FindResult found = find(graph, request, RunContext({.threads = 1}));
    const double best = test::brute_force_densest(graph, 5);
    for (const FindAnswer& answer : found.answers) {
      INFO("seed " << seed << ", answer " << answer.rank);
      CHECK(answer.bound.value >= best * (1.0 - 1e-12));
      CHECK(answer.earlier.vertices.empty());
      CHECK(answer.bound_on() ==
            (answer.rank == 1 ? "" : "all sets, whatever they share with earlier answers"));
    }
  }
}

TEST_CASE("find tells of a proof as it goes on") {
  const Graph graph = gnp({.num_vertices = 40, .probability = 0.5, .seed = 2});
  std::vector<Vertex> begun;
  std::vector<ProofEvent> log;
  const FindResult found = find(graph, {.sizes = {10}, .effort = Effort::proof},
                                {.proof_begins = [&](Vertex s) { begun.push_back(s); },
                                 .proof = [&](const ProofEvent& event) { log.push_back(event); }},
                                RunContext({.time_limit = 20.0}));
  REQUIRE(found.answers.size() == 1);
  CHECK(begun == std::vector<Vertex>{10});
  REQUIRE(!log.empty());
  for (std::size_t i = 1; i < log.size(); ++i) {
    CHECK(log[i].best >= log[i - 1].best);
    CHECK(log[i].bound <= log[i - 1].bound);
    CHECK(log[i].seconds >= log[i - 1].seconds);
  }
  CHECK(log.back().best == found.answers.front().solution.weight);
}

TEST_CASE("what find keeps of its bounds makes a certificate that holds") {
  const Graph graph = test::random_graph(16, 0.5, 9);
  const RunContext run({.time_limit = 2.0});
  const FindResult found = find(graph, {.sizes = {5, 8}, .effort = Effort::strong, .keep_proofs = true}, run);
  const std::vector<CheckedBound> checked =
      check_certificate(graph, make_certificate(*found.ledger, {5, 8}, RunContext()));
  REQUIRE(checked.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) CHECK(checked[i].value >= found.answers[i].solution.weight);
}

TEST_CASE("one size needs no request, and nothing needs a run") {
  const Graph graph = test::karate_club();
  const FindAnswer one = find(graph, 5).answers.front();
  CHECK(one.solution.vertices == find(graph, {.sizes = {5}}).answers.front().solution.vertices);
  CHECK(one.solution.weight == 10.0);
  CHECK(find(graph, 5, RunContext({.seed = 3})).answers.front().seed == 3);
  CHECK_THROWS_AS(find(graph, 35), InvalidArgument);
}

namespace {

/// What is asked for with a certificate: it holds without trust exactly where the answer says so. Returns how
/// many answers are not checkable.
int check_certificates(const Graph& graph, FindRequest request, const RunContext& run) {
  request.keep_proofs = true;
  FindResult found = find(graph, request, run);
  const BoundCertificate certificate = make_certificate(found);
  REQUIRE(certificate.claims.size() == found.answers.size());
  mark_checkable(found.answers, certificate);
  int unchecked = 0;
  for (const FindAnswer& answer : found.answers) {
    CAPTURE(answer.s, to_string(request.effort), answer.bound.name);
    REQUIRE(answer.checkable);
    BoundCertificate one = certificate;
    std::erase_if(one.claims, [&](const auto& claim) { return claim.s != answer.s; });
    REQUIRE(one.claims.size() == 1);
    if (*answer.checkable) {
      const auto checked = verify_certificate(graph, {}, one, SearchSteps::refuse, RunContext());
      CHECK(least_meeting(checked.front().value, sums_of(graph.integral())) <= answer.bound.value);
      CHECK(checked.front().value >= answer.solution.weight);
    } else {
      ++unchecked;
      UNSCOPED_INFO(
          "s = " << answer.s << ": "
                 << fmt::format("{} {} {}", answer.bound.name, answer.bound.value, answer.solution.weight));
      const bool proven_elsewhere = one.claims.front().checkable();
      if (!proven_elsewhere) {
        CHECK_THROWS_AS(verify_certificate(graph, {}, one, SearchSteps::refuse, RunContext()),
                        VerificationError);
      }
    }
  }
  return unchecked;
}

std::vector<Vertex> all_sizes(const Graph& graph) {
  std::vector<Vertex> sizes(graph.num_vertices());
  std::iota(sizes.begin(), sizes.end(), Vertex{1});
  return sizes;
}

}  // namespace

TEST_CASE("a certificate that is asked for can be checked, or the answer says that it cannot") {
  const Effort efforts[] = {Effort::none, Effort::cheap, Effort::automatic, Effort::strong, Effort::proof};
  const Graph karate = test::karate_club();
  for (const Effort effort : efforts) {
    const RunContext run({.threads = 1, .time_limit = effort == Effort::proof ? 600.0 : HUGE_VAL});
    CHECK(check_certificates(karate, {.sizes = all_sizes(karate), .effort = effort}, run) == 0);
    for (const Vertex s : {7u, 8u, 10u}) {
      CHECK(check_certificates(karate, {.sizes = {s}, .effort = effort}, run) == 0);
      CHECK(check_certificates(karate, {.sizes = {s}, .include = {11}, .exclude = {0}, .effort = effort},
                               run) == 0);
      CHECK(check_certificates(karate, {.sizes = {s}, .method = "exact", .effort = effort}, run) == 0);
    }
  }
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto weights = seed % 2 ? test::TestWeights::real : test::TestWeights::integral;
    const Graph graph = test::random_graph(30, 0.2, seed, weights);
    for (const Effort effort : efforts) {
      if (effort == Effort::proof) continue;
      INFO("seed " << seed << ", " << to_string(effort));
      CHECK(check_certificates(graph, {.sizes = {3, 5, 9, 14}, .effort = effort},
                               RunContext({.threads = 1})) == 0);
    }
  }
}

TEST_CASE("what no rule can check at small cost is said not to be checkable") {
  // More vertices than the search with semidefinite bounds takes: small sizes are settled by enumeration.
  const Graph graph = gnp({.num_vertices = 400, .probability = 0.08, .seed = 3});
  CHECK(check_certificates(graph, {.sizes = {7}}, RunContext()) == 1);
  // What is not kept is not spoken of.
  CHECK(!find(graph, 7).answers.front().checkable);
}

TEST_CASE("find has an answer for the first size even when it is cancelled at once") {
  const Graph graph = test::random_graph(30, 0.3, 1);
  const std::atomic<bool> cancel{true};
  const FindResult found = find(graph, {.sizes = {9, 4}}, RunContext({.cancel = &cancel}));
  REQUIRE(!found.answers.empty());
  check_answer(graph, found.answers.front());
}

TEST_CASE("find refuses what makes no sense") {
  const Graph graph = test::random_graph(9, 0.5, 1);
  const RunContext run;
  CHECK_THROWS_AS(find(graph, {.sizes = {}}, run), InvalidArgument);
  CHECK_THROWS_AS(find(graph, {.sizes = {0}}, run), InvalidArgument);
  CHECK_THROWS_AS(find(graph, {.sizes = {10}}, run), InvalidArgument);
  CHECK_THROWS_AS(find(graph, {.sizes = {3, 4, 3}}, run), InvalidArgument);
  CHECK_THROWS_AS(find(graph, {.sizes = {3}, .method = "none such"}, run), InvalidArgument);
  CHECK_THROWS_AS(find(graph, {.sizes = {3}, .settings = {{"none-such", "1"}}}, run), InvalidArgument);
  CHECK_THROWS_AS(find(graph, {.sizes = {3}, .exclude = {99}}, run), InvalidArgument);
  CHECK_THROWS_AS(find(graph, {.sizes = {3}, .top = 0}, run), InvalidArgument);
}

TEST_CASE("bounds of several sizes hold, the least first") {
  const Graph graph = test::random_graph(12, 0.5, 4, test::TestWeights::real);
  const std::vector<Weight> best = best_weights(graph);
  for (const Effort effort : {Effort::none, Effort::cheap, Effort::strong}) {
    const BoundsResult found =
        find_bounds(graph, {9, 2, 5}, effort, Proofs::drop, RunContext({.time_limit = 2.0}));
    REQUIRE(found.bounds.size() == 3);
    const Vertex asked[] = {9, 2, 5};
    for (std::size_t i = 0; i < 3; ++i) {
      REQUIRE(!found.bounds[i].empty());
      for (const Bound& bound : found.bounds[i]) {
        CHECK(bound.s == asked[i]);
        CHECK(bound.value >= best[asked[i]] * (1.0 - 1e-12));
        CHECK(bound.value >= found.bounds[i].front().value);
      }
    }
  }
  CHECK_THROWS_AS(find_bounds(graph, {0}, Effort::cheap, Proofs::drop, RunContext()), InvalidArgument);
  CHECK_THROWS_AS(find_bounds(graph, {3}, Effort::proof, Proofs::drop, RunContext()), InvalidArgument);
}

TEST_CASE("an answer that is optimal in a declared core alone did not stop as optimal") {
  // Two vertices outside may share an edge of weight 4.
  const Graph core = Graph::from_edges({{0, 1, 2.0}, {0, 2, 3.0}, {1, 2, 3.0}});
  for (const MethodRow& row : methods()) {
    INFO(row.name);
    FindRequest request{.sizes = {2}, .method = std::string(row.name), .core_of = CoreOrigin{.core = 5.0}};
    const FindAnswer answer = find(core, request).answers.front();
    CHECK(answer.bound.value >= 4.0);
    CHECK_FALSE(answer.proven_optimal);
    CHECK(answer.solution.stop_reason != StopReason::optimal);
  }
}
