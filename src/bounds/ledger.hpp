#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/bounds/certificate.hpp>

#include "bounds/cheap/core_of.hpp"
#include "bounds/rule.hpp"
#include "bounds/set_family.hpp"

namespace lode::subgraph {

/// All that is known of the bounds of one family of sets of a graph, by size, and how it was proven.
///
/// It keeps the steps that rules (bounds/rule.hpp) have found. Nothing is known of a new ledger: a plan
/// (bounds/plan.hpp) makes it and asks the rules.
///
/// Where the graph is declared to be a core of a larger one, rules work inside the core. What the ledger
/// answers to others is about the larger graph, by rule core-of.
///
/// Errors: InvalidArgument for a size that was not given, wherever one is asked for.
class BoundLedger {
 public:
  /// Only sizes up to this are linked with each other.
  static constexpr Vertex chain_limit = 20000;

  /// Bounds for the given sizes of a family of sets of the graph; sizes count the vertices to include. What
  /// is asked and answered outside of rules is about the family, `graph`, what comes after it below, steps
  /// and proofs about its reduced form. What is kept of multipliers: all, for certificates (4 n'^2 bytes per
  /// size with outside on n' rows, and as much again whenever it let rows go), or what they prove.
  /// Errors: those of reduce_family and check_core_origin; InvalidArgument for a size below 1 or the number
  ///         of vertices to include, above n, or that the vertices to exclude leave no set of.
  BoundLedger(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes, Proofs proofs);

  const Graph& graph() const { return family_.part.graph; }
  /// The same as a part of itself, with the values of its vertices.
  Part whole_part() const;
  const ReducedFamily& family() const { return family_; }

  /// What no set of that size weighs less than: an incumbent where none is known.
  Weight least_weight(Vertex s) const;
  /// The least bound of a size that was given.
  Bound best(Vertex s) const;
  /// The same for the sets inside a declared core alone; best(s) where none is declared.
  Bound best_inside(Vertex s) const;
  /// Takes what an exhaustive search of the sets that rules are about has shown of those of s vertices.
  void take_search(Vertex s, std::string_view name, double upper_bound);
  /// The least bound of every name computed for a size that was given: what proves best(s) first, then
  /// in the order of the rules.
  std::vector<Bound> bounds(Vertex s) const;
  /// The steps behind `best(s)`, each after the one it rests on.
  std::vector<ProofStep> proof(Vertex s) const;
  /// True if every one of them can be checked: none is an exhaustive search or stated by the input.
  bool checkable(Vertex s) const;
  /// Prefers proofs that can be checked from now on, for a size and those that its bound rests on. Where
  /// multipliers are kept, a bound on real weights that can be checked may take the place of one that cannot,
  /// if it is as good up to the tolerance of core/tolerance.hpp. Returns those sizes, in the reduced form,
  /// that a search has proven.
  std::vector<Vertex> prefer_checkable(Vertex s);

  // What rules and the plan need of a ledger.

  /// A request about the family as one about its reduced form; its size is 0 where nothing is added to the
  /// vertices to include.
  BoundRequest inward(const BoundRequest& request) const;
  /// What the bounds inside a declared core say of the larger graph, by size; empty without one.
  const std::vector<LiftedBound>& lifted() const { return lifted_; }
  /// What vertices add to sets, beside edges.
  const VertexValues& vertex_values() const { return family_.values; }
  /// The least bounds by size, from 0 to the largest given; infinity where nothing is known.
  std::vector<double> values() const;
  /// The sizes given, increasing, distinct.
  std::span<const Vertex> sizes() const { return sizes_; }
  /// 1, 2, ... up to the largest size or the limit, then larger sizes asked for.
  std::span<const Vertex> linked() const { return linked_; }
  bool keeps_multipliers() const { return keeps_multipliers_; }
  /// Whether the best step of a size, inside a declared core, rests on one that cannot be checked.
  bool is_trusted(Vertex t) const { return best_[t] != no_step && steps_[best_[t]].trusted; }
  /// No clique of the graph has more vertices: what steps by rule turan rest on.
  Vertex clique_limit() const { return clique_limit_; }
  void limit_cliques(Vertex limit) { clique_limit_ = std::min(clique_limit_, limit); }
  /// The least bound known of a size up to the largest given.
  double value(Vertex t) const;
  /// How many steps have lowered a bound so far.
  std::size_t num_steps() const { return steps_.size(); }
  /// The step behind that; no_step where nothing is known.
  std::size_t step(Vertex t) const { return best_[t]; }
  /// The first step about a size whose value is at most some value, which is the cheapest to check, or else
  /// the one behind the least bound.
  std::size_t first_step(Vertex t, double value) const;
  /// The name of that bound; it must be known.
  std::string_view name(Vertex t) const { return steps_[best_[t]].name; }
  /// Works out anew what the bounds inside a declared core say of the larger graph; nothing without one.
  void lift();
  /// Keeps the step if it lowers the bound of its size. With multipliers kept, a step that can be checked
  /// takes the place of one that cannot where it is as good: up to the tolerance of real weights after
  /// prefer_checkable.
  void lower(ProofStep step);
  /// Notes the value of a bound and the time it took, for sizes given.
  void record(Vertex s, std::string_view name, double value, double seconds);
  /// Both for the values of all linked sizes, which rest on no other; the time is noted for the least size
  /// given.
  void offer(const ProofRule& rule, std::string_view name, std::span<const double> values, double seconds);

 private:
  /// A size of the family that was given, in the reduced form.
  Vertex given(Vertex s) const;
  std::vector<ProofStep> proof_inside(Vertex t) const;
  std::vector<ProofStep> lifted_proof(Vertex t) const;
  std::set<std::size_t> steps_behind(std::size_t step) const;

  ReducedFamily family_;
  bool keeps_multipliers_;
  std::vector<Vertex> sizes_;
  std::vector<Vertex> linked_;
  std::vector<ProofStep> steps_;
  std::vector<std::size_t> best_;        ///< step of the least bound, by size
  std::vector<bool> prefers_checkable_;  ///< by size, as prefer_checkable was asked
  Vertex clique_limit_;
  std::vector<LiftedBound> lifted_;                ///< by size; empty unless a core is declared
  std::map<Vertex, std::vector<Bound>> recorded_;  ///< by size given; 0: that of the vertices to include
};

}  // namespace lode::subgraph
