#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/distances.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

struct Certified {
  BoundCertificate certificate;
  double bound = 0.0;  ///< of the ledger
};

Certified certified(const Graph& graph, const BoundRequest& request) {
  const Vertex sizes[] = {request.s};
  BoundPlan plan(graph, sizes, RunContext());
  plan.ask("concave", request, RunContext());
  return {make_certificate(plan.ledger(), {request.s}, RunContext()), plan.ledger().best(request.s).value};
}

using Tree = subgraph::detail::SdpSearchTree;

Tree& tree_of(BoundCertificate& certificate) {
  auto copy = std::make_shared<PartMultipliers>(*certificate.multipliers.at(0));
  const auto tree = std::make_shared<Tree>(*copy->tree);
  copy->tree = tree;
  certificate.multipliers[0] = std::move(copy);
  return *tree;
}

}  // namespace

TEST_CASE("the certificate of a concave search proves its bound") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Graph graph =
        test::distances(13, 3, seed, seed % 2 == 0 ? test::Rounding::integral : test::Rounding::none);
    for (const Vertex s : {3u, 5u, 8u, 12u}) {
      const double best = test::brute_force_densest(graph, s);
      for (const double aimed : {0.0, best}) {
        INFO("seed " << seed << ", s = " << s << ", aimed at " << aimed);
        const auto [certificate, bound] = certified(graph, {s, aimed});
        const CheckedBound checked = check_certificate(graph, certificate).at(0);
        CHECK(certificate.claims.at(0).steps.back().rule == "outside");
        CHECK(checked.unchecked.empty());
        CHECK(checked.value >= best);
        CHECK(checked.value == bound);
        CHECK(proves_optimal(graph, checked.value, best));
      }
    }
  }
}

TEST_CASE("the certificate of a concave search that is not done proves the bound it has") {
  const Graph graph = test::distances(60, 3, 9);
  const Solution best = solve("hybrid", {.graph = graph, .s = 12}, {}, RunContext());
  const Vertex sizes[] = {12};
  const double shift_and_node = 0.3 * 60 * 60 * 60 + 1.0;  // work
  BoundPlan plan(graph, sizes, RunContext());
  double before = graph.total_weight();
  for (int part = 0; part < 4; ++part) {
    plan.ask("concave", {12, best.weight, part == 0 ? shift_and_node : 1.0}, RunContext());
    const CheckedBound checked =
        check_certificate(graph, make_certificate(plan.ledger(), {12}, RunContext())).at(0);
    CHECK(checked.unchecked.empty());
    CHECK(checked.value == plan.ledger().best(12).value);
    CHECK(checked.value >= best.weight);
    CHECK(checked.value <= before);
    before = checked.value;
  }
  CHECK_FALSE(proves_optimal(graph, certified(graph, {12, best.weight, shift_and_node}).bound, best.weight));
  CHECK(proves_optimal(graph, certified(graph, {12, best.weight}).bound, best.weight));
}

TEST_CASE("a certificate of a concave search survives its file") {
  const Graph graph = test::distances(30, 3, 5);
  const BoundCertificate certificate = certified(graph, {7}).certificate;
  const test::TemporaryFolder folder;
  const auto path = folder.write("certificate", certificate_json(graph, certificate));
  const BoundCertificate read = read_certificate(path, graph);
  CHECK(certificate_json(graph, read) == certificate_json(graph, certificate));
  CHECK(check_certificate(graph, read).at(0).value == check_certificate(graph, certificate).at(0).value);
}

TEST_CASE("a certificate of a concave search that is tampered with proves nothing") {
  using subgraph::detail::SdpNodeState;
  const Graph graph = test::distances(40, 3, 3);
  const double best = solve("hybrid", {.graph = graph, .s = 9}, {}, RunContext()).weight;
  const BoundCertificate sound = certified(graph, {9, best}).certificate;
  REQUIRE(check_certificate(graph, sound).at(0).unchecked.empty());
  int number = 0;
  const auto refused = [&](const std::function<void(Tree&)>& tamper) {
    INFO("change " << ++number);
    BoundCertificate altered = sound;
    tamper(tree_of(altered));
    CHECK_THROWS_AS(check_certificate(graph, altered), VerificationError);
  };
  const auto leaf = [](Tree& tree) -> Tree::Node& {
    return *std::ranges::find(tree.nodes, SdpNodeState::proof, &Tree::Node::state);
  };
  refused([](Tree& tree) { tree.shift->diagonal *= 1.2; });
  refused([](Tree& tree) { tree.shift->spread = 1.0; });
  refused([](Tree& tree) { tree.shift->spread = -1.0; });
  refused([](Tree& tree) { tree.shift->diagonal = std::nan(""); });
  refused([](Tree& tree) { tree.shift.reset(); });
  refused([](Tree& tree) { tree.planes[0].y[0] = 1.5; });
  refused([](Tree& tree) { tree.planes[0].y[0] = -1e-9; });
  refused([](Tree& tree) { tree.planes[0].y[0] = std::nan(""); });
  refused([](Tree& tree) { tree.planes[0].y.pop_back(); });
  refused([](Tree& tree) { tree.planes[0].y.push_back(0.5); });
  refused([](Tree& tree) { tree.planes.clear(); });
  refused([](Tree& tree) { tree.nodes.clear(); });
  refused([](Tree& tree) { tree.nodes[0] = {SdpNodeState::proof, Tree::none, Tree::none, Tree::none, 0}; });
  refused([&](Tree& tree) { leaf(tree).proof = tree.planes.size(); });
  refused([&](Tree& tree) { leaf(tree).state = SdpNodeState::enumerated; });
  refused([](Tree& tree) { tree.planes.back().node = tree.nodes.size() - 1; });
  refused([](Tree& tree) { std::swap(tree.nodes[0].included, tree.nodes[0].excluded); });
  refused([](Tree& tree) { tree.nodes[0].included = tree.nodes[0].excluded; });
  refused([](Tree& tree) { tree.nodes[0].vertex = 40; });
  BoundCertificate lower = sound;
  lower.claims[0].steps.back().value = best * (1.0 - 1e-6);
  CHECK_THROWS_AS(check_certificate(graph, lower), VerificationError);
  BoundCertificate no_data = sound;
  no_data.claims[0].steps.back().data = no_step;
  CHECK_THROWS_AS(check_certificate(graph, no_data), VerificationError);
  BoundCertificate other_rule = sound;
  other_rule.claims[0].steps.back().rule = "trivial";
  CHECK_THROWS_AS(check_certificate(graph, other_rule), VerificationError);
}

TEST_CASE("a plane through a point whose sum is not the size pays for the difference") {
  const Graph graph = test::distances(40, 3, 3);
  const double best = solve("hybrid", {.graph = graph, .s = 9}, {}, RunContext()).weight;
  BoundCertificate certificate = certified(graph, {9, best}).certificate;
  Tree& tree = tree_of(certificate);
  // Nothing but the shift is left of the plane through 0.
  tree.nodes = {{subgraph::detail::SdpNodeState::proof, Tree::none, Tree::none, Tree::none, 0}};
  tree.planes = {{0, std::vector<double>(40, 0.0)}};
  const double bound = 0.5 * tree.shift->spread * 9.0 * 9.0 - 0.5 * 9.0 * tree.shift->diagonal;
  REQUIRE(bound > best);
  certificate.claims[0].bound.reset();
  certificate.claims[0].steps.back().value = bound * (1.0 + 1e-9);
  CHECK_NOTHROW(check_certificate(graph, certificate));
  certificate.claims[0].steps.back().value = bound * (1.0 - 1e-9);
  CHECK_THROWS_AS(check_certificate(graph, certificate), VerificationError);
}
