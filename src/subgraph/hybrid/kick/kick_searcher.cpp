#include "subgraph/hybrid/kick/kick_searcher.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/hybrid/binary_c.hpp>
#include <lode/hybrid/stop_rules.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "subgraph/hybrid/kick/cluster_growth.hpp"
#include "subgraph/part/grown_parts.hpp"
#include "subgraph/state/bucket_working_set.hpp"
#include "subgraph/state/graph_objective.hpp"

namespace lode::detail {
namespace {

/// Work charged for solving one block, in arcs.
constexpr std::uint64_t block_work = 64;

/// A cluster of a start is grown to at most this many vertices before it is cut back.
constexpr Vertex largest_start_cluster = 250;

/// Parts are looked for until they hold this many times the vertices of the set.
constexpr std::size_t part_surplus = 2;
constexpr int most_parts = 200;

/// The stream of the seed that a searcher draws from.
std::uint64_t kick_stream(int number) {
  const std::uint64_t tag = first_kick_stream + static_cast<std::uint64_t>(number);
  LODE_ASSERT_LIGHT(tag <= last_kick_stream);
  return tag;
}

/// Large sets need large kicks in some graphs and not in others: every second searcher takes twice or three
/// times the limit.
Vertex cluster_limit(Vertex limit, int searcher) {
  constexpr std::array<std::uint64_t, 4> factors = {1, 2, 1, 3};
  const std::uint64_t scaled = limit * factors[static_cast<std::size_t>(searcher) % factors.size()];
  return static_cast<Vertex>(std::min<std::uint64_t>(scaled, no_vertex - 1));
}

template <class Objective>
class BlockKickSearcher final : public KickSearcher {
 public:
  BlockKickSearcher(SwapState& state, const KickSearchOptions& options, SearcherPlace place,
                    std::uint64_t seed, const RunContext& run, SharedProgress& progress)
      : graph_(state.graph()),
        state_(state),
        objective_(state),
        options_(options),
        place_(place),
        rng_(seed, kick_stream(place.number)),
        run_(run),
        progress_(progress),
        size_(static_cast<Vertex>(state.members().size())),
        largest_cluster_(cluster_limit(options.cluster, place.number)),
        growth_(state_, rng_),
        protected_(graph_.num_vertices()),
        pool_(graph_.integral()),
        best_{state.weight(), state.sorted_members()},
        // The first searcher is the last to turn to hints: it has a set to begin with.
        next_hint_(static_cast<std::size_t>((place.number + options.searchers - 1) % options.searchers)),
        first_work_(state.work()) {
    // The first one begins at the set it is given, the others with a start of their own.
    next_start_ = place.number > 0;
    counts_.starts = place.number > 0 ? 0 : 1;
  }

  void advance(std::uint64_t limit) override {
    if (!begun_ && !next_start_) {
      begun_ = true;
      if (!begin_descents()) return;
    }
    begun_ = true;
    while (work() < limit && graph_.num_arcs() > 0) {
      if (!(next_start_ ? begin_start() : kick_once())) return;
    }
  }

  void offer(const Found& found) override { pool_.offer(found); }
  const Found& best() const override { return best_; }
  std::uint64_t work() const override {
    return state_.work() - first_work_ + growth_.work() + knapsack_work_ + counts_.blocks * block_work;
  }
  const KickSearchResult& counts() const override { return counts_; }

 private:
  /// Leaves the present start for a new one; false when the search ends.
  bool begin_start() {
    if (counts_.starts > 0) pool_.offer({state_.weight(), state_.sorted_members()});
    ++counts_.starts;
    fails_ = 0;
    next_start_ = false;
    new_start();
    return begin_descents();
  }

  /// A kick and the descent after it; false when the search ends.
  bool kick_once() {
    const Weight before = state_.weight();
    state_.begin_journal();
    kick();
    const bool go_on = descend();
    const Weight margin = hybrid::least_decrease(before, objective_.sums());
    const bool better = state_.weight() > before + margin;
    if (state_.weight() < before - margin) {
      state_.undo_journal();
    } else {
      state_.end_journal();
    }
    fails_ = better ? 0 : fails_ + 1;
    next_start_ = options_.starts == Starts::all && fails_ >= options_.patience * luby(counts_.starts);
    return go_on;
  }

  /// The first descent of a start.
  bool begin_descents() {
    file_useful();
    const bool go_on = descend();
    file_useful();
    return go_on;
  }

  /// Outsiders of less than half the least d_S of a member do not come in by small blocks.
  void file_useful() {
    const BucketArray& buckets = state_.member_buckets();
    file_from(0.5 * state_.degree_into(buckets.bucket(buckets.lowest()).front()));
  }

  void file_from(Weight least) {
    filed_from_ = least;
    state_.file_outsiders_from(least);
  }

  /// Sees to it that a block finds its outsiders.
  void file_enough() {
    constexpr int halvings = 3;
    const auto wanted = static_cast<std::size_t>(options_.block);
    for (int tries = 0; filed_from_ > 0.0 && state_.outsider_buckets().size() < wanted; ++tries) {
      file_from(tries < halvings ? 0.5 * filed_from_ : 0.0);
    }
  }

  /// Descends by blocks; notes a new best; false when the search ends.
  bool descend() {
    file_enough();
    hybrid::IdleRule stop(graph_.num_vertices(), options_.idle_blocks);
    BucketWorkingSet rule({0, options_.block}, BucketWorkingSet::BucketTies::random);
    struct Silent {
      void improved(std::uint64_t) {}
      void tick(std::uint64_t) {}
    };
    const auto result = hybrid::descend(objective_, constraint_, rule, stop, descent_, rng_, run_, Silent{});
    counts_.blocks += result.iterations;
    progress_.add_blocks(result.iterations);
    note_best();
    if (best_.weight >= options_.target) {
      progress_.met_target(place_.turn);
      return false;
    }
    return result.reason == StopReason::converged && !progress_.overtaken(place_.turn);
  }

  void note_best() {
    if (state_.weight() <= best_.weight + hybrid::least_decrease(best_.weight, objective_.sums())) return;
    best_ = {state_.weight(), state_.sorted_members()};
    progress_.reached(best_.weight);
  }

  void kick() {
    ++counts_.kicks;
    const auto outsiders = static_cast<Vertex>(state_.outsiders().size());
    const Vertex most = std::min({largest_cluster_, std::max<Vertex>(1, size_ / 2), outsiders});
    const auto wanted = static_cast<Vertex>(1 + rng_.below(most));
    protected_.clear();
    growth_.grow(kick_seed(), wanted, protected_, [&](Vertex v) { protected_.set(v); });
    peel_to_size();
  }

  /// A random end of a random arc: vertices in proportion to their degree.
  Vertex random_end() { return graph_.targets()[rng_.below(graph_.num_arcs())]; }

  /// An outsider: a neighbour of a random member, or the end of a random arc, with equal chance.
  Vertex kick_seed() {
    for (int attempt = 0; attempt < 32; ++attempt) {
      Vertex v = random_end();
      if (rng_.below(2) == 0) {
        const Vertex member = state_.members()[rng_.below(size_)];
        if (graph_.degree(member) > 0) v = graph_.neighbors(member)[rng_.below(graph_.degree(member))];
      }
      if (state_.is_outsider(v)) return v;
    }
    return state_.outsiders()[rng_.below(state_.outsiders().size())];
  }

  /// Removes members of least d_S that are not protected until the set has its size again.
  void peel_to_size() {
    while (state_.members().size() > size_) state_.remove(weakest_member());
  }

  Vertex weakest_member() const {
    const BucketArray& buckets = state_.member_buckets();
    for (std::size_t key = buckets.lowest();; ++key) {
      Vertex weakest = no_vertex;
      for (const Vertex v : buckets.bucket(key)) {
        if (protected_.contains(v)) continue;
        if (!graph_.weighted()) return v;
        if (weakest == no_vertex || state_.degree_into(v) < state_.degree_into(weakest)) weakest = v;
      }
      if (weakest != no_vertex) return weakest;
    }
  }

  /// Where a start comes from.
  enum class Source {
    clusters,  ///< a union of grown clusters
    knapsack,  ///< disjoint dense parts, chosen so that they weigh most together
    growth,    ///< greedy growth
    remains,   ///< a good set with up to half of it taken out, filled up greedily
    merger     ///< the set that is left and a good one, peeled
  };

  /// Replaces the set by a new start.
  void new_start() {
    constexpr std::array turns = {Source::clusters, Source::merger, Source::knapsack, Source::merger,
                                  Source::growth,   Source::merger, Source::remains,  Source::merger};
    const Source source = turns[(counts_.starts + static_cast<std::uint64_t>(place_.number)) % turns.size()];
    protected_.clear();
    file_from(std::numeric_limits<Weight>::max());
    if (next_hint_ < options_.hints.size()) {
      state_.move_to(state_.anchors());
      merge(options_.hints[next_hint_]);
      next_hint_ += static_cast<std::size_t>(options_.searchers);
      while (state_.members().size() < size_) grow_greedily();
      return;
    }
    if (source == Source::merger) {
      merge(pool_.draw(rng_).vertices);
      return;
    }
    if (source == Source::knapsack) {
      choose_parts();
    } else if (source == Source::remains) {
      state_.move_to(pool_.draw(rng_).vertices);
      peel_to_size();  // sets of others need not hold the anchors
      drop_some();
    } else {
      state_.move_to(state_.anchors());
    }
    while (state_.members().size() < size_) {
      const auto left = static_cast<Vertex>(size_ - state_.members().size());
      if (source == Source::clusters) {
        add_dense_cluster(outsider_seed(), std::min(left, largest_start_cluster));
      } else {
        grow_greedily();
      }
    }
  }

  /// Takes a good set in beside the present one and peels the union.
  void merge(const VertexSet& other) {
    for (const Vertex v : other) {
      if (state_.is_outsider(v)) state_.add(v);
    }
    peel_to_size();
  }

  /// Removes a random number of random members, at most half of the set.
  void drop_some() {
    for (auto left = 1 + rng_.below(std::max<Vertex>(1, size_ / 2)); left > 0; --left) {
      state_.remove(state_.members()[rng_.below(state_.members().size())]);
    }
  }

  /// Adds a cluster grown to `most` vertices and cut back to its prefix of largest average degree.
  void add_dense_cluster(Vertex seed, Vertex most, detail::GrownPart* part = nullptr) {
    cluster_.clear();
    const Weight before = state_.weight();
    std::size_t best_length = 1;
    double best_density = 0.0;
    growth_.grow(seed, most, protected_, [&](Vertex v) {
      cluster_.push_back(v);
      if (part) part->weight.push_back(state_.weight() - before);
      const double density = (state_.weight() - before) / static_cast<double>(cluster_.size());
      if (density < best_density) return;
      best_density = density;
      best_length = cluster_.size();
    });
    for (; cluster_.size() > best_length; cluster_.pop_back()) state_.remove(cluster_.back());
    if (part) {
      part->weight.resize(best_length);
      part->vertices = cluster_;
    }
  }

  /// A union of prefixes of disjoint parts that weighs most, edges between parts not counted.
  void choose_parts() {
    std::vector<detail::GrownPart> parts;
    std::size_t found = 0;
    for (int tries = 0; found < part_surplus * size_ && tries < most_parts; ++tries) {
      state_.move_to(state_.anchors());
      const Vertex seed = outsider_seed();
      if (protected_.contains(seed)) continue;
      detail::GrownPart part;
      add_dense_cluster(seed, std::min(size_, largest_start_cluster), &part);
      for (const Vertex v : part.vertices) protected_.set(v);
      found += part.vertices.size();
      parts.push_back(std::move(part));
    }
    state_.move_to(state_.anchors());
    protected_.clear();
    const Vertex room = size_ - static_cast<Vertex>(state_.members().size());
    const std::vector<std::size_t> lengths = detail::choose_prefixes(parts, room, run_);
    knapsack_work_ += found * room / 16;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t k = 0; k < lengths[i]; ++k) state_.add(parts[i].vertices[k]);
    }
  }

  /// Adds outsiders of largest d_S until the set is full; a seed first when nothing touches it, and back to
  /// the caller when nothing does any more.
  void grow_greedily() {
    if (filed_from_ > 0.0) file_from(0.0);
    if (state_.outsider_buckets().empty()) state_.add(outsider_seed());
    while (state_.members().size() < size_ && !state_.outsider_buckets().empty()) {
      const auto top = state_.outsider_buckets().bucket(state_.outsider_buckets().highest());
      state_.add(top[rng_.below(top.size())]);
    }
  }

  /// An outsider: by core number when their order is known, but by degree every fourth time.
  Vertex outsider_seed() {
    const bool by_core = !options_.core_order.empty() && rng_.below(4) != 0;
    for (int attempt = 0; attempt < 32; ++attempt) {
      const Vertex v = by_core ? draw_by_core(options_.core_order, rng_) : random_end();
      if (state_.is_outsider(v)) return v;
    }
    return state_.outsiders()[rng_.below(state_.outsiders().size())];
  }

  const Graph& graph_;
  SwapState& state_;
  Objective objective_;
  const KickSearchOptions& options_;
  SearcherPlace place_;
  Rng rng_;
  const RunContext& run_;
  SharedProgress& progress_;
  Vertex size_;  ///< members, the anchors not counted
  Vertex largest_cluster_;
  hybrid::BinaryC constraint_;
  hybrid::DescentOptions descent_;
  ClusterGrowth growth_;
  std::vector<Vertex> cluster_;
  Marks protected_;
  ElitePool pool_;
  Found best_;
  Weight filed_from_ = 0.0;  ///< outsiders of smaller d_S are not in buckets
  std::size_t next_hint_;
  std::uint64_t first_work_;
  std::uint64_t knapsack_work_ = 0;
  std::uint64_t fails_ = 0;
  bool begun_ = false;
  bool next_start_ = false;
  KickSearchResult counts_;
};

}  // namespace

std::unique_ptr<KickSearcher> make_kick_searcher(SwapState& state, const KickSearchOptions& options,
                                                 SearcherPlace place, std::uint64_t seed,
                                                 const RunContext& run, SharedProgress& progress) {
  if (state.graph().weighted()) {
    return std::make_unique<BlockKickSearcher<GraphObjective<hybrid::DenseBlock>>>(state, options, place,
                                                                                   seed, run, progress);
  }
  return std::make_unique<BlockKickSearcher<GraphObjective<hybrid::BitBlock>>>(state, options, place, seed,
                                                                               run, progress);
}

}  // namespace lode::detail
