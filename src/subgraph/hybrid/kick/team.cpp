#include "subgraph/hybrid/kick/team.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "hybrid/escape/work_meter.hpp"
#include "subgraph/hybrid/kick/confined_searcher.hpp"
#include "subgraph/hybrid/kick/core_searcher.hpp"
#include "subgraph/hybrid/kick/surroundings_searcher.hpp"
#include "subgraph/hybrid/kick/tabu_searcher.hpp"
#include "subgraph/state/set_filling.hpp"

namespace lode::subgraph::detail {
namespace {

/// Slices grow, as long as the end is seen in time: at most a quarter of the work that ends the search would
/// pass in one if all had the same share of it; with those below it is about all of it.
constexpr std::uint64_t slices_to_end = 4;
/// Slices grow by a quarter: what the others do in the slice in which one of them meets the target is in
/// vain.
constexpr std::uint64_t slice_growth = 4;

/// Two searchers are enough for two threads: each further one takes from the one that would have met the
/// target first. After some ten milliseconds it is not known which that is, and others may.
constexpr int early_searchers = 2;
constexpr std::uint64_t late_work = 1 << 22;

/// Slices of those that exchange under tabu have more arcs: they do little else than visit them, and kicks,
/// clusters and blocks take the time of several arcs for one.
constexpr std::uint64_t tabu_share = 2;

/// Those that exchange over dense rows of all of the graph have more of the work, and some eight ninths of
/// the time: kicks leave the region that holds the best sets of a dense graph. (An arc of kicks takes five
/// times as long as a unit of work over rows.)
constexpr std::uint64_t dense_share = 48;

/// Rows are made once the others have worked for a part of the time that it takes: they are worth it more
/// often than not.
constexpr std::uint64_t rows_due_early = 4;

/// Graphs with an arc for so many cells of their rows are searched over these from the first: others are
/// often done with before rows are made.
constexpr std::uint64_t first_cells_per_arc = 8;

/// The kind of search that has improved on the best last gets slices so many times as large, the other kinds
/// so many times smaller ones.
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
      progress_(state.weight(), kick_gains(state.graph()), improved),
      dense_(DenseRows::pay(state.graph(), state.size())),
      dense_first_(dense_ && state.graph().num_vertices() * std::uint64_t{state.graph().num_vertices()} <=
                                 first_cells_per_arc * state.graph().num_arcs()) {
  join_first();
}

KickSearchResult KickTeam::search() {
  const auto searchers = static_cast<std::uint64_t>(options_.searchers);
  const std::uint64_t largest_slice = std::max(first_slice, options_.work / (slices_to_end * searchers));
  const hybrid::Gains gains = kick_gains(state_.graph());
  hybrid::WorkMeter<> meter(options_.work);
  Weight best = state_.weight();
  for (std::uint64_t slice = first_slice;; slice = std::min(slice + slice / slice_growth, largest_slice)) {
    const std::vector<KickSearchResult> before = counts();
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
    others_join();
    for (const Seat& seat : team_) seat.searcher->offer(shared);
  }
}

SearcherTask KickTeam::task(const SearcherPlace& place, const DealtHints& hints) const {
  return {options_, options_.core_order, hints, place, seed_};
}

/// The first searcher is the last to turn to hints: it has a set to begin with.
DealtHints KickTeam::dealt(int number) const {
  const auto searchers = static_cast<std::size_t>(options_.searchers);
  return {hints_, (static_cast<std::size_t>(number) + searchers - 1) % searchers, searchers};
}

/// The first one goes on from the set that the state has.
void KickTeam::join_first() {
  const SearcherPlace place{joined_, joined_, SearcherPlace::Begin::set};
  Kind kind = kind_of(joined_);
  const SearcherTask told = task(place, dealt(joined_));
  auto searcher =
      kind == Kind::kicks ? make_kick_searcher(state_, told, run_, progress_) : make_searcher(kind, told);
  team_.push_back({place.turn, kind, std::move(searcher)});
  ++joined_;
}

void KickTeam::others_join() {
  while (joined_ < options_.searchers && work() >= due(joined_)) join(kind_of(joined_));
}

std::uint64_t KickTeam::due(int number) const {
  // Hints are dealt out to all.
  const std::uint64_t late = number >= early_searchers && hints_.empty() ? late_work : 0;
  switch (kind_of(number)) {
    case Kind::dense:
      return std::max(late,
                      DenseRows::building_work(state_.graph().num_vertices(), state_.graph().num_arcs()) /
                          rows_due_early);
    case Kind::core:
      return std::max(late, core_searcher_work(state_) / rows_due_early);
    default:
      return late;
  }
}

KickTeam::Kind KickTeam::kind_of(int number) const {
  constexpr std::array kinds = {Kind::kicks, Kind::core, Kind::surroundings, Kind::tabu};
  constexpr std::array one_start_kinds = {Kind::kicks, Kind::tabu, Kind::tabu, Kind::tabu};
  constexpr std::array small_kinds = {Kind::kicks, Kind::dense, Kind::dense, Kind::kicks};
  constexpr std::array dense_kinds = {Kind::dense, Kind::dense, Kind::kicks, Kind::kicks};
  const auto at = static_cast<std::size_t>(number) % kinds.size();
  if (dense_first_) return dense_kinds[at];
  if (dense_) return small_kinds[at];
  return options_.starts == Starts::first ? one_start_kinds[at] : kinds[at];
}

/// May say another kind than it was asked for.
std::unique_ptr<KickSearcher> KickTeam::make_searcher(Kind& kind, const SearcherTask& told) {
  if (kind == Kind::dense) {
    if (!rows_) rows_ = std::make_shared<DenseRows>(state_.graph(), state_.size());
    return make_dense_tabu_searcher(rows_, state_.sorted_members(), state_.anchors(), told, run_, progress_);
  }
  if (kind == Kind::core) {
    if (auto searcher = make_core_searcher(state_, told, run_, progress_)) return searcher;
    // The innermost cores have few arcs to visit, or there are too many vertices for rows.
    kind = Kind::tabu;
  }
  SwapState& state = copies_.emplace_back(state_);
  if (kind == Kind::surroundings) {
    if (auto searcher = make_surroundings_searcher(state, told, run_, progress_)) return searcher;
    kind = Kind::tabu;
  }
  if (kind == Kind::tabu && !state_.graph().weighted())
    return make_tabu_searcher(state, told, run_, progress_);
  // On sparse weighted graphs kicks are sooner at the best sets than exchanges over arcs, most often by far.
  kind = Kind::kicks;
  return make_kick_searcher(state, told, run_, progress_);
}

void KickTeam::join(Kind kind) {
  const SearcherPlace place{joined_, joined_, SearcherPlace::Begin::start};
  auto searcher = make_searcher(kind, task(place, dealt(joined_)));
  team_.push_back({place.turn, kind, std::move(searcher)});
  ++joined_;
}

SearcherPlace KickTeam::place_in_front() {
  ++following_;
  return {options_.searchers - 1 + following_, -following_, SearcherPlace::Begin::start};
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
  const std::size_t size = state_.size();
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

std::uint64_t slice_until_due(std::uint64_t slice, std::uint64_t work, std::uint64_t due,
                              std::size_t searchers) {
  if (work >= due) return slice;
  return std::min(slice, std::max(first_slice, (due - work) / searchers));
}

/// Hints are asked for and searchers join when they are due or little later, not a slice later.
std::uint64_t KickTeam::slice_before_dues(std::uint64_t slice) const {
  const auto before = [&](std::uint64_t due) { slice = slice_until_due(slice, work(), due, team_.size()); };
  if (!hints_taken_ && !asked_for_hints_ && options_.more_hints) before(options_.hint_work);
  if (joined_ < options_.searchers) before(due(joined_));
  return slice;
}

/// What a searcher has of a slice.
std::uint64_t KickTeam::share(const Seat& seat, std::uint64_t slice) const {
  if (seat.kind != Kind::kicks) slice *= seat.kind == Kind::dense ? dense_share : tabu_share;
  if (!favoured_) return slice;
  return seat.kind == *favoured_ ? slice * favour : slice / favour;
}

void KickTeam::advance(std::uint64_t slice) {
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
