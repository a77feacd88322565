#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/core_graphs.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/dual/proof.hpp"
#include "bounds/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE(
    "any core, any number of dummies and any multipliers prove a bound, and the check believes no less") {
  int with_dummies = 0;
  int tight = 0;
  std::vector<std::uint64_t> seeds(900);
  std::iota(seeds.begin(), seeds.end(), std::uint64_t{1});
  // Real values around a core without edges.
  for (const std::uint64_t seed : {7923, 11453, 20943, 35103}) seeds.push_back(seed);
  for (const std::uint64_t seed : seeds) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Graph whole = test::small_core_graph(seed, kind);
    const SetFamily family = test::small_family(whole, seed);
    const ReducedFamily reduced = reduce_family(whole, family);
    const Graph& graph = reduced.part.graph;
    if (graph.num_edges() == 0) continue;
    const std::vector<double> optimum =
        test::heaviest_sets(graph, {.values = {reduced.values.all().begin(), reduced.values.all().end()}});
    const Rng rng(seed, 9);
    const CoreParts parts = *CoreParts::peel(graph, reduced.values, RunContext());
    const CoreParts::Cut cut = parts.above(4.0 * rng.uniform_at(1));
    const auto s = static_cast<Vertex>(2 + rng.at(2) % 4);
    const auto dummies = static_cast<Vertex>(rng.at(3) % (s + 1));
    if (cut.size + dummies < s || s > graph.num_vertices() || cut.size == 0) continue;
    const Part part = parts.part(cut);
    const std::vector<Vertex> order = part.inward(parts.order().subspan(cut.begin));
    const double dummy = dual::dummy_value(part.outside, graph.integral());
    const dual::Relaxation relaxation = dual::make_relaxation(part, order, s, dummies, dummy);
    const dual::DualPoint point = test::some_point(relaxation, rng, seed % 2 == 0);
    const Vertex least = std::min(s - 1, std::max(Vertex{1}, s - std::min(s, dummies)));
    const auto proven = dual::prove(part, relaxation, point, least, 1e9, RunContext({.threads = 1}));
    REQUIRE(proven);
    auto data = std::make_shared<PartMultipliers>(
        PartMultipliers{part, DualCertificate{.s = s, .dummies = dummies, .stages = {proven->stage}}});
    for (Vertex t = s - std::min(dummies, s - 1); t <= s; ++t) {
      if (cut.begin > 0 && cut.size < std::size_t{s - dummies}) continue;
      BoundCertificate certificate;
      certificate.multipliers.push_back(data);
      certificate.include = reduced.include;
      certificate.exclude = reduced.exclude;
      certificate.valued = reduced.valued;
      BoundCertificate::Claim claim{reduced.outward(t), "outside", {}};
      std::vector<std::size_t> tail;
      double few = 0.0;
      for (Vertex j = 0; j < s - dummies && cut.begin > 0; ++j) {
        double added = 0.0;  // no outside vertex adds more than this in any way
        for (Vertex i = 1; i <= t - j; ++i) added += dummy;
        few = std::max(few, optimum[j] + added);
        if (j == 0) continue;
        tail.push_back(claim.steps.size());
        claim.steps.push_back({j, optimum[j], "search"});
      }
      claim.steps.push_back({t, 0.0, "outside", no_step, 0, no_step, tail});
      certificate.claims.push_back(claim);
      double& stated = certificate.claims[0].steps.back().value;
      INFO("seed " << seed << ", s = " << s << ", t = " << t << ", dummies " << dummies << ", core "
                   << cut.size << " of " << graph.num_vertices());
      stated = std::max(proven->bounds[t], few);
      CHECK(test::accepted(whole, family, certificate));
      stated = graph.integral() ? optimum[t] - 1.0 : optimum[t] * (1.0 - 1e-9) - 1e-9;
      CHECK_FALSE(test::accepted(whole, family, certificate));
      stated = optimum[t];
      if (graph.integral() && test::accepted(whole, family, certificate)) ++tight;
      with_dummies += dummies > 0 && cut.begin > 0 ? 1 : 0;
    }
  }
  CHECK(with_dummies > 200);
  CHECK(tight > 50);
}

TEST_CASE("certificates with dummies that were tampered with fail") {
  const Graph graph = test::core_and_tail();
  const RunContext run({.threads = 1});
  const std::vector<Vertex> sizes = {20};
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  const double cheap = plan.ledger().best(20).value;
  plan.ask("outside", {.s = 20, .work = 3e8}, run);
  REQUIRE(plan.ledger().best(20).name == "outside");
  REQUIRE(plan.ledger().best(20).value < cheap);
  const BoundCertificate good = make_certificate(plan.ledger(), sizes, run);
  REQUIRE(test::accepted(graph, {}, good));
  CHECK(check_certificate(graph, good).front().value == plan.ledger().best(20).value);
  const auto place = static_cast<std::size_t>(
      std::find_if(
          good.multipliers.begin(), good.multipliers.end(),
          [](const auto& data) { return std::holds_alternative<DualCertificate>(data->multipliers); }) -
      good.multipliers.begin());
  REQUIRE(place < good.multipliers.size());
  REQUIRE_FALSE(good.multipliers[place]->part.whole());
  const auto fails =
      [&](const char* what,
          const std::function<void(BoundCertificate&, PartMultipliers&, DualCertificate&)>& tamper) {
        BoundCertificate bad = good;
        auto data = std::make_shared<PartMultipliers>(*good.multipliers[place]);
        tamper(bad, *data, std::get<DualCertificate>(data->multipliers));
        bad.multipliers[place] = data;
        INFO(what);
        CHECK_FALSE(test::accepted(graph, {}, bad));
      };
  {
    BoundCertificate bad = good;
    auto data = std::make_shared<PartMultipliers>(*good.multipliers[place]);
    std::get<DualCertificate>(data->multipliers).stages[0].eigenvalue *= 0.9;
    bad.multipliers[place] = data;
    CHECK_THROWS_WITH(check_certificate(graph, bad),
                      Catch::Contains("stage 1 of multipliers does not bound the largest eigenvalue"));
  }
  const auto step = [](BoundCertificate& bad) -> BoundCertificate::Step& {
    return bad.claims[0].steps.back();
  };
  fails("a smaller bound", [&](auto& bad, auto&, auto&) { step(bad).value -= 1.0; });
  fails("a smaller eigenvalue", [](auto&, auto&, auto& data) { data.stages[0].eigenvalue *= 0.9; });
  fails("no number", [](auto&, auto&, auto& data) { data.stages[0].eigenvalue = std::nan(""); });
  fails("no stage", [](auto&, auto&, auto& data) { data.stages.clear(); });
  fails("a row missing", [](auto&, auto&, auto& data) { data.stages[0].rows.pop_back(); });
  fails("rows in another order",
        [](auto&, auto&, auto& data) { std::swap(data.stages[0].rows[0], data.stages[0].rows[1]); });
  fails("a row that does not exist", [](auto&, auto& part, auto& data) {
    data.stages[0].rows.back() = part.part.graph.num_vertices() + data.dummies;
  });
  fails("an incumbent below 0", [](auto&, auto&, auto& data) { data.incumbent = -1.0; });
  fails("no incumbent", [](auto&, auto&, auto& data) { data.incumbent = std::nan(""); });
  fails("sets of no vertex", [](auto&, auto&, auto& data) { data.s = 0; });
  fails("more dummies than vertices of a set", [](auto&, auto&, auto& data) { data.dummies = data.s + 1; });
  fails("too few dummies", [](auto&, auto&, auto& data) { data.dummies -= 1; });
  fails("another size", [](auto&, auto&, auto& data) { data.s += 1; });
  fails("another unit", [](auto&, auto&, auto& data) { data.stages[0].unit *= 2.0; });
  fails("no unit", [](auto&, auto&, auto& data) { data.stages[0].unit = 0.0; });
  fails("no power of two", [](auto&, auto&, auto& data) { data.stages[0].unit *= 0.75; });
  fails("a multiplier missing", [](auto&, auto&, auto& data) { data.stages[0].multipliers.pop_back(); });
  fails("other multipliers", [](auto&, auto&, auto& data) { data.stages[0].multipliers[1] = -2000000000; });
  fails("multipliers of a larger bound", [](auto&, auto&, auto& data) {
    for (auto& u : data.stages[0].multipliers) u = 0;
  });
  fails("less outside", [](auto&, auto& part, auto&) { part.part.outside -= 1.0; });
  fails("a vertex less", [](auto&, auto& part, auto&) { part.part.original.pop_back(); });
  if (!good.claims[0].steps.back().tail.empty()) {
    fails("a size forgotten", [&](auto& bad, auto&, auto&) { step(bad).tail.pop_back(); });
  }
  fails("a later step",
        [&](auto& bad, auto&, auto&) { step(bad).tail.push_back(bad.claims[0].steps.size()); });
}

TEST_CASE(
    "multipliers of zero prove what the largest weights at each vertex sum to, with the documented margin") {
  // One weight is far smaller than the others: sums are rounded.
  const Graph graph =
      Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 1.0}, {1, 2, 1.0}, {0, 2, 1.0}, {3, 4, 0x1p-60}});
  auto data = std::make_shared<PartMultipliers>();
  data->part = Part{graph};
  DualStage stage{.rows = {0, 1, 2, 3, 4}, .multipliers = std::vector<std::int32_t>(25, 0)};
  data->multipliers = DualCertificate{.s = 3, .stages = {stage}};
  BoundCertificate certificate;
  certificate.multipliers.push_back(data);
  certificate.claims.push_back({3, "outside", {{3, 0.0, "outside", no_step, 0}}});
  const double row = 1.0 + 3.0 * 5.0 * DBL_EPSILON * 0.5;  // two halves, and what their sum may lose
  const double proven = 3.0 * row * (1.0 + 0x1p-50);
  double& value = certificate.claims[0].steps[0].value;
  value = std::nextafter(proven, 4.0);
  CHECK(test::accepted(graph, {}, certificate));
  value = std::nextafter(std::nextafter(proven, 0.0), 0.0);
  CHECK_FALSE(test::accepted(graph, {}, certificate));
  value = 4.0;
  auto& unit = std::get<DualCertificate>(data->multipliers).stages[0].unit;
  for (const double good : {0x1p-899, 0x1p-15, 0x1p899}) {
    unit = good;
    CHECK(test::accepted(graph, {}, certificate));
  }
  for (const double bad : {0.0, -1.0, 0.75, 3.0, 0x1p-901, 0x1p900, HUGE_VAL, std::nan("")}) {
    unit = bad;
    INFO("unit " << bad);
    CHECK_FALSE(test::accepted(graph, {}, certificate));
  }
}

TEST_CASE("an eigenvalue is shown with room for a factorisation, by the trace of its matrix") {
  const Graph graph = test::random_graph(5, 1.0, 1);
  const auto accepted = [&](double eigenvalue) {
    auto data = std::make_shared<PartMultipliers>();
    data->part = Part{graph};
    DualStage stage{.rows = {0, 1, 2, 3, 4}, .multipliers = std::vector<std::int32_t>(25, 0)};
    for (std::size_t i = 0; i < 5; ++i) stage.multipliers[6 * i] = i == 0 ? 1 : -(1 << 20);
    stage.eigenvalue = eigenvalue;
    data->multipliers = DualCertificate{.s = 3, .stages = {stage}};
    BoundCertificate certificate;
    certificate.multipliers.push_back(data);
    certificate.claims.push_back({3, "outside", {{3, 1e9, "outside", no_step, 0}}});
    return test::accepted(graph, {}, certificate);
  };
  CHECK(accepted(1.0 + 0x1p-26));  // above 7 * 2^-52 times a trace of 2^22
  CHECK_FALSE(accepted(1.0 + 0x1p-40));
}

TEST_CASE("a row is let go by its weights only with room for the rounding of their sum") {
  const Graph graph =
      Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 10.0}, {0, 2, 1.0}, {3, 4, 0x1p-60}});
  const auto accepted = [&](double incumbent) {
    auto data = std::make_shared<PartMultipliers>();
    data->part = Part{graph};
    const DualStage all{.rows = {0, 1, 2, 3, 4}, .multipliers = std::vector<std::int32_t>(25, 0)};
    const DualStage rest{.rows = {0, 1, 3, 4}, .multipliers = std::vector<std::int32_t>(16, 0)};
    data->multipliers = DualCertificate{.s = 2, .incumbent = incumbent, .stages = {all, rest}};
    BoundCertificate certificate;
    certificate.multipliers.push_back(data);
    certificate.claims.push_back({2, "outside", {{2, 11.0, "outside", no_step, 0}}});
    return test::accepted(graph, {}, certificate);
  };
  // One vertex weighs nothing, enlarged by what a sum of halves of 10 may lose; vertex 2 adds 1 to it.
  const double sum = 1.0 + 3.0 * DBL_EPSILON * 5.0;
  CHECK_FALSE(accepted(sum));
  CHECK(accepted(std::nextafter(sum, 2.0)));
}
