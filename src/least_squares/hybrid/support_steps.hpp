#pragma once

// Steps of one or two coordinates of a support with everything else refitted, and which of them a tabu walk
// may take.

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "least_squares/hybrid/escape_run.hpp"
#include "least_squares/hybrid/exchange.hpp"

namespace lode::least_squares::detail {

/// A support under sparse-c, or under sparse without a box, with its best steps by F.
class SupportSteps {
 public:
  SupportSteps(const Problem& problem, EscapeRun& run)
      : penalised_(problem.constraint.kind == ConstraintKind::sparse),
        lambda_(penalised_ ? problem.constraint.lambda : 0.0),
        s_(problem.constraint.s),
        run_(run),
        state_(*problem.instance, &run.run) {
    tabu_.until.assign(state_.size(), 0);
  }

  ExchangeState& state() { return state_; }
  bool penalised() const { return penalised_; }
  double lambda() const { return lambda_; }
  Index sparsity() const { return s_; }
  double value() const { return state_.value() + lambda_ * static_cast<double>(state_.support().size()); }
  /// False where there is nothing to choose: no member or no column outside.
  bool can_move() const {
    return !state_.rest().empty() && (penalised_ || s_ > 0) && state_.instance().half_norm_b() > 0.0;
  }

  /// Counts the work of one step.
  void charge() {
    run_.work.spend(step_overhead +
                    static_cast<double>(state_.size()) * static_cast<double>(state_.support().size() + 1));
  }

  static bool is_move(const ExchangeMove& move) { return move.in != no_index || move.out != no_index; }

  /// The best step of a decrease above `least`.
  ExchangeMove best(double least) { return best_step(least, nullptr); }
  /// The best step that is not forbidden or decreases F by more than `aspiration`, whatever it does to F.
  ExchangeMove best_allowed(double aspiration) {
    aspiration_ = tabu_.aspiration = aspiration;
    return best_step(-infinity, &tabu_);
  }

  /// The steps of a walk so far; what is forbidden is so until one of them.
  std::uint64_t now() const { return tabu_.now; }
  void advance() { ++tabu_.now; }

  /// A column that has left stays out for a while, one that has come in stays in; never so long that nothing
  /// can move.
  void forbid(const ExchangeMove& move, Rng& rng) {
    constexpr std::uint64_t least_out = 7;
    constexpr std::uint64_t spread_out = 10;  // at random, so that walks do not go in circles
    constexpr std::uint64_t least_in = 3;     // less than outside: members are few
    constexpr std::uint64_t spread_in = 5;
    const std::uint64_t size = state_.support().size();
    const std::uint64_t outside = state_.rest().size();
    const std::uint64_t out_tenure = std::min<std::uint64_t>(least_out + rng.below(spread_out), outside / 2);
    const std::uint64_t in_tenure = std::min<std::uint64_t>(least_in + rng.below(spread_in), size / 2);
    if (move.out != no_index) tabu_.until[move.out] = now() + 1 + out_tenure;
    if (move.in != no_index) tabu_.until[move.in] = now() + 1 + in_tenure;
  }

  /// Drops so many members at random, which stay out for a while, and takes as many columns of largest gain.
  void replace(std::size_t count, Rng& rng) {
    constexpr std::uint64_t least_out = 20;  // longer than `forbid`, or they would come back at once
    constexpr std::uint64_t spread_out = 20;
    std::fill(tabu_.until.begin(), tabu_.until.end(), 0);
    for (std::size_t i = 0; i < count; ++i) {
      const Index out = state_.support()[rng.below(state_.support().size())];
      state_.remove(out);
      tabu_.until[out] = now() + least_out + rng.below(spread_out);
    }
    tabu_.aspiration = infinity;
    for (std::size_t i = 0; i < count && !run_.run.should_stop(); ++i) {
      charge();
      const ExchangeMove move = state_.best_addition(&tabu_);
      if (move.in == no_index || !state_.apply(move)) break;
    }
  }

 private:
  /// Addition, removal or exchange as the constraint allows.
  ExchangeMove best_step(double least, ExchangeTabu* tabu) {
    charge();
    if (!penalised_) {
      if (state_.support().size() < s_) {
        const ExchangeMove addition = state_.best_addition(tabu);
        if (addition.decrease > std::max(0.0, least)) return addition;
      }
      return state_.best_exchange(least, tabu);
    }
    ExchangeMove best;
    best.decrease = least;
    const auto with_aspiration = [&](double shift) {
      if (tabu) tabu->aspiration = aspiration_ + shift;
      return tabu;
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

  const bool penalised_;
  const double lambda_;
  const Index s_;
  EscapeRun& run_;
  ExchangeState state_;
  ExchangeTabu tabu_;
  double aspiration_ = infinity;  ///< of the whole step; that of each part of it has lambda in it
};

}  // namespace lode::least_squares::detail
