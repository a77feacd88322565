// Tabu walks over signs, and over supports with all values refitted.

#include <algorithm>
#include <cmath>

#include "core/stream_tags.hpp"
#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/hybrid/hybrid.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

/// Tabu tenures in steps, which random draws double at most: of a flipped sign or a column that left the
/// support, of a column that entered it (a support is small), and of a column that a kick dropped.
constexpr std::uint64_t tenure_out = 8;
constexpr std::uint64_t tenure_in = 4;
constexpr std::uint64_t tenure_kicked = 20;

/// Forbids a coordinate, for at most half of `movable` steps.
void forbid(hybrid::TabuList& tabu, Rng& rng, Index item, std::uint64_t tenure, std::size_t movable) {
  tabu.forbid(item, std::min<std::uint64_t>(tenure + rng.below(tenure), movable / 2));
}

/// A point x in {-1, 1}^n of 1/2 |Ax - b|^2. Cost: O(n) per flip.
class SignState : public PointObjective {
 public:
  using Point = std::vector<double>;

  SignState(const Problem& problem, const Point& x) : PointObjective(problem, x, true) {}

  // --- the state of a walk ---

  Point place() const { return point(); }
  void move_to(const Point& x) {
    for (const Index i : forbidden_) barrier_[i] = 0.0;
    forbidden_.clear();
    for (Index i = 0; i < size(); ++i) {
      if (x_[i] != x[i]) flip(i);
    }
  }
  bool can_move() const { return true; }
  std::size_t num_nonzeros() const { return size(); }
  std::uint64_t idle_blocks() const { return 4; }
  double step_work() { return 0.02 * step_overhead + size(); }
  bool descend_one_step() {
    const Index best = best_flip();
    if (!(2.0 * change(best) < -hybrid::least_decrease(value()))) return false;
    flip(best);
    return true;
  }
  template <class Offer>
  void descend_by_blocks(EscapeRun& escape, std::uint64_t idle, Rng& rng, Offer&& offer) {
    const auto blocks = escape.solve_blocks(*this, hybrid::Binary{}, idle, rng, offer);
    escape.work.spend(static_cast<double>(blocks) * (step_overhead + size()));
  }

  /// The flip of least change that is free, or leads to a decrease above `aspiration`.
  bool step(hybrid::TabuList& tabu, Rng& rng, double aspiration) {
    std::erase_if(forbidden_, [&](Index i) {
      if (tabu.is_free(i)) barrier_[i] = 0.0;
      return tabu.is_free(i);
    });
    Index chosen = best_flip();
    for (const Index i : forbidden_) {
      if (change(i) < std::min(change(chosen) + barrier_[chosen], -0.5 * aspiration)) chosen = i;
    }
    flip(chosen);
    forbid(tabu, rng, chosen, tenure_out, size());
    barrier_[chosen] = infinity;
    forbidden_.push_back(chosen);
    return true;
  }

  /// Moves to a random point when the pool is empty, to a mixture of two of its points, or to one of them,
  /// with some random flips.
  void kick(hybrid::TabuList&, Rng& rng, EscapeRun& escape, const Point&) {
    constexpr std::uint64_t least_flips = 2;  // mixtures of like points move, too
    constexpr std::uint64_t flip_share = 32;  // of the coordinates, at most: near a point, not anywhere
    constexpr std::uint64_t no_mixture_every = 4;
    Point x(size());
    std::uint64_t flips = least_flips;
    if (pool_.empty()) {
      for (double& value : x) value = rng.below(2) == 0 ? 1.0 : -1.0;
    } else {
      x = pool_[rng.below(pool_.size())].second;
      if (pool_.size() > 1 && rng.below(no_mixture_every) != 0) {
        const Point& other = pool_[rng.below(pool_.size())].second;
        for (Index i = 0; i < size(); ++i) {
          if (x[i] != other[i] && rng.below(2) == 0) x[i] = other[i];
        }
      } else {
        flips = least_flips + rng.below(std::max<std::uint64_t>(1, size() / flip_share));
      }
    }
    for (std::uint64_t i = 0; i < flips; ++i) {
      double& value = x[rng.below(size())];
      value = -value;
    }
    move_to(x);
    escape.work.spend(0.125 * size() * size());  // as n/8 flips
  }
  /// Takes the local optimum at the end of a walk.
  void settled(bool improved) {
    // Rounds without a better best point before the pool is emptied: fewer discard points whose mixtures may
    // still improve, more waste work on exhausted points.
    constexpr std::uint64_t patience = 400;
    constexpr std::size_t most_kept = 12;  // enough for mixtures of two to differ, few enough to be good ones
    // Points of equal F, up to drift of running sums, usually coincide.
    const bool known = std::ranges::any_of(pool_, [this](const auto& kept) {
      return std::abs(kept.first - value()) <= 1e-9 * std::max(1.0, value());
    });
    if (!known) pool_.emplace_back(value(), point());
    if (pool_.size() > most_kept) pool_.erase(std::ranges::max_element(pool_));
    idle_rounds_ = improved ? 0 : idle_rounds_ + 1;
    if (idle_rounds_ < patience) return;
    pool_.clear();
    idle_rounds_ = 0;
  }

 private:
  /// Half of the change of F by a flip.
  double change(Index i) const { return square_[i] - x_[i] * gradient_[i]; }

  void flip(Index i) {
    const hybrid::Change change{0, -x_[i]};
    apply({&i, 1}, {&change, 1});
  }

  /// The flip of least change that has no barrier.
  Index best_flip() {
    changes_ = square_ + barrier_ - as_vector(x_).array() * as_vector(gradient_).array();
    const double least = changes_.minCoeff();
    return static_cast<Index>(std::find(changes_.begin(), changes_.end(), least) - changes_.begin());
  }

  const Eigen::ArrayXd square_ = as_vector(instance_->column_squares());
  Eigen::ArrayXd barrier_ = 0.0 * square_;  ///< infinity for the forbidden coordinates, otherwise 0
  Eigen::ArrayXd changes_;
  std::vector<Index> forbidden_;
  std::vector<std::pair<double, Point>> pool_;  ///< local optima with their F
  std::uint64_t idle_rounds_ = 0;
};

/// A support under sparse-c, or under sparse without a box.
class SupportState : public ExchangeState {
 public:
  using Point = std::vector<Index>;

  SupportState(const Problem& problem, const RunContext& run)
      : ExchangeState(*problem.instance, &run, lambda_of(problem.constraint)),
        run_(run),
        constraint_(problem.constraint),
        worthless_(problem.instance->half_norm_b() == 0.0) {}

  /// Moves to the start, or to the result of forward selection: if penalised, while lambda |S| is below the
  /// best F, then back to the best point, which is passed to `offer()`.
  template <class Offer>
  void begin(std::span<const Index> start, Offer&& offer) {
    // F falls to the end only when lambda is tiny; after a longer rise F will not recover.
    constexpr std::size_t longest_rise = 20;
    assign(start);
    if (!penalised_) return grow(*this, constraint_.s, run_);
    if (!start.empty()) return;
    Point order;
    std::size_t best = 0;
    double least = value();
    while (!run_.should_stop() && constraint_.lambda * static_cast<double>(order.size() + 1) < least) {
      const ExchangeMove move = best_addition();
      if (!move.exists() || !(move.decrease > -constraint_.lambda) || !ExchangeState::apply(move)) break;
      order.push_back(move.in);
      if (value() < least - hybrid::least_decrease(least)) {
        least = value();
        best = order.size();
      }
      if (order.size() > 2 * best + longest_rise) break;
    }
    if (best == order.size()) return;
    offer();
    assign(std::span(order).first(best));
  }

  // --- the state of a walk ---

  Point place() const { return {support().begin(), support().end()}; }
  void move_to(std::span<const Index> members) { assign(members); }
  void move_to(const std::vector<double>& x) { assign(support_of(x)); }
  /// False without a choice: no member or no column outside.
  bool can_move() const { return !rest().empty() && (penalised_ || constraint_.s > 0) && !worthless_; }
  std::size_t num_nonzeros() const { return support().size(); }
  std::uint64_t idle_blocks() const { return 5; }
  /// With the products of columns since the last step.
  double step_work() {
    const double products = work() - std::exchange(counted_, work());
    return step_overhead + size() * static_cast<double>(support().size() + 1) + products;
  }
  bool descend_one_step() {
    const ExchangeMove move = best_step(hybrid::least_decrease(value()), nullptr);
    return move.exists() && ExchangeState::apply(move);
  }
  /// Exact blocks with everything else refitted.
  template <class Offer>
  void descend_by_blocks(EscapeRun& escape, std::uint64_t idle, Rng& rng, Offer&& offer) {
    if (!can_move()) return;
    hybrid::AnyConstraint constraint = hybrid::SparseC{constraint_.s};
    if (penalised_) constraint = hybrid::Sparse{constraint_.lambda};
    const auto blocks = escape.solve_blocks(*this, constraint, idle, rng, offer);
    for (std::uint64_t i = 0; i < blocks; ++i) escape.work.spend(step_work());
  }

  bool step(hybrid::TabuList& tabu, Rng& rng, double aspiration) {
    const ExchangeTabu rules{tabu, aspiration};
    const ExchangeMove move = best_step(-infinity, &rules);
    if (!move.exists() || !ExchangeState::apply(move)) return false;
    if (move.out != no_index) forbid(tabu, rng, move.out, tenure_out, rest().size());
    if (move.in != no_index) forbid(tabu, rng, move.in, tenure_in, support().size());
    return true;
  }

  /// Replaces up to a third of the best support or of the last local one: drops random members, forbids them
  /// for a while, and adds the columns of largest gain.
  void kick(hybrid::TabuList& tabu, Rng& rng, EscapeRun& escape, const Point& local) {
    // Occasionally two thirds: large kicks reach further.
    constexpr std::uint64_t large_kick_every = 8;
    if (kicks_++ == 0) return;  // the first walk begins at the first local optimum
    assign(rng.below(2) == 0 ? local : support_of(escape.best.point()));
    const std::size_t members = support().size();
    if (members == 0) return;
    const std::size_t most = ((kicks_ - 1) % large_kick_every == 0 ? 2 : 1) * members / 3;
    const std::size_t count = 1 + rng.below(std::max<std::size_t>(1, most));
    for (std::size_t i = 0; i < count; ++i) {
      const Index out = support()[rng.below(support().size())];
      remove(out);
      forbid(tabu, rng, out, tenure_kicked, size());
    }
    const ExchangeTabu free{tabu};
    for (std::size_t i = 0; i < count && !run_.should_stop(); ++i) {
      escape.work.spend(step_work());
      const ExchangeMove move = best_addition(&free);
      if (!move.exists() || !ExchangeState::apply(move)) break;
    }
  }
  void settled(bool) {}

 private:
  /// The best addition, removal or exchange that the constraint allows, of a decrease above `least`.
  ExchangeMove best_step(double least, const ExchangeTabu* tabu) const {
    ExchangeMove best;
    best.decrease = penalised_ ? least : std::max(least, 0.0);
    if (penalised_ || support().size() < constraint_.s) {
      const ExchangeMove addition = best_addition(tabu);
      if (addition.decrease > best.decrease) best = addition;
    }
    if (penalised_) {
      const ExchangeMove removal = best_removal(tabu);
      if (removal.decrease > best.decrease) best = removal;
    } else if (best.exists()) {
      return best;
    }
    const ExchangeMove exchange = best_exchange(best.exists() ? best.decrease : least, tabu);
    return exchange.exists() ? exchange : best;
  }

  const RunContext& run_;
  const Constraint constraint_;
  const bool penalised_ = constraint_.kind == ConstraintKind::sparse;
  const bool worthless_;  ///< b = 0
  std::uint64_t kicks_ = 0;
  double counted_ = 0.0;  ///< work of the state that has been charged
};

/// Tabu walks of a state from local optimum to local optimum.
///
/// The descent to a local optimum ends after a few idle blocks, `idle_blocks()` of the state: there are many
/// of these descents. More idle blocks would leave less work for walks.
template <class State>
class Walk {
 public:
  Walk(State& state, EscapeRun& escape, std::uint64_t stream)
      : state_(state),
        escape_(escape),
        rng_(escape.run.seed(), stream),
        tabu_(state.size(), 2 * tenure_kicked) {}

  /// `polish()` is called at the first local optimum and at the end.
  template <class Polish>
  Ending search(Polish&& polish) {
    offer();
    descend(state_.idle_blocks());
    polish();
    state_.settled(true);
    local_ = state_.place();
    escape_.work.improved();  // the escapes have all of it
    while (!escape_.done() && !escape_.work.used_up() && state_.can_move()) {
      const double before = escape_.best.objective();
      tabu_.release_all();
      state_.kick(tabu_, rng_, escape_, local_);
      walk();
      if (escape_.done()) break;
      state_.move_to(local_);
      descend(state_.idle_blocks());
      local_ = state_.place();
      state_.settled(escape_.best.objective() < before);
    }
    if (!escape_.done()) {
      state_.move_to(escape_.best.point());
      descend(escape_.options.idle);
    }
    polish();
    return escape_.ending();
  }

  void offer() {
    escape_.best.offer(state_.value(), escape_.iterations, [&] { return state_.point(); });
  }

 private:
  /// Moves to a point that no single step or run of blocks improves.
  void descend(std::uint64_t idle) {
    double before = 0.0;
    do {
      while (!escape_.done()) {
        before = state_.value();
        escape_.work.spend(state_.step_work());
        if (!state_.descend_one_step()) break;
        ++escape_.iterations;
        if (state_.value() >= before) break;
        offer();
      }
      before = state_.value();
      if (escape_.done()) return;
      state_.descend_by_blocks(escape_, idle, rng_, [this](std::uint64_t) { offer(); });
    } while (state_.value() < before - hybrid::least_decrease(before));
  }

  /// The best allowed step, improving or not. True if it led below `least`, which it then sets.
  bool step(double& least) {
    tabu_.advance();
    escape_.work.spend(state_.step_work());
    const bool moved = state_.step(tabu_, rng_, state_.value() - least + hybrid::least_decrease(least));
    ++escape_.iterations;
    if (!moved || state_.value() >= least - hybrid::least_decrease(least)) return false;
    least = state_.value();
    local_ = state_.place();
    offer();
    return true;
  }

  /// Walks until some steps after the last local improvement: short walks leave more work for new starts;
  /// every fourth walk is longer to leave deeper valleys.
  void walk() {
    const std::uint64_t least_stall = ++walks_ % 4 == 0 ? 600 : 150;
    double least = state_.value();
    local_ = state_.place();
    const std::uint64_t stall = std::max<std::uint64_t>(least_stall, 3 * state_.num_nonzeros() / 5);
    for (std::uint64_t idle = 0; idle < stall && !escape_.done(); ++idle) {
      if (step(least)) idle = 0;
    }
  }

  State& state_;
  EscapeRun& escape_;
  Rng rng_;
  hybrid::TabuList tabu_;
  typename State::Point local_;
  std::uint64_t walks_ = 0;
};

}  // namespace

Ending walk_signs(const Problem& problem, const std::vector<double>& start, const HybridOptions& options,
                  const RunContext& run, BestPoint& best) {
  SignState state(problem, start);
  EscapeRun escape(options, run, best);
  return Walk(state, escape, lode::detail::fit_sign_stream).search([] {});
}

Ending walk_supports(const Problem& problem, std::span<const Index> start, const HybridOptions& options,
                     const RunContext& run, BestPoint& best) {
  SupportState state(problem, run);
  EscapeRun escape(options, run, best);
  Walk walk(state, escape, lode::detail::fit_support_stream);
  state.begin(start, [&] { walk.offer(); });
  // Exact steps of the best point where columns are nearly dependent, so that the state may be wrong.
  std::vector<double> polished_before;
  return walk.search([&] {
    if (!state.met_dependence()) return;
    std::vector<double> x = polished(problem, best.point(), options.work, run);
    if (!polished_before.empty() && objective_at(problem, polished_before) < objective_at(problem, x)) {
      x = polished_before;
    }
    polished_before = x;
    best.replace(std::move(x));
  });
}

}  // namespace lode::least_squares
