#pragma once

#include <string>
#include <vector>

#include <lode/study/compare.hpp>

#include "report/samples.hpp"
#include "study/compare/comparison.hpp"

namespace lode::test {

inline ComparisonRun sample_run(std::size_t place, Vertex s, std::size_t method, int start, EdgeCount edges) {
  const subgraph::Solution solution = sample_solution(s, edges, static_cast<double>(edges));
  ComparisonRun run{place, s, method, start, static_cast<std::uint64_t>(start + 6)};
  run.objective = solution.weight;
  run.edges = solution.edges;
  run.support = solution.vertices;
  run.iterations = solution.iterations;
  run.seconds = solution.seconds;
  run.seconds_to_best = solution.seconds_to_best;
  run.trace = solution.trace;
  for (const Vertex v : run.support) run.names.push_back(std::to_string(v + 100));
  return run;
}

/// Two methods with two starts, one that runs once, on two graphs with sizes 10 and 20.
inline Comparison sample_comparison() {
  Comparison comparison;
  comparison.cases = {{"first", {10, 20}, {0, 1, 2}, 1000, 5000},
                      {"second", {10, 20}, {0, 1, 2}, 2000, 7000}};
  comparison.methods = {{"hybrid", "hybrid", {{"preset", "default"}}},
                        {"hybrid:paper", "hybrid", {{"preset", "paper"}}},
                        {"peeling", "peeling", {}, true}};
  comparison.starts = 2;
  comparison.start_rule = "own";
  comparison.seed = 7;
  comparison.time_limit = 30.0;
  for (std::size_t g = 0; g < 2; ++g) {
    for (const Vertex s : {10u, 20u}) {
      ComparisonInstance instance;
      instance.place = g;
      instance.s = s;
      instance.bound = {"degree", s, 3.0 * s + 10.0, 0.001};
      comparison.instances.push_back(instance);
      comparison.runs.push_back(sample_run(g, s, 0, 1, 3 * s + 4));
      comparison.runs.push_back(sample_run(g, s, 0, 2, 3 * s + 5));
      comparison.runs.push_back(sample_run(g, s, 1, 1, 3 * s));
      comparison.runs.push_back(sample_run(g, s, 1, 2, 3 * s));
      comparison.runs.push_back(sample_run(g, s, 2, 1, 3 * s - 1));
    }
  }
  comparison.total_runs = comparison.runs.size();
  comparison.seconds = 1.5;
  score_comparison(comparison);
  return comparison;
}

}  // namespace lode::test
