#include "least_squares/hybrid/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <lode/core/error.hpp>

#include "least_squares/hybrid/exchange_state.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

using detail::at;

/// Steps after which everything is computed afresh: rounding adds up with them, and a fresh start costs as
/// much as many.
constexpr int steps_between_refreshes = 512;
/// Columns scored together: a block of all arrays stays in the first-level cache.
constexpr Eigen::Index chunk = 128;

void check_tabu(const ExchangeTabu* tabu, Index n) {
  if (!tabu || tabu->until.size() >= n) return;
  throw InvalidArgument("forbidden moves", std::to_string(tabu->until.size()) + " values",
                        "are not one for each of " + std::to_string(n) + " columns");
}

}  // namespace

ExchangeState::ExchangeState(const Instance& instance, const RunContext* run)
    : state_(std::make_unique<State>(instance, run)) {}
ExchangeState::~ExchangeState() = default;
ExchangeState::ExchangeState(ExchangeState&&) noexcept = default;
ExchangeState& ExchangeState::operator=(ExchangeState&&) noexcept = default;

const Instance& ExchangeState::instance() const { return *state_->instance; }
Index ExchangeState::size() const { return static_cast<Index>(state_->n); }
std::span<const Index> ExchangeState::support() const { return state_->members; }
std::span<const Index> ExchangeState::rest() const { return state_->partition.rest(); }
bool ExchangeState::contains(Index j) const {
  detail::check_column(instance(), j);
  return state_->position[j] >= 0;
}
double ExchangeState::value() const { return state_->value; }
double ExchangeState::work() const { return state_->work; }

double ExchangeState::coordinate(Index j) const {
  return contains(j) ? state_->beta[state_->position[j]] : 0.0;
}

std::vector<double> ExchangeState::point() const {
  std::vector<double> x(size(), 0.0);
  for (const Index j : state_->members) x[j] = coordinate(j);
  return x;
}

bool ExchangeState::assign(std::span<const Index> support) {
  for (const Index j : support) detail::check_column(instance(), j);
  const std::vector<Index> wanted(support.begin(), support.end());
  state_->clear();
  for (const Index j : wanted) {
    if (state_->should_stop()) return false;
    add(j);
  }
  state_->steps = 0;
  return true;
}

bool ExchangeState::add(Index j) {
  if (contains(j)) throw InvalidArgument("column", std::to_string(j), "is in the support already");
  return state_->add(j);
}

void ExchangeState::remove(Index j) {
  check_member(j);
  state_->remove(j);
}

void ExchangeState::check_member(Index j) const {
  if (!contains(j)) throw InvalidArgument("column", std::to_string(j), "is not in the support");
}

bool ExchangeState::apply(const ExchangeMove& move) {
  State& s = *state_;
  if (s.steps >= steps_between_refreshes) s.refresh();
  if (move.in == no_index) {
    remove(move.out);
    return true;
  }
  if (move.out == no_index) return add(move.in);
  if (!contains(move.out) || contains(move.in)) {
    throw InvalidArgument("exchange", std::to_string(move.out) + " for " + std::to_string(move.in),
                          "is not one of a member for an outsider");
  }
  return s.exchange(move.out, move.in);
}

std::optional<double> ExchangeState::addition_gain(Index j) const {
  detail::check_column(instance(), j);
  return state_->addition_gain(j);
}

double ExchangeState::removal_cost(Index j) const {
  check_member(j);
  return state_->removal_cost(j);
}

ExchangeMove ExchangeState::best_addition(const ExchangeTabu* tabu) const {
  check_tabu(tabu, size());
  ExchangeMove best;
  const State& s = *state_;
  for (Index j = 0; j < size(); ++j) {
    if (s.position[j] >= 0) continue;
    const std::optional<double> gain = s.addition_gain(j);
    if (!gain || *gain <= best.decrease) continue;
    if (tabu && tabu->forbids(j) && *gain <= tabu->aspiration) continue;
    best = {no_index, j, *gain};
  }
  return best;
}

ExchangeMove ExchangeState::best_removal(const ExchangeTabu* tabu) const {
  check_tabu(tabu, size());
  ExchangeMove best;
  for (const Index j : state_->members) {
    const double decrease = -state_->removal_cost(j);
    if (decrease <= best.decrease) continue;
    if (tabu && tabu->forbids(j) && decrease <= tabu->aspiration) continue;
    best = {j, no_index, decrease};
  }
  return best;
}

namespace {

/// Scores the exchanges of one member with all outsiders.
struct MemberScore {
  Index out;
  double turn;     ///< beta_i / M_ii
  double inverse;  ///< 1 / M_ii
  double cost;     ///< of dropping the member alone
};

}  // namespace

ExchangeMove ExchangeState::best_exchange(double least, const ExchangeTabu* tabu) const {
  check_tabu(tabu, size());
  const State& s = *state_;
  ExchangeMove best;
  best.decrease = least;
  // An outsider may replace the present best only if numerator^2 > 2 (decrease + cost) denominator, a test
  // without division that whole chunks of columns mostly fail together.
  const auto scan = [&](const MemberScore& member, Eigen::Index i, Eigen::Index first, Eigen::Index count) {
    for (Eigen::Index c = first; c < first + count; ++c) {
      const auto j = static_cast<Index>(c);
      if (s.position[j] >= 0) continue;
      const double numerator = s.slope[c] + member.turn * s.w(c, i);
      const double square = s.left[c] + member.inverse * s.w(c, i) * s.w(c, i);
      if (s.dependent(j, square)) continue;
      const double decrease = 0.5 * numerator * numerator / square - member.cost;
      if (!(decrease > best.decrease)) continue;
      if (tabu && (tabu->forbids(j) || tabu->forbids(member.out)) && decrease <= tabu->aspiration) continue;
      best = {member.out, j, decrease};
    }
  };
  std::vector<MemberScore> scores(s.members.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double inverse = 1.0 / s.own(i);
    const double turn = s.beta[at(i)] * inverse;
    scores[i] = {s.members[i], turn, inverse, 0.5 * turn * s.beta[at(i)]};
  }
  if (!std::isfinite(best.decrease)) {
    // Any first move gives the others something to beat.
    for (std::size_t i = 0; i < scores.size() && best.in == no_index; ++i) scan(scores[i], at(i), 0, s.n);
  }
  for (Eigen::Index first = 0; first < s.n; first += chunk) {
    const Eigen::Index count = std::min(chunk, s.n - first);
    const auto slope = s.slope.segment(first, count);
    const auto left = s.left.segment(first, count);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const MemberScore& member = scores[i];
      const auto w = s.w.col(at(i)).segment(first, count).array();
      const double factor = 2.0 * (best.decrease + member.cost);
      const double excess =
          ((slope + member.turn * w).square() - factor * (left + member.inverse * w.square())).maxCoeff();
      if (excess > 0.0) scan(member, at(i), first, count);
    }
  }
  return best;
}

double ExchangeState::profiled_curvature(Index j) const {
  return contains(j) ? 1.0 / state_->own(static_cast<std::size_t>(state_->position[j])) : state_->left[j];
}

double ExchangeState::profiled_gradient(Index j) const { return contains(j) ? 0.0 : -state_->slope[j]; }

void grow(ExchangeState& state, Index s, const RunContext& run) {
  while (state.support().size() < s && !run.should_stop()) {
    const ExchangeMove move = state.best_addition();
    if (move.in == no_index || !(move.decrease > 0.0) || !state.apply(move)) return;
  }
}

}  // namespace lode::least_squares
