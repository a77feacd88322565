#include "subgraph/search/team/team.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>

#include "subgraph/part/dense_part.hpp"
#include "subgraph/search/moves/tabu_set.hpp"
#include "subgraph/search/team/searcher.hpp"

namespace lode::subgraph {
namespace {

using namespace detail;

/// The moves of a searcher, and what they visit.
enum class Kind {
  kicks,  ///< kicks and exact blocks over the arcs of the graph
  tabu,   ///< exchanges over the arcs
  dense,  ///< exchanges over dense rows of the graph
  core    ///< exchanges over dense rows of the innermost cores
};

using Kinds = std::array<Kind, 4>;
/// The searchers of a team, by turns. Where the rows of the cores do not pay, exchanges are over the arcs.
/// Weighted sparse graphs have kicks instead: most often these find the best sets much sooner.
constexpr Kinds sparse_kinds = {Kind::kicks, Kind::core, Kind::tabu, Kind::tabu};
constexpr Kinds small_kinds = {Kind::kicks, Kind::dense, Kind::dense, Kind::kicks};  ///< rows pay
constexpr Kinds connected_kinds = {Kind::kicks, Kind::kicks, Kind::kicks, Kind::kicks};
constexpr Kinds dense_kinds = {Kind::dense, Kind::dense, Kind::kicks,
                               Kind::kicks};  ///< and from the first on
/// Rows pay from the first on in graphs with an arc for so many of their cells. The search of other graphs is
/// often over before rows are made.
constexpr std::uint64_t first_cells_per_arc = 8;

/// The innermost cores that one searcher looks at: rows of so many vertices, 4 MB, stay in the last cache.
constexpr std::size_t core_vertices = 2048;

/// Work of each searcher by kicks in the first slice, in arcs: well below a millisecond, so that easy graphs
/// are done with one searcher.
constexpr std::uint64_t first_slice = 1 << 14;
/// Slices grow by a quarter. Longer ones waste more of the work of the others after one searcher has met the
/// target.
constexpr std::uint64_t slice_growth = 4;
/// A slice is at most a quarter of the work that ends the search, so that the end is seen in time.
constexpr std::uint64_t slices_to_end = 4;
/// Work of exchanges over arcs, and over dense rows, in the time of one arc of kicks. Those over dense rows
/// of all of the graph have some eight ninths of the time: kicks leave the region that holds the best sets of
/// a dense graph.
constexpr std::uint64_t tabu_share = 2;
constexpr std::uint64_t dense_share = 48;
/// The kind of search that has improved on the best last gets slices so many times as large, the other kinds
/// so many times smaller ones.
constexpr std::uint64_t favour = 2;

/// Two searchers are enough for two threads: each further one takes time from the one that would have met the
/// target first. After some ten milliseconds it is not known which that is, and others may be.
constexpr int early_searchers = 2;
constexpr std::uint64_t late_work = 1 << 22;
/// Rows are made once the others have worked for a part of the time that it takes: they are worth it more
/// often than not.
constexpr std::uint64_t rows_due_early = 4;

/// Searchers that follow hints.
constexpr int most_followers = 2;

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

/// `set` and the first vertices of `others` that are not in it, up to `size` of them together; both
/// increasing, and so is the result.
VertexSet filled_up(VertexSet set, const VertexSet& others, std::size_t size) {
  const auto kept = static_cast<std::ptrdiff_t>(set.size());
  for (auto v = others.begin(); v != others.end() && set.size() < size; ++v) {
    if (!std::binary_search(set.begin(), set.begin() + kept, *v)) set.push_back(*v);
  }
  std::inplace_merge(set.begin(), set.begin() + kept, set.end());
  return set;
}

/// A part of the graph in which a searcher searches, or all of it.
struct Place {
  Part part = {};        ///< not set: the whole graph
  VertexSet order = {};  ///< the vertices of the part, the densest cores last
  std::optional<SwapState> state = {};
  std::vector<VertexSet> hints = {};
};

struct Member {
  Kind kind = Kind::kicks;
  std::unique_ptr<Searcher> searcher;
  std::uint64_t allotted = 0;  ///< work it was given so far; a start or a kick may go beyond it
};

/// Searchers side by side in slices of work, and what they tell each other in between.
class Team {
 public:
  Team(SwapState& state, const TeamOptions& options, std::uint64_t seed, const RunContext& run,
       const ImprovementSink& improved)
      : state_(state),
        graph_(state.graph()),
        options_(options),
        seed_(seed),
        hints_(options.hints),
        run_(run),
        progress_(state.weight(), gains_of(graph_), improved),
        kinds_(kinds_of(graph_, state.size(), options.connected)) {
    join();
  }

  /// Leaves the best set in the state.
  TeamResult search() {
    const auto searchers = static_cast<std::uint64_t>(options_.searchers);
    const std::uint64_t largest = std::max(first_slice, options_.work / (slices_to_end * searchers));
    hybrid::WorkMeter<> meter(options_.work);
    Weight best = state_.weight();
    for (std::uint64_t slice = first_slice;; slice = std::min(slice + slice / slice_growth, largest)) {
      const std::vector<TeamResult> before = counts();
      advance(slice_before_dues(slice));
      meter.set_total(work());
      const std::size_t winner = best_searcher();
      const Found shared = team_[winner].searcher->best();
      if (progress_.gains().improves(shared.weight, best)) {
        best = shared.weight;
        meter.improved();
        if (team_.size() > 1) favoured_ = team_[winner].kind;
      }
      if (const auto reason = reason_to_end(meter.used_up())) return end(*reason, winner, before);
      take_hints();
      while (joined_ < options_.searchers && work() >= due()) join();
      for (const Member& member : team_) member.searcher->offer(shared);
    }
  }

 private:
  // --- who searches where ----------------------------------------------------------------------------

  static const Kinds& kinds_of(const Graph& graph, Vertex s, bool connected) {
    if (connected) return connected_kinds;
    if (!DenseRows::pay(graph, s)) return sparse_kinds;
    const std::uint64_t n = graph.num_vertices();
    return n * n <= first_cells_per_arc * graph.num_arcs() ? dense_kinds : small_kinds;
  }
  Kind kind_of(int number) const { return kinds_[static_cast<std::size_t>(number) % kinds_.size()]; }

  /// The work of the team after which the next searcher joins.
  std::uint64_t due() const {
    const std::uint64_t late = joined_ >= early_searchers && hints_.empty() ? late_work : 0;
    const std::uint64_t rows = kind_of(joined_) == Kind::dense
                                   ? DenseRows::building_work(graph_.num_vertices(), graph_.num_arcs())
                               : kind_of(joined_) == Kind::core ? DenseRows::building_work(core_vertices, 0)
                                                                : 0;
    return std::max(late, rows / rows_due_early);
  }

  /// The next searcher joins. Hints are dealt out so that the first searcher, which has a set to begin with,
  /// is the last to turn to them.
  void join() {
    const auto searchers = static_cast<std::size_t>(options_.searchers);
    const auto number = static_cast<std::size_t>(joined_);
    SearcherTask task{options_, options_.core_order, seed_, joined_, joined_};
    task.hints = {&hints_, (number + searchers - 1) % searchers, searchers};
    Kind kind = kind_of(joined_++);
    std::unique_ptr<Searcher> searcher;
    if (kind == Kind::dense) {
      if (!rows_) rows_ = std::make_shared<DenseRows>(graph_, state_.size());
      searcher = dense_searcher(rows_, state_.sorted_members(), state_.anchors(), task);
    } else if (kind == Kind::core) {
      searcher = core_searcher(task);
    }
    if (!searcher) {
      if (kind == Kind::core) kind = Kind::tabu;
      if (graph_.weighted()) kind = Kind::kicks;
      SwapState& state = number == 0 ? state_ : *places_.emplace_back(Place{.state = state_}).state;
      const auto make_set = [&](Rng& draws) { return make_bucket_tabu_set(state, team_tabu, draws); };
      searcher = kind == Kind::tabu ? make_tabu_searcher(make_set, team_tabu, task, run_, progress_)
                                    : make_kick_searcher(state, task, run_, progress_);
    }
    team_.push_back({kind, std::move(searcher)});
  }

  std::unique_ptr<Searcher> dense_searcher(const std::shared_ptr<const DenseRows>& rows,
                                           const VertexSet& members, const VertexSet& anchors,
                                           const SearcherTask& task) {
    return make_tabu_searcher(
        [&](Rng& draws) { return make_dense_tabu_set(rows, members, anchors, team_tabu, draws); }, team_tabu,
        task, run_, progress_);
  }

  /// A searcher of the innermost cores and the anchors, from the densest of them on; nothing where rows do
  /// not pay, or where no core order is known.
  std::unique_ptr<Searcher> core_searcher(const SearcherTask& task) {
    const Vertex s = state_.size();
    const std::size_t count = std::max<std::size_t>(core_vertices, vertices_per_member * s);
    if (options_.core_order.size() != graph_.num_vertices() || count >= graph_.num_vertices()) return nullptr;
    const std::span<const Vertex> innermost = options_.core_order.last(count);
    VertexSet increasing(innermost.begin(), innermost.end());
    std::ranges::sort(increasing);
    VertexSet vertices;
    std::ranges::set_union(increasing, state_.anchors(), std::back_inserter(vertices));
    if (vertices.size() > DenseRows::most_vertices) return nullptr;
    Part part = part_of(graph_, vertices);
    if (!DenseRows::pay(part.graph, s)) return nullptr;
    const VertexSet anchors = part.inward(state_.anchors());
    const Place& place = places_.emplace_back(Place{.part = part, .order = part.inward(innermost)});
    VertexSet densest(place.order.end() - static_cast<std::ptrdiff_t>(s), place.order.end());
    std::ranges::sort(densest);
    SearcherTask inside = task;
    inside.core_order = place.order;
    inside.part = &place.part;
    inside.hints = {};
    return dense_searcher(std::make_shared<DenseRows>(place.part.graph, s), filled_up(anchors, densest, s),
                          anchors, inside);
  }

  /// Once there are hints, those searchers join that follow them: see team_search. They have their turn
  /// before all others, the last one first.
  void take_hints() {
    if (hints_taken_) return;
    if (hints_.empty() && options_.more_hints && !asked_for_hints_ && work() >= options_.hint_work) {
      asked_for_hints_ = true;
      hints_ = options_.more_hints();
      check_hints(hints_, graph_);
    }
    if (hints_.empty()) return;
    hints_taken_ = true;
    const std::size_t size = state_.size();
    const VertexSet* below = nullptr;
    const VertexSet* around = nullptr;
    for (const VertexSet& hint : hints_) {
      if (hint.size() < size && (!below || hint.size() > below->size())) below = &hint;
      if (hint.size() > size && (!around || hint.size() < around->size())) around = &hint;
    }
    VertexSet kept;
    if (below) std::ranges::set_union(*below, state_.anchors(), std::back_inserter(kept));
    const bool keeps = below && 2 * below->size() >= size && kept.size() < size;
    const bool confines = around && 2 * around->size() <= graph_.num_vertices() &&
                          std::ranges::includes(*around, state_.anchors());
    for (int number = 1; number <= most_followers && (keeps || confines); ++number) {
      const bool keeping = keeps && (number == 1 || !confines);
      team_.insert(team_.begin(), Member{Kind::kicks, keeping ? keeping_searcher(number, kept)
                                                              : confined_searcher(number, *around)});
    }
  }

  SearcherTask follower_task(int number) const {
    return {options_, options_.core_order, seed_, options_.searchers - 1 + number, -number};
  }

  /// `kept` holds the anchors.
  std::unique_ptr<Searcher> keeping_searcher(int number, const VertexSet& kept) {
    const VertexSet start = filled_up(kept, state_.sorted_members(), state_.size());
    SwapState& state = *places_.emplace_back(Place{.state = SwapState(graph_, start, kept)}).state;
    SearcherTask task = follower_task(number);
    task.hints = {&hints_};
    return make_kick_searcher(state, task, run_, progress_);
  }

  /// `within` holds the anchors and more vertices than the set. The first start is what peeling leaves of it.
  std::unique_ptr<Searcher> confined_searcher(int number, const VertexSet& within) {
    VertexSet all(within.size());
    std::iota(all.begin(), all.end(), Vertex{0});
    Place& place = places_.emplace_back(Place{.part = part_of(graph_, within), .hints = {all}});
    place.order = place.part.inward(options_.core_order);
    const VertexSet anchors = place.part.inward(state_.anchors());
    place.state.emplace(place.part.graph, filled_up(anchors, all, state_.size()), anchors);
    SearcherTask task = follower_task(number);
    task.core_order = place.order;
    task.part = &place.part;
    task.hints = {&place.hints};
    return make_kick_searcher(*place.state, task, run_, progress_);
  }

  // --- slices ----------------------------------------------------------------------------------------

  /// Hints are asked for and searchers join when they are due or little later, not a slice later. A slice is
  /// never less than the first one: then each searcher works off what it has done beyond its share.
  std::uint64_t slice_before_dues(std::uint64_t slice) const {
    const std::uint64_t done = work();
    const auto before = [&](std::uint64_t due) {
      if (done < due) slice = std::min(slice, std::max(first_slice, (due - done) / team_.size()));
    };
    if (!hints_taken_ && !asked_for_hints_ && options_.more_hints) before(options_.hint_work);
    if (joined_ < options_.searchers) before(due());
    return slice;
  }

  /// The part of a slice that a searcher gets.
  std::uint64_t share(Kind kind, std::uint64_t slice) const {
    if (kind != Kind::kicks) slice *= kind == Kind::dense ? dense_share : tabu_share;
    if (!favoured_) return slice;
    return kind == *favoured_ ? slice * favour : slice / favour;
  }

  void advance(std::uint64_t slice) {
    run_.parallel([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, team_.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) {
              Member& member = team_[i];
              member.allotted += share(member.kind, slice);
              if (!progress_.overtaken(member.searcher->turn())) member.searcher->advance(member.allotted);
            }
          },
          tbb::simple_partitioner());
    });
  }

  std::uint64_t work() const {
    std::uint64_t total = 0;
    for (const Member& member : team_) total += member.searcher->work();
    return total;
  }
  std::vector<TeamResult> counts() const {
    std::vector<TeamResult> all;
    for (const Member& member : team_) all.push_back(member.searcher->counts());
    return all;
  }

  /// The first one to reach the target, else the one with the heaviest set, ties to the smaller turn.
  std::size_t best_searcher() const {
    const int first = progress_.first_to_target();
    const auto better = [&](const Member& a, const Member& b) {
      const bool a_first = a.searcher->turn() == first;
      if (a_first != (b.searcher->turn() == first)) return a_first;
      return a.searcher->best().weight > b.searcher->best().weight;
    };
    return static_cast<std::size_t>(std::ranges::min_element(team_, better) - team_.begin());
  }

  std::optional<StopReason> reason_to_end(bool work_used_up) const {
    if (progress_.first_to_target() != std::numeric_limits<int>::max()) return StopReason::target;
    if (run_.should_stop()) return run_.stop_reason();
    if (graph_.num_arcs() == 0 || work_used_up) return StopReason::converged;
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
    state_.file_all_outsiders();
    state_.move_to(best);
    return total;
  }

  SwapState& state_;
  const Graph& graph_;
  const TeamOptions& options_;
  const std::uint64_t seed_;
  std::vector<VertexSet> hints_;
  bool asked_for_hints_ = false;
  bool hints_taken_ = false;
  std::optional<Kind> favoured_;  ///< the kind that has improved on the best last
  const RunContext& run_;
  SharedProgress progress_;
  const Kinds& kinds_;
  std::shared_ptr<const DenseRows> rows_;  ///< of the graph, once they are made
  std::deque<Place> places_;               ///< of all searchers but the first
  int joined_ = 0;                         ///< of TeamOptions::searchers
  std::vector<Member> team_;               ///< by rising turn
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
