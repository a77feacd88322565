#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// A dense part in a sparse graph: bounds of every kind are the best of some size.
Graph planted(std::uint64_t seed, test::TestWeights weights) {
  const Graph dense = test::random_graph(14, 0.75, seed, weights);
  const Graph sparse = test::random_graph(40, 0.12, seed + 1000, weights);
  std::vector<WeightedEdge> edges;
  for (const Graph* graph : {&dense, &sparse}) {
    for (Vertex v = 0; v < graph->num_vertices(); ++v) {
      graph->for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v) edges.push_back({u, v, w});
      });
    }
  }
  if (weights != test::TestWeights::none) return Graph::from_edges(edges);
  std::vector<Edge> plain;
  for (const WeightedEdge& e : edges) {
    if (std::find(plain.begin(), plain.end(), Edge{e.u, e.v}) == plain.end()) plain.push_back({e.u, e.v});
  }
  return Graph::from_edges(plain);
}

BoundLedger tightened(const Graph& graph, const std::vector<Vertex>& sizes) {
  RunContext run({.time_limit = 10.0});
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  for (const Vertex s : sizes) {
    plan.ask("outside", {.s = s, .work = 5e7}, run);
  }
  return plan.ledger();
}

bool holds(const Graph& graph, const BoundCertificate& certificate) {
  try {
    check_certificate(graph, certificate);
  } catch (const VerificationError&) {
    return false;
  }
  return true;
}

/// A copy whose multipliers are its own.
std::shared_ptr<PartMultipliers> changed(BoundCertificate& certificate, std::size_t i) {
  auto copy = std::make_shared<PartMultipliers>(*certificate.multipliers[i]);
  certificate.multipliers[i] = copy;
  return copy;
}

}  // namespace

TEST_CASE("certificates of all kinds of bounds hold and survive being written") {
  const test::TemporaryFolder folder;
  std::vector<std::string> names;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph graph = planted(seed, static_cast<test::TestWeights>(seed % 3));
    const std::vector<Vertex> sizes = {2, 5, 9, 14, 25, 39, graph.num_vertices()};
    const BoundLedger ledger = tightened(graph, sizes);
    RunContext run;
    const BoundCertificate certificate = make_certificate(ledger, sizes, run);
    const std::string text = certificate_json(graph, certificate);
    const std::string path = folder.write("c" + std::to_string(seed), text);
    for (const BoundCertificate& one :
         {certificate, read_certificate(path, graph), read_certificate(std::span<const char>(text), graph)}) {
      const std::vector<CheckedBound> checked = check_certificate(graph, one);
      REQUIRE(checked.size() == sizes.size());
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        INFO("seed " << seed << ", s = " << sizes[i]);
        const Bound best = ledger.best(sizes[i]);
        CHECK(checked[i].s == sizes[i]);
        CHECK(checked[i].bound == best.name);
        CHECK(checked[i].value >= best.value);
        CHECK(checked[i].value <= best.value * 1.01 + 1e-9);
        CHECK(checked[i].unchecked.empty());
        names.emplace_back(best.name);
      }
    }
  }
  for (const char* name : {"trivial", "lp", "turan", "outside"}) {
    INFO(name);
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
  }
}

TEST_CASE("a ledger that drops multipliers proves the same and refuses certificates of them") {
  const Graph graph = test::random_graph(60, 0.3, 7);
  const std::vector<Vertex> sizes = {12};
  std::vector<double> values;
  for (const auto proofs : {Proofs::keep, Proofs::drop}) {
    RunContext run({.time_limit = 60.0});
    BoundPlan plan(graph, sizes, run, proofs);
    plan.add_cheap(run);
    plan.ask("outside", {.s = 12, .work = 1e9}, run);
    const auto steps = plan.ledger().proof(12);
    REQUIRE(std::any_of(steps.begin(), steps.end(),
                        [](const ProofStep& step) { return step.rule == &outside_proof; }));
    values.push_back(plan.ledger().best(12).value);
    if (proofs == Proofs::keep) {
      CHECK(holds(graph, make_certificate(plan.ledger(), sizes, run)));
    } else {
      CHECK_THROWS_AS(make_certificate(plan.ledger(), sizes, run), InvalidArgument);
    }
  }
  CHECK(values[0] == values[1]);
}

TEST_CASE("dense sets of a ledger are a largest clique and the neighbours in the decomposition") {
  const Graph graph = planted(3, test::TestWeights::none);
  const std::vector<Vertex> sizes = {9, 25};
  RunContext run;
  BoundPlan plan(graph, sizes, run);
  CHECK(plan.dense_sets(9).empty());
  plan.add_cheap(run);
  const std::vector<VertexSet> sets = plan.dense_sets(9);
  REQUIRE(!sets.empty());
  for (const VertexSet& set : sets) CHECK(std::is_sorted(set.begin(), set.end()));
  const VertexSet& clique = sets.back();
  CHECK(clique.size() == plan.ledger().clique_limit());
  CHECK(induced_totals(graph, clique).edges == clique.size() * (clique.size() - 1) / 2);
  const DenseDecomposition all = dense_decomposition(graph, run);
  for (std::size_t i = 0; i + 1 < sets.size(); ++i) {
    CHECK(std::any_of(all.layers.begin(), all.layers.end(), [&](const DenseLayer& layer) {
      return layer.size == sets[i].size() && layer.weight == induced_totals(graph, sets[i]).weight;
    }));
  }
}

TEST_CASE("certificates that were tampered with fail") {
  const Graph graph = planted(3, test::TestWeights::none);
  const std::vector<Vertex> sizes = {2, 5, 9, 14, 25, 39};
  BoundLedger ledger = tightened(graph, sizes);
  RunContext run;
  const BoundCertificate good = make_certificate(ledger, sizes, run);
  REQUIRE(holds(graph, good));
  const auto fails = [&](const char* what, const std::function<void(BoundCertificate&)>& tamper) {
    BoundCertificate bad = good;
    tamper(bad);
    INFO(what);
    CHECK_FALSE(holds(graph, bad));
  };
  for (std::size_t c = 0; c < good.claims.size(); ++c) {
    fails("a smaller bound", [&](auto& bad) { bad.claims[c].steps.back().value -= 1.0; });
    fails("no steps", [&](auto& bad) { bad.claims[c].steps.clear(); });
    fails("another size", [&](auto& bad) { bad.claims[c].s += 1; });
    for (std::size_t i = 1; i < good.claims[c].steps.size(); ++i) {
      fails("a step less", [&](auto& bad) {
        auto& steps = bad.claims[c].steps;
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i - 1));
      });
    }
    for (std::size_t i = 0; i < good.claims[c].steps.size(); ++i) {
      if (good.claims[c].steps[i].data == no_step) continue;
      fails("no data", [&](auto& bad) { bad.claims[c].steps[i].data = bad.multipliers.size(); });
    }
  }
  for (std::size_t i = 0; i < good.multipliers.size(); ++i) {
    const bool has_tree = good.multipliers[i]->tree != nullptr;
    if (!good.multipliers[i]->part.whole()) {
      fails("a part with a vertex twice", [&](auto& bad) {
        auto data = changed(bad, i);
        data->part.original.back() = data->part.original.front();
      });
      fails("a part that does not say what it holds",
            [&](auto& bad) { changed(bad, i)->part.original.clear(); });
    }
    if (good.multipliers[i]->part.outside > 0.0) {
      fails("too little outside", [&](auto& bad) { changed(bad, i)->part.outside -= 1.0; });
    }
    if (has_tree) {
      fails("multipliers missing", [&](auto& bad) {
        const auto data = changed(bad, i);
        auto tree = std::make_shared<subgraph::detail::SdpSearchTree>(*data->tree);
        tree->stages.at(0).multipliers.pop_back();
        data->tree = tree;
      });
      continue;
    }
    fails("an edge not covered", [&](auto& bad) {
      auto& arc = changed(bad, i)->arc;
      const auto largest = std::max_element(arc.begin(), arc.end());
      *largest *= 0.9;
    });
    fails("a negative multiplier", [&](auto& bad) { changed(bad, i)->arc[0] = -1.0; });
    fails("a multiplier missing", [&](auto& bad) { changed(bad, i)->arc.pop_back(); });
  }
  // Other weights of the same edges.
  CHECK_FALSE(holds(test::random_graph(40, 0.9, 1), good));
}

TEST_CASE("clique numbers of certificates hold exactly from the clique number upwards") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const Graph graph = test::random_graph(4 + static_cast<Vertex>(seed % 30),
                                           0.1 + 0.15 * static_cast<double>(seed % 6), seed);
    const Vertex omega = maximum_clique(graph).size();
    INFO("seed " << seed);
    BoundCertificate certificate;
    for (Vertex limit = 0; limit <= omega + 1; ++limit) {
      certificate.clique_number = limit;
      CHECK(holds(graph, certificate) == (limit >= omega));
      CHECK(subgraph::detail::shows_clique_number(graph, limit, RunContext()) == (limit >= omega));
    }
  }
  // Colours tell at once what a search of sets would take too long for.
  const std::vector<Vertex> parts(25, 4);
  CHECK(subgraph::detail::shows_clique_number(complete_multipartite(parts), 25, RunContext()));
  const std::atomic<bool> cancelled{true};
  const Graph graph = test::random_graph(100, 0.5, 1);
  const Vertex omega = maximum_clique(graph).size();
  CHECK(subgraph::detail::shows_clique_number(graph, omega, RunContext()));
  CHECK_FALSE(subgraph::detail::shows_clique_number(graph, omega, RunContext({.cancel = &cancelled})));
}

TEST_CASE("a clique number that takes too long to check leaves turan as the outcome of a search", "[slow]") {
  const Graph hard = test::random_graph(400, 0.9, 1);
  const Vertex s = 120;
  const BoundPlan plan(hard, {&s, 1}, RunContext());
  BoundLedger& ledger = plan.ledger();
  ledger.limit_cliques(60);
  ledger.lower({s, 7080.0, proof_rule("turan"), "turan"});
  const BoundCertificate certificate = make_certificate(ledger, {s});
  CHECK_FALSE(certificate.clique_number.has_value());
  CHECK(certificate.claims.at(0).steps.back().rule == "search");
}

TEST_CASE("averages of bounds too large for 64 bits prove nothing") {
  const std::vector<WeightedEdge> triangle = {{0, 1, 1e6}, {1, 2, 1e6}, {0, 2, 1e6}};
  const Graph graph = Graph::from_edges(triangle);
  BoundCertificate bad;  // 3 * 0x5555555555555800 is 2048 in 64 bits
  bad.claims.push_back({3, "chain", {{2, 0x1.55555555555560p62, "trivial"}, {3, 2048.0, "chain"}}});
  CHECK_FALSE(holds(graph, bad));
  bad.claims[0].steps[0].value = 1e6;
  CHECK_FALSE(holds(graph, bad));
  bad.claims[0].steps[1].value = 3e6;
  CHECK(holds(graph, bad));
}

TEST_CASE("checks that are stopped say so") {
  const Graph graph = test::random_graph(12, 0.5, 1);
  const std::vector<Vertex> sizes = {6};
  RunContext run;
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
  const std::atomic<bool> cancel{true};
  const RunContext stopped({.cancel = &cancel});
  CHECK_THROWS_AS(check_certificate(graph, certificate, stopped), SystemError);
  CHECK_THROWS_AS(make_certificate(plan.ledger(), sizes, stopped), SystemError);
}

TEST_CASE("averages and larger sizes are followed step by step") {
  const Graph graph = test::random_graph(12, 0.8, 1);
  BoundCertificate good;
  good.claims.push_back(
      {5, "chain", {{4, 6.0, "trivial"}, {5, 10.0, "chain"}, {6, 15.0, "search"}, {5, 15.0, "monotone"}}});
  REQUIRE(holds(graph, good));
  CHECK(check_certificate(graph, good).front().unchecked ==
        std::vector<std::pair<Vertex, double>>{{6, 15.0}});
  for (std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
    BoundCertificate bad = good;
    bad.claims[0].steps[i].value -= 1.0;
    CHECK_FALSE(holds(graph, bad));
  }
  BoundCertificate bad = good;
  for (const std::size_t needed :
       {std::size_t{0}, std::size_t{2}}) {  // there is no smaller or larger size then
    bad.claims[0].steps.erase(bad.claims[0].steps.begin() + static_cast<std::ptrdiff_t>(needed));
    CHECK_FALSE(holds(graph, bad));
    bad = good;
  }
  std::swap(bad.claims[0].steps[0], bad.claims[0].steps[1]);  // a later step proves no earlier one
  CHECK_FALSE(holds(graph, bad));
  bad = good;
  for (const char* rule : {"trivial", "search"}) {  // no vertices, where the claim is about some
    bad = good;
    bad.claims[0].steps[2] = {0, 15.0, rule};
    bad.claims[0].steps.back() = {5, 10.0, "chain"};
    CHECK_THROWS_WITH(check_certificate(graph, bad), Catch::Contains("step 2 is about sets of 0 vertices"));
  }
}

TEST_CASE("files that are no certificates are refused") {
  const test::TemporaryFolder folder;
  const Graph graph = test::random_graph(12, 0.5, 1);
  const std::vector<Vertex> sizes = {4};
  RunContext run;
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  const std::string text = certificate_json(graph, make_certificate(plan.ledger(), sizes, run));
  const auto refused = [&](const std::string& content) {
    const std::string path = folder.write("c", content);
    CHECK_THROWS_AS(read_certificate(path, graph), InputError);
  };
  CHECK_NOTHROW(read_certificate(folder.write("good", text), graph));
  refused("");
  refused("{}");
  refused("[1, 2]");
  refused(text.substr(0, text.size() / 2));
  std::string wrong = text;
  wrong.replace(wrong.find("\"rule\":\""), 9, "\"rule\":\"x");
  CHECK_THROWS_WITH(check_certificate(graph, read_certificate(std::span<const char>(wrong), graph)),
                    Catch::Contains("not known"));
  wrong = text;
  wrong.replace(wrong.find("\"schema_version\":3"), 18, "\"schema_version\":2");
  CHECK_THROWS_WITH(read_certificate(std::span<const char>(wrong), graph), Catch::Contains("is 2, not 3"));
  for (const char* more : {"\"include\":[99],", "\"include\":[1],\"exclude\":[1],", "\"core_of\":null,"}) {
    wrong = text;
    wrong.insert(1, more);
    INFO(more);
    refused(wrong);
  }
  CHECK_THROWS_AS(read_certificate(folder.write("good", text), test::random_graph(12, 0.5, 2)), InputError);
  CHECK_THROWS_AS(read_certificate((folder.path() / "missing").string(), graph), InputError);
  CHECK_THROWS_WITH(read_certificate(std::span<const char>("{", 1), graph),
                    Catch::Matchers::StartsWith("<memory>: is not JSON"));
}

TEST_CASE("a certificate in memory proves nothing by a graph of its own, and no data are not followed") {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 6; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  const Graph clique = Graph::from_edges(edges);
  auto data = std::make_shared<PartMultipliers>();
  data->part.original = {0, 1, 2, 3, 4, 5};
  data->part.graph = Graph::from_edges(std::vector<Edge>(), 6);
  data->s = 5;
  BoundCertificate certificate;
  certificate.claims.push_back({5, "lp", {{5, 0.0, "outside", 0}}});
  certificate.multipliers.push_back(data);
  CHECK_FALSE(holds(clique, certificate));

  auto honest = std::make_shared<PartMultipliers>();
  honest->part.graph = clique;
  honest->s = 5;
  honest->arc = std::vector<Weight>(30, 0.5);
  certificate.multipliers[0] = honest;
  certificate.claims[0].steps[0].value = 12.0;
  CHECK(holds(clique, certificate));
  for (const double outside : {std::nan(""), -1.0, HUGE_VAL}) {
    auto changed_part = std::make_shared<PartMultipliers>(*honest);
    changed_part->part.outside = outside;
    certificate.multipliers[0] = changed_part;
    CHECK_FALSE(holds(clique, certificate));
  }
  // A vertex outside that weighs more than the part says.
  auto smaller = std::make_shared<PartMultipliers>();
  smaller->part = part_of(clique, VertexSet{0, 1});
  smaller->part.outside = std::nan("");
  smaller->s = 2;
  smaller->arc = {0.5, 0.5};
  certificate.multipliers[0] = smaller;
  CHECK_FALSE(holds(clique, certificate));
  certificate.multipliers[0] = nullptr;
  CHECK_FALSE(holds(clique, certificate));
  certificate.multipliers.clear();
  certificate.claims[0].steps = {{5, std::nan(""), "search"}};
  CHECK_FALSE(holds(clique, certificate));
  certificate.claims[0].steps = {{5, 10.0, "trivial"}};
  CHECK(holds(clique, certificate));
  certificate.claims[0].bound = 9.0;
  CHECK_FALSE(holds(clique, certificate));
  certificate.claims[0].bound = 10.0;
  CHECK(holds(clique, certificate));
}

TEST_CASE("sizes and vertices of a certificate's file are whole numbers in range") {
  const test::TemporaryFolder folder;
  const Graph graph = test::random_graph(12, 0.5, 1);
  const std::vector<Vertex> sizes = {9};
  RunContext run;
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  const std::string text = certificate_json(graph, make_certificate(plan.ledger(), sizes, run));
  const std::size_t place = text.find("\"s\":9");
  REQUIRE(place != std::string::npos);
  for (const char* size : {"4294967305", "9.7", "-9", "\"9\"", "null", "true"}) {
    std::string wrong = text;
    wrong.replace(place, 5, std::string("\"s\":") + size);
    INFO(size);
    CHECK_THROWS_WITH(read_certificate(folder.write("c", wrong), graph),
                      Catch::Matchers::Contains("whole number"));
  }
  std::string huge = text;
  huge.replace(place, 5, "\"s\":1e400");
  CHECK_THROWS_WITH(read_certificate(folder.write("c", huge), graph), Catch::Matchers::Contains("1e400"));
  std::string lower = text;
  const std::string key = "\"bound\":";
  lower.insert(lower.find(key) + key.size(), "-");
  CHECK_THROWS_AS(check_certificate(graph, read_certificate(folder.write("c", lower), graph)),
                  VerificationError);
}

TEST_CASE("a search of all sets shows the optimum and nothing below it") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto weights = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(13, 0.2 + 0.05 * static_cast<double>(seed), seed, weights);
    const double rounding = weights == test::TestWeights::real ? 1e-12 : 0.0;
    for (Vertex s = 1; s <= 13; ++s) {
      INFO("seed " << seed << ", s = " << s);
      const Weight best = test::brute_force_densest(graph, s);
      CHECK(subgraph::detail::enumerate(graph, {}, s, best * (1.0 + rounding),
                                        subgraph::detail::written_looks, run)
                .shown);
      const double below = weights == test::TestWeights::real ? best * (1.0 - 1e-9) : best - 1.0;
      if (best > 0.0)
        CHECK_FALSE(
            subgraph::detail::enumerate(graph, {}, s, below, subgraph::detail::written_looks, run).shown);
    }
  }
  const Graph sparse = test::random_graph(13, 0.25, 1);
  CHECK_FALSE(subgraph::detail::enumerate(sparse, {}, 5, test::brute_force_densest(sparse, 5), 1, run).shown);
  const Graph star = Graph::from_edges(std::vector<Edge>{{0, 1}, {0, 2}, {0, 3}});
  const std::vector<Weight> values = {0.0, 5.0, 0.0, 2.0};
  CHECK(subgraph::detail::enumerate(star, values, 2, 7.0, subgraph::detail::written_looks, run).shown);
  CHECK_FALSE(subgraph::detail::enumerate(star, values, 2, 6.0, subgraph::detail::written_looks, run).shown);
}

TEST_CASE("a certificate has no data where a checker can look at all sets") {
  for (const auto weights : {test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(70, 0.2, 5, weights);
    const FindResult found = find(graph, {.sizes = {6}, .keep_proofs = true});
    REQUIRE(found.answers.front().proven_optimal);
    BoundCertificate certificate = make_certificate(found);
    CHECK(found.answers.front().checkable == true);
    CHECK(certificate.multipliers.empty());
    REQUIRE(certificate.claims.front().steps.size() == 1);
    CHECK(certificate.claims.front().steps.front().rule == "enumerate");
    CHECK(check_certificate(graph, certificate).front().value == found.answers.front().bound.value);
    certificate.claims.front().steps.front().value -= 1.0;
    CHECK_FALSE(holds(graph, certificate));
  }
}
