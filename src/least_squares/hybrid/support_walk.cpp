#include <algorithm>
#include <optional>
#include <vector>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/working_set.hpp>

#include "core/stream_tags.hpp"
#include "hybrid/escape/tabu_list.hpp"
#include "hybrid/escape/walk.hpp"
#include "least_squares/hybrid/escape_run.hpp"
#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares::detail {
namespace {

/// Steps without a better local optimum that end a walk: fewer leave more work for new starts, more get out
/// of deeper valleys.
constexpr std::uint64_t stall_limit = 150;
/// Every so many walks are so many times as long, for optima that lie deeper.
constexpr std::uint64_t long_walk_every = 4;
constexpr std::uint64_t long_walk_factor = 4;
/// Every so many kicks replace two thirds of the support, and not up to one: large ones go where small ones
/// do not reach, but throw away a support that may be good.
constexpr std::uint64_t large_kick_every = 8;
/// Idle blocks that end the polish of a local optimum: there are many of these, so few blocks each; more
/// would find the last exchanges that a walk misses, at the cost of walks.
constexpr std::uint64_t polish_idle_blocks = 10;
/// Steps that a column which a kick drops stays out: at least so many, and at random up to twice as many.
/// Longer than after an exchange, or it would come back at once.
constexpr std::uint64_t least_kick_tenure = 19;

bool is_move(const ExchangeMove& move) { return move.in != no_index || move.out != no_index; }

/// Walks over supports under sparse-c, or under sparse without a box.
class SupportWalk {
 public:
  SupportWalk(const Problem& problem, const HybridOptions& options, const RunContext& run, BestPoint& best)
      : escape_(options, run, best),
        problem_(problem),
        rng_(run.seed(), lode::detail::fit_support_stream),
        penalised_(problem.constraint.kind == ConstraintKind::sparse),
        lambda_(penalised_ ? problem.constraint.lambda : 0.0),
        s_(problem.constraint.s),
        state_(*problem.instance, &run, lambda_),
        tabu_(state_.size(), 2 * least_kick_tenure + 1) {}

  Ending search(std::span<const Index> start) {
    if (start.empty()) {
      select_forward();
    } else {
      state_.assign(start);
    }
    if (!penalised_) grow(state_, s_, escape_.run);
    offer();
    polish();
    polish_from_a();
    escape_.work.improved();  // the escapes have all of it
    while (!escape_.done() && !escape_.work.used_up() && can_move()) {
      if (walk() && !escape_.done()) {
        state_.assign(local_);
        polish();
      }
      if (!escape_.done()) kick();
    }
    if (!escape_.done()) settle();
    polish_from_a();
    return escape_.ending();
  }

 private:
  /// Exact steps of the best point where columns are nearly dependent, so that the state may be wrong.
  void polish_from_a() {
    if (!state_.met_dependence()) return;
    std::vector<double> x = polished(problem_, escape_.best.point(), escape_.options.work, escape_.run);
    if (!polished_.empty() && objective_at(problem_, polished_) < objective_at(problem_, x)) x = polished_;
    polished_ = x;
    escape_.best.replace(std::move(x));
  }

  void offer() { escape_.offer(state_.value(), state_); }
  /// False where there is nothing to choose: no member or no column outside.
  bool can_move() const {
    return !state_.rest().empty() && (penalised_ || s_ > 0) && state_.instance().half_norm_b() > 0.0;
  }

  /// Counts the work of one step, and the products of columns since the last count.
  void charge() {
    escape_.work.spend(step_overhead +
                       static_cast<double>(state_.size()) * static_cast<double>(state_.support().size() + 1) +
                       state_.work() - counted_);
    counted_ = state_.work();
  }

  // --- descents ------------------------------------------------------------------------------------------

  /// Forward selection. Penalised: as far as lambda |S| alone stays below the best F met, then back to the
  /// best.
  void select_forward() {
    // F falls to the end only when lambda is tiny; a rise over so many members will not come back.
    constexpr std::size_t longest_rise = 20;
    state_.assign({});
    if (!penalised_) return;
    std::vector<Index> best;
    std::vector<Index> order;
    double least = state_.value();
    while (!escape_.run.should_stop() && lambda_ * static_cast<double>(order.size() + 1) < least) {
      const ExchangeMove move = state_.best_addition();
      if (move.in == no_index || !(move.decrease > 0.0) || !state_.apply(move)) break;
      order.push_back(move.in);
      if (state_.value() < least - hybrid::least_decrease(least)) {
        least = state_.value();
        best = order;
      }
      if (order.size() > 2 * best.size() + longest_rise) break;
    }
    if (best.size() == order.size()) return;
    offer();
    state_.assign(best);
  }

  void descend_by_steps() {
    while (!escape_.done()) {
      const double before = state_.value();
      const ExchangeMove move = best_step(hybrid::least_decrease(before), std::nullopt);
      if (!is_move(move) || !state_.apply(move)) return;
      ++escape_.iterations;
      if (state_.value() >= before) return;
      offer();
    }
  }

  /// Exact blocks with everything else refitted; true if one of them moved.
  bool descend_by_blocks(std::uint64_t idle) {
    hybrid::SparseWorkingSet rule(escape_.options.working_set, state_.size(), infinity,
                                  hybrid::RandomPart::balanced);
    const auto descent_under = [&](const auto& constraint) {
      return escape_.descend_by_blocks(state_, constraint, rule, idle, rng_, [this] { offer(); });
    };
    const hybrid::DescentResult result =
        penalised_ ? descent_under(hybrid::Sparse{lambda_}) : descent_under(hybrid::SparseC{s_});
    for (std::uint64_t i = 0; i < result.iterations; ++i) charge();
    return result.moves > 0;
  }

  /// To a point that neither a single step nor a run of blocks improves.
  void polish() {
    for (;;) {
      descend_by_steps();
      const double before = state_.value();
      if (escape_.done() || !can_move() || !descend_by_blocks(polish_idle_blocks)) return;
      if (state_.value() >= before - hybrid::least_decrease(before)) return;
    }
  }

  /// Block descent of the best point until as many blocks are idle as the stop rule of a plain descent asks.
  void settle() {
    if (!can_move()) return;
    state_.assign(support_of(escape_.best.point()));
    double before = state_.value();
    do {
      before = state_.value();
      descend_by_blocks(escape_.options.idle);
      descend_by_steps();
    } while (!escape_.done() && state_.value() < before - hybrid::least_decrease(before));
  }

  // --- walks ---------------------------------------------------------------------------------------------

  /// The best addition, removal or exchange that the constraint allows, of a decrease above `least`. With an
  /// aspiration the tabu list counts: what it forbids has to decrease F by more than that.
  ExchangeMove best_step(double least, std::optional<double> aspiration) {
    charge();
    ExchangeTabu tabu{tabu_};
    // The decreases that the state knows leave the penalty out.
    const auto with_penalty = [&](double penalty) {
      if (aspiration) tabu.aspiration = *aspiration + penalty;
      return aspiration ? &tabu : nullptr;
    };
    if (!penalised_) {
      if (state_.support().size() < s_) {
        const ExchangeMove addition = state_.best_addition(with_penalty(0.0));
        if (addition.decrease > std::max(0.0, least)) return addition;
      }
      return state_.best_exchange(least, with_penalty(0.0));
    }
    ExchangeMove best;
    best.decrease = least;
    ExchangeMove addition = state_.best_addition(with_penalty(lambda_));
    addition.decrease -= lambda_;
    if (addition.in != no_index && addition.decrease > best.decrease) best = addition;
    ExchangeMove removal = state_.best_removal(with_penalty(-lambda_));
    removal.decrease += lambda_;
    if (removal.out != no_index && removal.decrease > best.decrease) best = removal;
    const ExchangeMove exchange = state_.best_exchange(best.decrease, with_penalty(0.0));
    return exchange.in != no_index ? exchange : best;
  }

  /// A column that has left stays out for a while, one that has come in stays in; never so long that nothing
  /// can move.
  void forbid(const ExchangeMove& move) {
    constexpr std::uint64_t least_out = 7;
    constexpr std::uint64_t spread_out = 10;  // at random, so that walks do not go in circles
    constexpr std::uint64_t least_in = 3;     // less than outside: members are few
    constexpr std::uint64_t spread_in = 5;
    const std::uint64_t size = state_.support().size();
    const std::uint64_t outside = state_.rest().size();
    const std::uint64_t out_tenure = std::min<std::uint64_t>(least_out + rng_.below(spread_out), outside / 2);
    const std::uint64_t in_tenure = std::min<std::uint64_t>(least_in + rng_.below(spread_in), size / 2);
    if (move.out != no_index) tabu_.forbid(move.out, out_tenure);
    if (move.in != no_index) tabu_.forbid(move.in, in_tenure);
  }

  void remember_local() { local_.assign(state_.support().begin(), state_.support().end()); }

  /// The best allowed step, improving or not. True if it led below `local`, which it then sets.
  bool step(double& local) {
    tabu_.advance();
    const ExchangeMove move = best_step(-infinity, state_.value() - local + hybrid::least_decrease(local));
    if (!is_move(move) || !state_.apply(move)) return false;
    forbid(move);
    if (state_.value() >= local - hybrid::least_decrease(local)) return false;
    local = state_.value();
    remember_local();
    offer();
    return true;
  }

  /// True if the walk met a point better than the one it began at.
  bool walk() {
    remember_local();
    const double start = state_.value();
    double local = start;
    const bool is_long = kicks_ % long_walk_every == long_walk_every - 1;
    std::uint64_t idle = 0;
    hybrid::walk(
        idle, stall_limit * (is_long ? long_walk_factor : 1), [&] { return !escape_.done(); },
        [&] {
          const bool better = step(local);
          ++escape_.iterations;
          return better;
        });
    return local < start;
  }

  /// Replaces up to a third of the best support or of the last local one: some members go at random and stay
  /// out for a while, and as many columns of largest gain come in.
  void kick() {
    ++kicks_;
    state_.assign(rng_.below(2) == 0 ? local_ : support_of(escape_.best.point()));
    const std::size_t size = state_.support().size();
    if (size == 0) return;
    const std::size_t most = kicks_ % large_kick_every == 0 ? 2 * size / 3 : size / 3;
    const std::size_t count = 1 + rng_.below(std::max<std::size_t>(1, most));
    tabu_.release_all();
    for (std::size_t i = 0; i < count; ++i) {
      const Index out = state_.support()[rng_.below(state_.support().size())];
      state_.remove(out);
      tabu_.forbid(out, least_kick_tenure + rng_.below(least_kick_tenure + 1));
    }
    const ExchangeTabu tabu{tabu_};
    for (std::size_t i = 0; i < count && !escape_.run.should_stop(); ++i) {
      charge();
      const ExchangeMove move = state_.best_addition(&tabu);
      if (move.in == no_index || !state_.apply(move)) break;
    }
  }

  EscapeRun escape_;
  const Problem& problem_;
  Rng rng_;
  const bool penalised_;
  const double lambda_;
  const Index s_;
  ExchangeState state_;
  hybrid::TabuList tabu_;
  std::uint64_t kicks_ = 0;
  std::vector<Index> local_;
  std::vector<double> polished_;  ///< the last answer of exact steps
  double counted_ = 0.0;          ///< work of the state that has been charged
};

}  // namespace

Ending walk_supports(const Problem& problem, std::span<const Index> start, const HybridOptions& options,
                     const RunContext& run, BestPoint& best) {
  return SupportWalk(problem, options, run, best).search(start);
}

}  // namespace lode::least_squares::detail
