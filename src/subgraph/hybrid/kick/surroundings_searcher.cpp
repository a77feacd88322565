#include "subgraph/hybrid/kick/surroundings_searcher.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "hybrid/escape/luby.hpp"
#include "hybrid/escape/marks.hpp"
#include "subgraph/hybrid/kick/starting_searcher.hpp"
#include "subgraph/hybrid/kick/tabu_searcher.hpp"
#include "subgraph/part/renumbering.hpp"
#include "subgraph/tabu/dense_rows.hpp"

namespace lode::subgraph::detail {
namespace {

/// Vertices of surroundings, and for each one of a large set: rows of 1024 take a megabyte, and passing over
/// two of them no longer than the rest of an exchange.
constexpr Vertex usual_surroundings = 1024;
constexpr Vertex surroundings_per_member = 6;
constexpr Vertex least_per_member = 2;

/// At most so many vertices for the set of a state; fewer where fewer touch it.
Vertex surroundings_of(const SwapState& state) {
  const Vertex s = state.size();
  const Vertex most = DenseRows::most_vertices(state.graph(), s);
  if (s > most / least_per_member) return 0;
  return std::min(most, std::max(usual_surroundings, surroundings_per_member * s));
}

/// Surroundings are left after so many tries without a gain per unit of Luby's sequence: some four starts.
/// Half and twice as many do as well.
constexpr std::uint64_t patience_tries = 2;
/// A gain is asked for so often, or after making the rows has taken half the time.
constexpr std::uint64_t least_try = 100'000;
/// Units of work of exchanges in the time of an arc of kicks.
constexpr std::uint64_t units_per_arc = 2;

class SurroundingsSearcher final : public StartingSearcher {
 public:
  SurroundingsSearcher(SwapState& state, const SearcherTask& task, const RunContext& run,
                       SharedProgress& progress)
      : StartingSearcher(state, task, run, progress),
        options_(task.options),
        patience_(patience_tries),
        cells_(DenseRows::cells_for(state.graph(), state.size())),
        most_(surroundings_of(state)),
        seen_(state.graph().num_vertices()),
        number_(state.graph().num_vertices(), no_vertex) {}

  void advance(std::uint64_t limit) override {
    while (work() < limit && state_.graph().num_arcs() > 0) {
      if (!inner_) begin_start();
      if (!note_best()) return;
      if (work() < limit) inner_->advance(std::min(inner_->work() + (limit - work()), next_try_));
      if (!note_best()) return;
      if (inner_->work() < next_try_) continue;
      next_try_ += try_work_;
      const Weight before = std::exchange(tried_with_, inner_->best().weight);
      if (patience_.tried(gains_.improves(tried_with_, before))) leave();
    }
  }

  std::uint64_t work() const override { return moving_work() + work_ + (inner_ ? inner_->work() : 0); }
  const KickSearchResult& counts() const override {
    total_ = earlier_;
    if (inner_) total_.kicks += inner_->counts().kicks;
    return total_;
  }

 private:
  void begin_start() {
    starts_.begin(++earlier_.starts, hints_);
    patience_.begin(earlier_.starts);
    draw_surroundings();
  }

  /// The place around the set of the state, and a searcher in it.
  void draw_surroundings() {
    surroundings_ = surroundings();
    const auto rows = std::make_shared<DenseRows>(state_.graph(), surroundings_, cells_, number_);
    ArcIndex arcs = 0;
    for (const Vertex v : surroundings_) arcs += state_.graph().degree(v);
    const std::uint64_t building = DenseRows::building_work(surroundings_.size(), arcs);
    work_ += building;
    try_work_ = std::max(least_try, 2 * units_per_arc * building);
    begun_with_ = state_.weight();
    const SearcherPlace place{place_.number, place_.turn, SearcherPlace::Begin::set};
    const SearcherTask task{options_, {}, {}, place, rng_.next()};
    inner_ = make_dense_tabu_searcher(rows, inward(surroundings_, state_.sorted_members()),
                                      inward(surroundings_, state_.anchors()), task, run_, progress_);
    next_try_ = try_work_;
    tried_with_ = begun_with_;
  }

  /// The set, and outsiders of largest d_S; increasing.
  VertexSet surroundings() {
    const Graph& graph = state_.graph();
    VertexSet all = state_.sorted_members();
    if (graph.num_vertices() <= most_) {
      all.resize(graph.num_vertices());
      std::iota(all.begin(), all.end(), Vertex{0});
      return all;
    }
    VertexSet outsiders;
    seen_.clear();
    for (const Vertex v : all) {
      work_ += graph.degree(v);
      for (const Vertex u : graph.neighbors(v)) {
        if (!state_.is_outsider(u) || seen_.contains(u)) continue;
        seen_.set(u);
        outsiders.push_back(u);
      }
    }
    const std::size_t wanted = std::min(outsiders.size(), most_ - all.size());
    const auto first = [&](Vertex a, Vertex b) {
      const Weight difference = state_.degree_into(a) - state_.degree_into(b);
      return difference != 0.0 ? difference > 0.0 : a < b;
    };
    std::ranges::nth_element(outsiders, outsiders.begin() + static_cast<std::ptrdiff_t>(wanted), first);
    all.insert(all.end(), outsiders.begin(), outsiders.begin() + static_cast<std::ptrdiff_t>(wanted));
    std::ranges::sort(all);
    return all;
  }

  /// False when the search ends.
  bool note_best() {
    const Found& found = inner_->best();
    if (gains_.improves(found.weight, best_.weight)) {
      best_ = {found.weight, outward(surroundings_, found.vertices)};
      progress_.reached(best_.weight);
    }
    if (best_.weight >= target_) progress_.met_target(place_.turn);
    return best_.weight < target_ && !run_.should_stop() && !progress_.overtaken(place_.turn);
  }

  /// Leaves the surroundings for those of what they led to, or the start, if that is nothing better.
  void leave() {
    const Found& found = inner_->best();
    const bool better = gains_.improves(found.weight, begun_with_);
    state_.move_to(outward(surroundings_, found.vertices));
    work_ += inner_->work();
    earlier_.kicks += inner_->counts().kicks;
    inner_.reset();
    if (better && surroundings_.size() < state_.graph().num_vertices()) {
      patience_.begin(earlier_.starts);
      draw_surroundings();
    } else {
      pool_.offer(state_.weight(), state_.sorted_members());
    }
  }

  const KickSearchOptions& options_;
  hybrid::LubyRestarts patience_;
  std::uint64_t work_ = 0;  ///< besides that of the state, of starts and of the inner searcher
  VertexSet surroundings_;  ///< increasing
  std::unique_ptr<KickSearcher> inner_;
  const DenseRows::Cells cells_;
  const Vertex most_;  ///< of surroundings
  std::uint64_t try_work_ = 0;
  std::uint64_t next_try_ = 0;  ///< of the inner searcher's work
  Weight tried_with_ = 0.0;     ///< best weight inside at the last try
  Weight begun_with_ = 0.0;     ///< weight of the set that the surroundings are those of
  hybrid::Marks seen_;          ///< room for surroundings
  std::vector<Vertex> number_;  ///< room for rows
  KickSearchResult earlier_{StopReason::converged, 0, 0, 0};
  mutable KickSearchResult total_;
};

}  // namespace

std::unique_ptr<KickSearcher> make_surroundings_searcher(SwapState& state, const SearcherTask& task,
                                                         const RunContext& run, SharedProgress& progress) {
  if (surroundings_of(state) == 0) return nullptr;
  return std::make_unique<SurroundingsSearcher>(state, task, run, progress);
}

}  // namespace lode::subgraph::detail
