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
struct Team {
  SwapState& own;
  const TeamOptions& options;
  const std::uint64_t seed;
  const RunContext& run;
  const ImprovementSink& improved;
  const Graph& graph = own.graph();
  std::vector<VertexSet> hints = options.hints;
  bool asked_for_hints = false;
  bool hints_taken = false;
  std::optional<Moves> favoured = {};  ///< the moves that have improved on the best set last
  SharedProgress progress{own.weight(), gains_of(graph), improved};
  const Turns& turns = turns_of(graph, own.size(), options.connected);
  std::shared_ptr<const DenseRows> dense_rows = {};  ///< of the graph, once they are made
  int joined = 0;                                    ///< of TeamOptions::searchers
  std::deque<Member> team = {};                      ///< by rising turn

  /// Leaves the best set in the state.
  TeamResult search() {
    join();
    const std::uint64_t largest =
        std::max(first_slice, options.work / (4 * static_cast<std::uint64_t>(options.searchers)));
    hybrid::WorkMeter<> meter(options.work);
    Weight best = own.weight();
    for (std::uint64_t slice = first_slice;; slice = std::min(slice + slice / 4, largest)) {
      const std::vector<TeamResult> before = counts();
      advance(limited_slice(slice));
      meter.set_total(work());
      const std::size_t winner = best_member();
      const Found shared = team[winner].searcher->best();
      if (progress.gains().improves(shared.weight, best)) {
        best = shared.weight;
        meter.improved();
        if (team.size() > 1) favoured = team[winner].moves;
      }
      if (const auto reason = reason_to_end(meter.used_up())) return end(*reason, winner, before);
      take_hints();
      while (joined < options.searchers && work() >= work_to_join()) join();
      for (const Member& member : team) member.searcher->offer(shared);
    }
  }

  // --- members ---------------------------------------------------------------------------------------

  Moves next_moves() const { return turns[static_cast<std::size_t>(joined) % turns.size()]; }

  /// The work of the team after which the next member joins. Rows are made after a quarter of the work that
  /// making them takes.
  std::uint64_t work_to_join() const {
    const std::uint64_t late = joined >= early_searchers && hints.empty() ? late_work : 0;
    std::uint64_t rows = 0;
    if (next_moves() == Moves::dense) rows = DenseRows::building_work(graph.num_vertices(), graph.num_arcs());
    if (next_moves() == Moves::core) rows = DenseRows::building_work(core_vertices, 0);
    return std::max(late, rows / 4);
  }

  /// Adds the next member. Hints are dealt out so that the first member, which has a set to begin with, is
  /// the last to turn to them.
  void join() {
    const auto searchers = static_cast<std::size_t>(options.searchers);
    const std::size_t first_hint = (static_cast<std::size_t>(joined) + searchers - 1) % searchers;
    const Moves moves = next_moves();
    Member& member =
        team.emplace_back(Member{.options = options, .seed = seed, .number = joined, .turn = joined});
    member.moves = moves;
    member.hints = &hints;
    member.next_hint = first_hint;
    member.hint_step = searchers;
    ++joined;
    if (moves == Moves::core && search_cores(member)) return;
    if (moves == Moves::dense) {
      if (!dense_rows) dense_rows = std::make_shared<DenseRows>(graph, own.size());
      return search_rows(member, dense_rows, own.sorted_members(), own.anchors());
    }
    member.moves = moves == Moves::kicks || graph.weighted() ? Moves::kicks : Moves::tabu;
    if (member.number > 0) member.state = own;
    SwapState& state = member.state ? *member.state : own;
    const auto make_set = [&](Rng& draws) { return make_bucket_tabu_set(state, team_tabu, draws); };
    member.searcher = member.moves == Moves::tabu
                          ? make_tabu_searcher(make_set, team_tabu, member, run, progress)
                          : make_kick_searcher(state, member, run, progress);
  }

  void search_rows(Member& member, const std::shared_ptr<const DenseRows>& rows, const VertexSet& members,
                   const VertexSet& anchors) {
    const auto make_set = [&](Rng& draws) {
      return make_dense_tabu_set(rows, members, anchors, team_tabu, draws);
    };
    member.searcher = make_tabu_searcher(make_set, team_tabu, member, run, progress);
  }

  /// Lets a member search the innermost cores and the anchors, from the densest cores on. False where rows do
  /// not pay, or where no core order is known.
  bool search_cores(Member& member) {
    const Vertex s = own.size();
    const std::size_t count = std::max<std::size_t>(core_vertices, vertices_per_member * s);
    if (options.core_order.size() != graph.num_vertices() || count >= graph.num_vertices()) return false;
    const std::span<const Vertex> innermost = options.core_order.last(count);
    VertexSet increasing(innermost.begin(), innermost.end());
    std::ranges::sort(increasing);
    VertexSet vertices;
    std::ranges::set_union(increasing, own.anchors(), std::back_inserter(vertices));
    if (vertices.size() > DenseRows::most_vertices) return false;
    Part part = part_of(graph, vertices);
    if (!DenseRows::pay(part.graph, s)) return false;
    member.order = part.to_part(innermost);
    VertexSet densest(member.order.end() - static_cast<std::ptrdiff_t>(s), member.order.end());
    std::ranges::sort(densest);
    const VertexSet anchors = part.to_part(own.anchors());
    member.hints = nullptr;
    member.part = std::move(part);
    search_rows(member, std::make_shared<DenseRows>(member.part->graph, s), filled_up(anchors, densest, s),
                anchors);
    return true;
  }

  /// Once there are hints, two members join that follow them: see team_search. They have their turn before
  /// all others, the last one first.
  void take_hints() {
    if (hints_taken) return;
    if (hints.empty() && asks_for_hints() && work() >= options.hint_work) {
      asked_for_hints = true;
      hints = options.more_hints();
    }
    if (hints.empty()) return;
    hints_taken = true;
    const std::size_t size = own.size();
    const VertexSet* below = nullptr;
    const VertexSet* around = nullptr;
    for (const VertexSet& hint : hints) {
      if (hint.size() < size && (!below || hint.size() > below->size())) below = &hint;
      if (hint.size() > size && (!around || hint.size() < around->size())) around = &hint;
    }
    VertexSet kept;
    if (below) std::ranges::set_union(*below, own.anchors(), std::back_inserter(kept));
    const bool keeps = below && 2 * below->size() >= size && kept.size() < size;
    const bool confines =
        around && 2 * around->size() <= graph.num_vertices() && std::ranges::includes(*around, own.anchors());
    for (int i = 1; i <= 2 && (keeps || confines); ++i) {
      Member& member = team.emplace_front(
          Member{.options = options, .seed = seed, .number = options.searchers - 1 + i, .turn = -i});
      keeps && (i == 1 || !confines) ? keep_inside(member, kept) : confine_to(member, *around);
      member.searcher = make_kick_searcher(*member.state, member, run, progress);
    }
  }
  bool asks_for_hints() const { return options.more_hints && !asked_for_hints; }

  /// Makes all of `kept`, anchors among them, anchors of a member.
  void keep_inside(Member& member, const VertexSet& kept) {
    member.hints = &hints;
    member.state.emplace(graph, filled_up(kept, own.sorted_members(), own.size()), kept);
  }

  /// Confines a member to `within`, which holds the anchors and more vertices than the set. The first start
  /// is what peeling leaves of it.
  void confine_to(Member& member, const VertexSet& within) {
    const Part& part = member.part.emplace(part_of(graph, within));
    member.order = part.to_part(options.core_order);
    VertexSet all(within.size());
    std::iota(all.begin(), all.end(), Vertex{0});
    member.own_hints = {all};
    member.hints = &member.own_hints;
    const VertexSet anchors = part.to_part(own.anchors());
    member.state.emplace(part.graph, filled_up(anchors, all, own.size()), anchors);
  }

  // --- slices ----------------------------------------------------------------------------------------

  /// Ends a slice at the work at which hints are asked for or a member joins. A slice is never less than the
  /// first one: a member that has exceeded its share waits.
  std::uint64_t limited_slice(std::uint64_t slice) const {
    const std::uint64_t done = work();
    const auto end_at = [&](std::uint64_t due) {
      if (done < due) slice = std::min(slice, std::max(first_slice, (due - done) / team.size()));
    };
    if (!hints_taken && asks_for_hints()) end_at(options.hint_work);
    if (joined < options.searchers) end_at(work_to_join());
    return slice;
  }

  /// The part of a slice that moves of a kind get.
  std::uint64_t share(Moves moves, std::uint64_t slice) const {
    if (moves != Moves::kicks) slice *= moves == Moves::dense ? dense_share : tabu_share;
    if (!favoured) return slice;
    return moves == *favoured ? slice * favour : slice / favour;
  }

  void advance(std::uint64_t slice) {
    run.parallel([&] {
      tbb::parallel_for(
          std::size_t{0}, team.size(), std::size_t{1},
          [&](std::size_t i) {
            Member& member = team[i];
            member.allotted += share(member.moves, slice);
            if (!progress.overtaken(member.turn)) member.searcher->advance(member.allotted);
          },
          tbb::simple_partitioner());
    });
  }

  std::uint64_t work() const {
    std::uint64_t total = 0;
    for (const Member& member : team) total += member.searcher->work();
    return total;
  }
  std::vector<TeamResult> counts() const {
    std::vector<TeamResult> all;
    for (const Member& member : team) all.push_back(member.searcher->counts());
    return all;
  }

  /// The first member to reach the target, else the member with the heaviest set, ties to the smaller turn.
  std::size_t best_member() const {
    const int first = progress.first_to_target();
    const auto better = [&](const Member& a, const Member& b) {
      if ((a.turn == first) != (b.turn == first)) return a.turn == first;
      return a.searcher->best().weight > b.searcher->best().weight;
    };
    return static_cast<std::size_t>(std::ranges::min_element(team, better) - team.begin());
  }

  std::optional<StopReason> reason_to_end(bool work_used_up) const {
    if (progress.first_to_target() != std::numeric_limits<int>::max()) return StopReason::target;
    if (run.should_stop()) return run.stop_reason();
    if (graph.num_arcs() == 0 || work_used_up) return StopReason::converged;
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
    const VertexSet best = team[winner].searcher->best().vertices;
    own.end_journal();
    own.file_all_outsiders();
    own.move_to(best);
    return total;
  }
};

}  // namespace

TeamResult team_search(SwapState& state, const TeamOptions& options, std::uint64_t seed,
                       const RunContext& run, const ImprovementSink& improved) {
  if (state.outsiders().empty() || state.members().empty()) return {};
  const ImprovementSink silent = [](Weight, std::uint64_t) {};
  return Team{state, options, seed, run, improved ? improved : silent}.search();
}

}  // namespace lode::subgraph
