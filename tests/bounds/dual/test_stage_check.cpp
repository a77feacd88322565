#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/core_graphs.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/dual/relaxation.hpp"
#include "bounds/plan/plan.hpp"
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
    const std::vector<Vertex> order = part.to_part(std::span(parts.order).subspan(cut.begin));
    const double dummy = dual::dummy_value(part.outside, graph.integral());
    const dual::Relaxation relaxation = dual::make_relaxation(part, order, s, dummies, dummy);
    const dual::DualPoint point = test::some_point(relaxation, rng, seed % 2 == 0);
    const Vertex least = std::min(s - 1, std::max(Vertex{1}, s - std::min(s, dummies)));
    const auto proven = dual::prove(relaxation, point, least, 1e9, RunContext({.threads = 1}));
    REQUIRE(proven);
    const auto data = test::one_stage(part, s, dummies, proven->stage);
    for (Vertex t = s - std::min(dummies, s - 1); t <= s; ++t) {
      if (cut.begin > 0 && cut.size < std::size_t{s - dummies}) continue;
      BoundCertificate certificate;
      certificate.multipliers.push_back(data);
      certificate.include = reduced.include;
      certificate.exclude = reduced.exclude;
      certificate.valued = reduced.valued;
      BoundCertificate::Claim claim{reduced.to_graph(t), "outside", {}};
      double few = 0.0;
      for (Vertex j = 0; j < s - dummies && cut.begin > 0; ++j) {
        double added = 0.0;  // no outside vertex adds more than this in any way
        for (Vertex i = 1; i <= t - j; ++i) added += dummy;
        few = std::max(few, optimum[j] + added);
        if (j == 0) continue;
        claim.steps.push_back({j, optimum[j], "search"});
      }
      claim.steps.push_back({t, 0.0, "outside", 0});
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
  const auto place =
      static_cast<std::size_t>(std::find_if(good.multipliers.begin(), good.multipliers.end(),
                                            [](const auto& data) { return data->tree != nullptr; }) -
                               good.multipliers.begin());
  REQUIRE(place < good.multipliers.size());
  REQUIRE_FALSE(good.multipliers[place]->part.whole());
  struct Parts {
    BoundCertificate& all;
    PartMultipliers& data;
    subgraph::detail::SdpSearchTree& tree;
    subgraph::detail::DualStage& stage;
    BoundCertificate::Step& step;
  };
  const auto fails = [&](const char* what, const std::function<void(Parts)>& tamper) {
    BoundCertificate bad = good;
    auto data = std::make_shared<PartMultipliers>(*good.multipliers[place]);
    auto tree = std::make_shared<subgraph::detail::SdpSearchTree>(*data->tree);
    data->tree = tree;
    bad.multipliers[place] = data;
    tamper({bad, *data, *tree, tree->stages.at(0), bad.claims[0].steps.back()});
    INFO(what);
    CHECK_FALSE(test::accepted(graph, {}, bad));
  };
  fails("a smaller bound", [](Parts bad) { bad.step.value -= 1.0; });
  fails("a smaller eigenvalue", [](Parts bad) { bad.stage.eigenvalue *= 0.9; });
  fails("no number", [](Parts bad) { bad.stage.eigenvalue = std::nan(""); });
  fails("no tree", [](Parts bad) { bad.data.tree = nullptr; });
  fails("no node", [](Parts bad) { bad.tree.nodes.clear(); });
  fails("no proof", [](Parts bad) { bad.tree.stages.clear(); });
  fails("another node", [](Parts bad) { bad.stage.node = 1; });
  fails("sets of no vertex", [](Parts bad) { bad.data.s = 0; });
  fails("more dummies than vertices of a set", [](Parts bad) { bad.data.dummies = bad.data.s + 1; });
  fails("too few dummies", [](Parts bad) { bad.data.dummies -= 1; });
  fails("another size", [](Parts bad) { bad.data.s += 1; });
  fails("another unit", [](Parts bad) { bad.stage.unit *= 2.0; });
  fails("a multiplier missing", [](Parts bad) { bad.stage.multipliers.pop_back(); });
  fails("other multipliers", [](Parts bad) { bad.stage.multipliers[1] = -2000000000; });
  fails("multipliers of a larger bound", [](Parts bad) { std::ranges::fill(bad.stage.multipliers, 0); });
  fails("less outside", [](Parts bad) { bad.data.part.outside -= 1.0; });
  fails("a vertex less", [](Parts bad) { bad.data.part.original.pop_back(); });
  if (good.claims[0].steps.size() > 1) {
    fails("a size forgotten",
          [](Parts bad) { bad.all.claims[0].steps.erase(bad.all.claims[0].steps.begin()); });
  }
}

namespace {

/// A claim that no set of s vertices of the graph weighs more than a value, by a tree for the whole graph.
BoundCertificate claimed(const Graph& graph, Vertex s, double value, subgraph::detail::SdpSearchTree tree) {
  BoundCertificate certificate;
  certificate.multipliers.push_back(std::make_shared<PartMultipliers>(
      PartMultipliers{.part = Part{graph},
                      .s = s,
                      .tree = std::make_shared<subgraph::detail::SdpSearchTree>(std::move(tree))}));
  certificate.claims.push_back({s, "outside", {{s, value, "outside", 0}}});
  return certificate;
}

subgraph::detail::SdpSearchTree tree_of(subgraph::detail::DualStage stage) {
  subgraph::detail::SdpSearchTree tree{.nodes = {{}}};
  tree.rest_on(std::move(stage));
  return tree;
}

}  // namespace

TEST_CASE(
    "multipliers of zero prove what the largest weights at each vertex sum to, with the documented margin") {
  // One weight is far smaller than the others: sums are rounded.
  const Graph graph =
      Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 1.0}, {1, 2, 1.0}, {0, 2, 1.0}, {3, 4, 0x1p-60}});
  const auto accepted = [&](double value, double unit) {
    return test::accepted(
        graph, {},
        claimed(graph, 3, value, tree_of({.unit = unit, .multipliers = std::vector<std::int32_t>(25, 0)})));
  };
  const double row = 1.0 + 3.0 * 5.0 * DBL_EPSILON * 0.5;  // two halves, and what their sum may lose
  const double proven = 3.0 * row * (1.0 + 0x1p-50);
  CHECK(accepted(std::nextafter(proven, 4.0), 1.0));
  CHECK_FALSE(accepted(std::nextafter(std::nextafter(proven, 0.0), 0.0), 1.0));
  for (const double good : {0x1p-899, 0x1p-15, 0x1p899}) CHECK(accepted(4.0, good));
  for (const double bad : {0.0, -1.0, 0.75, 3.0, 0x1p-901, 0x1p900, HUGE_VAL, std::nan("")}) {
    INFO("unit " << bad);
    CHECK_FALSE(accepted(4.0, bad));
  }
}

TEST_CASE("an eigenvalue is shown with room for a factorisation, by the trace of its matrix") {
  const Graph graph = test::random_graph(5, 1.0, 1);
  const auto accepted = [&](double eigenvalue) {
    std::vector<std::int32_t> multipliers(25, 0);
    for (std::size_t i = 0; i < 5; ++i) multipliers[6 * i] = i == 0 ? 1 : -(1 << 20);
    return test::accepted(
        graph, {}, claimed(graph, 3, 1e9, tree_of({.multipliers = multipliers, .eigenvalue = eigenvalue})));
  };
  CHECK(accepted(1.0 + 0x1p-26));  // above 7 * 2^-52 times a trace of 2^22
  CHECK_FALSE(accepted(1.0 + 0x1p-40));
}

TEST_CASE("a row that goes by its weights has room for the rounding of their sum") {
  const Graph graph = Graph::from_edges(std::vector<WeightedEdge>{{0, 2, 10.0}, {3, 4, 0x1p-60}}, 5);
  subgraph::detail::SdpSearchTree tree{.nodes = {{}}};
  tree.exclude({.multipliers = std::vector<std::int32_t>(25, 0)}, std::vector<Vertex>{2});
  tree.rest_on({.multipliers = std::vector<std::int32_t>(16, 0)});
  // One vertex weighs nothing, enlarged by what a sum of halves of 10 may lose; vertex 2 adds 10 to it.
  const double proven = 10.0 + (3.0 * 5.0 + 4.0 * 10.0) * DBL_EPSILON;
  CHECK(test::accepted(graph, {}, claimed(graph, 2, std::nextafter(proven, 11.0), tree)));
  CHECK_FALSE(test::accepted(graph, {}, claimed(graph, 2, std::nextafter(proven, 0.0), tree)));
}
