#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/certificate/multipliers.hpp"
#include "bounds/distances.hpp"
#include "bounds/plan.hpp"
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

subgraph::detail::ConcaveTree& tree_of(BoundCertificate& certificate) {
  auto copy = std::make_shared<PartMultipliers>(*certificate.multipliers.at(0));
  auto& tree = std::get<subgraph::detail::ConcaveTree>(copy->multipliers);
  certificate.multipliers[0] = std::move(copy);
  return tree;
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
        CHECK(certificate.claims.at(0).steps.back().rule == "concave");
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
  BoundPlan plan(graph, sizes, RunContext());
  double before = graph.total_weight();
  for (int part = 0; part < 4; ++part) {
    plan.ask("concave", {12, best.weight, 1.0}, RunContext());
    const CheckedBound checked =
        check_certificate(graph, make_certificate(plan.ledger(), {12}, RunContext())).at(0);
    CHECK(checked.unchecked.empty());
    CHECK(checked.value == plan.ledger().best(12).value);
    CHECK(checked.value >= best.weight);
    CHECK(checked.value <= before);
    before = checked.value;
  }
  CHECK_FALSE(proves_optimal(graph, certified(graph, {12, best.weight, 1.0}).bound, best.weight));
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
  using Tree = subgraph::detail::ConcaveTree;
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
  const auto first = [](Tree& tree, const std::function<bool(const Tree::Node&)>& wanted) -> Tree::Node& {
    for (Tree::Node& node : tree.nodes) {
      if (wanted(node)) return node;
    }
    FAIL("the tree has no such node");
    return tree.nodes.front();
  };
  const auto branches = [](const Tree::Node& node) {
    return node.below != Tree::none && node.holding != Tree::none;
  };
  const auto settles = [](const Tree::Node& node) { return !node.in.empty() || !node.out.empty(); };
  refused([](Tree& tree) { tree.shift.diagonal *= 1.2; });
  refused([](Tree& tree) { tree.shift.spread = 1.0; });
  refused([](Tree& tree) { tree.shift.spread = -1.0; });
  refused([](Tree& tree) { tree.shift.diagonal = std::nan(""); });
  refused([](Tree& tree) { tree.nodes[0].y[0] = 1.5; });
  refused([](Tree& tree) { tree.nodes[0].y[0] = -1e-9; });
  refused([](Tree& tree) { tree.nodes[0].y[0] = std::nan(""); });
  refused([](Tree& tree) { tree.nodes[0].y.pop_back(); });
  refused([](Tree& tree) { tree.nodes[0].y.push_back(0.5); });
  refused([](Tree& tree) { tree.nodes.clear(); });
  refused([](Tree& tree) { tree.s = 8; });
  refused([&](Tree& tree) { first(tree, branches).holding = Tree::none; });  // a subtree that is left out
  refused([&](Tree& tree) { first(tree, branches).below = Tree::none; });
  refused([&](Tree& tree) { first(tree, branches).below = first(tree, branches).holding; });
  refused([&](Tree& tree) { first(tree, branches).below = 0; });
  refused([&](Tree& tree) { first(tree, branches).below = tree.nodes.size(); });
  refused([&](Tree& tree) { first(tree, branches).holding = tree.nodes.size(); });
  refused([&](Tree& tree) { first(tree, branches).vertex = 40; });
  refused([&](Tree& tree) { first(tree, branches).vertex = no_vertex; });
  refused([&](Tree& tree) {  // a fixing the other way round
    Tree::Node& node = first(tree, settles);
    std::swap(node.in, node.out);
  });
  refused([&](Tree& tree) {
    Tree::Node& node = first(tree, settles);
    node.out.insert(node.out.end(), node.in.begin(), node.in.end());
    node.out.push_back(node.out.front());
  });
  refused([](Tree& tree) {  // all of the others, with no proof
    Tree::Node& node = tree.nodes[0];
    node.in.clear();
    node.out.clear();
    node.vertex = no_vertex;
    node.below = node.holding = Tree::none;
    for (Vertex v = 0; v < 40; ++v) node.out.push_back(v);
  });
  BoundCertificate twice = sound;
  first(tree_of(twice), branches).below = first(tree_of(twice), branches).holding;
  std::string reason;
  try {
    check_certificate(graph, twice);
  } catch (const VerificationError& error) {
    reason = error.what();
  }
  INFO(reason);
  CHECK(reason.find("has two places in the tree") != std::string::npos);
  BoundCertificate lower = sound;
  lower.claims[0].steps.back().value = best * (1.0 - 1e-6);
  CHECK_THROWS_AS(check_certificate(graph, lower), VerificationError);
  BoundCertificate no_data = sound;
  no_data.claims[0].steps.back().data = no_step;
  CHECK_THROWS_AS(check_certificate(graph, no_data), VerificationError);
  BoundCertificate multipliers = sound;
  multipliers.claims[0].steps.back().rule = "multipliers";
  CHECK_THROWS_AS(check_certificate(graph, multipliers), VerificationError);
}

TEST_CASE("a plane through a point whose sum is not the size pays for the difference") {
  using Tree = subgraph::detail::ConcaveTree;
  const Graph graph = test::distances(40, 3, 3);
  const double best = solve("hybrid", {.graph = graph, .s = 9}, {}, RunContext()).weight;
  BoundCertificate certificate = certified(graph, {9, best}).certificate;
  Tree& tree = tree_of(certificate);
  Tree::Node zero;  // nothing but the shift is left of the plane through 0
  zero.y.assign(40, 0.0);
  tree.nodes = {zero};
  const double bound = 0.5 * tree.shift.spread * 9.0 * 9.0 - 0.5 * 9.0 * tree.shift.diagonal;
  REQUIRE(bound > best);
  certificate.claims[0].steps.back().value = bound * (1.0 + 1e-9);
  CHECK_NOTHROW(check_certificate(graph, certificate));
  certificate.claims[0].steps.back().value = bound * (1.0 - 1e-9);
  CHECK_THROWS_AS(check_certificate(graph, certificate), VerificationError);
}

TEST_CASE("a node of a concave search is no child of its own, even for a set that needs no node") {
  using Tree = subgraph::detail::ConcaveTree;
  const Graph graph = test::distances(12, 3, 2);
  BoundCertificate certificate = certified(graph, {3}).certificate;
  Tree& tree = tree_of(certificate);
  Tree::Node root;
  root.y.assign(12, 0.25);
  root.in = {0, 1};
  root.vertex = 2;
  tree.nodes = {root};
  certificate.claims[0].steps.back().value = 1e9;
  CHECK_NOTHROW(check_certificate(graph, certificate));
  BoundCertificate all = certificate;  // of all vertices there is one set
  tree_of(all).s = all.claims[0].s = all.claims[0].steps.back().s = 12;
  CHECK_NOTHROW(check_certificate(graph, all));
  tree.nodes[0].holding = 0;  // the set {0, 1, 2} alone
  CHECK_THROWS_AS(check_certificate(graph, certificate), VerificationError);
}
