#include "least_squares/hybrid/sign_walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <lode/hybrid/binary.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/stop_rules.hpp>
#include <lode/hybrid/working_set.hpp>

#include "core/stream_tags.hpp"
#include "least_squares/hybrid/flip_state.hpp"

namespace lode::least_squares::detail {
namespace {

constexpr std::uint64_t poll_interval = 64;
constexpr std::size_t pool_capacity = 12;
/// Rounds without a better best point after which the pool is emptied.
constexpr std::uint64_t patience = 400;

struct Met {
  double value = 0.0;
  std::vector<double> x;
};

class SignWalk {
 public:
  SignWalk(const Problem& problem, const std::vector<double>& start, const EscapeLimits& limits,
           const RunContext& run, Incumbent& incumbent)
      : limits_(limits),
        run_(run),
        incumbent_(incumbent),
        rng_(run.seed(), lode::detail::fit_sign_stream),
        state_(*problem.instance, start),
        rule_(limits.working_set, state_.size()) {}

  Ending search() {
    offer();
    descend_by_blocks(limits_.idle);
    remember({state_.value(), state_.point()});
    std::uint64_t idle_rounds = 0;
    while (!done() && work_ < limits_.work) {
      const double before = incumbent_.value();
      begin_round();
      walk();
      if (done()) break;
      state_.move_to(local_.x);
      descend_by_blocks(idle_blocks);
      remember({state_.value(), state_.point()});
      idle_rounds = incumbent_.value() < before ? 0 : idle_rounds + 1;
      if (idle_rounds >= patience) {
        pool_.clear();
        idle_rounds = 0;
      }
    }
    if (!done()) {
      state_.move_to(incumbent_.point());
      descend_by_blocks(limits_.idle);
    }
    if (incumbent_.target_met()) return {StopReason::target, iterations_};
    if (used_up()) return {StopReason::iterations, iterations_};
    return {run_.should_stop() ? run_.stop_reason() : StopReason::converged, iterations_};
  }

 private:
  static constexpr std::uint64_t idle_blocks = 4;

  bool used_up() const { return iterations_ >= limits_.iterations; }
  bool done() const { return incumbent_.target_met() || used_up() || run_.should_stop(); }

  void offer() {
    incumbent_.offer(state_.value(), iterations_, [this] { return state_.point(); });
  }

  struct Observer {
    SignWalk& walk;
    void improved(std::uint64_t) { walk.offer(); }
    void tick(std::uint64_t) {}
  };

  void descend_by_blocks(std::uint64_t idle) {
    hybrid::IdleRule stop(state_.size(), idle);
    Observer observer{*this};
    const auto result = descend(state_, hybrid::Binary{}, rule_, stop,
                                limits_.descent(iterations_, -infinity), rng_, run_, observer);
    iterations_ += result.iterations;
    work_ += static_cast<double>(result.iterations) * step_overhead +
             static_cast<double>(result.iterations + 8 * result.moves) * static_cast<double>(state_.size());
  }

  /// The pool keeps the best points of different value.
  void remember(Met met) {
    for (const Met& kept : pool_) {
      if (std::abs(kept.value - met.value) <= 1e-9 * std::max(1.0, met.value)) return;
    }
    if (pool_.size() < pool_capacity) {
      pool_.push_back(std::move(met));
      return;
    }
    const auto worst = std::max_element(pool_.begin(), pool_.end(),
                                        [](const Met& a, const Met& b) { return a.value < b.value; });
    if (met.value < worst->value) *worst = std::move(met);
  }

  /// Moves to a random point when the pool is empty, to a mixture of two of its points, or to one of them,
  /// with some random flips.
  void begin_round() {
    const Index n = state_.size();
    std::vector<double> x(n);
    std::uint64_t flips = 2;
    if (pool_.empty()) {
      for (double& value : x) value = rng_.below(2) == 0 ? 1.0 : -1.0;
    } else {
      x = pool_[rng_.below(pool_.size())].x;
      if (pool_.size() > 1 && rng_.below(4) != 0) {
        const std::vector<double>& other = pool_[rng_.below(pool_.size())].x;
        for (Index i = 0; i < n; ++i) {
          if (x[i] != other[i] && rng_.below(2) == 0) x[i] = other[i];
        }
      } else {
        flips = 2 + rng_.below(std::max<std::uint64_t>(1, n / 32));
      }
    }
    for (std::uint64_t i = 0; i < flips; ++i) {
      double& value = x[rng_.below(n)];
      value = -value;
    }
    state_.move_to(x);
    work_ += static_cast<double>(n) * static_cast<double>(n) / 8.0;
  }

  /// Best allowed flips, improving or not, until a while after the last local improvement.
  void walk() {
    const std::uint64_t n = state_.size();
    const std::uint64_t stall = std::max<std::uint64_t>(100, 3 * n / 5);
    const std::uint64_t tenure = std::min<std::uint64_t>(8, n / 4);
    local_ = {state_.value(), state_.point()};
    release_all();
    std::uint64_t last = now_;
    while (now_ - last < stall) {
      if (used_up() || (now_ % poll_interval == 0 && done())) return;
      release(++now_);
      ++iterations_;
      const Index free = state_.best();
      const bool better =
          state_.value() + state_.change(free) < local_.value - hybrid::least_decrease(local_.value);
      const Index chosen = better ? free : state_.best_allowed();
      state_.flip(chosen);
      forbid(chosen, now_ + 1 + tenure + rng_.below(tenure + 1));
      work_ += 0.02 * step_overhead + static_cast<double>(n);
      if (state_.value() < local_.value - hybrid::least_decrease(local_.value)) {
        local_ = {state_.value(), state_.point()};
        last = now_;
        offer();
      }
    }
  }

  // Flips are released by a ring of their times, which are never further off than its length.
  static constexpr std::uint64_t ring_size = 64;

  void forbid(Index i, std::uint64_t until) {
    state_.set_barrier(i, infinity);
    until_[i] = until;
    ring_[until % ring_size].push_back(i);
  }

  void release(std::uint64_t now) {
    for (const Index i : ring_[now % ring_size]) {
      if (until_[i] == now) state_.set_barrier(i, 0.0);
    }
    ring_[now % ring_size].clear();
  }

  void release_all() {
    until_.assign(state_.size(), 0);
    for (auto& slot : ring_) slot.clear();
    state_.clear_barriers();
  }

  const EscapeLimits limits_;
  const RunContext& run_;
  Incumbent& incumbent_;
  Rng rng_;
  FlipState state_;
  hybrid::BinaryWorkingSet rule_;
  std::vector<Met> pool_;
  Met local_;
  std::vector<std::uint64_t> until_;
  std::vector<std::vector<Index>> ring_{ring_size};
  std::uint64_t now_ = 0;
  std::uint64_t iterations_ = 0;
  double work_ = 0.0;
};

}  // namespace

Ending walk_signs(const Problem& problem, std::vector<double> start, const EscapeLimits& limits,
                  const RunContext& run, Incumbent& incumbent) {
  return SignWalk(problem, start, limits, run, incumbent).search();
}

}  // namespace lode::least_squares::detail
