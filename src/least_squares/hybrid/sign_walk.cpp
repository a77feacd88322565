#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lode/hybrid/block.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/working_set.hpp>

#include "core/linalg/eigen.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/escape/elite_pool.hpp"
#include "hybrid/escape/tabu_list.hpp"
#include "hybrid/escape/walk.hpp"
#include "least_squares/hybrid/escape_run.hpp"
#include "least_squares/problem/gram_rows.hpp"

namespace lode::least_squares::detail {
namespace {

/// Flips between two looks at the clock, which cost more than one.
constexpr std::uint64_t flips_per_poll = 64;
/// What a flip costs besides its n entries.
constexpr double flip_overhead = 0.02 * step_overhead;
/// What a move of a block is counted as: half of the default block of 16.
constexpr std::uint64_t flips_per_move = 8;
/// Enough points for mixtures of two to differ, few enough to be good ones.
constexpr std::size_t pool_capacity = 12;
/// Rounds without a better best point after which the pool is emptied: fewer give up points whose mixtures
/// may yet lead on, more spend the work around points that no longer do.
constexpr std::uint64_t patience = 400;
/// Idle blocks that end the descent of a local optimum: there are many of these, so few blocks each; more
/// would find the last flips that a walk misses, at the cost of walks.
constexpr std::uint64_t idle_after_walk = 4;
/// Flips without a better local optimum that end a walk: these, or three fifths of the coordinates where
/// these are more. Shorter walks leave more work for new starts, longer ones get out of deeper valleys.
constexpr std::uint64_t least_stall = 100;
/// A coordinate stays for this many flips at least, and at random up to twice as many, so that walks do not
/// go in circles; a quarter of the coordinates where these are few, or none could move.
constexpr std::uint64_t longest_tenure = 8;

/// Points whose F is the same up to the drift of running sums are one, as a rule.
struct SameObjective {
  bool operator()(double kept, double offered) const {
    return std::abs(kept - offered) <= 1e-9 * std::max(1.0, -offered);  // the pool keeps -F
  }
};

/// A point x in {-1, 1}^n of 1/2 |Ax - b|^2 with the change of F by every single flip,
/// change_i = -2 x_i g_i + 2 G_ii, kept up to date. An objective of the HYBRID driver.
///
/// Cost: O(n) per flip; everything is recomputed every 2^16 flips.
class FlipState {
 public:
  using Block = hybrid::DenseBlock;

  FlipState(const Instance& instance, const std::vector<double>& x)
      : instance_(&instance), rows_(instance), n_(static_cast<Eigen::Index>(instance.columns())) {
    square_ = Eigen::Map<const Eigen::ArrayXd>(instance.column_squares().data(), n_);
    barrier_ = none_ = Eigen::ArrayXd::Zero(n_);
    x_ = Eigen::Map<const Eigen::ArrayXd>(x.data(), n_);
    recompute();
  }

  Index size() const { return static_cast<Index>(n_); }
  double value() const { return value_; }
  double coordinate(Index i) const { return x_[i]; }
  double curvature(Index i) const { return square_[i]; }
  double gradient(Index i) const { return x_[i] * (square_[i] - 0.5 * change_[i]); }
  double change(Index i) const { return change_[i]; }
  /// Signs have no zeros: both sides are empty.
  std::span<const Index> support() const { return {}; }
  std::span<const Index> rest() const { return {}; }
  std::vector<double> point() const { return {x_.data(), x_.data() + n_}; }

  void flip(Index i) {
    value_ += change_[i];
    const double own = -change_[i];
    change_ += 4.0 * x_[i] * (x_ * Eigen::Map<const Eigen::ArrayXd>(rows_.row(i).data(), n_));
    x_[i] = -x_[i];
    change_[i] = own;
    if (++flips_ % refresh_interval == 0) recompute();
  }

  void move_to(const std::vector<double>& x) {
    for (Index i = 0; i < size(); ++i) {
      if (x_[i] != x[i]) flip(i);
    }
  }

  /// A barrier is added to what a flip costs in `best_allowed`; 0 or infinity.
  void set_barrier(Index i, double barrier) { barrier_[i] = barrier; }
  /// The flip of least change, barriers counted or not.
  Index best_allowed() const { return least(barrier_); }
  Index best() const { return least(none_); }

  const hybrid::DenseBlock& block(std::span<const Index> set) {
    const std::size_t k = set.size();
    block_.resize(k);
    for (std::size_t i = 0; i < k; ++i) {
      const auto row = rows_.row(set[i]);
      block_.current[i] = x_[set[i]];
      block_.linear[i] = gradient(set[i]);
      for (std::size_t j = 0; j < k; ++j) {
        block_.quadratic[i * k + j] = row[set[j]];
        block_.linear[i] -= row[set[j]] * x_[set[j]];
      }
    }
    return block_;
  }

  void apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
    for (const hybrid::Change& change : changes) flip(set[static_cast<std::size_t>(change.position)]);
  }

 private:
  static constexpr std::uint64_t refresh_interval = std::uint64_t{1} << 16;

  /// Position of the least change plus cost: chunk by chunk, so that only one chunk is looked at value by
  /// value.
  Index least(const Eigen::ArrayXd& cost) const {
    constexpr Eigen::Index chunk = 256;
    double best = std::numeric_limits<double>::infinity();
    Eigen::Index from = 0;
    for (Eigen::Index first = 0; first < n_; first += chunk) {
      const Eigen::Index count = std::min(chunk, n_ - first);
      const double value = (change_.segment(first, count) + cost.segment(first, count)).minCoeff();
      if (value < best) {
        best = value;
        from = first;
      }
    }
    while (from + 1 < n_ && change_[from] + cost[from] != best) ++from;
    return static_cast<Index>(from);
  }

  void recompute() {
    std::vector<double> residual(instance_->b().begin(), instance_->b().end());
    for (Index i = 0; i < size(); ++i) instance_->a().add_column(i, -x_[i], residual);
    value_ = 0.0;
    for (const double r : residual) value_ += 0.5 * r * r;
    const std::vector<double> gradient = instance_->a().multiply_transposed(residual);
    change_ = 2.0 * x_ * Eigen::Map<const Eigen::ArrayXd>(gradient.data(), n_) + 2.0 * square_;
  }

  const Instance* instance_;
  GramRows rows_;
  Eigen::Index n_;
  Eigen::ArrayXd x_;
  Eigen::ArrayXd square_;
  Eigen::ArrayXd change_;
  Eigen::ArrayXd barrier_;
  Eigen::ArrayXd none_;  ///< zeros: no barriers
  double value_ = 0.0;
  std::uint64_t flips_ = 0;
  hybrid::DenseBlock block_;
};

class SignWalk {
 public:
  SignWalk(const Problem& problem, const std::vector<double>& start, const HybridOptions& options,
           const RunContext& run, BestPoint& best)
      : escape_(options, run, best),
        rng_(run.seed(), lode::detail::fit_sign_stream),
        state_(*problem.instance, start),
        rule_(options.working_set, state_.size()),
        tabu_(state_.size(), 2 * longest_tenure) {}

  Ending search() {
    offer();
    descend_by_blocks(escape_.options.idle);
    pool_.offer(-state_.value(), state_.point());
    std::uint64_t idle_rounds = 0;
    while (!escape_.done() && !escape_.work.used_up()) {
      const double before = escape_.best.objective();
      begin_round();
      walk();
      if (escape_.done()) break;
      state_.move_to(local_);
      descend_by_blocks(idle_after_walk);
      pool_.offer(-state_.value(), state_.point());
      idle_rounds = escape_.best.objective() < before ? 0 : idle_rounds + 1;
      if (idle_rounds >= patience) {
        pool_.clear();
        idle_rounds = 0;
      }
    }
    if (!escape_.done()) {
      state_.move_to(escape_.best.point());
      descend_by_blocks(escape_.options.idle);
    }
    return escape_.ending();
  }

 private:
  void offer() { escape_.offer(state_.value(), state_); }

  void descend_by_blocks(std::uint64_t idle) {
    const auto result =
        escape_.descend_by_blocks(state_, hybrid::Binary{}, rule_, idle, rng_, [this] { offer(); });
    escape_.work.spend(static_cast<double>(result.iterations) * step_overhead +
                       static_cast<double>(result.iterations + flips_per_move * result.moves) *
                           static_cast<double>(state_.size()));
  }

  /// Moves to a random point when the pool is empty, to a mixture of two of its points, or to one of them,
  /// with some random flips.
  void begin_round() {
    constexpr std::uint64_t least_flips = 2;  // mixtures of like points move, too
    constexpr std::uint64_t flip_share = 32;  // of the coordinates, at most: near a point, not anywhere
    constexpr std::uint64_t no_mixture_every = 4;
    const Index n = state_.size();
    std::vector<double> x(n);
    std::uint64_t flips = least_flips;
    if (pool_.empty()) {
      for (double& value : x) value = rng_.below(2) == 0 ? 1.0 : -1.0;
    } else {
      x = pool_.draw(rng_);
      if (pool_.size() > 1 && rng_.below(no_mixture_every) != 0) {
        const std::vector<double>& other = pool_.draw(rng_);
        for (Index i = 0; i < n; ++i) {
          if (x[i] != other[i] && rng_.below(2) == 0) x[i] = other[i];
        }
      } else {
        flips = least_flips + rng_.below(std::max<std::uint64_t>(1, n / flip_share));
      }
    }
    for (std::uint64_t i = 0; i < flips; ++i) {
      double& value = x[rng_.below(n)];
      value = -value;
    }
    state_.move_to(x);
    escape_.work.spend(static_cast<double>(n) * static_cast<double>(n) / 8.0);  // as n/8 flips
  }

  /// The best allowed flip, improving or not. True if it led below `local`, which it then sets.
  bool step(double& local) {
    tabu_.advance();
    released_.release(tabu_.now(),
                      [this](Index i) { state_.set_barrier(i, tabu_.is_free(i) ? 0.0 : infinity); });
    ++escape_.iterations;
    const Index free = state_.best();
    const bool better = state_.value() + state_.change(free) < local - hybrid::least_decrease(local);
    const Index chosen = better ? free : state_.best_allowed();
    state_.flip(chosen);
    const std::uint64_t tenure = std::min<std::uint64_t>(longest_tenure, state_.size() / 4);
    tabu_.forbid(chosen, tenure + rng_.below(tenure + 1));
    state_.set_barrier(chosen, infinity);
    released_.add(chosen, tabu_.free_at(chosen));
    escape_.work.spend(flip_overhead + static_cast<double>(state_.size()));
    if (state_.value() >= local - hybrid::least_decrease(local)) return false;
    local = state_.value();
    local_ = state_.point();
    offer();
    return true;
  }

  /// Flips until a while after the last local improvement.
  void walk() {
    double local = state_.value();
    local_ = state_.point();
    tabu_.release_all();
    released_.release_all([this](Index i) { state_.set_barrier(i, 0.0); });
    const auto go_on = [this] {
      return !escape_.used_up() && (tabu_.now() % flips_per_poll != 0 || !escape_.done());
    };
    std::uint64_t idle = 0;
    hybrid::walk(idle, std::max(least_stall, std::uint64_t{3} * state_.size() / 5), go_on,
                 [&] { return step(local); });
  }

  EscapeRun escape_;
  Rng rng_;
  FlipState state_;
  hybrid::BinaryWorkingSet rule_;
  hybrid::ElitePool<std::vector<double>, SameObjective> pool_{pool_capacity, {}, hybrid::Twin::older};
  std::vector<double> local_;
  hybrid::TabuList tabu_;
  hybrid::ReleaseRing<Index> released_{2 * longest_tenure};
};

}  // namespace

Ending walk_signs(const Problem& problem, const std::vector<double>& start, const HybridOptions& options,
                  const RunContext& run, BestPoint& best) {
  return SignWalk(problem, start, options, run, best).search();
}

}  // namespace lode::least_squares::detail
