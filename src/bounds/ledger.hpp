#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "bounds/rule.hpp"
#include "bounds/set_family.hpp"

namespace lode::subgraph {

/// The least bound of every size of one family of sets, and the steps of rules (bounds/rule.hpp) that prove
/// it. A plan (bounds/plan/plan.hpp) makes a ledger, which is empty at first, and asks the rules.
///
/// Rules work inside a declared core. Answers to callers are about the larger graph, by rule core-of.
///
/// Errors: InvalidArgument for a size that was not given, wherever one is asked for.
class BoundLedger {
 public:
  /// Only sizes up to this are linked with each other.
  static constexpr Vertex chain_limit = 20000;

  /// Bounds for the given sizes of a family of sets of the graph; sizes count the vertices to include. The
  /// first functions below are about the family; `graph`, steps, proofs and the functions for rules are about
  /// its reduced form. Proofs::keep keeps multipliers for certificates: 4 n^2 bytes per size for n rows of
  /// rule outside, and the same again for every stage that removed rows.
  /// Errors: as reduce_family and check_core_origin; InvalidArgument for a size below 1 or the number of
  ///         vertices to include, above n, or that the vertices to exclude leave no set of.
  BoundLedger(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes, Proofs proofs);

  const Graph& graph() const { return family_.part.graph; }
  const ReducedFamily& family() const { return family_; }

  /// A lower bound of every set's weight: an incumbent if no set is known.
  Weight least_weight(Vertex s) const { return family_.graph_bound(family_.to_part(s), 0.0); }
  /// The least bound of a size that was given.
  Bound best(Vertex s) const;
  /// The least bound of the sets inside a declared core; best(s) if no core is declared.
  Bound best_inside(Vertex s) const;
  /// Takes a bound of s vertices that an exhaustive search of the reduced form has shown.
  void take_search(Vertex s, std::string_view name, double upper_bound);
  /// The least bound of every rule computed for a given size: the proof of best(s) first, then the order of
  /// the rules.
  std::vector<Bound> bounds(Vertex s) const;
  /// The steps behind `best(s)`, each after its premises.
  std::vector<ProofStep> proof(Vertex s) const;
  /// True if a checker can repeat every step: no exhaustive search, and no statement of the input.
  bool checkable(Vertex s) const {
    return std::ranges::none_of(proof(s), [](const ProofStep& step) { return step.rule->trusted; });
  }
  /// Prefers checkable proofs from now on, for a size and the sizes that its bound rests on: with multipliers
  /// kept, a checkable bound on real weights may replace another that is better by no more than the tolerance
  /// of core/tolerance.hpp. Returns the sizes, in the reduced form, that a search has proven.
  std::vector<Vertex> prefer_checkable(Vertex s);

  // For rules and the plan.

  /// A request about the family as a request about its reduced form; size 0 for the vertices to include
  /// alone.
  BoundRequest to_part(const BoundRequest& request) const;
  /// Bounds of the larger graph from those inside a declared core, by size; empty without a core.
  const std::vector<LiftedBound>& lifted() const { return lifted_; }
  /// Values of vertices, which sets weigh besides their edges.
  const VertexValues& vertex_values() const { return family_.values; }
  /// The least bounds by size, from 0 to the largest given; infinity where none is known.
  std::vector<double> values() const;
  /// The sizes given, increasing, distinct.
  std::span<const Vertex> sizes() const { return sizes_; }
  /// 1, 2, ... up to the largest size or the limit, then larger sizes asked for.
  std::span<const Vertex> linked() const { return linked_; }
  bool keeps_multipliers() const { return keeps_multipliers_; }
  /// True if the best step of a size rests on an uncheckable step.
  bool rests_on_trust(Vertex t) const { return best_[t] != no_step && steps_[best_[t]].trusted; }
  /// Upper bound of the clique number, for steps by rule turan.
  Vertex clique_limit() const { return clique_limit_; }
  void limit_cliques(Vertex limit) { clique_limit_ = std::min(clique_limit_, limit); }
  /// The least bound known of a size up to the largest given.
  double value(Vertex t) const {
    if (t == 0) return 0.0;
    return best_[t] == no_step ? std::numeric_limits<double>::infinity() : steps_[best_[t]].value;
  }
  /// Number of steps that lowered a bound.
  std::size_t num_steps() const { return steps_.size(); }
  /// The step behind the least bound; no_step where none is known.
  std::size_t step(Vertex t) const { return best_[t]; }
  /// The first step about a size whose value is at most `value`, which is the cheapest to check; else the
  /// step behind the least bound.
  std::size_t first_step(Vertex t, double value) const;
  /// The name of the least bound, which must be known.
  std::string_view name(Vertex t) const { return steps_[best_[t]].name; }
  /// Updates lifted(); no effect without a declared core.
  void lift() {
    if (family_.core_of) lifted_ = family_.lifted_bounds(values());
  }
  /// Keeps the step if it lowers the bound of its size. With multipliers kept, a checkable step replaces
  /// another of the same value: up to the tolerance of real weights after prefer_checkable.
  void lower(ProofStep step);
  /// Notes the value of a bound and the time it took, for sizes given.
  void record(Vertex s, std::string_view name, double value, double seconds);
  /// Lowers and records the values of all linked sizes; the time is charged to the least size given.
  void offer(const ProofRule& rule, std::string_view name, std::span<const double> values, double seconds);

 private:
  /// A given size in the reduced form.
  Vertex given(Vertex s) const;
  void add_steps(std::size_t step, std::set<std::size_t>& known, std::vector<ProofStep>& proof) const;
  std::vector<ProofStep> lifted_proof(Vertex t) const;

  ReducedFamily family_;
  bool keeps_multipliers_;
  std::vector<Vertex> sizes_;
  std::vector<Vertex> linked_;
  std::vector<ProofStep> steps_;
  std::vector<std::size_t> best_;        ///< step of the least bound, by size
  std::vector<bool> prefers_checkable_;  ///< by size, as prefer_checkable was asked
  Vertex clique_limit_;
  std::vector<LiftedBound> lifted_;                ///< by size; empty unless a core is declared
  std::map<Vertex, std::vector<Bound>> recorded_;  ///< by size given; 0: the vertices to include
};

/// True if rule search takes the whole graph of the ledger.
inline bool search_takes_graph(const BoundLedger& ledger) {
  return ledger.graph().num_vertices() <= searched_graph;
}

}  // namespace lode::subgraph
