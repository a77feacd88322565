#include "subgraph/search/places/surroundings.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "hybrid/escape/luby.hpp"
#include "hybrid/escape/marks.hpp"
#include "subgraph/part/renumbering.hpp"
#include "subgraph/search/moves/tabu_searcher.hpp"
#include "subgraph/search/places/dense_rows.hpp"
#include "subgraph/search/starts/cluster_starts.hpp"

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

class Surroundings final : public Place {
 public:
  Surroundings(SwapState& state, const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : state_(state),
        task_(task),
        run_(run),
        progress_(progress),
        gains_(search_gains(state.graph())),
        starts_(state, task, run),
        patience_(patience_tries),
        cells_(DenseRows::cells_for(state.graph(), state.size())),
        most_(surroundings_of(state)),
        seen_(state.graph().num_vertices()),
        number_(state.graph().num_vertices(), no_vertex) {}

  void enter() override {
    starts_.begin(++earlier_.starts);
    patience_.begin(earlier_.starts);
    draw();
  }
  std::uint64_t next_judgement() const override { return next_try_; }
  void judge() override {
    next_try_ += try_work_;
    const Weight before = std::exchange(tried_with_, inside_->best().weight);
    if (patience_.tried(gains_.improves(tried_with_, before))) leave();
  }
  void offer(const Found& found) override { starts_.good_sets().offer(found.weight, found.vertices); }
  void take_hints(std::span<const VertexSet> hints) override { starts_.take_hints(hints); }
  std::uint64_t work() const override { return starts_.work() + work_ + (inside_ ? inside_->work() : 0); }
  TeamResult counts() const override {
    TeamResult total = earlier_;
    if (inside_) total.kicks += inside_->counts().kicks;
    return total;
  }

 private:
  /// The place around the set of the state, and a searcher in it.
  void draw() {
    original_ = surroundings();
    auto rows = std::make_shared<DenseRows>(state_.graph(), original_, cells_, number_);
    ArcIndex arcs = 0;
    for (const Vertex v : original_) arcs += state_.graph().degree(v);
    const std::uint64_t building = DenseRows::building_work(original_.size(), arcs);
    work_ += building;
    try_work_ = std::max(least_try, 2 * units_per_arc * building);
    begun_with_ = state_.weight();
    const SearcherRole role{task_.role.number, task_.role.turn, SearcherRole::Begin::set};
    const SearcherTask inside{task_.options, {}, {}, role, starts_.draws().next()};
    inside_ =
        make_dense_tabu_searcher(std::move(rows), inward(original_, state_.sorted_members()),
                                 inward(original_, state_.anchors()), team_tabu, inside, run_, progress_);
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

  /// Goes on to the surroundings of what these led to, or leaves the start, if that is nothing better.
  void leave() {
    const Found& found = inside_->best();
    const bool better = gains_.improves(found.weight, begun_with_);
    state_.move_to(outward(original_, found.vertices));
    work_ += inside_->work();
    earlier_.kicks += inside_->counts().kicks;
    inside_.reset();
    if (better && original_.size() < state_.graph().num_vertices()) {
      patience_.begin(earlier_.starts);
      draw();
    } else {
      starts_.good_sets().offer(state_.weight(), state_.sorted_members());
    }
  }

  SwapState& state_;
  const SearcherTask task_;
  const RunContext& run_;
  SharedProgress& progress_;
  const hybrid::Gains gains_;
  ClusterStarts starts_;
  hybrid::LubyRestarts patience_;
  const DenseRows::Cells cells_;
  const Vertex most_;           ///< of surroundings
  std::uint64_t work_ = 0;      ///< besides that of starts and of the searcher inside
  std::uint64_t try_work_ = 0;  ///< of the searcher inside, between two judgements
  std::uint64_t next_try_ = 0;
  Weight tried_with_ = 0.0;     ///< best weight inside at the last judgement
  Weight begun_with_ = 0.0;     ///< weight of the set that the surroundings are those of
  hybrid::Marks seen_;          ///< room for surroundings
  std::vector<Vertex> number_;  ///< room for rows
  TeamResult earlier_{StopReason::converged, 0, 0, 0};
};

}  // namespace

std::unique_ptr<Place> make_surroundings(SwapState& state, const SearcherTask& task, const RunContext& run,
                                         SharedProgress& progress) {
  if (surroundings_of(state) == 0 || state.graph().num_arcs() == 0) return nullptr;
  return std::make_unique<Surroundings>(state, task, run, progress);
}

}  // namespace lode::subgraph::detail
