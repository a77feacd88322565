#pragma once

#include <any>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <typeindex>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/bounds/certificate.hpp>
#include <lode/core/run_context.hpp>

#include "bounds/cheap/core_of.hpp"
#include "bounds/rule.hpp"
#include "bounds/set_family.hpp"
#include "subgraph/part/dense_part.hpp"

namespace lode::subgraph {

/// All that is known of the bounds of one family of sets of a graph, by size, and how it was proven.
///
/// It keeps steps and asks the rules (bounds/rule.hpp) for them; a bound that falls for one size lowers those
/// of others by averaging and by cores.
///
/// Where the graph is declared to be a core of a larger one, rules work inside the core, and what is answered
/// outside of them is about the larger graph, by rule core-of.
///
/// Errors: InvalidArgument for a size that was not given, wherever one is asked for.
/// Deterministic unless a run is stopped by the clock.
class BoundLedger {
 public:
  /// Only sizes up to this are linked with each other.
  static constexpr Vertex chain_limit = 20000;

  /// Bounds for sets of the given sizes; nothing is known yet but the trivial bound. What is kept of
  /// multipliers: all, for certificates (4 n'^2 bytes per size with outside on n' rows, and as much again
  /// whenever it let rows go), or what they prove.
  /// Cost:   one sort of the weights; nothing when unweighted. Stops with `run`, on the total weight then.
  /// Errors: InvalidArgument for a size below 1 or above n.
  BoundLedger(Graph graph, std::span<const Vertex> sizes, const RunContext& run,
              Proofs proofs = Proofs::keep);
  /// The same for a family of sets of the graph; sizes count the vertices to include. What is asked and
  /// answered outside of rules is about the family, `graph`, what comes after it below, steps and proofs
  /// about its reduced form.
  /// Errors: those of reduce_family and check_core_origin too; InvalidArgument for a size below the number of
  ///         vertices to include, or that the vertices to exclude leave no set of.
  BoundLedger(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes,
              const RunContext& run, Proofs proofs = Proofs::keep);

  const Graph& graph() const { return family_.graph; }
  const ReducedFamily& family() const { return family_; }

  /// degree, degeneracy, turan within a small work limit, lp, and their chain.
  void add_cheap(const RunContext& run);
  /// The same in less time. Rules that are not needed any more are left out once sets are known that meet the
  /// bounds of all sizes, and each keeps to `work`. Given a dense part of the graph, cliques are searched for
  /// inside it alone, with a tenth of the work, and lp is left out where it can not be below the trivial
  /// bound.
  void add_cheap(std::shared_ptr<const DensePart> part, double work, const RunContext& run);
  /// Asks all rules of a tier that serves all sizes at once, each within some work.
  void ask(BoundTier tier, const RunContext& run, double work = std::numeric_limits<double>::infinity());
  /// Asks one rule. Errors: InvalidArgument for the name of none.
  void ask(std::string_view rule, const BoundRequest& request, const RunContext& run);
  /// Asks a strong rule that says whether it is wanted, if it is and knows what there is to bound.
  void ask_if_wanted(const BoundRule& rule, const BoundRequest& request, const RunContext& run);
  /// Tries to lower the bound of one size to `incumbent`, the weight of a known set, by the strong rules,
  /// each within its share of the time: outside on a core, the search with semidefinite bounds on what that
  /// leaves, then exhaustive search; graphs of up to 200 vertices are searched at once, and where the core
  /// takes more than the time, sdp-sparse comes before. Needs a time limit; stops when it is
  /// over or the bound meets the incumbent. Called again, it goes on with what is known by then. Sizes above
  /// chain_limit get nothing.
  void tighten(Vertex s, Weight incumbent, const RunContext& run) { tighten({s, incumbent}, run); }
  /// The same; within limited work it needs no time limit, and only rules that count their work are asked.
  void tighten(const BoundRequest& asked_for, const RunContext& run);

  /// What no set of that size weighs less than: an incumbent where none is known.
  Weight least_weight(Vertex s) const;
  /// Dense sets that the bounds came across: the sets of the dense decomposition next to s, above and below,
  /// and a large clique. Empty before.
  std::vector<VertexSet> dense_sets(Vertex s) const;
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
  /// Where that is not so, or best(s) is above `bound`, which somebody else has proven, and multipliers are
  /// kept: tries to prove the same by rules that can be checked, within a third of a second's work. A bound
  /// on real weights may rise by the tolerance of core/tolerance.hpp.
  void prefer_checkable(Vertex s, double bound, const RunContext& run);

  // What rules need of a ledger.

  /// What vertices add to sets, beside edges.
  const VertexValues& vertex_values() const { return family_.values; }
  /// The least bounds by size, from 0 to the largest given; infinity where nothing is known.
  std::vector<double> values() const;
  /// The sizes given, increasing, distinct.
  std::span<const Vertex> sizes() const { return sizes_; }
  /// The same, of the family's sets.
  std::vector<Vertex> family_sizes() const;
  /// 1, 2, ... up to the largest size or the limit, then larger sizes asked for.
  std::span<const Vertex> linked() const { return linked_; }
  const DensePart* dense_part() const { return dense_part_.get(); }
  bool keeps_multipliers() const { return keeps_multipliers_; }
  /// Whether the best step of a size, inside a declared core, rests on one that cannot be checked.
  bool is_trusted(Vertex t) const { return best_[t] != no_step && steps_[best_[t]].trusted; }
  /// Whether the rule knows what there is to bound: some leave values of vertices to others.
  bool takes(const BoundRule& rule) const { return family_.values.empty() || rule.takes_values; }
  /// How many vertices all sets of s vertices lie in that weigh more than `weight`, a known set of theirs:
  /// the core whose values exceed what the bound of s - 1 vertices leaves to the last one. 0: no core is at
  /// hand, or it is the whole graph.
  Vertex core_of_better(Vertex s, Weight weight) const;
  /// The s vertices that are peeled last, increasing, for the family of all sets; nothing where the graph has
  /// not been peeled so far.
  std::optional<VertexSet> last_peeled(Vertex s) const;
  /// Notes that a set of a size that was given weighs so much.
  void know(Vertex t, Weight weight);
  /// Whether no bound of a size that was given can be lowered: a set meets it.
  bool settled() const;
  /// Notes work done for a request of limited work.
  void spend(double work) { spent_ += work; }
  /// All work noted so far.
  double spent() const { return spent_; }
  /// The least bound known of a size up to the largest given.
  double value(Vertex t) const;
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
  /// Both for bounds that rest on no other.
  void offer(const ProofRule& rule, std::span<const Bound> bounds);
  /// Both for the values of all linked sizes; the time is noted for the least size given.
  void offer(const ProofRule& rule, std::string_view name, std::span<const double> values, double seconds);
  /// What rules remember of this graph: one object of a type, made at the first call.
  template <class T>
  T& memory() {
    std::any& slot = memory_[typeid(T)];
    return slot.has_value() ? *std::any_cast<T>(&slot) : slot.emplace<T>();
  }
  /// That object; null where there is none.
  template <class T>
  const T* remembered() const {
    const auto found = memory_.find(typeid(T));
    return found == memory_.end() ? nullptr : std::any_cast<T>(&found->second);
  }
  /// Lets go of it.
  template <class T>
  void forget() {
    memory_.erase(typeid(T));
  }

 private:
  /// The place of a size of the family that was given.
  std::size_t place_of(Vertex s) const;
  BoundRequest inward(const BoundRequest& request) const;
  /// Tells the name of every rule that was asked.
  void tighten_inside(const BoundRequest& request, const RunContext& run,
                      const std::function<void(std::string_view)>& tell);
  void tighten_lifted(const BoundRequest& request, const RunContext& run);
  std::vector<ProofStep> proof_inside(Vertex t) const;
  std::vector<ProofStep> lifted_proof(Vertex t) const;
  std::set<std::size_t> steps_behind(std::size_t step) const;
  double seconds_of(Vertex s, std::string_view name) const;

  ReducedFamily family_;
  bool keeps_multipliers_;
  bool only_included_ = false;  ///< a size given is that of the vertices to include
  std::vector<Vertex> sizes_;
  std::vector<Vertex> linked_;
  std::vector<ProofStep> steps_;
  std::vector<std::size_t> best_;             ///< step of the least bound, by size
  std::vector<bool> prefers_checkable_;       ///< by size, as prefer_checkable was asked
  std::vector<Weight> known_;                 ///< of a set, by place in sizes_; 0: none is known
  std::vector<LiftedBound> lifted_;           ///< by size; empty unless a core is declared
  std::vector<std::vector<Bound>> recorded_;  ///< by place in sizes_
  std::shared_ptr<const DensePart> dense_part_;
  std::map<std::type_index, std::any> memory_;
  double spent_ = 0.0;
};

/// The bound called `name` by a ledger of its own: the cheap rules, then that one, size by size, each within
/// `seconds`.
std::vector<Bound> bounds_by_ledger(std::string_view name, const Graph& graph, std::span<const Vertex> sizes,
                                    const RunContext& run, double seconds);

}  // namespace lode::subgraph
