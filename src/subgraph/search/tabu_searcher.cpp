#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "hybrid/escape/restarts.hpp"
#include "subgraph/problem/valued_graph.hpp"
#include "subgraph/search/tabu_set.hpp"

namespace lode::subgraph::detail {
namespace {

/// Arcs between clock checks: well under a millisecond.
constexpr std::uint64_t poll_work = 1u << 15;
/// Every start whose number is a multiple of this is grown afresh.
constexpr std::uint64_t growth_period = 3;
/// Draws by core of a seed: hardly ever more than one or two, but for sets of nearly all vertices.
constexpr int core_attempts = 8;

/// Outsiders in buckets: at least this number, more than are usually tabu, and at most twice of it, since
/// moves of unfiled outsiders cost less.
constexpr std::size_t usual_filed = 32;

/// Draws of a free outsider without neighbours in S: the first succeeds unless hardly any is free.
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

  /// If all outsiders in buckets are tabu, more are filed.
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

class TabuSearcher final : public Searcher {
 public:
  TabuSearcher(const MakeTabuSet& make_set, const TabuRules& rules, Member& member, const RunContext& run,
               SharedProgress& progress)
      : Searcher(member, run, progress),
        rules_(rules),
        set_(make_set(rng_)),
        size_(set_->members().size()),
        local_{set_->recount(), set_->sorted_members()},
        first_work_(set_->work()),
        starting_(member.number != 0) {
    keep_best(local_.weight, local_.vertices);
  }

  void advance(std::uint64_t limit) override {
    next_poll_ = work();
    while (work() < limit && go_on()) {
      if (starting_) {
        begin_start();
      } else if (idle_ >= rules_.stall && restarts()) {
        end_start();
      } else {
        exchange();
      }
    }
  }
  std::uint64_t work() const override { return set_->work() - first_work_; }

 private:
  /// False when the search ends.
  bool go_on() {
    if (!ended_ && work() >= next_poll_) {
      ended_ = run_.should_stop() || overtaken();
      next_poll_ = work() + poll_work;
    }
    return !ended_;
  }

  void exchange() {
    ++idle_;
    const auto exchange = set_->next();
    if (!exchange) return;
    // The best set of a start is copied only before it is left for a worse one.
    if (exchange->gain <= 0.0) keep_local();
    set_->make(*exchange);
    ++counts_.kicks;
    if (gains_.improves(set_->weight(), local_.weight)) begin_local();
  }

  /// The present set is the best of its start, perhaps of all.
  void begin_local() {
    const bool better = improves_recounted(gains_, *set_, best().weight);
    idle_ = 0;
    local_.weight = set_->weight();
    copied_ = false;
    if (!better) return;
    keep_local();
    ended_ |= found(local_.weight, local_.vertices);
  }
  void keep_local() {
    if (!copied_) local_ = {set_->weight(), set_->sorted_members()};
    copied_ = true;
  }

  void end_start() {
    keep_local();
    good_sets_.offer(local_.weight, local_.vertices);
    starting_ = true;
    ended_ |= counts_.starts >= rules_.most_starts;
  }

  // --- starts: after every move `go_on` is asked; once it says no, the set may not be whole ------------

  void begin_start() {
    starting_ = false;
    set_->release_all();
    if (++counts_.starts % growth_period != 0 && !good_sets_.empty()) {
      move_to(good_sets_.draw(rng_));
      drop_some();
    } else {
      const VertexSet* hint = member_.take_hint();
      move_to(hint ? *hint : VertexSet());
    }
    grow();
    if (!ended_) begin_local();
  }

  /// Makes `wanted` (increasing) the members, except for anchors; drops the weakest if there are too many.
  void move_to(const VertexSet& wanted) {
    const VertexSet present(set_->members().begin(), set_->members().end());
    for (const Vertex v : present) {
      if (!std::ranges::binary_search(wanted, v) && go_on()) set_->remove(v);
    }
    for (const Vertex v : wanted) {
      if (set_->is_outsider(v) && go_on()) set_->add(v);
    }
    while (set_->members().size() > size_ && go_on()) set_->remove(set_->weakest());
  }

  /// Removes a random number of random members, at most half of the set, and makes them tabu.
  void drop_some() {
    for (auto left = 1 + rng_.below(std::max<std::size_t>(1, size_ / 2)); left > 0 && go_on(); --left) {
      const Vertex v = set_->members()[rng_.below(set_->members().size())];
      set_->remove(v);
      set_->forbid_dropped(v);
    }
  }

  /// Adds outsiders of largest d_S until the set is full; a seed where none touches it.
  void grow() {
    while (set_->members().size() < size_ && go_on()) {
      const std::span<const Vertex> top = set_->best_outsiders();
      set_->add(top.empty() ? seed() : top[rng_.below(top.size())]);
    }
  }

  /// The less often exchanged of two outsiders, each drawn by log-uniform rank in the order of the cores.
  Vertex seed() {
    const Vertex a = outsider_by_core();
    const Vertex b = outsider_by_core();
    return set_->exchanges_of(b) < set_->exchanges_of(a) ? b : a;
  }
  Vertex outsider_by_core() {
    const auto any = [&] { return set_->outsiders()[rng_.below(set_->outsiders().size())]; };
    const std::span<const Vertex> order = member_.core_order();
    if (order.empty()) return any();
    return hybrid::draw_usable(
        core_attempts, [&] { return hybrid::draw_near_end(order, rng_); },
        [&](Vertex v) { return set_->is_outsider(v); }, any);
  }

  const TabuRules rules_;
  const std::unique_ptr<TabuSet> set_;
  const std::size_t size_;  ///< members, the anchors not counted
  Found local_;             ///< the best of this start
  bool copied_ = true;      ///< local_ is up to date
  const std::uint64_t first_work_;
  std::uint64_t next_poll_ = 0;
  std::uint64_t idle_ = 0;  ///< exchanges since the best of this start
  bool starting_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Searcher> make_tabu_searcher(const MakeTabuSet& make_set, const TabuRules& rules,
                                             Member& member, const RunContext& run,
                                             SharedProgress& progress) {
  return std::make_unique<TabuSearcher>(make_set, rules, member, run, progress);
}

TabuResult search_by_tabu(const MakeTabuSet& make_set, const TabuRules& rules, std::span<const Vertex> order,
                          const hybrid::Goal& goal, const hybrid::Gains& gains, const RunContext& run) {
  TabuResult result;
  std::unique_ptr<Searcher> searcher;
  const ImprovementSink improved = [&](Weight better, std::uint64_t) {
    result.exchanges = searcher ? searcher->counts().kicks : 0;
    result.trace.push_back({run.elapsed(), better, result.exchanges});
    run.report("tabu", better, result.exchanges);
  };
  TeamOptions team;
  team.target = goal.nearest();
  team.core_order = order;
  Member member{team, run.seed()};
  SharedProgress progress(-std::numeric_limits<Weight>::max(), gains, improved);
  searcher = make_tabu_searcher(make_set, rules, member, run, progress);
  progress.reached(searcher->best().weight);
  while (!goal.met(searcher->best().weight) && !run.should_stop()) {
    const std::uint64_t done = searcher->work();
    const std::size_t found = result.trace.size();
    searcher->advance(
        std::min(rules.most_work, done + std::min(rules.most_idle_work, unlimited_tabu - done)));
    if (result.trace.size() == found || searcher->work() >= rules.most_work || searcher->work() == done)
      break;
  }
  result.best = searcher->best();
  result.exchanges = searcher->counts().kicks;
  result.reason =
      goal.met(result.best.weight).value_or(run.should_stop() ? run.stop_reason() : StopReason::iterations);
  return result;
}

std::unique_ptr<TabuSet> make_bucket_tabu_set(SwapState& state, const TabuRules& rules, Rng& draws) {
  return std::make_unique<BucketTabuSet>(state, rules, draws);
}

}  // namespace lode::subgraph::detail
