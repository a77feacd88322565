// Larger efforts begin with what smaller ones do: at equal time neither answer nor bound is worse.
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <lode/graph/generators.hpp>
#include <lode/study/density_report.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/plan/plan.hpp"
#include "bounds/rule.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

FindAnswer answer_of(const Graph& graph, Vertex s, const std::string& method, Effort effort, double limit,
                     double step) {
  const test::FakeClock clock(step);
  const RunContext run({.threads = 1, .time_limit = limit, .clock = &clock});
  return find(graph, {.sizes = {s}, .method = method, .effort = effort}, run).answers.front();
}

}  // namespace

TEST_CASE("at equal time a larger effort has no worse bound and no worse answer, whatever the method",
          "[slow]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Graph graph = gnp({.num_vertices = 70, .probability = 0.3, .seed = seed});
    for (const MethodRow& method : methods()) {
      if (method.exhaustive) continue;
      for (const double limit : {1.0, 3.0}) {
        double bound = std::numeric_limits<double>::infinity();
        double weight = 0.0;
        for (const Effort effort :
             {Effort::none, Effort::cheap, Effort::automatic, Effort::strong, Effort::proof}) {
          INFO(method.name << ", seed " << seed << ", " << limit << " s, " << to_string(effort));
          const FindAnswer found = answer_of(graph, 15, std::string(method.name), effort, limit, 1e-3);
          CHECK(found.bound.value <= bound);
          if (effort >= Effort::automatic) CHECK(found.solution.weight >= weight);
          bound = found.bound.value;
          if (effort >= Effort::automatic) weight = found.solution.weight;
        }
      }
    }
  }
}

TEST_CASE("without a limit a larger effort has no worse bound and no worse answer") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Graph graph = test::random_graph(60, 0.25, seed, static_cast<test::TestWeights>(seed % 3));
    double bound = std::numeric_limits<double>::infinity();
    double weight = 0.0;
    for (const Effort effort :
         {Effort::none, Effort::cheap, Effort::automatic, Effort::strong, Effort::proof}) {
      const FindAnswer found =
          find(graph, {.sizes = {12}, .effort = effort}, RunContext({.threads = 1})).answers.front();
      CHECK(found.bound.value <= bound * (1.0 + 1e-12));
      CHECK(found.solution.weight >= weight * (1.0 - 1e-12));
      bound = found.bound.value;
      weight = found.solution.weight;
    }
  }
}

TEST_CASE("bounds keep to the memory that is given", "[slow]") {
  const Graph graph = gnp({.num_vertices = 600, .probability = 0.05, .seed = 7});
  const auto rows = [&](std::optional<std::uint64_t> memory) {
    const RunContext run({.threads = 1});
    const FindResult found = find(graph, {.sizes = {40}, .keep_proofs = true, .memory = memory}, run);
    std::size_t most = 0;
    for (const auto& data : make_certificate(found, run).multipliers) {
      if (!data->tree) continue;
      for (const auto& stage : data->tree->stages) most = std::max(most, stage.multipliers.size());
    }
    return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(most))));
  };
  const std::size_t any = rows(std::nullopt);
  REQUIRE(any > 300);
  const auto enough = static_cast<std::uint64_t>(2.0 * outside_bytes(any));
  CHECK(rows(2 * enough) == any);
  CHECK(rows(enough / 2) < any);
}

TEST_CASE("sizes that the time does not suffice for get sets of one order, and the run ends") {
  const Graph graph = test::random_graph(3000, 0.01, 3);
  std::vector<Vertex> sizes;
  for (Vertex s = 10; s <= 1500; s += 100) sizes.push_back(s);
  for (const Effort effort : {Effort::none, Effort::cheap}) {
    test::FakeClock clock(0.01);
    const RunContext run({.threads = 1, .time_limit = 1.0, .clock = &clock});
    const FindResult found = find(graph, {.sizes = sizes, .effort = effort}, run);
    REQUIRE(found.answers.size() == sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const Solution& solution = found.answers[i].solution;
      REQUIRE(solution.vertices.size() == sizes[i]);
      CHECK(solution.weight == induced_totals(graph, solution.vertices).weight);
      CHECK(solution.weight > 0.0);
      CHECK(found.answers[i].bound.value >= solution.weight);
    }
    CHECK(found.answers.back().solution.stop_reason == StopReason::deadline);
  }
}

TEST_CASE("progress of a search tells its size, its best set and its bound, never those of a part") {
  for (const Effort effort : {Effort::automatic, Effort::strong, Effort::proof}) {
    const Graph graph = gnp({.num_vertices = 90, .probability = 0.25, .seed = 2});
    std::vector<Progress> told;
    std::string phases;
    const RunContext run({.threads = 2, .time_limit = 1.0, .progress = [&](const Progress& p) {
                            told.push_back(p);
                            phases += std::string(p.phase) + "\n";
                          }});
    const FindAnswer found = find(graph, {.sizes = {20}, .effort = effort}, run).answers.front();
    REQUIRE_FALSE(told.empty());
    double best = 0.0;
    double bound = std::numeric_limits<double>::infinity();
    bool both = false;
    for (const Progress& progress : told) {
      if (progress.size == 0) {
        CHECK(std::isnan(progress.best));
        continue;
      }
      CHECK(progress.size == 20);
      CHECK(progress.time_limit == 1.0);
      if (!std::isnan(progress.best)) {
        CHECK(progress.best <= found.bound.value);
        best = std::max(best, progress.best);
      }
      if (!std::isnan(progress.bound)) {
        CHECK(progress.bound >= found.solution.weight);
        bound = std::min(bound, progress.bound);
      }
      both = both || (progress.best <= progress.bound);
    }
    CHECK(both);
    CHECK(best <= found.solution.weight);
    CHECK(bound >= found.bound.value);
  }
}
