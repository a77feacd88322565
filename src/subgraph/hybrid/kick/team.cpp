#include "subgraph/hybrid/kick/team.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "hybrid/escape/work_meter.hpp"
#include "subgraph/hybrid/kick/confined_searcher.hpp"
#include "subgraph/hybrid/kick/tabu_searcher.hpp"
#include "subgraph/state/set_filling.hpp"

namespace lode::subgraph::detail {
namespace {

/// Work of each searcher in the first slice, in arcs: well below a millisecond, so that easy graphs are done
/// with one searcher. Slices double, as long as the end is seen in time: at most a quarter of the work that
/// ends the search would pass in one if all had the same share of it; with those below it is about all of it.
constexpr std::uint64_t first_slice = 1 << 16;
constexpr std::uint64_t slices_to_end = 4;

/// One searcher of so many kicks, the first of them; the others exchange under tabu. On 39 hard rows of
/// tools/bench/tuning in CPU time to the best known values: this 37 ms, half of each kind 43 to 60, no
/// tabu 74.
constexpr int searchers_per_kicker = 3;

/// Slices of those that exchange under tabu have more arcs: they do little else than visit them, and kicks,
/// clusters and blocks take the time of two or three arcs for one.
constexpr std::uint64_t tabu_share = 3;

/// The kind of search that has improved on the best last gets slices so many times as large, the other kind
/// so many times smaller ones: 37 ms instead of 40 to 48 on the same rows.
constexpr std::uint64_t favour = 2;

/// A hint is kept if it has at least 1/2 of the vertices of the set; it is a place to be confined to if it
/// has at most 1/2 of all.
constexpr std::size_t hint_share = 2;

}  // namespace

void check_hints(const std::vector<VertexSet>& hints, const Graph& graph) {
  for (const VertexSet& hint : hints) check_increasing(graph, hint, "vertex of a hint");
}

KickTeam::KickTeam(SwapState& state, const KickSearchOptions& options, std::uint64_t seed,
                   const RunContext& run, const ImprovementSink& improved)
    : state_(state),
      options_(options),
      hints_(options.hints),
      seed_(seed),
      run_(run),
      progress_(state.weight(), kick_gains(state.graph()), improved) {
  join(state_, SearcherPlace::Begin::set);
}

KickSearchResult KickTeam::search() {
  const auto searchers = static_cast<std::uint64_t>(options_.searchers);
  const std::uint64_t largest_slice = std::max(first_slice, options_.work / (slices_to_end * searchers));
  const hybrid::Gains gains = kick_gains(state_.graph());
  hybrid::WorkMeter<> meter(options_.work);
  Weight best = state_.weight();
  for (std::uint64_t slice = first_slice;; slice = std::min(2 * slice, largest_slice)) {
    const std::vector<KickSearchResult> before = counts();
    advance(slice_before_hints(slice));
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
    while (next_number() < options_.searchers)
      join(copies_.emplace_back(state_), SearcherPlace::Begin::start);
    for (const Seat& seat : team_) seat.searcher->offer(shared);
  }
}

SearcherTask KickTeam::task(const SearcherPlace& place, const DealtHints& hints) const {
  return {options_, options_.core_order, hints, place, seed_};
}

void KickTeam::join(SwapState& state, SearcherPlace::Begin at) {
  const SearcherPlace place{next_number(), next_number(), at};
  // The first searcher is the last to turn to hints: it has a set to begin with.
  const auto searchers = static_cast<std::size_t>(options_.searchers);
  const std::size_t first = (static_cast<std::size_t>(place.number) + searchers - 1) % searchers;
  const SearcherTask told = task(place, {hints_, first, searchers});
  if (place.number % searchers_per_kicker == 0) {
    team_.push_back({place.turn, Kind::kicks, make_kick_searcher(state, told, run_, progress_)});
  } else {
    team_.push_back({place.turn, Kind::tabu, make_tabu_searcher(state, told, run_, progress_)});
  }
}

SearcherPlace KickTeam::place_in_front() const {
  return {next_number(), std::min(0, team_.front().turn) - 1, SearcherPlace::Begin::start};
}

void KickTeam::join_in_front(const SearcherPlace& place, std::unique_ptr<KickSearcher> searcher) {
  team_.insert(team_.begin(), {place.turn, Kind::kicks, std::move(searcher)});
}

void KickTeam::take_hints() {
  if (hints_taken_) return;
  if (hints_.empty() && options_.more_hints && !asked_for_hints_ && work() >= options_.hint_work) {
    asked_for_hints_ = true;
    hints_ = options_.more_hints();
    check_hints(hints_, state_.graph());
    for (const Seat& seat : team_) seat.searcher->take_hints(hints_);
  }
  if (hints_.empty()) return;
  hints_taken_ = true;
  let_followers_join();
}

void KickTeam::let_followers_join() {
  const std::size_t size = state_.members().size() + state_.anchors().size();
  const VertexSet* kept = nullptr;
  const VertexSet* around = nullptr;
  for (const VertexSet& hint : hints_) {
    if (hint.size() < size && (!kept || hint.size() > kept->size())) kept = &hint;
    if (hint.size() > size && (!around || hint.size() < around->size())) around = &hint;
  }
  VertexSet with_anchors;
  if (kept) std::ranges::set_union(*kept, state_.anchors(), std::back_inserter(with_anchors));
  const bool keeps = kept && hint_share * kept->size() >= size && with_anchors.size() < size;
  const bool confines = around && hint_share * around->size() <= state_.graph().num_vertices() &&
                        std::ranges::includes(*around, state_.anchors());
  for (int i = 0; i < (confines ? 1 : 2) && keeps; ++i) keep(with_anchors, size);
  for (int i = 0; i < (keeps ? 1 : 2) && confines; ++i) confine(*around);
}

void KickTeam::confine(const VertexSet& hint) {
  const SearcherPlace place = place_in_front();
  join_in_front(place, make_confined_searcher(state_, hint, task(place, {}), run_, progress_));
}

void KickTeam::keep(const VertexSet& kept, std::size_t size) {
  const VertexSet start = filled_up(kept, state_.sorted_members(), size);
  SwapState& state = copies_.emplace_back(state_.graph(), start, kept);
  const SearcherPlace place = place_in_front();
  const DealtHints all_hints{hints_};
  join_in_front(place, make_kick_searcher(state, task(place, all_hints), run_, progress_));
}

/// Hints are asked for when they are due, not a slice later.
std::uint64_t KickTeam::slice_before_hints(std::uint64_t slice) const {
  if (hints_taken_ || asked_for_hints_ || !options_.more_hints || work() >= options_.hint_work) return slice;
  return std::min(slice, (options_.hint_work - work()) / team_.size() + 1);
}

/// What a searcher has of a slice.
std::uint64_t KickTeam::share(const Seat& seat, std::uint64_t slice) const {
  if (seat.kind == Kind::tabu) slice *= tabu_share;
  if (!favoured_) return slice;
  return seat.kind == *favoured_ ? slice * favour : slice / favour;
}

void KickTeam::advance(std::uint64_t slice) {
  run_.parallel([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, team_.size(), 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i != range.end(); ++i) {
            KickSearcher& searcher = *team_[i].searcher;
            if (!progress_.overtaken(team_[i].turn))
              searcher.advance(searcher.work() + share(team_[i], slice));
          }
        },
        tbb::simple_partitioner());
  });
}

std::uint64_t KickTeam::work() const {
  std::uint64_t total = 0;
  for (const Seat& seat : team_) total += seat.searcher->work();
  return total;
}

std::vector<KickSearchResult> KickTeam::counts() const {
  std::vector<KickSearchResult> all;
  for (const Seat& seat : team_) all.push_back(seat.searcher->counts());
  return all;
}

/// The first one to reach the target, else the one with the heaviest set, ties to the smaller turn.
std::size_t KickTeam::best_searcher() const {
  const int first = progress_.first_to_target();
  const auto better = [&](const Seat& a, const Seat& b) {
    if ((a.turn == first) != (b.turn == first)) return a.turn == first;
    return a.searcher->best().weight > b.searcher->best().weight;
  };
  return static_cast<std::size_t>(std::ranges::min_element(team_, better) - team_.begin());
}

std::optional<StopReason> KickTeam::reason_to_end(bool work_used_up) const {
  if (progress_.first_to_target() != std::numeric_limits<int>::max()) return StopReason::target;
  if (run_.should_stop()) return run_.stop_reason();
  if (state_.graph().num_arcs() == 0 || work_used_up) return StopReason::converged;
  return std::nullopt;
}

/// Those behind the winner may have been cut short: their last slice does not count, so that the counts do
/// not depend on threads.
KickSearchResult KickTeam::end(StopReason reason, std::size_t winner,
                               const std::vector<KickSearchResult>& before) {
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

}  // namespace lode::subgraph::detail
