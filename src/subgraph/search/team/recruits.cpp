#include "subgraph/search/team/recruits.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "subgraph/search/moves/block_kicks.hpp"
#include "subgraph/search/moves/tabu_searcher.hpp"
#include "subgraph/search/places/part_searcher.hpp"
#include "subgraph/state/set_filling.hpp"

namespace lode::subgraph::detail {
namespace {

/// Two searchers are enough for two threads: each further one takes time from the one that would have met the
/// target first. After some ten milliseconds it is not known which that is, and others may be.
constexpr int early_searchers = 2;
constexpr std::uint64_t late_work = 1 << 22;

/// Rows are made once the others have worked for a part of the time that it takes: they are worth it more
/// often than not.
constexpr std::uint64_t rows_due_early = 4;

/// Graphs with an arc for so many cells of their rows are searched over these from the first: others are
/// often done with before rows are made.
constexpr std::uint64_t first_cells_per_arc = 8;

/// A hint is kept if it has at least 1/2 of the vertices of the set; it is a place to be confined to if it
/// has at most 1/2 of all.
constexpr std::size_t hint_share = 2;
/// Searchers that follow hints.
constexpr int most_followers = 2;

}  // namespace

Recruits::Recruits(SwapState& state, const TeamOptions& options, std::uint64_t seed, const RunContext& run,
                   SharedProgress& progress)
    : state_(state),
      options_(options),
      seed_(seed),
      run_(run),
      progress_(progress),
      dense_(DenseRows::pay(state.graph(), state.size())),
      dense_first_(dense_ && state.graph().num_vertices() * std::uint64_t{state.graph().num_vertices()} <=
                                 first_cells_per_arc * state.graph().num_arcs()) {}

SearchKind Recruits::kind_of(int number) const {
  using enum SearchKind;
  constexpr std::array sparse_kinds = {kicks, core, tabu, tabu};
  constexpr std::array small_kinds = {kicks, dense, dense, kicks};
  constexpr std::array dense_kinds = {dense, dense, kicks, kicks};
  const auto at = static_cast<std::size_t>(number) % sparse_kinds.size();
  if (dense_first_) return dense_kinds[at];
  return dense_ ? small_kinds[at] : sparse_kinds[at];
}

std::uint64_t Recruits::due(int number, bool hinted) const {
  // Hints are dealt out to all.
  const std::uint64_t late = number >= early_searchers && !hinted ? late_work : 0;
  const Graph& graph = state_.graph();
  switch (kind_of(number)) {
    case SearchKind::dense:
      return std::max(late,
                      DenseRows::building_work(graph.num_vertices(), graph.num_arcs()) / rows_due_early);
    case SearchKind::core:
      return std::max(late, core_place_work(state_) / rows_due_early);
    default:
      return late;
  }
}

SearcherTask Recruits::task(const SearcherRole& role, const DealtHints& hints) const {
  return {options_, options_.core_order, hints, role, seed_};
}

Seat Recruits::make(int number, const DealtHints& hints) {
  const auto begin = number == 0 ? SearcherRole::Begin::set : SearcherRole::Begin::start;
  const SearcherTask told = task({number, number, begin}, hints);
  const SearchKind kind = kind_of(number);
  if (kind == SearchKind::dense) return {number, kind, dense_searcher(told)};
  if (number == 0) return {number, kind, make_kick_searcher(state_, told, run_, progress_)};
  return other_seat(kind, told);
}

std::unique_ptr<Searcher> Recruits::dense_searcher(const SearcherTask& task) {
  if (!rows_) rows_ = std::make_shared<DenseRows>(state_.graph(), state_.size());
  return make_dense_tabu_searcher(rows_, state_.sorted_members(), state_.anchors(), team_tabu, task, run_,
                                  progress_);
}

/// Where rows of the cores do not pay, exchanges are over the arcs. Weighted sparse graphs have kicks
/// instead: most often these are sooner at the best sets by far.
Seat Recruits::other_seat(SearchKind kind, const SearcherTask& task) {
  const int turn = task.role.turn;
  if (kind == SearchKind::core) {
    if (auto place = core_place(state_, task, run_, progress_))
      return {turn, kind, make_part_searcher(std::move(place), task, run_, progress_)};
  }
  SwapState& state = copies_.emplace_back(state_);
  if (kind != SearchKind::kicks && !state_.graph().weighted())
    return {turn, SearchKind::tabu, make_tabu_searcher(state, team_tabu, task, run_, progress_)};
  return {turn, SearchKind::kicks, make_kick_searcher(state, task, run_, progress_)};
}

std::vector<Seat> Recruits::followers(const std::vector<VertexSet>& hints) {
  const std::size_t size = state_.size();
  const VertexSet* kept = nullptr;
  const VertexSet* around = nullptr;
  for (const VertexSet& hint : hints) {
    if (hint.size() < size && (!kept || hint.size() > kept->size())) kept = &hint;
    if (hint.size() > size && (!around || hint.size() < around->size())) around = &hint;
  }
  VertexSet with_anchors;
  if (kept) std::ranges::set_union(*kept, state_.anchors(), std::back_inserter(with_anchors));
  const bool keeps = kept && hint_share * kept->size() >= size && with_anchors.size() < size;
  const bool confines = around && hint_share * around->size() <= state_.graph().num_vertices() &&
                        std::ranges::includes(*around, state_.anchors());
  std::vector<Seat> seats;
  for (int number = 1; number <= most_followers && (keeps || confines); ++number) {
    const SearcherRole role{options_.searchers - 1 + number, -number, SearcherRole::Begin::start};
    seats.push_back(keeps && (number == 1 || !confines) ? keeping(role, with_anchors, hints)
                                                        : confined(role, *around));
  }
  return seats;
}

Seat Recruits::keeping(const SearcherRole& role, const VertexSet& kept, const std::vector<VertexSet>& hints) {
  const VertexSet start = filled_up(kept, state_.sorted_members(), state_.size());
  SwapState& state = copies_.emplace_back(state_.graph(), start, kept);
  return {role.turn, SearchKind::kicks, make_kick_searcher(state, task(role, {hints}), run_, progress_)};
}

Seat Recruits::confined(const SearcherRole& role, const VertexSet& within) {
  const SearcherTask told = task(role, {});
  auto place = confined_place(state_, within, told, run_, progress_);
  return {role.turn, SearchKind::kicks, make_part_searcher(std::move(place), told, run_, progress_)};
}

}  // namespace lode::subgraph::detail
