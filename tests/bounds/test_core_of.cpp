#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>
#include <lode/study/verify.hpp>

#include "bounds/all_sizes.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// A whole graph with a core of it.
struct CutGraph {
  Graph whole;
  DeclaredCore core;
};

/// Every core of some random graphs of 11 vertices: by every degree, or by strengths between those that
/// occur.
std::vector<CutGraph> cut_graphs() {
  std::vector<CutGraph> all;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(11, 0.15 + 0.08 * static_cast<double>(seed), seed, kind);
    if (graph.num_edges() == 0) continue;
    std::set<double> values;
    if (graph.weighted()) {
      for (const Weight core : strength_cores(graph).core) {
        if (core > 0.0) values.insert(core);
        if (core > 0.0) values.insert(0.7 * core);
      }
    } else {
      for (Vertex c = 1; c <= core_decomposition(graph).degeneracy; ++c) values.insert(c);
    }
    for (const double value : values) all.push_back({graph, cut_core(graph, value)});
  }
  return all;
}

SetFamily declared(const CoreOrigin& origin) { return {.core_of = origin}; }

/// Whether a bound is not below the truth, up to the rounding of real sums.
bool holds(const Graph& graph, double bound, double truth) {
  return bound >= truth * (graph.integral() ? 1.0 : 1.0 - 1e-12);
}

bool is_refuted(const Graph& graph, const BoundCertificate& certificate) {
  try {
    check_certificate(graph, certificate);
  } catch (const VerificationError&) {
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("bounds from a core alone hold for the whole graph, whatever was asked inside") {
  const RunContext run;
  int above_the_core = 0;
  int tight = 0;
  for (const CutGraph& cut : cut_graphs()) {
    const Graph& core = cut.core.graph;
    const std::vector<Vertex> sizes = test::all_sizes(core);
    INFO("core " << cut.core.origin.core << " of " << cut.whole.num_edges() << " edges");
    BoundPlan plan(core, declared(cut.core.origin), sizes, run);
    const auto check = [&] {
      for (const Vertex s : sizes) {
        INFO("s = " << s);
        const double truth = test::brute_force_densest(cut.whole, s);
        for (const Bound& bound : plan.ledger().bounds(s)) {
          INFO(bound.name);
          CHECK(holds(cut.whole, bound.value, truth));
          CHECK(bound.value >= plan.ledger().best(s).value);
        }
        CHECK(plan.ledger().best(s).name == "core-of");
        CHECK(plan.ledger().best(s).value >= plan.ledger().best_inside(s).value * (1.0 - 1e-12) - 1e-12);
      }
    };
    check();
    plan.add_cheap(run);
    check();
    for (const Vertex s : sizes) plan.tighten({s, plan.ledger().least_weight(s), 1e9}, run);
    for (const Vertex s : sizes) plan.ask("exact", {.s = s}, run);
    check();
    // With the optimum inside, the bound is what the inequality says.
    double lifted = 0.0;
    for (const Vertex s : sizes) {
      const double inside = test::brute_force_densest(core, s);
      const double added = core.weighted() ? cut.core.origin.core : cut.core.origin.core - 1.0;
      if (s > 1) lifted = std::max(inside, lifted + added);
      if (!core.weighted()) lifted = std::min(lifted, static_cast<double>(possible_edges(s)));
      CHECK(plan.ledger().best_inside(s).value == Approx(inside).epsilon(1e-8));
      CHECK(plan.ledger().best(s).value == Approx(lifted).epsilon(1e-8));
      above_the_core += lifted > inside;
      tight += lifted == test::brute_force_densest(cut.whole, s);
    }
  }
  CHECK(above_the_core > 100);
  CHECK(tight > 100);
}

TEST_CASE("bounds from a core alone know vertices to include and to exclude") {
  const RunContext run;
  int checked = 0;
  for (const CutGraph& cut : cut_graphs()) {
    const Graph& core = cut.core.graph;
    if (core.num_vertices() < 5) continue;
    std::vector<Vertex> original;
    for (Vertex v = 0; v < core.num_vertices(); ++v) {
      original.push_back(
          static_cast<Vertex>(*cut.whole.names().find(core.name(v), cut.whole.num_vertices())));
    }
    SetFamily family = declared(cut.core.origin);
    family.include = {1, 3};
    family.exclude = {0};
    const std::uint32_t held = test::mask_of(std::vector<Vertex>{original[1], original[3]});
    const std::uint32_t left_out = test::mask_of(std::vector<Vertex>{original[0]});
    std::vector<Vertex> sizes(core.num_vertices() - 2);
    std::iota(sizes.begin(), sizes.end(), Vertex{2});
    BoundPlan plan(core, family, sizes, run);
    plan.add_cheap(run);
    const auto check = [&] {
      for (const Vertex s : sizes) {
        const auto truth = test::brute_force_densest(cut.whole, s, [&](std::uint32_t mask) {
          return (mask & held) == held && (mask & left_out) == 0;
        });
        REQUIRE(truth);
        CHECK(holds(cut.whole, plan.ledger().best(s).value, *truth));
        ++checked;
      }
    };
    check();
    for (const Vertex s : sizes) plan.tighten({s, plan.ledger().least_weight(s), 1e8}, run);
    check();
    const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
    const BoundCertificate read =
        read_certificate(std::span<const char>(certificate_json(core, certificate)), core);
    for (const CheckedBound& bound : check_certificate(core, family, read)) {
      CHECK(holds(core, bound.value, plan.ledger().best(bound.s).value));
      CHECK(bound.core_of == cut.core.origin.core);
    }
  }
  CHECK(checked > 100);
}

TEST_CASE("certificates of declared cores are read again, checked, and refuted when they say less") {
  const RunContext run;
  int lowered = 0;
  for (const CutGraph& cut : cut_graphs()) {
    const Graph& core = cut.core.graph;
    const std::vector<Vertex> sizes = test::all_sizes(core);
    BoundPlan plan(core, declared(cut.core.origin), sizes, run);
    plan.add_cheap(run);
    const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
    const std::string text = certificate_json(core, certificate);
    const BoundCertificate read = read_certificate(std::span<const char>(text), core);
    CHECK(certificate_json(core, read) == text);
    CHECK(check_certificate(core, declared(cut.core.origin), read).size() == sizes.size());
    for (const CheckedBound& bound : check_certificate(core, read)) {
      INFO("s = " << bound.s);
      CHECK(bound.core_of == cut.core.origin.core);
      CHECK(bound.bound == "core-of");
      CHECK(holds(core, bound.value, plan.ledger().best(bound.s).value));
      CHECK(bound.value == Approx(plan.ledger().best(bound.s).value));
    }
    BoundCertificate bad = read;
    bad.core_of.reset();
    CHECK(is_refuted(core, bad));
    bad.core_of = cut.core.origin.core + 1000.0;
    CHECK(is_refuted(core, bad));
    CHECK_THROWS_AS(check_certificate(core, SetFamily(), read), VerificationError);
    CoreOrigin other = cut.core.origin;
    other.core *= 2.0;
    CHECK_THROWS_AS(check_certificate(core, declared(other), read), VerificationError);
    for (std::size_t c = 0; c < read.claims.size(); ++c) {
      const auto& steps = read.claims[c].steps;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].rule != "core-of") continue;
        bad = read;
        auto& step = bad.claims[c].steps[i];
        step.value = core.integral() ? step.value - 1.0 : step.value * (1.0 - 1e-9) - 1e-12;
        CHECK(is_refuted(core, bad));
        ++lowered;
        if (i == 0) continue;
        // Without the bound inside the core, or with it as the bound of a smaller size, nothing is proven.
        bad = read;
        bad.claims[c].steps[i - 1].s = 1;
        CHECK((steps[i - 1].s == 1 || is_refuted(core, bad)));
      }
      bad = read;
      bad.claims[c].steps.back().rule = "trivial";
      CHECK(is_refuted(core, bad));
    }
  }
  CHECK(lowered > 500);
}

TEST_CASE("a claim about the core alone is no claim about the whole graph") {
  const Graph path = Graph::from_edges(std::vector<Edge>{{0, 1}, {1, 2}, {0, 2}});
  BoundCertificate certificate;
  certificate.core_of = 2.0;
  certificate.claims.push_back({3, "trivial", {{3, 3.0, "trivial"}}});
  CHECK_THROWS_WITH(check_certificate(path, certificate), Catch::Contains("inside the core alone"));
  certificate.claims[0].steps.push_back({3, 3.0, "core-of"});
  CHECK(check_certificate(path, certificate).at(0).value == 3.0);
  certificate.claims[0].steps.back().s = 2;
  CHECK(is_refuted(path, certificate));
  certificate.claims[0].steps.back() = {3, 2.0, "core-of"};
  CHECK(is_refuted(path, certificate));
  certificate.core_of = 3.0;
  CHECK_THROWS_WITH(check_certificate(path, certificate), Catch::Contains("degree 2"));
}

TEST_CASE("a bound of one vertex outside allows for the rounding of its sum") {
  const Graph triangle = Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 1.5}, {1, 2, 1.5}, {0, 2, 1.5}});
  BoundCertificate certificate;
  certificate.core_of = 3.0;
  // A single vertex may be said to weigh a little: 3 more than that is above 3, and rounds to 3.
  certificate.claims.push_back(
      {2, "core-of", {{1, 0x1p-70, "core-of"}, {2, 2.0, "trivial"}, {2, 3.0, "core-of"}}});
  CHECK(is_refuted(triangle, certificate));
  certificate.claims[0].steps[2].value = std::nextafter(3.0, 4.0);
  CHECK_FALSE(is_refuted(triangle, certificate));
  certificate.claims[0].steps[0].value = 0.0;  // nothing is rounded
  certificate.claims[0].steps[2].value = 3.0;
  CHECK_FALSE(is_refuted(triangle, certificate));
}

TEST_CASE("stated bounds lower those of the whole graph, and rest on trust") {
  const RunContext run;
  // Four vertices of a cube have four edges, and four outside a 3-core may have five.
  std::vector<Edge> cube;
  for (Vertex u = 0; u < 8; ++u) {
    for (const Vertex bit : {1u, 2u, 4u}) {
      if ((u & bit) == 0) cube.push_back({u, u | bit});
    }
  }
  const Graph core = Graph::from_edges(cube);
  CoreOrigin origin{.core = 3, .vertices = 12, .edges = 20};
  const std::vector<Vertex> sizes = {3, 4, 5};
  BoundPlan plain(core, declared(origin), sizes, run);
  plain.add_cheap(run);
  CHECK(plain.ledger().best(4).value > 4.0);
  origin.bounds = {{.size = 0, .value = 20.0, .rule = "trivial"}, {.size = 4, .value = 4.5, .rule = "lp"}};
  BoundPlan plan(core, declared(origin), sizes, run);
  plan.add_cheap(run);
  CHECK(plan.ledger().best(4).value == 4.0);
  CHECK(plan.ledger().best(4).name == "stated");
  CHECK(plan.ledger().best(3).value == 3.0);
  CHECK(plan.ledger().best(5).value <= plain.ledger().best(5).value);
  const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
  const std::vector<CheckedBound> checked = check_certificate(core, certificate);
  REQUIRE(checked.size() == 3);
  CHECK(checked[1].stated == std::vector<std::pair<Vertex, double>>{{4, 4.0}});
  CHECK(checked[1].unchecked.empty());
  CHECK_THROWS_WITH(verify_certificate(core, {}, certificate, SearchSteps::refuse),
                    Catch::Contains("a bound that the input stated"));
  CHECK(verify_certificate(core, {}, certificate, SearchSteps::trust).size() == 3);
  BoundCertificate undeclared = certificate;
  undeclared.core_of.reset();
  CHECK(is_refuted(core, undeclared));
  // What a set inside the core refutes is refuted.
  origin.bounds = {{.size = 4, .value = 3.0, .rule = "lp"}};
  FindRequest request{.sizes = {4}, .core_of = origin};
  CHECK_THROWS_WITH(find(core, request, run), Catch::Contains("stated bounds allow"));
}

TEST_CASE("answers from a declared core are judged by the whole graph") {
  const RunContext run;
  for (const CutGraph& cut : cut_graphs()) {
    const Graph& core = cut.core.graph;
    if (core.num_vertices() < 3) continue;
    for (const char* method : {"hybrid", "exact"}) {
      FindRequest request{.sizes = test::all_sizes(core), .method = method, .core_of = cut.core.origin};
      const FindResult result = find(core, request, run);
      REQUIRE(result.answers.size() == core.num_vertices());
      for (const FindAnswer& answer : result.answers) {
        const double truth = test::brute_force_densest(cut.whole, answer.s);
        INFO(method << ", s = " << answer.s);
        CHECK(answer.bound.name == "core-of");
        CHECK(holds(cut.whole, answer.bound.value, truth));
        if (answer.proven_optimal) CHECK(answer.solution.weight == Approx(truth));
      }
    }
  }
}

TEST_CASE("what cannot be a core, and what a core cannot have, is refused") {
  const RunContext run;
  const Graph graph = test::random_graph(9, 0.6, 3);
  const std::vector<Vertex> sizes = {3};
  const auto refused = [&](const SetFamily& family) {
    return find_bounds(graph, family, sizes, Effort::cheap, Proofs::drop, run);
  };
  CHECK_THROWS_AS(refused(declared({.core = 9.0})), InputError);
  CHECK_THROWS_AS(refused(declared({.core = 1.5})), InputError);
  SetFamily valued = declared({.core = 1.0});
  valued.values.assign(9, 1.0);
  CHECK_THROWS_WITH(refused(valued), Catch::Contains("none for the vertices outside"));
  const FindRequest request{.sizes = {10}, .core_of = CoreOrigin{.core = 1.0}};
  CHECK_THROWS_WITH(find(graph, request, run), Catch::Contains("reach outside"));
  CHECK_NOTHROW(check_same_core(graph, 1.0, {}));
  CHECK_THROWS_AS(check_same_core(graph, 9.0, {}), VerificationError);
  CHECK_THROWS_AS(check_same_core(graph, {}, CoreOrigin{.core = 1.0}), VerificationError);
  CHECK_THROWS_AS(check_same_core(graph, 1.0, CoreOrigin{.core = 2.0}), VerificationError);
}

TEST_CASE("stated bounds know vertices to include") {
  const RunContext run;
  std::vector<Edge> wheel;
  for (Vertex v = 1; v < 9; ++v) wheel.insert(wheel.end(), {{0, v}, {v, v == 8 ? 1 : v + 1}});
  const Graph core = Graph::from_edges(wheel);
  SetFamily family = declared({.core = 3.0, .vertices = 12, .edges = 22});
  family.include = {1, 5};
  const std::vector<Vertex> sizes = {2, 4, 6};
  BoundPlan plain(core, family, sizes, run);
  plain.add_cheap(run);
  family.core_of->bounds = {{.size = 5, .value = 7.5, .rule = "lp"}};
  BoundPlan plan(core, family, sizes, run);
  plan.add_cheap(run);
  CHECK(plain.ledger().best(4).value <= 7.0);
  CHECK(plan.ledger().best(4).value <= plain.ledger().best(4).value);
  CHECK(plan.ledger().best(6).value <= 7.0 + 2.0 + 5.0);
  family.core_of->bounds = {{.size = 4, .value = plain.ledger().best(4).value - 1.0, .rule = "lp"}};
  BoundPlan lower(core, family, sizes, run);
  CHECK(lower.ledger().best(4).value == plain.ledger().best(4).value - 1.0);
  CHECK(lower.ledger().best(4).name == "stated");
  const std::vector<CheckedBound> checked =
      check_certificate(core, family, make_certificate(lower.ledger(), sizes, run));
  CHECK(checked[1].stated.back() == std::pair<Vertex, double>{4, plain.ledger().best(4).value - 1.0});
}
