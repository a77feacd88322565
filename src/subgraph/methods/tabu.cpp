#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/subgraph/registry.hpp>
#include <lode/subgraph/tabu.hpp>

#include "core/assert.hpp"
#include "core/options/option_table.hpp"
#include "core/stream_tags.hpp"
#include "subgraph/hybrid/kick/restarts.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t window = 64;               ///< vertices looked at in a bucket of equal ones
constexpr std::uint64_t growth_period = 3;       ///< every third start is grown
constexpr std::uint64_t rebuild_period = 64;     ///< starts after which real d_S are summed afresh
constexpr std::uint64_t exchange_overhead = 16;  ///< work of an exchange besides its rows, in row entries
constexpr std::uint64_t poll_interval = 1u << 15;
constexpr std::uint64_t largest_slack = 10;

using detail::ElitePool;
using detail::Found;

class TabuSearch {
 public:
  TabuSearch(const Problem& problem, const TabuOptions& options, const RunContext& run)
      : graph_(problem.graph),
        s_(problem.s),
        options_(options),
        run_(run),
        goal_(problem),
        order_(detail::core_order(graph_).order),
        state_(graph_, first_set(problem)),
        exchange_draws_(run.seed(), detail::tabu_exchange_stream),
        restart_draws_(run.seed(), detail::tabu_restart_stream),
        free_at_(graph_.num_vertices(), 0),
        exchanges_of_(graph_.num_vertices(), 0),
        work_limit_(options.restarts > 0 ? unlimited
                                         : std::min<std::uint64_t>(60'000'000, 1000 * (graph_.num_vertices() +
                                                                                       graph_.num_edges()))),
        pool_(graph_.integral()) {}

  void run() {
    record_best();
    begin_local();
    poll();
    const std::uint64_t starts = options_.restarts > 0 ? options_.restarts : unlimited;
    const bool all_equal = s_ == graph_.num_vertices() || graph_.total_weight() <= 0.0;
    for (std::uint64_t start = 1;; ++start) {
      if (!all_equal) search();
      keep_set();
      pool_.offer(local_);
      if (all_equal || stop_) return;
      if (start == starts) {
        stop_ = StopReason::iterations;
        return;
      }
      restart(start);
      if (stop_) return;
    }
  }

  const VertexSet& best() const { return pool_.best().vertices; }
  StopReason reason() const { return stop_.value_or(StopReason::converged); }
  std::uint64_t exchanges() const { return exchanges_; }
  Trace take_trace() { return std::move(trace_); }

 private:
  VertexSet first_set(const Problem& problem) const {
    const StartKind kind = problem.start.value_or(options_.start);
    if (kind == StartKind::peeling) return detail::last_of(order_, s_);
    return make_start(problem, kind, run_.seed());
  }

  // --- one start ------------------------------------------------------------------------------------

  void search() {
    begin_local();
    std::uint64_t idle = 0;
    while (!stop_ && idle < options_.stall) {
      ++clock_;
      ++idle;
      if (!choose()) {
        spend(0);
        continue;
      }
      if (gain_ <= 0.0) keep_set();
      exchange();
      if (improves(state_.weight(), local_.weight)) {
        begin_local();
        idle = 0;
      }
    }
    LODE_ASSERT_HEAVY(!graph_.integral() ||
                      state_.weight() == induced_totals(graph_, state_.sorted_members()).weight);
  }

  bool improves(Weight weight, Weight than) const {
    return lode::improves(weight, than, sums_of(graph_.integral()));
  }

  /// The present set is the best of its start. It is copied only before it is left for a worse one.
  void begin_local() {
    local_.weight = state_.weight();
    copied_ = false;
    if (improves(local_.weight, best_weight_)) record_best();
  }
  void keep_set() {
    if (copied_) return;
    local_.weight = state_.weight();
    local_.vertices.assign(state_.members().begin(), state_.members().end());
    copied_ = true;
  }
  void record_best() {
    best_weight_ = state_.weight();
    trace_.push_back({run_.elapsed(), best_weight_, exchanges_});
    if (!stop_) stop_ = goal_.met(best_weight_);
  }

  /// Chooses the exchange of `out_` for `in_`; false when every candidate is tabu.
  bool choose() {
    collect_free<End::lowest>(state_.member_buckets(), lowest_);
    if (lowest_.empty()) return false;
    collect_free<End::highest>(state_.outsider_buckets(), highest_);
    if (highest_.empty() && !collect_untouched()) return false;
    const Weight between = choose_pair();
    gain_ = state_.degree_into(in_) - state_.degree_into(out_) - between;
    if (gain_ < 0.0 && options_.random_exchange > 0.0 && exchange_draws_.uniform() < random_chance()) {
      out_ = state_.members()[exchange_draws_.below(s_)];
      in_ = state_.outsiders()[exchange_draws_.below(state_.outsiders().size())];
    }
    return true;
  }

  enum class End { lowest, highest };

  /// The vertices of extreme d_S that are not tabu: up to `window` of them from a random place of their
  /// bucket when unweighted; all of them when weighted, where a bucket spans a factor of 17/16.
  template <End end>
  void collect_free(const BucketArray& buckets, std::vector<Vertex>& found) {
    found.clear();
    if (buckets.empty()) return;
    constexpr bool low = end == End::lowest;
    std::size_t seen = 0;
    for (std::size_t key = low ? buckets.lowest() : buckets.highest();; low ? ++key : --key) {
      const std::span<const Vertex> bucket = buckets.bucket(key);
      if (graph_.weighted()) {
        collect_extreme<end>(bucket, found);
      } else {
        collect_window(bucket, found);
      }
      seen += bucket.size();
      if (!found.empty() || seen == buckets.size()) return;
    }
  }

  void collect_window(std::span<const Vertex> bucket, std::vector<Vertex>& found) {
    std::size_t at = bucket.size() > window ? exchange_draws_.below(bucket.size()) : 0;
    for (std::size_t i = 0; i < bucket.size() && found.size() < window; ++i) {
      if (free_at_[bucket[at]] <= clock_) found.push_back(bucket[at]);
      if (++at == bucket.size()) at = 0;
    }
  }

  template <End end>
  void collect_extreme(std::span<const Vertex> bucket, std::vector<Vertex>& found) {
    Weight extreme = 0.0;
    for (const Vertex v : bucket) {
      if (free_at_[v] > clock_) continue;
      const Weight degree = state_.degree_into(v);
      if (found.empty() || (end == End::lowest ? degree < extreme : degree > extreme)) {
        found.clear();
        extreme = degree;
      }
      if (degree == extreme) found.push_back(v);
    }
  }

  /// An outsider without neighbours in S, when no other is free.
  bool collect_untouched() {
    const std::span<const Vertex> outsiders = state_.outsiders();
    for (int tries = 0; tries < 4; ++tries) {
      const Vertex v = outsiders[exchange_draws_.below(outsiders.size())];
      if (free_at_[v] > clock_ || state_.is_filed(v)) continue;
      highest_.push_back(v);
      return true;
    }
    return false;
  }

  /// The pair of least weight between the candidates, the first one from a random place; returns that weight.
  Weight choose_pair() {
    std::size_t i = exchange_draws_.below(lowest_.size());
    const std::size_t first = exchange_draws_.below(highest_.size());
    Weight least = std::numeric_limits<Weight>::infinity();
    for (std::size_t count = 0; count < lowest_.size(); ++count) {
      std::size_t j = first;
      for (std::size_t inner = 0; inner < highest_.size(); ++inner) {
        const Weight between = graph_.edge_weight(lowest_[i], highest_[j]).value_or(0.0);
        if (between < least) {
          least = between;
          out_ = lowest_[i];
          in_ = highest_[j];
          if (least <= 0.0) return least;
        }
        if (++j == highest_.size()) j = 0;
      }
      if (++i == lowest_.size()) i = 0;
    }
    return least;
  }

  double missing_edges() const {
    return static_cast<double>(possible_edges(s_)) - (graph_.weighted() ? 0.0 : state_.weight());
  }
  double random_chance() const {
    return std::min((missing_edges() + 2.0) / graph_.num_vertices(), options_.random_exchange);
  }

  void exchange() {
    const auto slack =
        graph_.weighted()
            ? largest_slack
            : static_cast<std::uint64_t>(std::min(missing_edges(), static_cast<double>(largest_slack)));
    const std::uint64_t spread = std::max<std::uint64_t>(s_ / 40, 6);
    state_.remove(out_);
    state_.add(in_);
    free_at_[out_] = clock_ + 1 + slack + exchange_draws_.below(spread);
    free_at_[in_] = clock_ + 1 + (6 * (slack + exchange_draws_.below(spread))) / 10;
    ++exchanges_of_[out_];
    ++exchanges_of_[in_];
    ++exchanges_;
    spend(graph_.degree(out_) + graph_.degree(in_));
  }

  // --- the next start -------------------------------------------------------------------------------

  void restart(std::uint64_t finished) {
    clock_ += 2 * (largest_slack + s_ / 40 + 6);  // nothing stays tabu
    const VertexSet old(state_.members().begin(), state_.members().end());
    for (const Vertex v : old) remove(v);
    if (graph_.weight_kind() == WeightKind::real && finished % rebuild_period == 0) {
      state_ = SwapState(graph_, VertexSet());
    }
    if (finished % growth_period != 0) {
      for (const Vertex v : pool_.draw(restart_draws_).vertices) add(v);
      drop_some();
    }
    grow();
  }

  /// Removes a random number of random members, at most half of S, and makes them tabu.
  void drop_some() {
    const std::uint64_t count = 1 + restart_draws_.below(std::max<std::uint64_t>(1, s_ / 2));
    for (std::uint64_t i = 0; i < count && !stop_; ++i) {
      const Vertex v = state_.members()[restart_draws_.below(state_.members().size())];
      remove(v);
      free_at_[v] = clock_ + 1 + largest_slack + restart_draws_.below(6 + s_ / 40);
    }
  }

  /// Adds outsiders of largest d_S until S has s vertices; a seed where none touches S.
  void grow() {
    while (!stop_ && state_.members().size() < s_) {
      collect_free<End::highest>(state_.outsider_buckets(), highest_);
      add(highest_.empty() ? draw_seed() : highest_[restart_draws_.below(highest_.size())]);
    }
  }

  /// The less often exchanged of two outsiders, each drawn by log-uniform rank in the order of the cores.
  Vertex draw_seed() {
    const Vertex a = draw_by_core();
    const Vertex b = draw_by_core();
    return exchanges_of_[b] < exchanges_of_[a] ? b : a;
  }
  Vertex draw_by_core() {
    for (int tries = 0; tries < 8; ++tries) {
      const Vertex v = detail::draw_by_core(order_, restart_draws_);
      if (!state_.is_member(v)) return v;
    }
    return state_.outsiders()[restart_draws_.below(state_.outsiders().size())];
  }

  /// After a stop the set is left as it is: the answer comes from the pool.
  void remove(Vertex v) {
    if (stop_) return;
    state_.remove(v);
    spend(graph_.degree(v));
  }
  void add(Vertex v) {
    if (stop_) return;
    state_.add(v);
    spend(graph_.degree(v));
  }

  // --- limits ---------------------------------------------------------------------------------------

  void spend(std::uint64_t row_entries) {
    work_ += row_entries + exchange_overhead;
    if (work_ >= next_poll_) poll();
  }
  void poll() {
    next_poll_ = work_ + poll_interval;
    run_.report("tabu", best_weight_, exchanges_);
    if (stop_) return;
    if (run_.should_stop()) {
      stop_ = run_.stop_reason();
    } else if (work_ >= work_limit_) {
      stop_ = StopReason::iterations;
    }
  }

  const Graph& graph_;
  const Vertex s_;
  const TabuOptions& options_;
  const RunContext& run_;
  const detail::Goal goal_;
  const std::vector<Vertex> order_;  ///< by core number, the densest last
  SwapState state_;
  Rng exchange_draws_;
  Rng restart_draws_;

  std::uint64_t clock_ = 0;                  ///< time of the tabu tenures
  std::vector<std::uint64_t> free_at_;       ///< the clock from which a vertex may move again
  std::vector<std::uint32_t> exchanges_of_;  ///< how often a vertex has moved
  std::vector<Vertex> lowest_;
  std::vector<Vertex> highest_;
  Vertex out_ = 0;
  Vertex in_ = 0;
  Weight gain_ = 0.0;

  std::uint64_t exchanges_ = 0;
  std::uint64_t work_ = 0;  ///< row entries visited
  std::uint64_t next_poll_ = 0;
  const std::uint64_t work_limit_;
  Found local_;         ///< the best of this start
  bool copied_ = true;  ///< local_.vertices is up to date
  Weight best_weight_ = 0.0;
  ElitePool pool_;
  Trace trace_;
  std::optional<StopReason> stop_;
};

const detail::OptionTable<TabuOptions>& tabu_options() {
  static const detail::OptionTable<TabuOptions> table = {
      {"stall", &TabuOptions::stall, "A start is left after so many exchanges without a new best of its own",
       "exchanges", detail::at_least(1)},
      {"restarts", &TabuOptions::restarts, "Starts in all; 0: as many as about a second of work allows",
       "starts", detail::at_least(0)},
      {"random-exchange", &TabuOptions::random_exchange,
       "Largest chance of a random exchange when none improves", "", detail::from_to(0.0, 1.0)},
  };
  return table;
}

}  // namespace

MethodSettings settings_of(const TabuOptions& options) {
  tabu_options().check(options);
  const TabuOptions usual;
  if (options.start != usual.start) {
    throw InvalidArgument("start", "another than peeling", "is no setting", "name it in the problem");
  }
  return tabu_options().settings_between(usual, options);
}

Solution tabu_search(const Problem& problem, const TabuOptions& options, const RunContext& run) {
  check_problem(problem);
  tabu_options().check(options);
  TabuSearch search(problem, options, run);
  search.run();
  return finish_solution(problem, search.best(), search.take_trace(), search.reason(), search.exchanges(),
                         run);
}

namespace detail {

MethodRow tabu_row() {
  MethodRow row;
  row.name = "tabu";
  row.summary = "multistart tabu search over constrained exchanges";
  row.objective = "w(S)";
  row.guarantee = "none";
  row.cost = "O(n + m) + exchanges x degrees moved";
  row.source = "Wu, Hao, J. Comb. Optim. 26 (2013)";
  row.options = tabu_options().infos();
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return tabu_search(problem, tabu_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode
