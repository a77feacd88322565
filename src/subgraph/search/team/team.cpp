#include "subgraph/search/team/team.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>

#include "hybrid/escape/work_meter.hpp"
#include "subgraph/search/team/recruits.hpp"
#include "subgraph/search/team/slices.hpp"

namespace lode::subgraph {
namespace {

using detail::Found;
using detail::SearchKind;
using detail::Seat;

/// Slices grow by a quarter. Longer ones waste more of the work of the others after one searcher has met the
/// target.
constexpr std::uint64_t slice_growth = 4;
/// A slice is at most a quarter of the work that ends the search, so that the end is seen in time.
constexpr std::uint64_t slices_to_end = 4;

/// Slices of those that exchange under tabu have more arcs: they do little else than visit them, and kicks,
/// clusters and blocks take the time of several arcs for one.
constexpr std::uint64_t tabu_share = 2;
/// Those that exchange over dense rows of all of the graph have some eight ninths of the time: kicks leave
/// the region that holds the best sets of a dense graph. (An arc of kicks takes five times as long as a unit
/// of work over rows.)
constexpr std::uint64_t dense_share = 48;
/// The kind of search that has improved on the best last gets slices so many times as large, the other kinds
/// so many times smaller ones.
constexpr std::uint64_t favour = 2;

void check_hints(const std::vector<VertexSet>& hints, const Graph& graph) {
  for (const VertexSet& hint : hints) check_increasing(graph, hint, "vertex of a hint");
}

void check_core_order(std::span<const Vertex> order, const Graph& graph) {
  const Vertex n = graph.num_vertices();
  if (!order.empty() && order.size() != n) {
    throw InvalidArgument("core order", std::to_string(order.size()) + " vertices",
                          "must hold all " + std::to_string(n));
  }
  for (const Vertex v : order) {
    if (v >= n) throw InvalidArgument("core order", std::to_string(v), "does not exist");
  }
}

/// Searchers side by side in slices of work, and what they tell each other in between.
class Team {
 public:
  Team(SwapState& state, const TeamOptions& options, std::uint64_t seed, const RunContext& run,
       const ImprovementSink& improved)
      : state_(state),
        options_(options),
        hints_(options.hints),
        run_(run),
        progress_(state.weight(), detail::gains_of(state.graph()), improved),
        recruits_(state, options, seed, run, progress_) {
    join();
  }

  /// Leaves the best set in the state.
  TeamResult search() {
    const auto searchers = static_cast<std::uint64_t>(options_.searchers);
    const std::uint64_t largest = std::max(detail::first_slice, options_.work / (slices_to_end * searchers));
    const hybrid::Gains gains = progress_.gains();
    hybrid::WorkMeter<> meter(options_.work);
    Weight best = state_.weight();
    for (std::uint64_t slice = detail::first_slice;;
         slice = std::min(slice + slice / slice_growth, largest)) {
      const std::vector<TeamResult> before = counts();
      advance(slice_before_dues(slice));
      meter.set_total(work());
      const std::size_t winner = best_searcher();
      const Found shared = team_[winner].searcher->best();
      if (gains.improves(shared.weight, best)) {
        best = shared.weight;
        meter.improved();
        if (team_.size() > 1) favoured_ = team_[winner].kind;
      }
      if (const auto reason = reason_to_end(meter.used_up())) return end(*reason, winner, before);
      take_hints();
      while (joined_ < options_.searchers && work() >= due()) join();
      for (const Seat& seat : team_) seat.searcher->offer(shared);
    }
  }

 private:
  std::uint64_t due() const { return recruits_.due(joined_, !hints_.empty()); }

  /// The next searcher joins. Hints are dealt out so that the first searcher, which has a set to begin with,
  /// is the last to turn to them.
  void join() {
    const auto searchers = static_cast<std::size_t>(options_.searchers);
    const std::size_t first_hint = (static_cast<std::size_t>(joined_) + searchers - 1) % searchers;
    team_.push_back(recruits_.make(joined_, {hints_, first_hint, searchers}));
    ++joined_;
  }

  /// Once there are hints: deals them out, and lets those join that follow them.
  void take_hints() {
    if (hints_taken_) return;
    if (hints_.empty() && options_.more_hints && !asked_for_hints_ && work() >= options_.hint_work) {
      asked_for_hints_ = true;
      hints_ = options_.more_hints();
      check_hints(hints_, state_.graph());
      for (const Seat& seat : team_) seat.searcher->take_hints(hints_);
    }
    if (hints_.empty()) return;
    hints_taken_ = true;
    for (Seat& seat : recruits_.followers(hints_)) team_.insert(team_.begin(), std::move(seat));
  }

  /// Hints are asked for and searchers join when they are due or little later, not a slice later.
  std::uint64_t slice_before_dues(std::uint64_t slice) const {
    const auto before = [&](std::uint64_t due) {
      slice = detail::slice_until_due(slice, work(), due, team_.size());
    };
    if (!hints_taken_ && !asked_for_hints_ && options_.more_hints) before(options_.hint_work);
    if (joined_ < options_.searchers) before(due());
    return slice;
  }

  /// What a searcher has of a slice.
  std::uint64_t share(const Seat& seat, std::uint64_t slice) const {
    if (seat.kind != SearchKind::kicks) slice *= seat.kind == SearchKind::dense ? dense_share : tabu_share;
    if (!favoured_) return slice;
    return seat.kind == *favoured_ ? slice * favour : slice / favour;
  }

  void advance(std::uint64_t slice) {
    run_.parallel([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, team_.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) {
              Seat& seat = team_[i];
              seat.allotted += share(seat, slice);
              if (!progress_.overtaken(seat.turn)) seat.searcher->advance(seat.allotted);
            }
          },
          tbb::simple_partitioner());
    });
  }

  std::uint64_t work() const {
    std::uint64_t total = 0;
    for (const Seat& seat : team_) total += seat.searcher->work();
    return total;
  }
  std::vector<TeamResult> counts() const {
    std::vector<TeamResult> all;
    for (const Seat& seat : team_) all.push_back(seat.searcher->counts());
    return all;
  }

  /// The first one to reach the target, else the one with the heaviest set, ties to the smaller turn.
  std::size_t best_searcher() const {
    const int first = progress_.first_to_target();
    const auto better = [&](const Seat& a, const Seat& b) {
      if ((a.turn == first) != (b.turn == first)) return a.turn == first;
      return a.searcher->best().weight > b.searcher->best().weight;
    };
    return static_cast<std::size_t>(std::ranges::min_element(team_, better) - team_.begin());
  }

  std::optional<StopReason> reason_to_end(bool work_used_up) const {
    if (progress_.first_to_target() != std::numeric_limits<int>::max()) return StopReason::target;
    if (run_.should_stop()) return run_.stop_reason();
    if (state_.graph().num_arcs() == 0 || work_used_up) return StopReason::converged;
    return std::nullopt;
  }

  /// Those behind the winner may have been cut short: their last slice does not count, so that the counts do
  /// not depend on threads.
  TeamResult end(StopReason reason, std::size_t winner, const std::vector<TeamResult>& before) {
    TeamResult total{reason, 0, 0, 0};
    const std::vector<TeamResult> now = counts();
    for (std::size_t i = 0; i < now.size(); ++i) {
      const TeamResult& counted = reason == StopReason::target && i > winner ? before[i] : now[i];
      total.kicks += counted.kicks;
      total.starts += counted.starts;
      total.blocks += counted.blocks;
    }
    const VertexSet best = team_[winner].searcher->best().vertices;
    state_.end_journal();
    state_.file_outsiders_from(0.0);
    state_.move_to(best);
    return total;
  }

  SwapState& state_;
  const TeamOptions& options_;
  std::vector<VertexSet> hints_;
  bool asked_for_hints_ = false;
  bool hints_taken_ = false;
  std::optional<SearchKind> favoured_;  ///< what has improved on the best last
  const RunContext& run_;
  detail::SharedProgress progress_;
  detail::Recruits recruits_;
  int joined_ = 0;          ///< of TeamOptions::searchers
  std::vector<Seat> team_;  ///< by rising turn
};

}  // namespace

TeamResult team_search(SwapState& state, const TeamOptions& options, std::uint64_t seed,
                       const RunContext& run, const ImprovementSink& improved) {
  if (std::isnan(options.target))
    throw InvalidArgument("target", "NaN", "must be a number, or infinity for none");
  check_hints(options.hints, state.graph());
  check_core_order(options.core_order, state.graph());
  if (state.outsiders().empty() || state.members().empty()) return {};
  const ImprovementSink silent = [](Weight, std::uint64_t) {};
  return Team(state, options, seed, run, improved ? improved : silent).search();
}

}  // namespace lode::subgraph
