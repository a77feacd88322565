#include "subgraph/hybrid/kick/kick_search.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>

#include "subgraph/hybrid/kick/confined_searcher.hpp"
#include "subgraph/hybrid/kick/kick_searcher.hpp"
#include "subgraph/state/set_filling.hpp"

namespace lode {
namespace {

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

/// The searchers of one run, and the exchange between their slices.
class KickTeam {
 public:
  KickTeam(SwapState& state, const KickSearchOptions& options, std::uint64_t seed, const RunContext& run,
           const ImprovementSink& improved)
      : state_(state),
        options_(options),
        seed_(seed),
        run_(run),
        sums_(sums_of(state.graph().integral())),
        progress_(state.weight(), sums_, improved) {
    join(state_);
  }

  KickSearchResult search() {
    const std::uint64_t largest_slice = std::max(
        first_slice, options_.work / (4 * static_cast<std::uint64_t>(std::max(1, options_.searchers))));
    std::uint64_t slice = first_slice;
    Weight best = state_.weight();
    std::uint64_t work_at_best = 0;
    for (;;) {
      const std::vector<KickSearchResult> before = counts();
      advance(slice);
      const std::size_t winner = best_searcher();
      const detail::Found& found = team_[winner].searcher->best();
      if (found.weight > best + hybrid::least_decrease(best, sums_)) {
        best = found.weight;
        work_at_best = work();
      }
      const auto reason = reason_to_end(work_at_best);
      if (reason) return end(*reason, winner, before);
      const detail::Found shared = found;
      take_hints();
      while (next_number() < options_.searchers) join(copies_.emplace_back(state_));
      for (const Seat& seat : team_) seat.searcher->offer(shared);
      slice = std::min(2 * slice, largest_slice);
    }
  }

 private:
  static constexpr std::uint64_t first_slice = 1 << 18;

  /// Searchers by turn.
  struct Seat {
    int turn = 0;
    std::unique_ptr<detail::KickSearcher> searcher;
  };

  int next_number() const { return static_cast<int>(team_.size()); }
  void join(SwapState& state) {
    const detail::SearcherPlace place{next_number(), next_number()};
    team_.push_back({place.turn, detail::make_kick_searcher(state, options_, place, seed_, run_, progress_)});
  }
  /// Those that follow hints have their turn before the others.
  detail::SearcherPlace place_in_front() const {
    return {next_number(), std::min(0, team_.front().turn) - 1};
  }
  void join_in_front(const detail::SearcherPlace& place, std::unique_ptr<detail::KickSearcher> searcher) {
    team_.insert(team_.begin(), {place.turn, std::move(searcher)});
  }

  /// Lets those join that follow the hints, once there are any.
  void take_hints() {
    if (hints_taken_) return;
    if (options_.hints.empty() && options_.more_hints && work() >= options_.hint_work) {
      options_.hints = options_.more_hints();
      options_.more_hints = nullptr;
    }
    if (options_.hints.empty()) return;
    hints_taken_ = true;
    check_hints(options_.hints, state_.graph());
    const std::size_t size = state_.members().size() + state_.anchors().size();
    const VertexSet* kept = nullptr;
    const VertexSet* around = nullptr;
    for (const VertexSet& hint : options_.hints) {
      if (hint.size() < size && (!kept || hint.size() > kept->size())) kept = &hint;
      if (hint.size() > size && (!around || hint.size() < around->size())) around = &hint;
    }
    VertexSet with_anchors;
    if (kept) std::ranges::set_union(*kept, state_.anchors(), std::back_inserter(with_anchors));
    const bool keeps = kept && 2 * kept->size() >= size && with_anchors.size() < size;
    const bool confines = around && 2 * around->size() <= state_.graph().num_vertices() &&
                          std::ranges::includes(*around, state_.anchors());
    for (int i = 0; i < (confines ? 1 : 2) && keeps; ++i) keep(with_anchors, size);
    for (int i = 0; i < (keeps ? 1 : 2) && confines; ++i) confine(*around);
  }

  void confine(const VertexSet& hint) {
    const detail::SearcherPlace place = place_in_front();
    join_in_front(place,
                  detail::make_confined_searcher(state_, hint, options_, place, seed_, run_, progress_));
  }

  /// `kept` holds the anchors.
  void keep(const VertexSet& kept, std::size_t size) {
    const VertexSet start = detail::filled_up(kept, state_.sorted_members(), size);
    keeper_options_ = options_;
    keeper_options_.searchers = 1;  // all hints are its own
    const detail::SearcherPlace place = place_in_front();
    join_in_front(place, detail::make_kick_searcher(copies_.emplace_back(state_.graph(), start, kept),
                                                    keeper_options_, place, seed_, run_, progress_));
  }

  void advance(std::uint64_t slice) {
    run_.parallel([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, team_.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) {
              detail::KickSearcher& searcher = *team_[i].searcher;
              if (!progress_.overtaken(team_[i].turn)) searcher.advance(searcher.work() + slice);
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
  std::vector<KickSearchResult> counts() const {
    std::vector<KickSearchResult> all;
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

  std::optional<StopReason> reason_to_end(std::uint64_t work_at_best) const {
    if (progress_.first_to_target() != std::numeric_limits<int>::max()) return StopReason::target;
    if (run_.should_stop()) return run_.stop_reason();
    if (state_.graph().num_arcs() == 0 || work() - work_at_best >= options_.work)
      return StopReason::converged;
    return std::nullopt;
  }

  /// Those behind the winner may have been cut short: their last slice does not count, so that the counts do
  /// not depend on threads.
  KickSearchResult end(StopReason reason, std::size_t winner, const std::vector<KickSearchResult>& before) {
    KickSearchResult total{reason, 0, 0, 0};
    const std::vector<KickSearchResult> now = counts();
    for (std::size_t i = 0; i < now.size(); ++i) {
      const KickSearchResult& counted = reason == StopReason::target && i > winner ? before[i] : now[i];
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
  KickSearchOptions options_;
  KickSearchOptions keeper_options_;  ///< of the one that keeps a hint
  bool hints_taken_ = false;
  std::uint64_t seed_;
  const RunContext& run_;
  Sums sums_;
  detail::SharedProgress progress_;
  std::deque<SwapState> copies_;
  std::vector<Seat> team_;  ///< by rising turn
};

}  // namespace

void check_options(const KickSearchOptions& options) {
  if (options.block < 2 || options.block > 64) {
    throw InvalidArgument("block", std::to_string(options.block), "must be between 2 and 64");
  }
  if (options.searchers < 1 || options.searchers > 64) {
    throw InvalidArgument("searchers", std::to_string(options.searchers), "must be between 1 and 64");
  }
  if (options.cluster < 1) throw InvalidArgument("cluster", "0", "must be at least 1");
  if (std::isnan(options.target))
    throw InvalidArgument("target", "NaN", "must be a number, or infinity for none");
}

KickSearchResult kick_search(SwapState& state, const KickSearchOptions& options, std::uint64_t seed,
                             const RunContext& run, const ImprovementSink& improved) {
  check_options(options);
  check_hints(options.hints, state.graph());
  check_core_order(options.core_order, state.graph());
  if (state.outsiders().empty() || state.members().empty()) return {};
  const ImprovementSink silent = [](Weight, std::uint64_t) {};
  return KickTeam(state, options, seed, run, improved ? improved : silent).search();
}

}  // namespace lode
