#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>

#include "hybrid/escape/restarts.hpp"
#include "subgraph/search/searcher.hpp"
#include "subgraph/state/connections.hpp"
#include "subgraph/state/graph_blocks.hpp"

namespace lode::subgraph::detail {
namespace {

/// A descent ends after this many blocks without a gain.
constexpr std::uint64_t idle_blocks = 8;
/// Kicks without a gain per unit of Luby's sequence before a restart.
constexpr std::uint64_t patience = 3;
/// Work of choosing and solving one block, in arcs.
constexpr std::uint64_t block_work = 64;
/// Examining a candidate of a cluster reads one number: this many count as one arc.
constexpr std::size_t looks_per_arc = 4;
/// Largest cluster of a start before it is cut back: the choice of every vertex reads all candidates.
constexpr Vertex largest_start_cluster = 250;
/// Outsiders in buckets when a start begins, at most: moves of others cost less.
constexpr std::size_t most_filed = 1024;

/// Some graphs need large kicks for large sets: later searchers take two or three times as many vertices.
constexpr std::array<std::uint64_t, 4> cluster_factors = {1, 2, 1, 3};

/// How a start makes its set.
enum class Start {
  clusters,  ///< a union of grown clusters, each cut back to its densest prefix
  growth,    ///< greedy growth from a seed
  remains    ///< a good set without up to half of its members, filled up greedily
};

class BlockKicks final : public Searcher {
 public:
  BlockKicks(SwapState& state, Member& member, const RunContext& run, SharedProgress& progress)
      : Searcher(member, run, progress),
        state_(state),
        block_(member.options.block),
        largest_cluster_(member.options.cluster *
                         cluster_factors[static_cast<std::size_t>(member.number) % cluster_factors.size()]),
        size_(state.members().size()),
        objective_(state.graph().weighted() ? Objective(GraphObjective<hybrid::DenseBlock>(state))
                                            : Objective(GraphObjective<hybrid::BitBlock>(state))),
        next_(member.number == 0 ? Next::descent : Next::start),
        newcomers_(state.graph().num_vertices()),
        seen_(state.graph().num_vertices()),
        first_work_(state.work()) {
    keep_best(state.weight(), state.sorted_members());
    if (member.options.connected) connections_.emplace(state_, member.options.hub, rng_);
  }

  void advance(std::uint64_t limit) override {
    while (work() < limit && state_.graph().num_arcs() > 0) {
      const bool go_on = next_ == Next::start  ? begin_start()
                         : next_ == Next::kick ? kick()
                                               : first_descent();
      if (!go_on) return;
      if (next_ != Next::start) next_ = Next::kick;
    }
  }
  std::uint64_t work() const override {
    return state_.work() - first_work_ + looks_ / looks_per_arc + counts_.blocks * block_work +
           (connections_ ? connections_->work() : 0);
  }

 private:
  using Objective = std::variant<GraphObjective<hybrid::BitBlock>, GraphObjective<hybrid::DenseBlock>>;
  /// The next step: a descent from the set that the searcher was given, a kick, or a start.
  enum class Next { descent, kick, start };

  /// Leaves the present start for a new one; false when the search ends.
  bool begin_start() {
    if (counts_.starts > 0) good_sets_.offer(state_.weight(), state_.sorted_members());
    make_start(++counts_.starts);
    patience_.begin(counts_.starts);
    next_ = Next::kick;
    return first_descent();
  }
  bool first_descent() {
    const auto trim = [&] {
      if (!connections_) state_.file_best_outsiders(static_cast<std::size_t>(block_), most_filed);
    };
    trim();
    const bool go_on = descend();
    trim();
    return go_on;
  }

  /// A kick and the descent after it, taken back if worse; false when the search ends.
  bool kick() {
    const Weight before = state_.weight();
    state_.begin_journal();
    ++counts_.kicks;
    const auto most = std::min<std::size_t>(
        {largest_cluster_, std::max<std::size_t>(1, size_ / 2), state_.outsiders().size()});
    const std::size_t wanted = 1 + rng_.below(most);
    const Vertex seed = seed_near_set();
    if (seed != no_vertex) grow(seed, wanted);
    for (const Vertex v : cluster_) newcomers_.set(v);
    bool whole = peel();
    newcomers_.clear();
    whole = whole || peel();  // newcomers that connect other members: some of the newcomers must leave
    const bool go_on = !whole || descend();
    const bool better = whole && gains_.improves(state_.weight(), before);
    if (!whole || gains_.worsens(state_.weight(), before)) {
      state_.undo_journal();
    } else {
      state_.end_journal();
    }
    if (patience_.tried(better) && restarts()) next_ = Next::start;
    return go_on;
  }

  /// Descends by blocks; false when the search ends.
  bool descend() {
    struct Silent {
      void improved(std::uint64_t) {}
      void tick(std::uint64_t) {}
    };
    if (connections_) return descend_connected();
    state_.file_best_outsiders(static_cast<std::size_t>(block_), state_.graph().num_vertices());
    hybrid::IdleRule stop(state_.graph().num_vertices(), idle_blocks);
    BucketWorkingSet rule({0, block_}, BucketWorkingSet::BucketTies::random);
    const auto result = std::visit(
        [&](auto& objective) {
          return hybrid::descend(objective, hybrid::BinaryC{}, rule, stop, {}, rng_, run_, Silent{});
        },
        objective_);
    return go_on_after(result.iterations) && result.reason == StopReason::converged;
  }
  /// Descends by exchanges that keep the set connected.
  bool descend_connected() {
    std::uint64_t exchanges = 1;
    while (!run_.should_stop() && connections_->improve(gains_)) ++exchanges;
    return go_on_after(exchanges) && !run_.should_stop();
  }
  bool go_on_after(std::uint64_t blocks) {
    counts_.blocks += blocks;
    progress_.add_blocks(blocks);
    if (improves_recounted(gains_, state_, best().weight)) found(state_.weight(), state_.sorted_members());
    return !meets_target() && !overtaken();
  }

  // --- starts ----------------------------------------------------------------------------------------

  void make_start(std::uint64_t number) {
    if (const VertexSet* hint = member_.take_hint()) {
      state_.move_to(*hint);
    } else {
      const std::uint64_t turn = number + static_cast<std::uint64_t>(member_.number);
      make_start(good_sets_.empty() ? Start::growth : static_cast<Start>(turn % 3));
    }
    if (!connections_) {
      peel();
      fill();
    } else if (!connections_->complete(size_)) {
      state_.move_to(best().vertices);
    }
  }
  void make_start(Start kind) {
    if (kind == Start::clusters || kind == Start::growth) state_.move_to({});
    if (kind == Start::clusters && connections_) {
      // The dense part of a good set, and another dense cluster that can be joined with it.
      state_.move_to(good_sets_.draw(rng_));
      for (auto left = rng_.below(size_ / 2 + 1); left > 0; --left) {
        const Vertex out = connections_->weakest(newcomers_);
        if (out != no_vertex) state_.remove(out);
      }
      if (missing() > 0) add_dense_cluster();
    } else if (kind == Start::growth && connections_) {
      if (missing() > 0) state_.add(seed_anywhere());
    } else if (kind == Start::clusters) {
      while (missing() > 0) add_dense_cluster();
    } else if (kind == Start::remains) {
      state_.move_to(good_sets_.draw(rng_));
      peel();  // a set of another searcher need not hold the anchors
      for (auto left = 1 + rng_.below(std::max<std::size_t>(1, size_ / 2)); left > 0; --left) {
        state_.remove(state_.members()[rng_.below(state_.members().size())]);
      }
    }
  }

  std::size_t missing() const { return size_ - std::min(size_, state_.members().size()); }

  void add_dense_cluster() {
    std::size_t kept = grow(seed_anywhere(), std::min<std::size_t>(missing(), largest_start_cluster));
    for (; kept < cluster_.size(); ++kept) state_.remove(cluster_[kept]);
  }

  /// Removes members of least d_S that are not newcomers until the set has its size again; false if no member
  /// may leave before that.
  bool peel() {
    while (state_.members().size() > size_) {
      const Vertex out = connections_ ? connections_->weakest(newcomers_) : weakest_member();
      if (out == no_vertex) return false;
      state_.remove(out);
    }
    return true;
  }
  Vertex weakest_member() const {
    const BucketArray& buckets = state_.member_buckets();
    for (std::size_t key = buckets.lowest();; ++key) {
      Vertex weakest = no_vertex;
      for (const Vertex v : buckets.bucket(key)) {
        if (newcomers_.contains(v)) continue;
        if (!state_.graph().weighted()) return v;
        if (weakest == no_vertex || state_.degree_into(v) < state_.degree_into(weakest)) weakest = v;
      }
      if (weakest != no_vertex) return weakest;
    }
  }

  /// Adds outsiders of largest d_S until the set is full; a seed when none touches it.
  void fill() {
    while (missing() > 0) {
      state_.file_best_outsiders(1, most_filed);
      const BucketArray& buckets = state_.outsider_buckets();
      if (buckets.empty()) {
        state_.add(seed_anywhere());
      } else {
        const std::span<const Vertex> top = buckets.bucket(buckets.highest());
        state_.add(top[rng_.below(top.size())]);
      }
    }
  }

  // --- clusters --------------------------------------------------------------------------------------

  /// Adds `seed` and then neighbours of the vertices added, each time the neighbour of largest d_S, up to
  /// `wanted` vertices in all: `cluster_`. Returns the length of the prefix that gains most weight per
  /// vertex.
  std::size_t grow(Vertex seed, std::size_t wanted) {
    cluster_.clear();
    candidates_.clear();
    seen_.clear();
    const Weight before = state_.weight();
    std::size_t densest = 1;
    double best_density = 0.0;
    for (Vertex next = seed; next != no_vertex; next = best_candidate()) {
      state_.add(next);
      cluster_.push_back(next);
      const double density = (state_.weight() - before) / static_cast<double>(cluster_.size());
      if (density >= best_density) {
        best_density = density;
        densest = cluster_.size();
      }
      if (cluster_.size() == wanted) break;
      for (const Vertex u : state_.graph().neighbors(next)) {
        if (!state_.is_outsider(u) || seen_.contains(u)) continue;
        seen_.set(u);
        candidates_.push_back(u);
      }
    }
    return densest;
  }

  /// Removes and returns the candidate of largest d_S, ties at random; no_vertex without candidates.
  Vertex best_candidate() {
    std::size_t best = candidates_.size();
    Weight best_degree = -std::numeric_limits<Weight>::infinity();
    std::uint64_t ties = 0;
    looks_ += candidates_.size();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Weight degree = state_.degree_into(candidates_[i]);
      if (degree < best_degree) continue;
      ties = degree > best_degree ? 1 : ties + 1;
      if (ties > 1 && rng_.below(ties) != 0) continue;
      best_degree = degree;
      best = i;
    }
    if (best == candidates_.size()) return no_vertex;
    std::swap(candidates_[best], candidates_.back());
    const Vertex chosen = candidates_.back();
    candidates_.pop_back();
    return chosen;
  }

  // --- seeds -----------------------------------------------------------------------------------------

  /// For a kick: a neighbour of a random member, or the end of a random arc, with equal chance.
  Vertex seed_near_set() {
    if (connections_) return connections_->outside_neighbor();
    return outsider([&] {
      const Graph& graph = state_.graph();
      const Vertex end = random_end();
      if (rng_.below(2) != 0) return end;
      const Vertex member = state_.members()[rng_.below(state_.members().size())];
      return graph.degree(member) > 0 ? graph.neighbors(member)[rng_.below(graph.degree(member))] : end;
    });
  }
  /// For a start: by core number when their order is known, but every fourth time by degree, for the sets
  /// outside of the deepest cores.
  Vertex seed_anywhere() {
    const std::span<const Vertex> order = member_.core_order();
    const bool by_core = !order.empty() && rng_.below(4) != 0;
    return outsider([&] { return by_core ? hybrid::draw_near_end(order, rng_) : random_end(); });
  }
  /// A random end of a random arc: vertices in proportion to their degree.
  Vertex random_end() { return state_.graph().targets()[rng_.below(state_.graph().num_arcs())]; }
  /// The first outsider that `draw` gives in a few attempts, else any.
  template <class Draw>
  Vertex outsider(Draw&& draw) {
    return hybrid::draw_usable(
        hybrid::seed_attempts, draw, [&](Vertex v) { return state_.is_outsider(v); },
        [&] { return state_.outsiders()[rng_.below(state_.outsiders().size())]; });
  }

  SwapState& state_;
  const int block_;
  const std::uint64_t largest_cluster_;
  const std::size_t size_;  ///< members of a whole set, the anchors not counted
  Objective objective_;
  std::optional<Connections> connections_;  ///< if the set must be connected
  hybrid::LubyRestarts patience_{patience};
  Next next_;
  hybrid::Marks newcomers_;  ///< the cluster of a kick while the set is peeled
  std::vector<Vertex> cluster_;
  std::vector<Vertex> candidates_;
  hybrid::Marks seen_;  ///< vertices that are or were candidates
  std::uint64_t looks_ = 0;
  const std::uint64_t first_work_;
};

}  // namespace

std::unique_ptr<Searcher> make_kick_searcher(SwapState& state, Member& member, const RunContext& run,
                                             SharedProgress& progress) {
  return std::make_unique<BlockKicks>(state, member, run, progress);
}

}  // namespace lode::subgraph::detail
