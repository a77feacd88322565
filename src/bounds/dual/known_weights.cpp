#include "bounds/dual/known_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <lode/subgraph/hybrid.hpp>

#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "subgraph/curve/hybrid_curve.hpp"

namespace lode::subgraph {
namespace {

/// Vertices of the core that known sets are searched in, at most.
constexpr Vertex searched_core = 10'000;
/// The sizes that are searched, in parts of the largest.
constexpr double searched_sizes[] = {0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
/// Arcs that the search for a known set visits without an improvement, and the price of one.
constexpr std::uint64_t known_set_work = 200'000;
constexpr double known_set_price = 20.0;
/// What is known is the same whatever the caller's seed.
constexpr std::uint64_t known_set_seed = 1;
/// The part of the time left that a search for known sets may take.
constexpr double known_set_share = 0.25;
/// A search that its time has cut short is made again once there is so many times as much.
constexpr double more_time = 2.0;
/// What was found for one size serves for others down to this part of it.
constexpr double least_part = 0.5;

/// What is left of a set as its vertices of least degree go, ties to the smaller number, by size.
std::vector<double> weights_of_parts(const Graph& graph, VertexSet set) {
  std::sort(set.begin(), set.end());
  std::vector<double> degree(set.size(), 0.0);
  std::vector<Vertex> place(graph.num_vertices(), no_vertex);
  for (std::size_t i = 0; i < set.size(); ++i) place[set[i]] = static_cast<Vertex>(i);
  const auto visit_inside = [&](std::size_t i, const auto& visit) {
    graph.for_each_neighbor(set[i], [&](Vertex u, Weight w) {
      if (place[u] != no_vertex) visit(std::size_t{place[u]}, w);
    });
  };
  std::vector<double> weights(set.size() + 1, 0.0);
  for (std::size_t i = 0; i < set.size(); ++i) {
    visit_inside(i, [&](std::size_t, Weight w) { degree[i] += w; });
    weights.back() += 0.5 * degree[i];
  }
  constexpr double gone = std::numeric_limits<double>::infinity();
  for (std::size_t size = set.size(); size > 0; --size) {
    const auto least =
        static_cast<std::size_t>(std::min_element(degree.begin(), degree.end()) - degree.begin());
    weights[size - 1] = std::max(0.0, weights[size] - degree[least]);
    degree[least] = gone;
    visit_inside(least, [&](std::size_t j, Weight w) { degree[j] -= w; });
  }
  weights[0] = weights[std::min<std::size_t>(1, set.size())] = 0.0;  // what rounding leaves goes
  return weights;
}

}  // namespace

const std::vector<double>& known_weights(const BoundLedger& ledger, Findings& findings, Vertex s,
                                         const RunContext& run) {
  auto& of = findings.known_weights;
  auto& [known, searched] = of[s];
  const double seconds = known_set_share * run.time_left();
  if (!known.empty() && seconds <= more_time * searched) return known;
  const auto larger = std::next(of.find(s));
  if (larger != of.end() && larger->first * least_part <= s &&
      seconds <= more_time * larger->second.seconds) {
    known.assign(larger->second.weights.begin(), larger->second.weights.begin() + s + 1);
    searched = larger->second.seconds;
    return known;
  }
  known.assign(s + std::size_t{1}, 0.0);
  searched = std::numeric_limits<double>::infinity();
  const CoreParts* parts = core_parts(ledger, findings, run);
  if (parts == nullptr) {
    searched = 0.0;
    return known;
  }
  const CoreParts::Cut cut = parts->of_size(searched_core);
  if (cut.size < s) return known;
  Problem problem;
  problem.graph = parts->part(cut).graph;
  std::vector<Vertex> sizes;
  for (const double part : searched_sizes) {
    const auto size = static_cast<Vertex>(std::ceil(part * s));
    if (sizes.empty() || sizes.back() < size) sizes.push_back(size);
  }
  HybridOptions options;
  options.work = known_set_work;
  options.stationarity_blocks = 0;
  options.repair_stationarity = false;
  const RunContext part = run.part(seconds).alone(known_set_seed);
  for (const Solution& one : hybrid_curve(problem, sizes, {}, options, part)) {
    if (run.should_stop()) break;
    const std::vector<double> weights = weights_of_parts(problem.graph, one.vertices);
    for (std::size_t t = 0; t < weights.size(); ++t) known[t] = std::max(known[t], weights[t]);
  }
  for (Vertex t = 1; t <= s; ++t) known[t] = std::max(known[t], known[t - 1]);
  if (part.should_stop()) searched = part.interrupted() ? 0.0 : seconds;
  const double visits = static_cast<double>(problem.graph.num_arcs()) +
                        static_cast<double>(known_set_work) * static_cast<double>(sizes.size());
  findings.spent += known_set_price * visits;
  return known;
}

}  // namespace lode::subgraph
