#include "subgraph/search/team.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "subgraph/part/dense_part.hpp"
#include "subgraph/search/tabu_set.hpp"

namespace lode::subgraph {
namespace {

using namespace detail;

/// The moves of the members of a team, by turns, for each kind of graph. Where the rows of the cores do not
/// pay, exchanges are over the arcs. Weighted sparse graphs have kicks instead of exchanges over arcs: kicks
/// mostly find the best sets much sooner there.
using Turns = std::array<Moves, 4>;
constexpr Turns connected_turns = {Moves::kicks, Moves::kicks, Moves::kicks, Moves::kicks};
constexpr Turns sparse_turns = {Moves::kicks, Moves::core, Moves::tabu, Moves::tabu};
constexpr Turns small_turns = {Moves::kicks, Moves::dense, Moves::dense, Moves::kicks};
constexpr Turns dense_turns = {Moves::dense, Moves::dense, Moves::kicks, Moves::kicks};

const Turns& turns_of(const Graph& graph, Vertex s, bool connected) {
  if (connected) return connected_turns;
  if (!DenseRows::pay(graph, s)) return sparse_turns;
  // In graphs with an arc for 8 cells of their rows, rows pay from the first member on. The search of other
  // graphs is often over before rows are made.
  const std::uint64_t n = graph.num_vertices();
  return n * n <= 8 * graph.num_arcs() ? dense_turns : small_turns;
}

/// Vertices of the innermost cores that one member searches: their rows, 4 MB, stay in the last cache.
constexpr std::size_t core_vertices = 2048;

/// Work of each member by kicks in the first slice, in arcs: well below a millisecond, so that one member
/// finishes easy graphs. Slices grow by a quarter: longer ones waste more work of the other members after one
/// has met the target. A slice is at most a quarter of the work that ends the search.
constexpr std::uint64_t first_slice = 1 << 14;
/// Work of exchanges over arcs, and over dense rows, in the time of one arc of kicks. Exchanges over dense
/// rows of the whole graph get some eight ninths of the time: kicks leave the region that holds the best sets
/// of a dense graph.
constexpr std::uint64_t tabu_share = 2;
constexpr std::uint64_t dense_share = 48;
/// The moves that have improved on the best set last get slices larger by this factor, the other moves slices
/// smaller by it.
constexpr std::uint64_t favour = 2;

/// Two members are enough for two threads: each further one takes time from the member that would have met
/// the target first. Further members join after some ten milliseconds of work.
constexpr int early_searchers = 2;
constexpr std::uint64_t late_work = 1 << 22;

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

/// Runs members in slices of work, and exchanges their best sets between slices.
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
        turns_(turns_of(graph_, state.size(), options.connected)) {
    join();
  }

  /// Leaves the best set in the state.
  TeamResult search() {
    const std::uint64_t largest =
        std::max(first_slice, options_.work / (4 * static_cast<std::uint64_t>(options_.searchers)));
    hybrid::WorkMeter<> meter(options_.work);
    Weight best = state_.weight();
    for (std::uint64_t slice = first_slice;; slice = std::min(slice + slice / 4, largest)) {
      const std::vector<TeamResult> before = counts();
      advance(limited_slice(slice));
      meter.set_total(work());
      const std::size_t winner = best_member();
      const Found shared = team_[winner].searcher->best();
      if (progress_.gains().improves(shared.weight, best)) {
        best = shared.weight;
        meter.improved();
        if (team_.size() > 1) favoured_ = team_[winner].moves;
      }
      if (const auto reason = reason_to_end(meter.used_up())) return end(*reason, winner, before);
      take_hints();
      while (joined_ < options_.searchers && work() >= work_to_join()) join();
      for (const Member& member : team_) member.searcher->offer(shared);
    }
  }

 private:
  // --- members ---------------------------------------------------------------------------------------

  Moves next_moves() const { return turns_[static_cast<std::size_t>(joined_) % turns_.size()]; }

  /// The work of the team after which the next member joins. Rows are made after a quarter of the work that
  /// making them takes.
  std::uint64_t work_to_join() const {
    const std::uint64_t late = joined_ >= early_searchers && hints_.empty() ? late_work : 0;
    std::uint64_t rows = 0;
    if (next_moves() == Moves::dense)
      rows = DenseRows::building_work(graph_.num_vertices(), graph_.num_arcs());
    if (next_moves() == Moves::core) rows = DenseRows::building_work(core_vertices, 0);
    return std::max(late, rows / 4);
  }

  /// Adds the next member. Hints are dealt out so that the first member, which has a set to begin with, is
  /// the last to turn to them.
  void join() {
    const auto searchers = static_cast<std::size_t>(options_.searchers);
    const std::size_t first_hint = (static_cast<std::size_t>(joined_) + searchers - 1) % searchers;
    const Moves moves = next_moves();
    Member& member =
        team_.emplace_back(Member{.options = options_, .seed = seed_, .number = joined_, .turn = joined_});
    member.moves = moves;
    member.hints = &hints_;
    member.next_hint = first_hint;
    member.hint_step = searchers;
    ++joined_;
    if (moves == Moves::core && search_cores(member)) return;
    if (moves == Moves::dense) {
      if (!rows_) rows_ = std::make_shared<DenseRows>(graph_, state_.size());
      return search_rows(member, rows_, state_.sorted_members(), state_.anchors());
    }
    member.moves = moves == Moves::kicks || graph_.weighted() ? Moves::kicks : Moves::tabu;
    if (member.number > 0) member.state = state_;
    SwapState& state = member.state ? *member.state : state_;
    const auto make_set = [&](Rng& draws) { return make_bucket_tabu_set(state, team_tabu, draws); };
    member.searcher = member.moves == Moves::tabu
                          ? make_tabu_searcher(make_set, team_tabu, member, run_, progress_)
                          : make_kick_searcher(state, member, run_, progress_);
  }

  void search_rows(Member& member, const std::shared_ptr<const DenseRows>& rows, const VertexSet& members,
                   const VertexSet& anchors) {
    const auto make_set = [&](Rng& draws) {
      return make_dense_tabu_set(rows, members, anchors, team_tabu, draws);
    };
    member.searcher = make_tabu_searcher(make_set, team_tabu, member, run_, progress_);
  }

  /// Lets a member search the innermost cores and the anchors, from the densest cores on. False where rows do
  /// not pay, or where no core order is known.
  bool search_cores(Member& member) {
    const Vertex s = state_.size();
    const std::size_t count = std::max<std::size_t>(core_vertices, vertices_per_member * s);
    if (options_.core_order.size() != graph_.num_vertices() || count >= graph_.num_vertices()) return false;
    const std::span<const Vertex> innermost = options_.core_order.last(count);
    VertexSet increasing(innermost.begin(), innermost.end());
    std::ranges::sort(increasing);
    VertexSet vertices;
    std::ranges::set_union(increasing, state_.anchors(), std::back_inserter(vertices));
    if (vertices.size() > DenseRows::most_vertices) return false;
    Part part = part_of(graph_, vertices);
    if (!DenseRows::pay(part.graph, s)) return false;
    member.order = part.to_part(innermost);
    VertexSet densest(member.order.end() - static_cast<std::ptrdiff_t>(s), member.order.end());
    std::ranges::sort(densest);
    const VertexSet anchors = part.to_part(state_.anchors());
    member.hints = nullptr;
    member.part = std::move(part);
    search_rows(member, std::make_shared<DenseRows>(member.part->graph, s), filled_up(anchors, densest, s),
                anchors);
    return true;
  }

  /// Once there are hints, two members join that follow them: see team_search. They have their turn before
  /// all others, the last one first.
  void take_hints() {
    if (hints_taken_) return;
    if (hints_.empty() && asks_for_hints() && work() >= options_.hint_work) {
      asked_for_hints_ = true;
      hints_ = options_.more_hints();
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
    for (int i = 1; i <= 2 && (keeps || confines); ++i) {
      Member& member = team_.emplace_front(
          Member{.options = options_, .seed = seed_, .number = options_.searchers - 1 + i, .turn = -i});
      keeps && (i == 1 || !confines) ? keep_inside(member, kept) : confine_to(member, *around);
      member.searcher = make_kick_searcher(*member.state, member, run_, progress_);
    }
  }
  bool asks_for_hints() const { return options_.more_hints && !asked_for_hints_; }

  /// Makes all of `kept`, anchors among them, anchors of a member.
  void keep_inside(Member& member, const VertexSet& kept) {
    member.hints = &hints_;
    member.state.emplace(graph_, filled_up(kept, state_.sorted_members(), state_.size()), kept);
  }

  /// Confines a member to `within`, which holds the anchors and more vertices than the set. The first start
  /// is what peeling leaves of it.
  void confine_to(Member& member, const VertexSet& within) {
    const Part& part = member.part.emplace(part_of(graph_, within));
    member.order = part.to_part(options_.core_order);
    VertexSet all(within.size());
    std::iota(all.begin(), all.end(), Vertex{0});
    member.own_hints = {all};
    member.hints = &member.own_hints;
    const VertexSet anchors = part.to_part(state_.anchors());
    member.state.emplace(part.graph, filled_up(anchors, all, state_.size()), anchors);
  }

  // --- slices ----------------------------------------------------------------------------------------

  /// Ends a slice at the work at which hints are asked for or a member joins. A slice is never less than the
  /// first one: a member that has exceeded its share waits.
  std::uint64_t limited_slice(std::uint64_t slice) const {
    const std::uint64_t done = work();
    const auto end_at = [&](std::uint64_t due) {
      if (done < due) slice = std::min(slice, std::max(first_slice, (due - done) / team_.size()));
    };
    if (!hints_taken_ && asks_for_hints()) end_at(options_.hint_work);
    if (joined_ < options_.searchers) end_at(work_to_join());
    return slice;
  }

  /// The part of a slice that moves of a kind get.
  std::uint64_t share(Moves moves, std::uint64_t slice) const {
    if (moves != Moves::kicks) slice *= moves == Moves::dense ? dense_share : tabu_share;
    if (!favoured_) return slice;
    return moves == *favoured_ ? slice * favour : slice / favour;
  }

  void advance(std::uint64_t slice) {
    run_.parallel([&] {
      tbb::parallel_for(
          std::size_t{0}, team_.size(), std::size_t{1},
          [&](std::size_t i) {
            Member& member = team_[i];
            member.allotted += share(member.moves, slice);
            if (!progress_.overtaken(member.turn)) member.searcher->advance(member.allotted);
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

  /// The first member to reach the target, else the member with the heaviest set, ties to the smaller turn.
  std::size_t best_member() const {
    const int first = progress_.first_to_target();
    const auto better = [&](const Member& a, const Member& b) {
      if ((a.turn == first) != (b.turn == first)) return a.turn == first;
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

  /// The last slice of members behind the winner, which may have been cut short, does not count: the counts
  /// do not depend on threads.
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
  std::optional<Moves> favoured_;  ///< the moves that have improved on the best set last
  const RunContext& run_;
  SharedProgress progress_;
  const Turns& turns_;
  std::shared_ptr<const DenseRows> rows_;  ///< of the graph, once they are made
  int joined_ = 0;                         ///< of TeamOptions::searchers
  std::deque<Member> team_;                ///< by rising turn
};

}  // namespace

TeamResult team_search(SwapState& state, const TeamOptions& options, std::uint64_t seed,
                       const RunContext& run, const ImprovementSink& improved) {
  if (state.outsiders().empty() || state.members().empty()) return {};
  const ImprovementSink silent = [](Weight, std::uint64_t) {};
  return Team(state, options, seed, run, improved ? improved : silent).search();
}

}  // namespace lode::subgraph
