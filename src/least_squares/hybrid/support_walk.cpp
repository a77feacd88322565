#include "least_squares/hybrid/support_walk.hpp"

#include <algorithm>
#include <vector>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/working_set.hpp>

#include "core/stream_tags.hpp"
#include "least_squares/hybrid/support_steps.hpp"
#include "least_squares/problem/objective.hpp"

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

class SupportWalk {
 public:
  SupportWalk(const Problem& problem, const EscapeLimits& limits, const RunContext& run, BestPoint& best)
      : escape_(limits, run, best),
        rng_(run.seed(), lode::detail::fit_support_stream),
        steps_(problem, escape_) {}

  Ending search(std::span<const Index> start) {
    if (start.empty()) {
      select_forward();
    } else {
      state().assign(start);
    }
    if (!steps_.penalised()) grow(state(), steps_.sparsity(), escape_.run);
    offer();
    polish();
    escape_.work.improved();  // the escapes have all of it
    while (!escape_.done() && !escape_.work.used_up() && steps_.can_move()) {
      if (walk() && !escape_.done()) {
        state().assign(local_);
        polish();
      }
      if (!escape_.done()) kick();
    }
    if (!escape_.done()) settle();
    return escape_.ending();
  }

 private:
  ExchangeState& state() { return steps_.state(); }
  double value() const { return steps_.value(); }
  void offer() { escape_.offer(value(), state()); }

  /// Forward selection. Penalised: as far as lambda |S| alone stays below the best F met, then back to the
  /// best.
  void select_forward() {
    // F falls to the end only when lambda is tiny; a rise over so many members will not come back.
    constexpr std::size_t longest_rise = 20;
    state().assign({});
    if (!steps_.penalised()) return;
    std::vector<Index> best;
    std::vector<Index> order;
    double least = value();
    while (!escape_.run.should_stop() && steps_.lambda() * static_cast<double>(order.size() + 1) < least) {
      const ExchangeMove move = state().best_addition();
      if (move.in == no_index || !(move.decrease > 0.0) || !state().apply(move)) break;
      order.push_back(move.in);
      if (value() < least - hybrid::least_decrease(least)) {
        least = value();
        best = order;
      }
      if (order.size() > 2 * best.size() + longest_rise) break;
    }
    if (best.size() == order.size()) return;
    offer();
    state().assign(best);
  }

  void descend_by_steps() {
    while (!escape_.done()) {
      const double before = value();
      const ExchangeMove move = steps_.best(hybrid::least_decrease(before));
      if (!steps_.is_move(move) || !state().apply(move)) return;
      ++escape_.iterations;
      if (value() >= before) return;
      offer();
    }
  }

  /// Exact blocks with everything else refitted; true if one of them moved.
  bool descend_by_blocks(std::uint64_t idle) {
    ProfiledObjective objective(state(), steps_.lambda());
    hybrid::SparseWorkingSet rule(escape_.limits.working_set, state().size(), infinity,
                                  hybrid::RandomPart::balanced);
    const auto descent_under = [&](const auto& constraint) {
      return escape_.descend_by_blocks(objective, constraint, rule, idle, rng_, [this] { offer(); });
    };
    const hybrid::DescentResult result = steps_.penalised()
                                             ? descent_under(hybrid::Sparse{steps_.lambda()})
                                             : descent_under(hybrid::SparseC{steps_.sparsity()});
    for (std::uint64_t i = 0; i < result.iterations; ++i) steps_.charge();
    return result.moves > 0;
  }

  /// To a point that neither a single step nor a run of blocks improves.
  void polish() {
    for (;;) {
      descend_by_steps();
      const double before = value();
      if (escape_.done() || !steps_.can_move() || !descend_by_blocks(polish_idle_blocks)) return;
      if (value() >= before - hybrid::least_decrease(before)) return;
    }
  }

  /// Block descent of the best point until as many blocks are idle as the stop rule of a plain descent asks.
  void settle() {
    if (!steps_.can_move()) return;
    state().assign(support_of_best());
    double before = value();
    do {
      before = value();
      descend_by_blocks(escape_.limits.idle);
      descend_by_steps();
    } while (!escape_.done() && value() < before - hybrid::least_decrease(before));
  }

  std::vector<Index> support_of_best() {
    std::vector<Index> support;
    for (Index i = 0; i < state().size(); ++i) {
      if (escape_.best.point()[i] != 0.0) support.push_back(i);
    }
    return support;
  }

  void remember_local() { local_.assign(state().support().begin(), state().support().end()); }

  /// Best allowed steps, improving or not. True if it met a point better than the one it began at.
  bool walk() {
    remember_local();
    double local = value();
    bool improved = false;
    const bool is_long = kicks_ % long_walk_every == long_walk_every - 1;
    const std::uint64_t stall = stall_limit * (is_long ? long_walk_factor : 1);
    for (std::uint64_t last = steps_.now(); steps_.now() - last < stall && !escape_.done();
         ++escape_.iterations) {
      steps_.advance();
      const ExchangeMove move = steps_.best_allowed(value() - local + hybrid::least_decrease(local));
      if (!steps_.is_move(move) || !state().apply(move)) continue;
      steps_.forbid(move, rng_);
      if (value() < local - hybrid::least_decrease(local)) {
        local = value();
        last = steps_.now();
        improved = true;
        remember_local();
        offer();
      }
    }
    return improved;
  }

  /// Replaces up to a third of the best support or of the last local one.
  void kick() {
    ++kicks_;
    state().assign(rng_.below(2) == 0 ? local_ : support_of_best());
    const std::size_t size = state().support().size();
    if (size == 0) return;
    const std::size_t most = kicks_ % large_kick_every == 0 ? 2 * size / 3 : size / 3;
    steps_.replace(1 + rng_.below(std::max<std::size_t>(1, most)), rng_);
  }

  EscapeRun escape_;
  Rng rng_;
  SupportSteps steps_;
  std::uint64_t kicks_ = 0;
  std::vector<Index> local_;
};

}  // namespace

Ending walk_supports(const Problem& problem, std::span<const Index> start, const EscapeLimits& limits,
                     const RunContext& run, BestPoint& best) {
  return SupportWalk(problem, limits, run, best).search(start);
}

}  // namespace lode::least_squares::detail
