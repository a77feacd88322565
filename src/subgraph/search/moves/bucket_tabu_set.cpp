#include <algorithm>
#include <cstddef>

#include "hybrid/escape/seeds.hpp"
#include "subgraph/problem/valued_graph.hpp"
#include "subgraph/search/moves/tabu_set.hpp"

namespace lode::subgraph::detail {
namespace {

/// Outsiders in buckets: more than are tabu as a rule, and at most twice as many, since moves of others cost
/// less.
constexpr std::size_t usual_filed = 32;

/// Draws of an outsider without neighbours in S: one that is free comes up at once unless hardly any is.
constexpr int untouched_attempts = 4;

/// Work of an exchange besides its rows, in arcs: the choice, and two places of memory at random.
constexpr std::uint64_t choice_work = 16;

class BucketTabuSet final : public TabuSet {
 public:
  BucketTabuSet(SwapState& state, const TabuRules& rules, Rng& draws)
      : TabuSet(state.graph(), state.size(), rules, draws),
        graph_(state.graph()),
        state_(state),
        raise_(graph_.signed_weights() ? least_raise(graph_) : 0.0) {}

  Weight weight() const override { return state_.weight(); }
  Weight recount() override { return state_.recount(); }
  std::span<const Vertex> members() const override { return state_.members(); }
  std::span<const Vertex> outsiders() const override { return state_.outsiders(); }
  bool is_outsider(Vertex v) const override { return state_.is_outsider(v); }
  VertexSet sorted_members() const override { return state_.sorted_members(); }
  void add(Vertex v) override { state_.add(v); }
  void remove(Vertex v) override { state_.remove(v); }
  std::uint64_t work() const override { return state_.work() + choices_ * choice_work; }

  Vertex weakest() const override {
    const BucketArray& buckets = state_.member_buckets();
    const std::span<const Vertex> lowest = buckets.bucket(buckets.lowest());
    return *std::ranges::min_element(lowest, {}, [&](Vertex v) { return state_.degree_into(v); });
  }

  /// Those in buckets may all be tabu: then more are filed.
  std::span<const Vertex> best_outsiders() override {
    for (std::size_t enough = usual_filed;; enough = state_.outsider_buckets().size() + window) {
      state_.file_best_outsiders(enough, 2 * enough);
      collect_free<End::highest>(state_.outsider_buckets(), highest_);
      if (!highest_.empty() || state_.files_all_outsiders()) return highest_;
    }
  }

  void make(const Exchange& exchange) override {
    forbid_exchanged(exchange);
    state_.remove(exchange.out);
    state_.add(exchange.in);
  }

 private:
  enum class End { lowest, highest };

  std::optional<Exchange> best_exchange() override {
    tabu_.advance();
    ++choices_;
    collect_free<End::lowest>(state_.member_buckets(), lowest_);
    if (lowest_.empty() || (best_outsiders().empty() && !collect_untouched())) return std::nullopt;
    const auto degree_into = [&](Vertex v) { return state_.degree_into(v); };
    return choose_pair<Weight>(
        lowest_, highest_, degree_into(highest_.front()) - degree_into(lowest_.front()), -raise_, draws_,
        degree_into, [&](Vertex out, Vertex in) { return graph_.edge_weight(out, in).value_or(0.0); });
  }

  /// Finds the vertices of extreme d_S that are not tabu: up to `window` of them from a random place of their
  /// bucket when unweighted; all of them when weighted, where a bucket spans a factor of 17/16.
  template <End end>
  void collect_free(const BucketArray& buckets, std::vector<Vertex>& found) {
    found.clear();
    if (buckets.empty()) return;
    constexpr bool low = end == End::lowest;
    std::size_t seen = 0;
    for (std::size_t key = low ? buckets.lowest() : buckets.highest();; low ? ++key : --key) {
      const std::span<const Vertex> bucket = buckets.bucket(key);
      const std::size_t most = graph_.weighted() ? bucket.size() : window;
      std::size_t at = bucket.size() > most ? draws_.below(bucket.size()) : 0;
      for (std::size_t i = 0; i < bucket.size() && found.size() < most; ++i) {
        const Vertex v = bucket[at];
        if (++at == bucket.size()) at = 0;
        if (!tabu_.is_free(v)) continue;
        const Weight beyond = found.empty() ? 0.0 : state_.degree_into(v) - state_.degree_into(found.front());
        if (low ? beyond < 0.0 : beyond > 0.0) found.clear();
        if (found.empty() || beyond == 0.0) found.push_back(v);
      }
      seen += bucket.size();
      if (!found.empty() || seen == buckets.size()) return;
    }
  }

  /// Finds an outsider without neighbours in S, when no other is free.
  bool collect_untouched() {
    const Vertex v = hybrid::draw_usable(
        untouched_attempts, [&] { return outsiders()[draws_.below(outsiders().size())]; },
        [&](Vertex u) { return tabu_.is_free(u) && !state_.is_filed(u); }, [] { return no_vertex; });
    if (v != no_vertex) highest_.push_back(v);
    return v != no_vertex;
  }

  const Graph& graph_;
  SwapState& state_;
  const Weight raise_;  ///< as least_raise
  std::vector<Vertex> lowest_;
  std::vector<Vertex> highest_;
  std::uint64_t choices_ = 0;
};

}  // namespace

std::unique_ptr<TabuSet> make_bucket_tabu_set(SwapState& state, const TabuRules& rules, Rng& draws) {
  return std::make_unique<BucketTabuSet>(state, rules, draws);
}

}  // namespace lode::subgraph::detail
