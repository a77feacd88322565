#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>

#include "bounds/certificate/multipliers.hpp"
#include "bounds/dual/core_choice.hpp"
#include "bounds/dual/float_rows.hpp"
#include "bounds/dual/outside.hpp"
#include "bounds/dual/proof.hpp"
#include "bounds/dual/solver.hpp"
#include "bounds/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

constexpr double no_set = -std::numeric_limits<double>::infinity();

/// The heaviest set of a family by size, by looking at every set.
std::vector<double> heaviest_sets(const Graph& graph, const SetFamily& family) {
  std::vector<double> best(graph.num_vertices() + std::size_t{1}, no_set);
  const std::uint32_t held = test::mask_of(family.include);
  const std::uint32_t left_out = test::mask_of(family.exclude);
  for (std::uint32_t mask = 0; mask < (1u << graph.num_vertices()); ++mask) {
    if ((mask & held) != held || (mask & left_out) != 0) continue;
    long double weight = 0.0L;
    std::size_t size = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (!(mask >> v & 1u)) continue;
      ++size;
      if (!family.values.empty()) weight += family.values[v];
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += u < v && (mask >> u & 1u) ? w : 0.0; });
    }
    best[size] = std::max(best[size], static_cast<double>(weight));
  }
  return best;
}

/// A dense part, few edges beside it, stars and isolated vertices.
Graph small_core_graph(std::uint64_t seed, test::TestWeights kind) {
  const Rng rng(seed);
  const Vertex n = 6 + static_cast<Vertex>(seed % 4);
  const Vertex dense = 4 + static_cast<Vertex>(rng.at(1) % 2);
  std::vector<WeightedEdge> edges;
  std::vector<Edge> plain;
  std::uint64_t drawn = 10;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      const double chance = v < dense ? 0.9 : u == 0 ? 0.5 : 0.15;
      if (rng.uniform_at(drawn++) > chance) continue;
      const double x = rng.uniform_at(drawn++);
      edges.push_back({u, v, kind == test::TestWeights::real ? 3.0 * x + 0.01 : 1.0 + std::floor(3.0 * x)});
      plain.push_back({u, v});
    }
  }
  return kind == test::TestWeights::none ? Graph::from_edges(plain, n) : Graph::from_edges(edges, n);
}

SetFamily small_family(const Graph& graph, std::uint64_t seed) {
  const Rng rng(seed, 7);
  SetFamily family;
  if (seed % 3 == 1) family.include = {static_cast<Vertex>(rng.at(1) % graph.num_vertices())};
  if (seed % 4 == 2) {
    const auto v = static_cast<Vertex>(rng.at(2) % graph.num_vertices());
    if (family.include.empty() || family.include.front() != v) family.exclude = {v};
  }
  if (seed % 5 == 3) {
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const double value = 4.0 * rng.uniform_at(20 + v) - 1.0;
      family.values.push_back(seed % 2 == 0 ? std::floor(value) : value);
    }
  }
  return family;
}

bool accepted(const Graph& graph, const SetFamily& family, const BoundCertificate& certificate) {
  try {
    check_certificate(graph, family, certificate);
  } catch (const VerificationError&) {
    return false;
  }
  return true;
}

/// A core with dummies of any number, and multipliers that nobody chose well, or that the solver found.
dual::DualPoint some_point(const dual::Relaxation& relaxation, const Rng& rng, bool solved) {
  const std::size_t n = relaxation.size();
  if (solved) {
    const auto judge = [](const dual::Relaxation&, const dual::DualPoint&, dual::DualMoment) {
      return dual::DualVerdict();
    };
    dual::DualOptions options{.known = 1.0, .target = 0.0, .work = 2e6, .judge = judge};
    dual::DualSearch search(relaxation);
    const dual::DualResult& result = search.go_on(options, RunContext({.threads = 1}));
    if (!result.best.multipliers.empty()) return result.best;
  }
  dual::DualPoint point;
  for (std::size_t i = 0; i < n * n; ++i) {
    point.multipliers.push_back(static_cast<float>(rng.uniform_at(100 + i) - 0.5));
  }
  point.eigenvalue = 0.5 * static_cast<double>(n);
  return point;
}

/// The nearest point of { y : 0 <= y_j <= y_own <= 1, sum of y = s y_own } by bisection and a search for the
/// least distance, which is convex in y_own.
void project_exactly(std::vector<double>& row, std::size_t own, double s) {
  const std::vector<double> given = row;
  const auto project = [&](double t) {
    double low = -10.0;
    double high = 10.0;
    for (int i = 0; i < 100; ++i) {
      const double a = 0.5 * (low + high);
      double sum = 0.0;
      for (std::size_t j = 0; j < row.size(); ++j) sum += j == own ? 0.0 : std::clamp(given[j] - a, 0.0, t);
      (sum > (s - 1.0) * t ? low : high) = a;
    }
    double distance = (t - given[own]) * (t - given[own]);
    for (std::size_t j = 0; j < row.size(); ++j) {
      row[j] = j == own ? t : std::clamp(given[j] - high, 0.0, t);
      if (j != own) distance += (row[j] - given[j]) * (row[j] - given[j]);
    }
    return distance;
  };
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 100; ++i) {
    const double third = (high - low) / 3.0;
    (project(low + third) < project(high - third) ? high : low) =
        project(low + third) < project(high - third) ? high - third : low + third;
  }
  project(0.5 * (low + high));
}

}  // namespace

TEST_CASE("rows in single precision are projected where double precision projects them") {
  const Rng rng(3);
  std::uint64_t drawn = 1;
  for (std::size_t n : {2u, 7u, 8u, 9u, 40u, 133u}) {
    for (int round = 0; round < 40; ++round) {
      const auto s = static_cast<double>(2 + rng.at(++drawn) % (n - 1));
      const std::size_t own = rng.at(++drawn) % n;
      std::vector<double> exact(n);
      for (double& y : exact) y = 0.8 * rng.uniform_at(++drawn) - 0.35;
      std::vector<float> row(exact.begin(), exact.end());
      const float guess = round % 2 == 0 ? 0.0f : 0.3f;
      project_exactly(exact, own, s);
      if (!dual::project_float_row(row, own, static_cast<float>(s), guess))
        std::fill(row.begin(), row.end(), 0.0f);
      INFO("n = " << n << ", s = " << s << ", round " << round);
      for (std::size_t i = 0; i < n; ++i) REQUIRE(row[i] == Approx(exact[i]).margin(2e-4));
    }
  }
}

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
    const Graph whole = small_core_graph(seed, kind);
    const SetFamily family = small_family(whole, seed);
    const ReducedFamily reduced = reduce_family(whole, family);
    const Graph& graph = reduced.part.graph;
    if (graph.num_edges() == 0) continue;
    const std::vector<double> optimum =
        heaviest_sets(graph, {.values = {reduced.values.all().begin(), reduced.values.all().end()}});
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
    const dual::DualPoint point = some_point(relaxation, rng, seed % 2 == 0);
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
      CHECK(accepted(whole, family, certificate));
      stated = graph.integral() ? optimum[t] - 1.0 : optimum[t] * (1.0 - 1e-9) - 1e-9;
      CHECK_FALSE(accepted(whole, family, certificate));
      stated = optimum[t];
      if (graph.integral() && accepted(whole, family, certificate)) ++tight;
      with_dummies += dummies > 0 && cut.begin > 0 ? 1 : 0;
    }
  }
  CHECK(with_dummies > 200);
  CHECK(tight > 50);
}

TEST_CASE("bounds by rule outside hold for values, vertices to include and to exclude, and are certified") {
  int proposed = 0;
  const RunContext run({.threads = 1});
  // Sanitizers make the linear algebra some fifty times as slow.
  constexpr std::uint64_t seeds = LODE_ASSERTION_LEVEL < 2 ? 240 : 40;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Graph graph = small_core_graph(seed, static_cast<test::TestWeights>(seed % 3));
    const SetFamily family = small_family(graph, seed);
    const std::vector<double> optimum = heaviest_sets(graph, family);
    std::vector<Vertex> sizes;
    for (Vertex s = 1; s <= graph.num_vertices(); ++s) {
      if (optimum[s] > no_set) sizes.push_back(s);
    }
    BoundPlan plan(graph, family, sizes, run);
    for (const Vertex s : {Vertex{5}, Vertex{4}, Vertex{3}}) {
      if (optimum[s] > no_set) plan.ask("outside", {.s = s, .work = 2e7}, run);
    }
    const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
    const std::vector<CheckedBound> checked = check_certificate(graph, family, certificate);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      INFO("seed " << seed << ", s = " << sizes[i]);
      const Bound bound = plan.ledger().best(sizes[i]);
      CHECK(bound.value >= optimum[sizes[i]] - 1e-12 * std::abs(optimum[sizes[i]]));
      CHECK(checked[i].value >= bound.value - 1e-12 * std::abs(bound.value));
      proposed += bound.name == "outside" ? 1 : 0;
    }
  }
  CHECK(proposed > static_cast<int>(seeds) * 5 / 6);
}

namespace {

/// A graph whose core holds the best sets and has much around it.
Graph core_and_tail() {
  std::vector<Edge> edges;
  const Rng rng(11);
  std::uint64_t drawn = 1;
  for (Vertex u = 0; u < 400; ++u) {
    for (Vertex v = u + 1; v < 400; ++v) {
      const double chance = v < 80 ? 0.35 : v < 160 ? 0.1 : 0.01;
      if (rng.uniform_at(drawn++) < chance) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(edges, 400);
}

}  // namespace

TEST_CASE("certificates with dummies that were tampered with fail") {
  const Graph graph = core_and_tail();
  const RunContext run({.threads = 1});
  const std::vector<Vertex> sizes = {20};
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  const double cheap = plan.ledger().best(20).value;
  plan.ask("outside", {.s = 20, .work = 3e8}, run);
  REQUIRE(plan.ledger().best(20).name == "outside");
  REQUIRE(plan.ledger().best(20).value < cheap);
  const BoundCertificate good = make_certificate(plan.ledger(), sizes, run);
  REQUIRE(accepted(graph, {}, good));
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
        CHECK_FALSE(accepted(graph, {}, bad));
      };
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

namespace {

/// The whole of a graph without dummies, for sets of s vertices.
dual::Relaxation whole_relaxation(const Part& part, Vertex s, Vertex dummies) {
  std::vector<Vertex> order(part.graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::reverse(order.begin(), order.end());
  return dual::make_relaxation(part, order, s, dummies, 5.0);
}

dual::DualOptions without_proofs(double work) {
  const auto judge = [](const dual::Relaxation&, const dual::DualPoint&, dual::DualMoment) {
    return dual::DualVerdict();
  };
  return {.known = 75.0, .target = 0.0, .work = work, .judge = judge};
}

}  // namespace

TEST_CASE("a search for a dual point goes on where work or time has ended it") {
  const Part part{core_and_tail()};
  const RunContext run({.threads = 1});
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  dual::DualSearch whole(whole_relaxation(part, 20, 3));
  const dual::DualResult& at_once = whole.go_on(without_proofs(unlimited), run);
  REQUIRE(at_once.stalled);

  dual::DualSearch in_turns(whole_relaxation(part, 20, 3));
  std::uint64_t iterations = 0;
  double before = std::numeric_limits<double>::infinity();
  for (bool ended = false; !ended;) {
    test::FakeClock clock(1e-4);
    const RunContext turn({.threads = 1, .time_limit = 0.01, .clock = &clock});
    const dual::DualResult& result = in_turns.go_on(without_proofs(unlimited), turn);
    CHECK(result.best.bound <= before * (1.0 + 1e-3));
    before = result.best.bound;
    iterations += result.iterations;
    ended = result.stalled;
    REQUIRE(iterations < 4 * at_once.iterations);
  }
  CHECK(before == Approx(at_once.best.bound).epsilon(0.01));
}

TEST_CASE("a search begins with what another one has found, for another size and number of dummies") {
  const Part part{core_and_tail()};
  const RunContext run({.threads = 1});
  dual::DualSearch found(whole_relaxation(part, 20, 3));
  found.go_on(without_proofs(std::numeric_limits<double>::infinity()), run);
  for (const Vertex dummies : {Vertex{0}, Vertex{3}, Vertex{6}}) {
    const dual::Relaxation relaxation = whole_relaxation(part, 18, dummies);
    REQUIRE(found.serves(relaxation));
    const dual::DualOptions few = without_proofs(1.5e7);
    dual::DualSearch fresh(relaxation);
    dual::DualSearch warm(relaxation, found);
    const double from_nothing = fresh.go_on(few, run).best.bound;
    const dual::DualPoint& point = warm.go_on(few, run).best;
    INFO("dummies " << dummies);
    CHECK(point.bound < from_nothing);
    const auto proven = dual::prove(part, relaxation, point, 17, 1e9, run);
    REQUIRE(proven);
    CHECK(proven->bounds[18] == Approx(point.bound).epsilon(0.02));
  }
}

TEST_CASE("rule outside keeps to the memory that it is given") {
  const Graph graph = core_and_tail();
  const RunContext run({.threads = 1});
  const std::vector<Vertex> sizes = {20};
  const auto rows = [&](double memory) {
    BoundPlan plan(graph, sizes, run);
    plan.add_cheap(run);
    plan.ask("outside", {.s = 20, .work = 3e8, .memory = memory}, run);
    std::size_t most = 0;
    for (const auto& data : make_certificate(plan.ledger(), sizes, run).multipliers) {
      if (const auto* dual = std::get_if<DualCertificate>(&data->multipliers)) {
        for (const DualStage& stage : dual->stages) most = std::max(most, stage.rows.size());
      }
    }
    return most;
  };
  const std::size_t any = rows(std::numeric_limits<double>::infinity());
  REQUIRE(any > 0);
  CHECK(rows(outside_bytes(any - 10)) < any);
}

TEST_CASE("rule outside gives the same for any number of threads, within its work, and stops when told to") {
  const Graph graph = core_and_tail();
  const std::vector<Vertex> sizes = {15, 20};
  const auto bounds = [&](int threads) {
    const RunContext run({.threads = threads});
    BoundPlan plan(graph, sizes, run, Proofs::drop);
    plan.add_cheap(run);
    const double before = plan.spent();
    plan.ask("outside", {.s = 20, .work = 2e8}, run);
    CHECK(plan.spent() - before > 0.0);
    CHECK(plan.spent() - before < 2.6e8);
    return plan.ledger().values();
  };
  CHECK(bounds(1) == bounds(2));

  // Time is asked for between products: far more often than there are iterations.
  test::FakeClock clock(1e-4);
  const RunContext limited({.threads = 1, .time_limit = 0.5, .clock = &clock});
  BoundPlan plan(graph, sizes, limited, Proofs::drop);
  const std::uint64_t before = clock.readings();
  plan.ask("outside", {.s = 20}, limited);
  CHECK(clock.readings() - before > 100);
  CHECK(limited.elapsed() < 0.6);

  std::atomic<bool> cancel{true};
  const RunContext cancelled({.threads = 1, .cancel = &cancel});
  const std::vector<double> known = plan.ledger().values();
  plan.ask("outside", {.s = 15}, cancelled);
  CHECK(plan.ledger().values() == known);
}

namespace {

/// The heaviest set of s rows of a core with dummies that holds a row, by looking at every set.
double heaviest_with(const Part& part, Vertex dummies, double dummy, Vertex s, std::size_t row) {
  const std::size_t n = std::size_t{dummies} + part.graph.num_vertices();
  double best = no_set;
  for (std::uint32_t mask = 0; mask < (1u << n); ++mask) {
    if (!(mask >> row & 1u) || static_cast<Vertex>(std::popcount(mask)) != s) continue;
    double weight = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!(mask >> i & 1u)) continue;
      if (i < dummies) {
        weight += dummy;
        continue;
      }
      const auto v = static_cast<Vertex>(i - dummies);
      if (!part.values.empty()) weight += part.values[v];
      part.graph.for_each_neighbor(
          v, [&](Vertex u, Weight w) { weight += u < v && (mask >> (dummies + u) & 1u) ? w : 0.0; });
    }
    best = std::max(best, weight);
  }
  return best;
}

}  // namespace

TEST_CASE("rows that are let go hold no set above the limit, with and without reserves") {
  int gone = 0;
  int by_reserves = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Graph whole = small_core_graph(seed, static_cast<test::TestWeights>(seed % 3));
    const ReducedFamily reduced = reduce_family(whole, small_family(whole, seed));
    const Graph& graph = reduced.part.graph;
    if (graph.num_edges() == 0) continue;
    const Rng rng(seed, 3);
    const CoreParts parts = *CoreParts::peel(graph, reduced.values, RunContext());
    const CoreParts::Cut cut = parts.above(2.0 * rng.uniform_at(1));
    const auto s = static_cast<Vertex>(2 + rng.at(2) % 3);
    const auto dummies = static_cast<Vertex>(rng.at(3) % (s + 1));
    if (cut.size + dummies <= s || cut.size == 0) continue;
    const Part part = parts.part(cut);
    std::vector<Vertex> order(part.graph.num_vertices());
    std::iota(order.begin(), order.end(), Vertex{0});
    const double dummy = dual::dummy_value(part.outside, graph.integral());
    const dual::Relaxation relaxation = dual::make_relaxation(part, order, s, dummies, dummy);
    std::vector<double> with(relaxation.size());
    for (std::size_t i = 0; i < with.size(); ++i)
      with[i] = heaviest_with(part, dummies, dummy, s, relaxation.numbers[i]);
    const double best = *std::max_element(with.begin(), with.end());
    const RunContext run({.threads = 1});
    const auto proven =
        dual::prove(part, relaxation, some_point(relaxation, rng, seed % 4 != 0), s - 1, 1e9, run);
    REQUIRE(proven);
    for (const double shift : {1e-2, 0.3}) {
      const auto reserves = dual::prove_reserves(part, relaxation, *proven, shift, run);
      REQUIRE(reserves);
      for (std::size_t i = 0; i < with.size(); ++i) {
        INFO("seed " << seed << ", row " << i);
        CHECK(reserves->bound - reserves->reserves[i] >= with[proven->places[i]]);
      }
      for (const double limit : {0.8 * best, best, 1.1 * best}) {
        std::size_t left = relaxation.size();
        for (const auto* used : {static_cast<const dual::DualReserves*>(nullptr), &*reserves}) {
          const std::vector<std::size_t> rows = dual::surviving_rows(part, relaxation, *proven, limit, used);
          CHECK(std::is_sorted(rows.begin(), rows.end()));
          for (std::size_t i = 0; i < with.size(); ++i) {
            INFO("seed " << seed << ", row " << i << ", limit " << limit << ", best with it " << with[i]);
            if (!std::binary_search(rows.begin(), rows.end(), i)) CHECK(with[i] <= limit);
          }
          CHECK(rows.size() <= left);
          gone += static_cast<int>(relaxation.size() - rows.size());
          by_reserves += used ? static_cast<int>(left - rows.size()) : 0;
          left = rows.size();
        }
      }
    }
  }
  CHECK(gone > 500);
  CHECK(by_reserves > 20);
}

TEST_CASE("a relaxation restricted to some rows is that of the graph they induce") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::random_graph(14, 0.4, seed, static_cast<test::TestWeights>(seed % 3));
    const Part part{graph};
    std::vector<Vertex> order(14);
    std::iota(order.begin(), order.end(), Vertex{0});
    const dual::Relaxation all = dual::make_relaxation(part, order, 4, 3, 1.0);
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (Rng(seed).at(i) % 3 != 0) rows.push_back(i);
    }
    const dual::Relaxation some = dual::restricted(all, rows);
    REQUIRE(some.size() == rows.size());
    std::size_t edges = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(some.numbers[i] == all.numbers[rows[i]]);
      CHECK(some.values[i] == all.values[rows[i]]);
      CHECK((i < some.dummies) == (rows[i] < 3));
      some.for_each_neighbour(i, some.size(), [&](Vertex j, float w) {
        ++edges;
        const Vertex u = some.numbers[i] - some.first_vertex;
        const Vertex v = some.numbers[j] - some.first_vertex;
        REQUIRE(graph.edge_weight(u, v));
        CHECK(w == static_cast<float>(*graph.edge_weight(u, v) / some.unit));
      });
    }
    VertexSet left;
    for (const Vertex number : some.numbers) {
      if (number >= some.first_vertex) left.push_back(number - some.first_vertex);
    }
    std::sort(left.begin(), left.end());
    CHECK(edges == induced_subgraph(graph, left).num_arcs());
  }
}
