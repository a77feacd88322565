#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>

#include "bounds/findings.hpp"

// The order of the rules, and the time or work of each. Everything that needs to know more than one rule is
// in plan.cpp: rules are independent of each other, and a ledger (bounds/ledger.hpp) keeps their steps.

namespace lode::subgraph {

/// Largest share of the time of a run for the cheap bounds.
inline constexpr double cheap_bounds_share = 0.3;
/// Largest work of the default effort on one size, for every size that is searched: about two seconds.
inline constexpr double most_auto_work = 2.0 * work_per_second;
/// Time limit of effort strong for the bound of one size; a proof continues after it.
inline constexpr double strong_seconds = 30.0;

/// Work limit of each cheap rule: none if the run has a time limit; else about two seconds, or a minute if
/// strong bounds follow.
double cheap_bounds_work(Effort effort, const RunContext& run);

/// True for the rules that are asked with every answer.
bool is_cheap(const BoundRule& rule);

/// A size that has been searched.
struct SearchedSize {
  Vertex s = 0;
  Weight weight = 0.0;  ///< of the answer
  double work = 0.0;    ///< of the search
};

enum class PlanStage;

/// A ledger, and the rules that are asked for its bounds. After every strong rule, rule chain links the
/// bounds of all sizes; the bounds of the larger graph of a declared core are then computed anew.
///
/// Errors: InvalidArgument for a size that was not given, wherever one is asked for.
/// Deterministic for any number of threads unless a run is stopped by the clock.
class BoundPlan {
 public:
  /// Makes the ledger and asks for the trivial bound, and for stated bounds of a declared core.
  /// Cost:   one sort of the weights; nothing when unweighted. Stops with `run`, on the total weight then.
  /// Errors: as the ledger.
  BoundPlan(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes, const RunContext& run,
            Proofs proofs = Proofs::keep);
  BoundPlan(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run,
            Proofs proofs = Proofs::keep)
      : BoundPlan(graph, SetFamily(), sizes, run, proofs) {}

  /// Limits the memory of strong rules to about `bytes`.
  void limit_memory(double bytes) { memory_ = bytes; }

  BoundLedger& ledger() const { return *ledger_; }
  /// The ledger, for users who outlive the plan.
  std::shared_ptr<BoundLedger> shared_ledger() const { return ledger_; }
  const Findings& findings() const { return findings_; }
  /// All work done, in units of BoundRequest::work.
  double spent() const { return findings_.spent; }

  /// Asks one rule. Errors: InvalidArgument for an unknown name.
  void ask(std::string_view rule, const BoundRequest& request, const RunContext& run);
  /// Asks degree, degeneracy, turan, lp and chain, each within some work.
  void add_cheap(const RunContext& run, double work = std::numeric_limits<double>::infinity()) {
    ask_cheap(work, run, true);
  }
  /// Asks the same rules in less time: lp is left out once known sets meet the bounds of all sizes. With a
  /// dense part of the graph, cliques are searched for inside it alone, with a tenth of the work, and lp is
  /// left out where it cannot be below the trivial bound. The part is not used where vertices have values.
  void add_cheap(std::shared_ptr<const DensePart> part, double work, const RunContext& run);
  /// Tries to lower the bound of one size to `incumbent`, the weight of a known set, by the strong rules in
  /// the order of the table in plan.cpp. Within limited work it needs no time limit, and only rules that
  /// count their work are asked. Stops when the time is over or the bound meets the incumbent; called again,
  /// it continues. Sizes above BoundLedger::chain_limit are left as they are.
  void tighten(const BoundRequest& request, const RunContext& run);
  void tighten(Vertex s, Weight incumbent, const RunContext& run) { tighten({s, incumbent}, run); }
  /// The strong bounds of the default effort, for increasing sizes: first outside, where the gap is above a
  /// hundredth, for about 2 s a size and 6 s in all; then the other strong rules, for the work of the
  /// searches, at most `most_auto_work` each. That work is shared by all sizes, because multipliers found for
  /// one size prove bounds of others.
  void spend_on(std::span<const SearchedSize> sizes, const RunContext& run);
  /// Tries to replace steps that cannot be checked by steps that can, within a third of a second's work, if
  /// the bound rests on such a step or is above `bound`, which a search has proven. Needs multipliers to be
  /// kept. A bound on real weights may rise by the tolerance of core/tolerance.hpp.
  void prefer_checkable(Vertex s, double bound, const RunContext& run);

  /// True if no bound of a given size can be lowered: a set left by peeling meets it.
  bool settled() const;
  /// Dense sets that the bounds came across: the set that a search found, the sets of the dense
  /// decomposition next to s, above and below, and a large clique. Empty before.
  std::vector<VertexSet> dense_sets(Vertex s) const;

 private:
  void propose(const BoundRule& rule, BoundRequest request, const RunContext& run);
  void ask_cheap(double work, const RunContext& run, bool needs_lp);
  void ask_rows(PlanStage stage, const BoundRequest& request, const RunContext& run);

  std::shared_ptr<BoundLedger> ledger_;
  Findings findings_;
  double memory_ = std::numeric_limits<double>::infinity();
};

/// A context whose progress is about one size, beginning with its bound and `best`.
RunContext about_size(const BoundLedger& ledger, Vertex s, std::optional<Weight> best, const RunContext& run);

}  // namespace lode::subgraph
