#include "bounds/enumeration/exact_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "bounds/cheap/largest_weights.hpp"
#include "bounds/enumeration/peel_search.hpp"
#include "bounds/enumeration/search_graph.hpp"
#include "subgraph/curve/hybrid_curve.hpp"

namespace lode::subgraph {
namespace {

__extension__ using Wide = unsigned __int128;

/// Search steps per size in the first round, and how much more every later round gives.
constexpr std::uint64_t first_round_nodes = 100'000;
constexpr std::uint64_t round_factor = 8;
/// In a weighted graph every beginning goes over the neighbours of a vertex. So many arcs of the core then
/// cost as much as a step.
constexpr std::uint64_t beginning_arcs = 100;
/// The search for many sizes at once takes no less work than this.
constexpr std::uint64_t least_curve_work = 200'000;
/// It serves sizes up to this: larger ones are not settled before those.
constexpr Vertex largest_curve_size = 500;

/// The best set known of one size and the bound on all of them, in units.
struct SizeState {
  VertexSet best;  ///< empty: as many vertices of the peeled answer as the size says
  std::int64_t weight = 0;
  std::int64_t bound = 0;
};

class ExactSearch {
 public:
  ExactSearch(const Problem& problem, const ExactOptions& options, const RunContext& run)
      : problem_(problem),
        options_(options),
        run_(run),
        s_(problem.s),
        units_(problem.graph, problem.s),
        whole_(detail::search_graph(problem.graph, units_)),
        sizes_(s_ + std::size_t{1}),
        inside_(whole_.num_vertices(), 0) {}

  ExactResult solve() {
    bound_all();
    find_answer();
    if (!settled(s_)) {
      find_smaller_answers();
      search_in_rounds();
    }
    return result();
  }

 private:
  bool settled(Vertex j) const { return sizes_[j].bound < units_.above(sizes_[j].weight); }
  bool out_of_nodes() const { return options_.work > 0 && nodes_ >= options_.work; }
  bool reached_target() const { return units_.weight_of(sizes_[s_].weight) >= problem_.target; }
  bool done() const { return settled(s_) || reached_target() || out_of_nodes() || run_.should_stop(); }

  /// The largest weights of as many edges as a size has pairs, and what the caller knows.
  void bound_all() {
    const detail::LargestWeights weights(problem_.graph, run_);
    for (Vertex j = 1; j <= s_; ++j) {
      double bound = weights.at_most(possible_edges(j));
      if (j < options_.known_bounds.size()) bound = std::min(bound, options_.known_bounds[j]);
      if (j == s_) bound = std::min(bound, problem_.upper_bound);
      sizes_[j].bound = units_.of_bound(bound, j);
    }
    chain();
  }

  /// Removing a vertex of least degree loses at most the fraction 2/j; a set of one vertex less weighs no
  /// more.
  void chain() {
    for (Vertex j = s_; j > 1; --j) sizes_[j - 1].bound = std::min(sizes_[j - 1].bound, sizes_[j].bound);
    for (Vertex j = 3; j <= s_; ++j) {
      const auto most = static_cast<double>(sizes_[j - 1].bound) / (j - 2) * j;
      if (!(most < 1e15)) continue;  // real weights, in units so small that there are more of them
      const Wide product = Wide{static_cast<std::uint64_t>(sizes_[j - 1].bound)} * j;  // may exceed 64 bits
      sizes_[j].bound = std::min(sizes_[j].bound, static_cast<std::int64_t>(product / (j - 2)));
    }
  }

  /// Weight inside a set, by the rows of its members.
  std::int64_t weight_inside(const VertexSet& set) {
    for (const Vertex v : set) inside_[v] = 1;
    std::int64_t twice = 0;
    for (const Vertex v : set) twice += degree_inside(v);
    for (const Vertex v : set) inside_[v] = 0;
    return twice / 2;
  }
  std::int64_t degree_inside(Vertex v) const {
    std::int64_t degree = 0;
    for (std::size_t arc = whole_.offsets[v]; arc < whole_.offsets[v + 1]; ++arc) {
      if (inside_[whole_.targets[arc]]) degree += whole_.weight(arc);
    }
    return degree;
  }

  void offer(Vertex j, VertexSet set) {
    const std::int64_t weight = weight_inside(set);
    if (known(j) && weight <= sizes_[j].weight) return;
    sizes_[j].best = std::move(set);
    sizes_[j].weight = weight;
    if (j != s_) return;
    const Weight total = induced_totals(problem_.graph, sizes_[j].best).weight;
    trace_.push_back({run_.elapsed(), total, nodes_});
    run_.report("exact", total, nodes_);
  }
  bool known(Vertex j) const { return !peeled_.empty() || !sizes_[j].best.empty(); }

  HybridOptions start_options() const {
    HybridOptions options;
    options.work = options_.start_work;
    options.stationarity_blocks = 0;
    options.repair_stationarity = false;
    return options;
  }

  void find_answer() {
    Problem problem = problem_;
    problem.upper_bound = units_.weight_of(sizes_[s_].bound);
    offer(s_, hybrid_search(problem, start_options(), run_).vertices);
  }

  /// Sets of the sizes below s: the answer without its vertices of least degree, and better ones.
  void find_smaller_answers() {
    peel_answer();
    if (options_.start_work < least_curve_work) return;
    std::vector<Vertex> sizes;
    std::vector<double> bounds;
    for (Vertex j = 1; j < s_ && j <= largest_curve_size; ++j) {
      sizes.push_back(j);
      bounds.push_back(units_.weight_of(sizes_[j].bound));
    }
    if (sizes.empty() || run_.should_stop()) return;
    Problem problem;
    problem.graph = problem_.graph;
    for (Solution& one : hybrid_curve(problem, sizes, bounds, start_options(), run_)) {
      const auto size = static_cast<Vertex>(one.vertices.size());
      offer(size, std::move(one.vertices));
    }
  }

  /// Takes vertices of least degree, ties to the smaller number, from the answer one after the other. Its
  /// first j vertices in `peeled_` are the set left of size j.
  void peel_answer() {
    VertexSet left = sizes_[s_].best;
    std::vector<std::int64_t> degree(left.size());
    std::vector<Vertex> place(whole_.num_vertices(), no_vertex);
    for (const Vertex v : left) inside_[v] = 1;
    for (Vertex i = 0; i < s_; ++i) {
      place[left[i]] = i;
      degree[i] = degree_inside(left[i]);
    }
    std::int64_t weight = sizes_[s_].weight;
    std::set<std::pair<std::int64_t, Vertex>> by_degree;
    for (Vertex i = 0; i < s_; ++i) by_degree.emplace(degree[i], i);
    VertexSet order(s_);
    for (Vertex size = s_; size > 0; --size) {
      const auto [least, i] = *by_degree.begin();
      by_degree.erase(by_degree.begin());
      const Vertex v = left[i];
      order[size - 1] = v;
      inside_[v] = 0;
      weight -= least;
      if (size > 1) sizes_[size - 1].weight = weight;
      for (std::size_t arc = whole_.offsets[v]; arc < whole_.offsets[v + 1]; ++arc) {
        const Vertex u = whole_.targets[arc];
        if (!inside_[u]) continue;
        const Vertex k = place[u];
        by_degree.erase({degree[k], k});
        degree[k] -= whole_.weight(arc);
        by_degree.emplace(degree[k], k);
      }
    }
    peeled_ = std::move(order);
  }

  /// Rounds of growing budgets per size, so that one hard size does not keep the others waiting.
  void search_in_rounds() {
    for (std::uint64_t budget = first_round_nodes; !done(); budget *= round_factor) {
      for (Vertex j = 2; j <= s_ && !done(); ++j) {
        if (!settled(j)) settle(j, budget);
      }
    }
  }

  /// Lowers the bound of one size towards its best set, halving the distance.
  void settle(Vertex j, std::uint64_t budget) {
    const std::uint64_t begin = nodes_;
    while (!settled(j) && !run_.should_stop()) {
      SizeState& state = sizes_[j];
      const std::int64_t lowest = units_.above(state.weight);
      const std::int64_t goal = lowest + (state.bound - lowest + 1) / 2;
      std::uint64_t left = budget - std::min(budget, nodes_ - begin);
      if (options_.work > 0) left = std::min(left, options_.work - nodes_);
      if (left == 0) return;
      const bool complete = search(j, goal, left);
      chain();
      if (!complete) return;
    }
  }

  bool search(Vertex j, std::int64_t goal, std::uint64_t max_nodes) {
    std::vector<std::int64_t> caps(j + std::size_t{1}, 0);
    for (Vertex i = 1; i <= j; ++i) caps[i] = sizes_[i].bound;
    const detail::SearchGraph part = detail::reduced_search_graph(whole_, j, goal - caps[j - 1], run_);
    if (options_.work > 0 && !part.weights.empty()) {
      const std::uint64_t beginning =
          std::min<std::uint64_t>(part.targets.size() / beginning_arcs, max_nodes);
      nodes_ += beginning;
      max_nodes -= beginning;
      if (max_nodes == 0) return false;
    }
    const detail::GrowthLimits limits(std::move(caps), whole_.largest_weight, goal);
    detail::PeelSearchResult found = detail::peel_search(part, limits, max_nodes, run_);
    nodes_ += found.nodes;
    if (!found.best.empty()) offer(j, std::move(found.best));
    if (!found.complete) return false;
    sizes_[j].bound = std::min(sizes_[j].bound, std::max(goal - 1, found.weight));
    return true;
  }

  ExactResult result() const {
    ExactResult result;
    result.vertices = sizes_[s_].best;
    result.weight = induced_totals(problem_.graph, result.vertices).weight;
    result.upper_bounds.push_back(0.0);
    for (Vertex j = 1; j <= s_; ++j) result.upper_bounds.push_back(units_.weight_of(sizes_[j].bound));
    result.upper_bound = std::max(result.upper_bounds.back(), result.weight);
    result.proven = settled(s_);
    result.nodes = nodes_;
    result.trace = trace_;
    if (result.proven) {
      result.stop_reason = StopReason::optimal;
    } else if (reached_target()) {
      result.stop_reason = StopReason::target;
    } else {
      result.stop_reason = out_of_nodes() ? StopReason::iterations : run_.stop_reason();
    }
    return result;
  }

  const Problem& problem_;
  const ExactOptions& options_;
  const RunContext& run_;
  Vertex s_;
  detail::SearchUnits units_;
  detail::SearchGraph whole_;
  std::vector<SizeState> sizes_;
  VertexSet peeled_;          ///< the first answer, what peeling leaves longest first; empty before
  std::vector<char> inside_;  ///< scratch, by place in `whole_`
  std::uint64_t nodes_ = 0;
  Trace trace_;
};

}  // namespace

ExactResult exact_search(const Problem& problem, const ExactOptions& options, const RunContext& run) {
  check_problem(problem);
  for (const double bound : options.known_bounds) {
    if (!(bound >= 0.0))
      throw InvalidArgument("known bound", fmt::format("{}", bound), "must be a number >= 0");
  }
  return ExactSearch(problem, options, run).solve();
}

}  // namespace lode::subgraph
