#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/hard_families.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::HardFamily;

namespace {

/// Work of a strong rule, which is far more than so small graphs need.
constexpr double plenty = 2e7;

/// How many families are drawn; LODE_TEST_FAMILIES asks for another number.
std::uint64_t families() {
  const char* asked = std::getenv("LODE_TEST_FAMILIES");
  return asked ? std::strtoull(asked, nullptr, 10) : 250;
}

bool is_refused(const HardFamily& known, const BoundCertificate& certificate) {
  try {
    check_certificate(known.graph(), known.family(), certificate);
  } catch (const VerificationError&) {
    return true;
  }
  return false;
}

void check_bounds(const HardFamily& known, const BoundLedger& ledger) {
  for (const Vertex s : known.sizes()) {
    for (const Bound& bound : ledger.bounds(s)) {
      INFO(fmt::format("s = {}: {} by {}, the heaviest set weighs {}", s, bound.value, bound.name,
                       known.heaviest(s)));
      CHECK_FALSE(known.exceeds(bound.value, s));
    }
  }
}

/// What a certificate claims is true, the checker takes it, and it takes no less than the truth.
void check_proofs(const HardFamily& known, const BoundLedger& ledger, const RunContext& run) {
  const BoundCertificate good = make_certificate(ledger, known.sizes(), run);
  for (const CheckedBound& bound : check_certificate(known.graph(), known.family(), good, run)) {
    INFO("s = " << bound.s << ": " << bound.value << " certified by " << bound.bound);
    CHECK_FALSE(known.exceeds(bound.value, bound.s));
  }
  for (std::size_t c = 0; c < good.claims.size(); ++c) {
    const Vertex s = good.claims[c].s;
    if (good.claims[c].steps.back().rule == "search") continue;
    BoundCertificate bad = good;
    bad.claims[c].bound.reset();
    double& value = bad.claims[c].steps.back().value;
    const ReducedFamily& family = ledger.family();
    const double to_graph = known.below_heaviest(s);
    value = family.weight_in_part(family.to_part(s), to_graph);
    const double gap = std::max({std::abs(family.base), std::abs(value), std::abs(to_graph) / family.unit});
    for (double step = std::max(gap * 0x1p-53, std::numeric_limits<double>::denorm_min());
         !known.exceeds(family.graph_bound(family.to_part(s), value), s); step *= 2.0) {
      value -= step;
    }
    INFO("s = " << s << ", " << good.claims[c].bound_rule << " lowered to " << value);
    CHECK(is_refused(known, bad));
  }
}

}  // namespace

TEST_CASE("no rule bounds a family of sets below its heaviest set, whatever the weights and demands",
          "[slow]") {
  const RunContext run;
  for (std::uint64_t seed = 0; seed < families(); ++seed) {
    const HardFamily known(seed);
    INFO(known.description());
    if (known.sizes().empty()) continue;
    for (const BoundRule* rule : bound_rules()) {
      if (rule->name == "core-of" || rule->name == "stated") continue;
      BoundPlan plan(known.graph(), known.family(), known.sizes(), run);
      if (is_cheap(*rule)) {
        plan.ask(rule->name, {}, run);
      } else {
        const Vertex s = known.sizes()[seed % known.sizes().size()];
        plan.ask(rule->name, {.s = s, .incumbent = plan.ledger().least_weight(s), .work = plenty}, run);
      }
      check_bounds(known, plan.ledger());
    }
  }
}

TEST_CASE("certificates of any family claim what is true, and lower claims are refused") {
  const RunContext run;
  for (std::uint64_t seed = 0; seed < families(); ++seed) {
    const HardFamily known(seed);
    INFO(known.description());
    if (known.sizes().empty()) continue;
    BoundPlan plan(known.graph(), known.family(), known.sizes(), run);
    plan.add_cheap(run);
    const bool is_strong = seed % 3 != 0;
    for (const Vertex s : known.sizes()) {
      if (is_strong) plan.tighten({.s = s, .incumbent = known.heaviest(s), .work = plenty}, run);
    }
    check_bounds(known, plan.ledger());
    check_proofs(known, plan.ledger(), run);
  }
}

TEST_CASE("find never proves less than the heaviest set, whatever the weights and demands") {
  const RunContext run({.threads = 1});
  for (std::uint64_t seed = 0; seed < families(); ++seed) {
    const HardFamily known(seed);
    INFO(known.description());
    if (known.sizes().empty() || !known.family().values.empty()) continue;
    FindRequest request{.sizes = known.sizes(), .effort = static_cast<Effort>(seed % 5)};
    request.include = known.family().include;
    request.exclude = known.family().exclude;
    const FindResult found = find(known.graph(), request, run);
    REQUIRE(found.answers.size() == known.sizes().size());
    for (const FindAnswer& answer : found.answers) {
      INFO("s = " << answer.s << ", weight " << answer.solution.weight << ", bound " << answer.bound.value
                  << " by " << answer.bound.name);
      CHECK_FALSE(known.exceeds(answer.bound.value, answer.s));
      CHECK(answer.bound.value >= answer.solution.weight);
      if (request.effort == Effort::proof) CHECK(answer.proven_optimal);
    }
  }
}

TEST_CASE("a reduced family that says less than the input is refused") {
  int tampered = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const HardFamily known(seed);
    INFO(known.description());
    if (known.sizes().empty()) continue;
    const ReducedFamily good = reduce_family(known.graph(), known.family());
    CHECK_NOTHROW(lode::subgraph::detail::check_reduced_family(known.graph(), known.family(), good));
    const auto refused = [&](const ReducedFamily& bad) {
      ++tampered;
      CHECK_THROWS_AS(lode::subgraph::detail::check_reduced_family(known.graph(), known.family(), bad),
                      VerificationError);
    };
    const double infinity = std::numeric_limits<double>::infinity();
    ReducedFamily bad = good;
    bad.base = std::nextafter(good.base, -infinity);
    const bool is_integral = good.part.graph.integral();
    if (is_integral && !good.include.empty()) refused(bad);
    if (is_integral) bad.base = good.base - 1.0;
    if (is_integral) refused(bad);
    if (good.part.graph.num_vertices() > 0) {
      bad = good;
      if (good.part.whole()) {
        bad.part.original = {0};
      } else {
        bad.part.original.pop_back();
      }
      if (bad.part.original.size() != good.part.graph.num_vertices()) refused(bad);
      bad = good;
      bad.exclude.push_back(good.part.to_graph(good.part.graph.num_vertices() - 1));
      refused(bad);
    }
    if (std::ranges::any_of(good.part.graph.weights(), [](Weight weight) { return weight > 0.0; })) {
      for (const double factor : {0.5, 3.0}) {
        bad = good;
        bad.unit *= factor;
        refused(bad);
      }
    }
    if (good.part.graph.num_edges() > 0) {
      bad = good;
      bad.part.graph = Graph::from_edges(std::vector<Edge>(), good.part.graph.num_vertices());
      refused(bad);
    }
    if (!is_integral) {
      bad = good;
      bad.part.graph = Graph::from_edges(std::vector<Edge>(), good.part.graph.num_vertices());
      bad.values = {};
      // Without edges and values all that remains to be seen is whether whole numbers are claimed.
      bool has_fraction = false;
      for (const Weight weight : known.graph().weights()) has_fraction |= weight != std::floor(weight);
      for (const Weight value : known.family().values) has_fraction |= value != std::floor(value);
      if (has_fraction) refused(bad);
    }
  }
  CHECK(tampered > 300);
}

TEST_CASE("a certificate in a file claims the bound in the units of the graph, at any scale of the weights") {
  const test::TemporaryFolder folder;
  const RunContext run;
  for (const double scale : {1.0, 0x1p-330, 0x1p330}) {
    // A weight below 1 keeps all of them real where the scale makes integers of the others.
    const Graph graph = Graph::from_edges(
        {{0, 3, 0.7 * scale}, {1, 2, 1.9 * scale}, {2, 3, 0.3 * scale}, {0, 1, std::min(0.1, scale)}});
    BoundPlan plan(graph, std::vector<Vertex>{2, 3}, run);
    plan.add_cheap(run);
    const std::string text = certificate_json(graph, make_certificate(plan.ledger(), {2, 3}, run));
    const BoundCertificate read = read_certificate(folder.write("certificate", text), graph);
    INFO("scale " << scale);
    for (const CheckedBound& bound : check_certificate(graph, read, run)) {
      CHECK(bound.value >= plan.ledger().best(bound.s).value);
      CHECK(bound.value >= 1.9 * scale);
      CHECK(bound.value <= 3.0 * scale);
    }
  }
}

TEST_CASE("a star of real weights with its hub included is bounded by the truth, and less is refused") {
  // Smallest cases: without the hub no edge is left, and what is left has fractions all the same.
  const RunContext run;
  for (const double scale : {1.0, 0x1p-330}) {
    const Graph star = Graph::from_edges(
        {{0, 1, 0.5 * scale}, {0, 2, 2.5 * scale}, {0, 3, 3.4 * scale}, {0, 4, std::min(0.25, scale)}});
    const SetFamily family{.include = {0}};
    BoundPlan plan(star, family, std::vector<Vertex>{2, 3}, run);
    CHECK_FALSE(plan.ledger().graph().integral());
    plan.add_cheap(run);
    CHECK(plan.ledger().best(2).value >= 3.4 * scale);
    CHECK(plan.ledger().best(2).value <= 3.4 * scale * (1.0 + 1e-9));
    CHECK(plan.ledger().best(3).value >= 5.9 * scale);
    CHECK(plan.ledger().best(3).value <= 5.9 * scale * (1.0 + 1e-9));
    BoundCertificate certificate = make_certificate(plan.ledger(), {2}, run);
    CHECK(check_certificate(star, family, certificate).front().value >= 3.4 * scale);
    // Floored, as a rule would that takes the rest for one of integers.
    certificate.claims[0].bound.reset();
    certificate.claims[0].steps.back().value = std::floor(certificate.claims[0].steps.back().value);
    CHECK_THROWS_AS(check_certificate(star, family, certificate), VerificationError);
  }
}
