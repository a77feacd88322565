// The rule `exact`, and the exhaustive search that rule and method `exact` share.
#include "bounds/enumeration/exact.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <lode/graph/cores.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/largest_weights.hpp"
#include "bounds/findings.hpp"
#include "core/units.hpp"
#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph {
namespace {

/// Search steps per size in the first round, and the factor from one round to the next.
constexpr std::uint64_t first_round_nodes = 100'000;
constexpr std::uint64_t round_factor = 8;
/// Arcs of a weighted core with the cost of a search step: every first vertex scans its neighbours.
constexpr std::uint64_t beginning_arcs = 100;

/// Counts weights in units, so that the search can add and subtract them exactly. Real weights are rounded
/// up: a set holds at least its weight in units, and at most one unit per edge more.
class ExactSearch {
 public:
  ExactSearch(const Problem& problem, const ExactOptions& options, const RunContext& run)
      : problem_(problem),
        options_(options),
        run_(run),
        s_(problem.s),
        whole_(problem.graph),
        sizes_(s_ + std::size_t{1}) {
    const std::span<const Weight> real = problem.graph.weights();
    if (problem.graph.integral() || real.empty()) return;
    const auto terms = static_cast<double>(std::max<EdgeCount>(possible_edges(s_), whole_.max_degree()));
    units_ = lode::detail::rounding_units(std::ranges::max(real) * terms);
    std::vector<Weight> counts;
    for (const Weight w : real) counts.push_back(std::ceil(w / units_.unit));
    whole_ = whole_.with_weights(std::move(counts));
  }

  ExactResult solve() {
    bound_all();
    find_answers();
    search_in_rounds();
    return result();
  }

 private:
  /// The weight of the best set known of one size and the bound on all of them, in units.
  struct SizeState {
    std::int64_t weight = 0;
    std::int64_t bound = 0;
    double given = 0.0;  ///< bound known before the search, not in units
  };

  /// The least improvement worth looking for: a heavier set for integral weights, one heavier by 5e-10 for
  /// real ones.
  std::int64_t above(std::int64_t weight) const {
    return weight + 1 + (units_.exact ? 0 : static_cast<std::int64_t>(static_cast<double>(weight) * 5e-10));
  }
  double to_graph(std::int64_t weight) const { return units_.to_graph(static_cast<double>(weight)); }

  bool settled(Vertex j) const { return sizes_[j].bound < above(sizes_[j].weight); }
  bool out_of_nodes() const { return options_.work > 0 && nodes_ >= options_.work; }
  bool reached_target() const { return to_graph(sizes_[s_].weight) >= problem_.target; }
  bool done() const { return settled(s_) || reached_target() || out_of_nodes() || run_.should_stop(); }

  /// Bounds by the largest weights, one for each pair of a size, and by the caller.
  void bound_all() {
    const detail::LargestWeights weights(problem_.graph, run_);
    for (Vertex j = 1; j <= s_; ++j) {
      double bound = weights.at_most(possible_edges(j));
      if (j < options_.known_bounds.size()) bound = std::min(bound, options_.known_bounds[j]);
      if (j == s_) bound = std::min(bound, problem_.upper_bound);
      sizes_[j].given = bound;
      sizes_[j].bound = static_cast<std::int64_t>(bound / units_.unit);
      if (!units_.exact) sizes_[j].bound += static_cast<std::int64_t>(possible_edges(j));
    }
    chain();
  }

  /// Removing a vertex of least degree loses at most the fraction 2/j; a set of one vertex less weighs no
  /// more.
  void chain() {
    for (Vertex j = s_; j > 1; --j) sizes_[j - 1].bound = std::min(sizes_[j - 1].bound, sizes_[j].bound);
    for (Vertex j = 3; j <= s_; ++j) {
      const std::int64_t smaller = sizes_[j - 1].bound;
      sizes_[j].bound = std::min(sizes_[j].bound, smaller + 2 * smaller / (j - 2));
    }
  }

  void take(VertexSet set, std::int64_t weight) {
    best_ = std::move(set);
    sizes_[s_].weight = weight;
    const Weight total = induced_totals(problem_.graph, best_).weight;
    trace_.push_back({run_.elapsed(), total, nodes_});
    run_.report("exact", total, nodes_);
  }

  /// A first answer, and the sets of the sizes below s: the answer without its vertices of least strength.
  void find_answers() {
    HybridOptions options;
    options.work = options_.start_work;
    options.stationarity_blocks = 0;
    options.repair_stationarity = false;
    Problem problem = problem_;
    problem.upper_bound = to_graph(sizes_[s_].bound);
    VertexSet answer = hybrid_search(problem, options, run_).vertices;
    const VertexSet order = strength_cores(induced_subgraph(problem_.graph, answer)).order;
    std::vector<char> inside(whole_.num_vertices(), 0);
    double weight = 0.0;
    for (Vertex j = 1; j <= s_; ++j) {
      const Vertex v = answer[order[s_ - j]];
      whole_.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += inside[u] ? w : 0.0; });
      inside[v] = 1;
      sizes_[j].weight = static_cast<std::int64_t>(weight);
    }
    take(std::move(answer), sizes_[s_].weight);
  }

  /// Rounds of growing budgets per size, so that one hard size does not delay the other sizes.
  void search_in_rounds() {
    if (done()) return;
    auto cores = strength_cores(whole_, run_);
    if (!cores) return;
    cores_ = std::move(cores->core);
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
      const std::int64_t lowest = above(sizes_[j].weight);
      const std::int64_t goal = lowest + (sizes_[j].bound - lowest + 1) / 2;
      std::uint64_t left = budget - std::min(budget, nodes_ - begin);
      if (options_.work > 0) left = std::min(left, options_.work - nodes_);
      if (left == 0) return;
      const bool complete = search(j, goal, left);
      chain();
      if (!complete) return;
    }
  }

  bool search(Vertex j, std::int64_t goal, std::uint64_t max_nodes) {
    std::vector<std::int64_t> caps;
    for (Vertex i = 0; i <= j; ++i) caps.push_back(sizes_[i].bound);
    const detail::SearchGraph part = detail::search_core(whole_, cores_, j, goal - caps[j - 1], run_);
    if (options_.work > 0 && part.graph.weighted()) {
      const std::uint64_t beginning = std::min(part.graph.num_arcs() / beginning_arcs, max_nodes);
      nodes_ += beginning;
      max_nodes -= beginning;
      if (max_nodes == 0) return false;
    }
    detail::PeelSearchResult found = detail::peel_search(part, std::move(caps), goal, max_nodes, run_);
    nodes_ += found.nodes;
    if (found.weight > sizes_[j].weight) {
      sizes_[j].weight = found.weight;
      if (j == s_) take(std::move(found.best), found.weight);
    }
    if (found.complete) sizes_[j].bound = std::min(sizes_[j].bound, std::max(goal - 1, found.weight));
    return found.complete;
  }

  ExactResult result() {
    ExactResult result;
    result.vertices = std::move(best_);
    result.weight = induced_totals(problem_.graph, result.vertices).weight;
    result.upper_bounds.push_back(0.0);
    for (Vertex j = 1; j <= s_; ++j) {
      result.upper_bounds.push_back(std::min(to_graph(sizes_[j].bound), sizes_[j].given));
    }
    result.upper_bound = std::max(result.upper_bounds.back(), result.weight);
    result.proven = settled(s_);
    result.nodes = nodes_;
    result.trace = std::move(trace_);
    if (!result.proven) {
      result.stop_reason = reached_target() ? StopReason::target
                           : out_of_nodes() ? StopReason::iterations
                                            : run_.stop_reason();
    }
    return result;
  }

  const Problem& problem_;
  const ExactOptions& options_;
  const RunContext& run_;
  Vertex s_;
  lode::detail::Units units_;
  Graph whole_;                ///< with weights in units
  std::vector<Weight> cores_;  ///< by vertex: core values by strength
  std::vector<SizeState> sizes_;
  VertexSet best_;  ///< of s vertices
  std::uint64_t nodes_ = 0;
  Trace trace_;
};

}  // namespace

ExactResult exact_search(const Problem& problem, const ExactOptions& options, const RunContext& run) {
  check_problem(problem);
  return ExactSearch(problem, options, run).solve();
}

// The rule.

namespace {

/// Work of the kicks that exact search begins with: answers are the business of the caller.
constexpr std::uint64_t search_start_work = 300'000;
/// Least price of a set looked at by the search: 1200 to 2000 measured.
constexpr double exact_set_price = 2000.0;
/// Price of a set for each neighbour that a vertex has on average: the search visits all neighbours, and
/// sorts them in a weighted graph.
constexpr double exact_neighbor_price = 20.0;
constexpr double exact_weighted_price = 200.0;
/// For every size up to s, price of an arc of the graph, which is copied and cut down to a core a few times.
constexpr double exact_arc_price = 10.0;
/// Largest number of vertices with values that become a graph of all pairs, of 24 MB.
constexpr Vertex most_valued_vertices = 1000;

double copies_work(const Graph& graph, Vertex s) {
  return exact_arc_price * s * static_cast<double>(graph.num_arcs());
}

ExactResult search_exactly(Findings& findings, const BoundRequest& request, const Graph& graph,
                           ExactOptions options, const RunContext& run) {
  const double copies = copies_work(graph, request.s);
  const double neighbors = static_cast<double>(graph.num_arcs()) / std::max<Vertex>(1, graph.num_vertices());
  const double price =
      std::max(exact_set_price, (graph.weighted() ? exact_weighted_price : exact_neighbor_price) * neighbors);
  options.work = steps_within({.work = std::max(0.0, request.work - copies)}, price);
  options.start_work = options.work == 0 ? search_start_work : limited_start_work;
  ExactResult result = exact_search({.graph = graph, .s = request.s}, options, run);
  findings.spent += price * static_cast<double>(result.nodes) + copies;
  return result;
}

/// Searches all sizes up to s, small sizes first, because their bounds lower the bounds of larger sizes. For
/// vertices with values it searches one size, because values become weights of pairs for that size.
void propose_exact(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                   const RunContext& run) {
  const Vertex s = request.s;
  const Graph& graph = ledger.graph();
  const double start = run.elapsed();
  const auto lower = [&](Vertex t, double bound) {
    ledger.lower({t, bound, &search_proof_rule, "exact"});
    ledger.record(t, "exact", bound, t == s ? run.elapsed() - start : 0.0);
  };
  if (!ledger.vertex_values().empty()) {
    if (s < 2 || graph.num_vertices() > most_valued_vertices) return;
    const Graph pairs = graph_of_pairs(graph, ledger.vertex_values().all(), s);
    const double all = search_exactly(findings, request, pairs, {}, run).upper_bound;
    const double bound = all / (s - 1.0) * (pairs.integral() ? 1.0 : 1.0 + pair_rounding);
    return lower(s, graph.integral() ? std::floor(bound) : bound);
  }
  // The graph is copied, and cut down once, before the first clock check.
  if (2.0 * copies_work(graph, s) > request.work) return;
  if (copies_work(graph, 2) > work_per_second * run.time_left()) return;
  const ExactResult result = search_exactly(findings, request, graph, {.known_bounds = ledger.values()}, run);
  for (Vertex t = 1; t <= s; ++t) lower(t, result.upper_bounds[t]);
}

/// Price of an arc visit by a search of all sets that a checker repeats.
constexpr double look_price = 10.0;

/// Tries to show that no set of a size weighs more than the incumbent by a proof without data: no other proof
/// is as small.
void propose_enumeration(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                         const RunContext& run) {
  const Graph& graph = ledger.graph();
  const double limit =
      graph.integral() ? std::floor(request.incumbent) : request.incumbent * (1.0 + rounding_tolerance);
  const auto [shown, looks] =
      detail::enumerate(graph, ledger.vertex_values().all(), request.s, limit, detail::written_looks, run);
  findings.spent += look_price * static_cast<double>(looks);
  if (!shown) return;
  ledger.lower({request.s, limit, &enumeration_proof, "exact"});
  ledger.record(request.s, "exact", limit, 0.0);
}

}  // namespace

constexpr BoundRule exact_rule = {
    .name = "exact",
    .statement =
        "Exhaustive search finds the best set; when it is stopped, no set exceeds what it has left open",
    .cost = "Exponential in s",
    .source = "enumeration: Uno, Algorithmica 56 (2010)",
    .repeatable = false,
    .propose = propose_exact,
    .takes_values = true,
    .proofs = {&search_proof_rule, &enumeration_proof}};

constexpr BoundRule enumeration = {.name = "enumeration",
                                   .propose = propose_enumeration,
                                   .takes_values = true,
                                   .proofs = {&enumeration_proof}};

}  // namespace lode::subgraph
