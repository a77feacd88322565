#include "least_squares/hybrid/support_walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/sparse.hpp>
#include <lode/hybrid/stop_rules.hpp>
#include <lode/hybrid/working_set.hpp>

#include "core/stream_tags.hpp"
#include "least_squares/problem/objective.hpp"

namespace lode::least_squares::detail {
namespace {

/// Steps of a tabu walk without a better local optimum; every fourth walk is longer.
constexpr std::uint64_t stall_limit = 150;

class SupportWalk {
 public:
  SupportWalk(const Problem& problem, const EscapeLimits& limits, const RunContext& run, Incumbent& incumbent)
      : constraint_(problem.constraint),
        penalised_(constraint_.kind == ConstraintKind::sparse),
        lambda_(penalised_ ? constraint_.lambda : 0.0),
        limits_(limits),
        run_(run),
        incumbent_(incumbent),
        rng_(run.seed(), lode::detail::fit_support_stream),
        state_(*problem.instance, &run) {
    tabu_.until.assign(state_.size(), 0);
  }

  Ending search(std::span<const Index> start) {
    if (start.empty()) {
      select_forward();
    } else {
      state_.assign(start);
    }
    if (!penalised_) grow(state_, constraint_.s, run_);
    offer();
    polish();
    const double first_work = work_;
    while (!done() && work_ - first_work < limits_.work && can_move()) {
      if (walk() && !done()) {
        state_.assign(local_);
        polish();
      }
      if (!done()) kick();
    }
    if (done()) return {ending(), iterations_};
    settle();
    return {done() ? ending() : StopReason::converged, iterations_};
  }

 private:
  double value() const { return state_.value() + lambda_ * static_cast<double>(state_.support().size()); }
  bool used_up() const { return iterations_ >= limits_.iterations; }
  bool done() const { return incumbent_.target_met() || used_up() || run_.should_stop(); }
  StopReason ending() const {
    if (incumbent_.target_met()) return StopReason::target;
    return used_up() ? StopReason::iterations : run_.stop_reason();
  }
  double least_decrease() const { return hybrid::least_decrease(value()); }

  /// False where there is nothing to choose: no member or no column outside.
  bool can_move() const {
    return !state_.rest().empty() && (penalised_ || constraint_.s > 0) &&
           state_.instance().half_norm_b() > 0.0;
  }

  void offer() {
    incumbent_.offer(value(), iterations_, [this] { return state_.point(); });
  }

  void charge() {
    work_ +=
        step_overhead + static_cast<double>(state_.size()) * static_cast<double>(state_.support().size() + 1);
  }

  /// Forward selection. Penalised: as far as lambda |S| alone stays below the best F met, then back to the
  /// best.
  void select_forward() {
    state_.assign({});
    if (!penalised_) return;
    std::vector<Index> best;
    std::vector<Index> order;
    double least = value();
    while (!run_.should_stop() && lambda_ * static_cast<double>(order.size() + 1) < least) {
      const ExchangeMove move = state_.best_addition();
      if (move.in == no_index || !(move.decrease > 0.0) || !state_.apply(move)) break;
      order.push_back(move.in);
      if (value() < least - hybrid::least_decrease(least)) {
        least = value();
        best = order;
      }
      // F falls to the end only when lambda is tiny; a long rise will not come back.
      if (order.size() > 2 * best.size() + 20) break;
    }
    if (best.size() == order.size()) return;
    offer();
    state_.assign(best);
  }

  /// The best step by F: addition, removal or exchange as the constraint allows.
  ExchangeMove best_step(double least, const ExchangeTabu* tabu) {
    charge();
    if (!penalised_) {
      if (state_.support().size() < constraint_.s) {
        const ExchangeMove addition = state_.best_addition(tabu);
        if (addition.decrease > std::max(0.0, least)) return addition;
      }
      return state_.best_exchange(least, tabu);
    }
    ExchangeMove best;
    best.decrease = least;
    const auto with_aspiration = [&](double shift) -> const ExchangeTabu* {
      if (!tabu) return nullptr;
      tabu_.aspiration = aspiration_ + shift;
      return &tabu_;
    };
    ExchangeMove addition = state_.best_addition(with_aspiration(lambda_));
    addition.decrease -= lambda_;
    if (addition.in != no_index && addition.decrease > best.decrease) best = addition;
    ExchangeMove removal = state_.best_removal(with_aspiration(-lambda_));
    removal.decrease += lambda_;
    if (removal.out != no_index && removal.decrease > best.decrease) best = removal;
    const ExchangeMove exchange = state_.best_exchange(best.decrease, with_aspiration(0.0));
    return exchange.in != no_index ? exchange : best;
  }

  static bool is_move(const ExchangeMove& move) { return move.in != no_index || move.out != no_index; }

  void descend_by_steps() {
    while (!done()) {
      const double before = value();
      const ExchangeMove move = best_step(least_decrease(), nullptr);
      if (!is_move(move) || !state_.apply(move)) return;
      ++iterations_;
      if (value() >= before) return;
      offer();
    }
  }

  struct Observer {
    SupportWalk& walk;
    void improved(std::uint64_t) { walk.offer(); }
    void tick(std::uint64_t) {}
  };

  /// Exact blocks with everything else refitted; true if one of them moved.
  bool descend_by_blocks(std::uint64_t idle) {
    ProfiledObjective objective(state_, lambda_);
    hybrid::SparseWorkingSet rule(limits_.working_set, state_.size(), infinity, hybrid::RandomPart::balanced);
    hybrid::IdleRule stop(state_.size(), idle);
    Observer observer{*this};
    const hybrid::DescentOptions options = limits_.descent(iterations_, -infinity);
    hybrid::DescentResult result;
    if (penalised_) {
      result = descend(objective, hybrid::Sparse{lambda_}, rule, stop, options, rng_, run_, observer);
    } else {
      result = descend(objective, hybrid::SparseC{constraint_.s}, rule, stop, options, rng_, run_, observer);
    }
    iterations_ += result.iterations;
    for (std::uint64_t i = 0; i < result.iterations; ++i) charge();
    return result.moves > 0;
  }

  /// To a point that neither a single step nor a run of blocks improves.
  void polish() {
    constexpr std::uint64_t idle_blocks = 10;
    for (;;) {
      descend_by_steps();
      const double before = value();
      if (done() || !can_move() || !descend_by_blocks(idle_blocks)) return;
      if (value() >= before - hybrid::least_decrease(before)) return;
    }
  }

  /// Block descent of the best point until as many blocks are idle as the stop rule of a plain descent asks.
  void settle() {
    if (!can_move()) return;
    state_.assign(support_of_best());
    double before = value();
    do {
      before = value();
      descend_by_blocks(limits_.idle);
      descend_by_steps();
    } while (!done() && value() < before - hybrid::least_decrease(before));
  }

  std::vector<Index> support_of_best() const {
    std::vector<Index> support;
    for (Index i = 0; i < state_.size(); ++i) {
      if (incumbent_.point()[i] != 0.0) support.push_back(i);
    }
    return support;
  }

  void remember_local() { local_.assign(state_.support().begin(), state_.support().end()); }

  /// Best allowed steps, improving or not. True if it met a point better than the one it began at.
  bool walk() {
    remember_local();
    double local = value();
    bool improved = false;
    const std::uint64_t stall = stall_limit * (kicks_ % 4 == 3 ? 4 : 1);
    for (std::uint64_t last = now_; now_ - last < stall && !done(); ++iterations_) {
      tabu_.now = ++now_;
      aspiration_ = tabu_.aspiration = value() - local + hybrid::least_decrease(local);
      const ExchangeMove move = best_step(-infinity, &tabu_);
      if (!is_move(move) || !state_.apply(move)) continue;
      forbid(move);
      if (value() < local - hybrid::least_decrease(local)) {
        local = value();
        last = now_;
        improved = true;
        remember_local();
        offer();
      }
    }
    return improved;
  }

  /// A column that has left stays out for a while, one that has come in stays in; never so long that nothing
  /// can move.
  void forbid(const ExchangeMove& move) {
    const std::uint64_t size = state_.support().size();
    const std::uint64_t outside = state_.rest().size();
    const std::uint64_t out_tenure = std::min<std::uint64_t>(7 + rng_.below(10), outside / 2);
    const std::uint64_t in_tenure = std::min<std::uint64_t>(3 + rng_.below(5), size / 2);
    if (move.out != no_index) tabu_.until[move.out] = now_ + 1 + out_tenure;
    if (move.in != no_index) tabu_.until[move.in] = now_ + 1 + in_tenure;
  }

  /// Drops up to a third of the best support or of the last local one (now and then two thirds) and fills it
  /// up with other columns by largest gain.
  void kick() {
    ++kicks_;
    std::vector<Index> base = rng_.below(2) == 0 ? local_ : support_of_best();
    state_.assign(base);
    const std::size_t size = state_.support().size();
    if (size == 0) return;
    const std::size_t drop =
        1 + rng_.below(std::max<std::size_t>(1, kicks_ % 8 == 0 ? 2 * size / 3 : size / 3));
    std::fill(tabu_.until.begin(), tabu_.until.end(), 0);
    for (std::size_t i = 0; i < drop; ++i) {
      const Index out = state_.support()[rng_.below(state_.support().size())];
      state_.remove(out);
      tabu_.until[out] = now_ + 20 + rng_.below(20);
    }
    tabu_.now = now_;
    tabu_.aspiration = infinity;
    for (std::size_t i = 0; i < drop && !run_.should_stop(); ++i) {
      charge();
      const ExchangeMove move = state_.best_addition(&tabu_);
      if (move.in == no_index || !state_.apply(move)) break;
    }
  }

  const Constraint constraint_;
  const bool penalised_;
  const double lambda_;
  const EscapeLimits limits_;
  const RunContext& run_;
  Incumbent& incumbent_;
  Rng rng_;
  ExchangeState state_;
  ExchangeTabu tabu_;
  double aspiration_ = infinity;
  std::uint64_t now_ = 0;
  std::uint64_t kicks_ = 0;
  std::uint64_t iterations_ = 0;
  double work_ = 0.0;
  std::vector<Index> local_;
};

}  // namespace

Ending walk_supports(const Problem& problem, std::span<const Index> start, const EscapeLimits& limits,
                     const RunContext& run, Incumbent& incumbent) {
  return SupportWalk(problem, limits, run, incumbent).search(start);
}

}  // namespace lode::least_squares::detail
