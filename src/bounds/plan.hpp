#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>

#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "bounds/rule.hpp"

// Which rule is asked when, and for how much time or work. Everything that needs to know more than one rule
// is in plan.cpp: rules know nothing of each other, and a ledger (bounds/ledger.hpp) keeps what they prove.

namespace lode::subgraph {

/// The largest part of the time of a run that goes into the cheap bounds.
inline constexpr double cheap_bounds_share = 0.3;
/// The most that the default effort spends on one size in proportion to its search: about two seconds.
inline constexpr double most_auto_work = 2.0 * work_per_second;
/// What effort strong spends on the bound of one size, at most; a proof goes on from there.
inline constexpr double strong_seconds = 30.0;

/// What each cheap rule may spend: no limit where the run has a time limit; else about two seconds, a minute
/// where strong bounds follow.
double cheap_bounds_work(Effort effort, const RunContext& run);

/// Whether the rule is one of those beside every answer.
bool is_cheap(const BoundRule& rule);

/// One size that has been searched.
struct SearchedSize {
  Vertex s = 0;
  Weight weight = 0.0;  ///< of the answer
  double work = 0.0;    ///< of the search
};

/// A ledger, and who is asked for its bounds. After every strong rule the bounds of all sizes are linked by
/// averages (rule chain), and where a core is declared, the bounds of the larger graph are worked out anew.
///
/// Errors: InvalidArgument for a size that was not given, wherever one is asked for.
/// Deterministic for any number of threads unless a run is stopped by the clock.
class BoundPlan {
 public:
  /// Makes the ledger and asks for the trivial bound, and for what the input states of a declared core.
  /// Cost:   one sort of the weights; nothing when unweighted. Stops with `run`, on the total weight then.
  /// Errors: those of the ledger.
  BoundPlan(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes, const RunContext& run,
            Proofs proofs = Proofs::keep);
  BoundPlan(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run,
            Proofs proofs = Proofs::keep)
      : BoundPlan(graph, SetFamily(), sizes, run, proofs) {}

  /// From now on strong rules that say what they take keep to about so many bytes. Rule outside chooses a
  /// core that has room.
  void limit_memory(double bytes) { memory_ = bytes; }

  BoundLedger& ledger() const { return *ledger_; }
  /// The same, for who outlives the plan.
  std::shared_ptr<BoundLedger> shared_ledger() const { return ledger_; }
  Findings& findings() { return findings_; }
  /// All work done so far, in units of BoundRequest::work.
  double spent() const { return findings_.spent; }

  /// Asks one rule. Errors: InvalidArgument for the name of none.
  void ask(std::string_view rule, const BoundRequest& request, const RunContext& run);
  /// Asks degree, degeneracy, turan, lp and chain, each within some work.
  void add_cheap(const RunContext& run, double work = std::numeric_limits<double>::infinity());
  /// The same in less time: lp is left out once sets are known that meet the bounds of all sizes. With a
  /// dense part of the graph, cliques are searched for inside it alone, with a tenth of the work. lp is then
  /// left out, too, where it cannot be below the trivial bound. The part is not used where vertices have
  /// values, as they have where sets must include others.
  void add_cheap(std::shared_ptr<const DensePart> part, double work, const RunContext& run);
  /// Tries to lower the bound of one size to `incumbent`, the weight of a known set, by the strong rules,
  /// each within its share of the time. First comes outside on a core, then the search with semidefinite
  /// bounds on what that leaves, then exhaustive search. Graphs of up to 200 vertices are searched at once.
  /// Needs a time limit; stops when it is over or the bound meets the incumbent. Called again, it goes on
  /// with what is known by then. Sizes above BoundLedger::chain_limit get nothing.
  void tighten(Vertex s, Weight incumbent, const RunContext& run) { tighten({s, incumbent}, run); }
  /// The same; within limited work it needs no time limit, and only rules that count their work are asked.
  void tighten(const BoundRequest& request, const RunContext& run);
  /// What the default effort does for sizes, increasing, whose bounds leave a gap. First comes outside, where
  /// the gap is above a hundredth, for about 2 s a size and 6 s in all. Then come the other strong rules.
  /// They get as much work as the searches took, at most `most_auto_work` each. The work is that of all sizes
  /// together, because multipliers found for one size prove bounds of others. The largest open size comes
  /// first, then halves of what lies between, each with half of the work left.
  void spend_on(std::span<const SearchedSize> sizes, const RunContext& run);
  /// Tries to replace steps that cannot be checked by steps that can, within a third of a second's work. It
  /// does so where the bound rests on such a step, or is above `bound`, which somebody else has proven. Needs
  /// multipliers to be kept. A bound on real weights may rise by the tolerance of core/tolerance.hpp.
  void prefer_checkable(Vertex s, double bound, const RunContext& run);

  /// Whether no bound of a size that was given can be lowered: a set left by peeling meets it.
  bool settled() const;
  /// Dense sets that the bounds came across: what a search found, the sets of the dense decomposition next to
  /// s, above and below, and a large clique. Empty before.
  std::vector<VertexSet> dense_sets(Vertex s) const;
  /// The size of a core in which all sets of s vertices lie that weigh more than `weight`, that of a known
  /// set. It is the core whose values exceed what the bound of s - 1 vertices leaves to the last vertex. 0:
  /// no core is at hand, or it is the whole graph.
  Vertex core_of_better(Vertex s, Weight weight) const;
  /// The s vertices that are peeled last, increasing, for the family of all sets; nothing where the graph has
  /// not been peeled so far.
  std::optional<VertexSet> last_peeled(Vertex s) const;

 private:
  /// A strong rule, and its share in the time and work that are left when it is asked.
  struct Turn {
    const BoundRule* rule;
    double share;
    bool applies;
  };

  /// Whether the rule knows what there is to bound: some leave values of vertices to others.
  bool takes(const BoundRule& rule) const;
  BoundRequest within_memory(const BoundRequest& request) const;
  void propose(const BoundRule& rule, const BoundRequest& request, const RunContext& run);
  std::vector<Turn> turns(const BoundRequest& request, const RunContext& run);
  void tighten_inside(const BoundRequest& request, const RunContext& run,
                      const std::function<void(std::string_view)>& tell);
  void tighten_lifted(const BoundRequest& request, const RunContext& run);
  void enumerate(const BoundRequest& request, const RunContext& run);
  void spend_on_outside(std::span<const SearchedSize> open, const RunContext& run);

  std::shared_ptr<BoundLedger> ledger_;
  Findings findings_;
  double memory_ = std::numeric_limits<double>::infinity();
};

/// A context whose progress is about one size, beginning with what is known of it.
RunContext told_about(const BoundLedger& ledger, Vertex s, std::optional<Weight> best, const RunContext& run);

/// The bound of a rule on its own, one value per size in the order given, after the rules that it builds on.
std::vector<Bound> bounds_alone(const BoundRule& rule, const Graph& graph, std::span<const Vertex> sizes,
                                const RunContext& run);

}  // namespace lode::subgraph
