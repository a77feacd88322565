#include "least_squares/hybrid/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

#include "hybrid/block/checks.hpp"
#include "hybrid/block/support_search.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

/// Steps after which everything is computed afresh: rounding adds up with them, and a fresh start costs as
/// much as many.
constexpr int steps_between_refreshes = 512;
/// Columns updated together: the part of W for 50 members stays in the second-level cache.
constexpr Eigen::Index tile = 512;
/// Columns scored together: a block of all arrays stays in the first-level cache.
constexpr Eigen::Index chunk = 128;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// Scores the exchanges of one member with all outsiders.
struct MemberScore {
  Index out;
  double turn;     ///< beta_i / M_ii
  double inverse;  ///< 1 / M_ii
  double cost;     ///< of dropping the member alone
};

}  // namespace

ExchangeState::ExchangeState(const Instance& instance, const RunContext* run)
    : instance_(&instance), run_(run), rows_(instance), n_(at(instance.columns())), partition_(size()) {
  column_.resize(n_);
  clear();
}

/// The empty support; W keeps its room.
void ExchangeState::clear() {
  members_.clear();
  position_.assign(instance_->columns(), -1);
  partition_ = hybrid::Partition(size());
  m_.resize(0, 0);
  beta_.resize(0);
  left_ = Eigen::Map<const Eigen::ArrayXd>(instance_->column_squares().data(), n_);
  slope_ = Eigen::Map<const Eigen::ArrayXd>(instance_->correlations().data(), n_);
  value_ = instance_->half_norm_b();
  steps_ = 0;
}

bool ExchangeState::contains(Index j) const {
  detail::check_column(*instance_, j);
  return position_[j] >= 0;
}

void ExchangeState::check_member(Index j) const {
  if (!contains(j)) throw InvalidArgument("column", std::to_string(j), "is not in the support");
}

std::vector<double> ExchangeState::point() const {
  std::vector<double> x(size(), 0.0);
  for (const Index j : members_) x[j] = coordinate(j);
  return x;
}

// --- moves ----------------------------------------------------------------------------------------------

bool ExchangeState::assign(std::span<const Index> support) {
  for (const Index j : support) detail::check_column(*instance_, j);
  const std::vector<Index> wanted(support.begin(), support.end());
  clear();
  for (const Index j : wanted) {
    if (run_ && run_->should_stop()) return false;
    add(j);
  }
  steps_ = 0;
  return true;
}

/// Computes everything afresh; stays as it is when the run should stop before that is done.
void ExchangeState::refresh() {
  ExchangeState fresh(*instance_, run_);
  std::swap(fresh.rows_, rows_);
  fresh.met_dependence_ = met_dependence_;
  if (fresh.assign(members_)) {
    *this = std::move(fresh);
  } else {
    std::swap(fresh.rows_, rows_);
  }
}

bool ExchangeState::apply(const ExchangeMove& move) {
  if (move.in == no_index) {
    remove(move.out);
  } else if (move.out == no_index) {
    if (!add(move.in)) return false;
  } else if (!contains(move.out) || contains(move.in)) {
    throw InvalidArgument("exchange", std::to_string(move.out) + " for " + std::to_string(move.in),
                          "is not one of a member for an outsider");
  } else if (!exchange(move.out, move.in)) {
    return false;
  }
  if (steps_ >= steps_between_refreshes) refresh();
  return true;
}

/// Room for one more member, keeping what is there.
void ExchangeState::reserve() {
  const Eigen::Index needed = at(members_.size()) + 1;
  if (w_.cols() >= needed) return;
  w_.conservativeResize(n_, std::max<Eigen::Index>(needed, 2 * w_.cols()));
}

bool ExchangeState::add(Index j) {
  if (contains(j)) throw InvalidArgument("column", std::to_string(j), "is in the support already");
  const double pivot = left_[j];
  if (dependent(j, pivot)) return false;
  reserve();
  const Eigen::Index s = at(members_.size());
  const auto g = rows_.row(j);
  column_ = Eigen::Map<const Eigen::ArrayXd>(g.data(), n_);
  Eigen::VectorXd inner(s);
  Eigen::VectorXd share(s);
  for (Eigen::Index i = 0; i < s; ++i) {
    inner[i] = g[members_[static_cast<std::size_t>(i)]];
    share[i] = w_(j, i);
  }
  column_.matrix().noalias() -= w_.leftCols(s) * inner;
  column_ /= pivot;
  const double step = slope_[j] / pivot;
  for (Eigen::Index i = 0; i < s; ++i) w_.col(i).array() -= share[i] * column_;
  w_.col(s) = column_.matrix();
  left_ -= pivot * column_.square();
  slope_ -= slope_[j] * column_;

  m_.conservativeResize(s + 1, s + 1);
  m_.topLeftCorner(s, s).noalias() += share * share.transpose() / pivot;
  m_.col(s).head(s) = -share / pivot;
  m_.row(s).head(s) = m_.col(s).head(s).transpose();
  m_(s, s) = 1.0 / pivot;
  beta_.conservativeResize(s + 1);
  beta_.head(s) -= step * share;
  beta_[s] = step;
  value_ -= 0.5 * step * step * pivot;

  for (Eigen::Index i = 0; i < s; ++i) {
    w_(j, i) = 0.0;
    w_(members_[static_cast<std::size_t>(i)], s) = 0.0;
  }
  w_(j, s) = 1.0;
  position_[j] = static_cast<int>(members_.size());
  members_.push_back(j);
  partition_.add(j);
  settle_members();
  ++steps_;
  return true;
}

void ExchangeState::remove(Index j) {
  check_member(j);
  const auto i = at(static_cast<std::size_t>(position_[j]));
  const Eigen::Index last = at(members_.size()) - 1;
  const double diagonal = m_(i, i);
  column_ = w_.col(i).array();
  const double step = beta_[i] / diagonal;
  left_ += column_.square() / diagonal;
  slope_ += step * column_;
  value_ += 0.5 * beta_[i] * step;
  const Eigen::VectorXd share = m_.col(i) / diagonal;
  for (Eigen::Index k = 0; k <= last; ++k) {
    if (k != i) w_.col(k).array() -= share[k] * column_;
  }
  beta_ -= share * beta_[i];
  m_.noalias() -= diagonal * share * share.transpose();
  if (i != last) {
    w_.col(i) = w_.col(last);
    m_.col(i) = m_.col(last);
    m_.row(i) = m_.row(last);
    beta_[i] = beta_[last];
    const Index moved = members_.back();
    members_[static_cast<std::size_t>(i)] = moved;
    position_[moved] = static_cast<int>(i);
  }
  m_.conservativeResize(last, last);
  beta_.conservativeResize(last);
  members_.pop_back();
  position_[j] = -1;
  partition_.remove(j);
  settle_members();
  ++steps_;
}

/// Both steps in one pass over W, tile by tile. False if `in` depends on the others.
bool ExchangeState::exchange(Index out, Index in) {
  const auto i = at(static_cast<std::size_t>(position_[out]));
  const Eigen::Index s = at(members_.size());
  const double diagonal = m_(i, i);
  const double own_entry = w_(in, i);
  const double pivot = left_[in] + own_entry * own_entry / diagonal;
  if (dependent(in, pivot)) return false;
  const double turn = beta_[i] / diagonal;
  const double slope_in = slope_[in] + own_entry * turn;
  const double step = slope_in / pivot;

  // Without `out`, row k of W is W_k - lost_k W_i; its entry at `in` is share_k. With `in`, it loses
  // share_k times the new row, which is what is left of G_in divided by the pivot.
  Eigen::VectorXd lost = m_.col(i) / diagonal;
  lost[i] = 0.0;
  Eigen::VectorXd share(s);
  Eigen::VectorXd inner(s);
  const auto g = rows_.row(in);
  for (Eigen::Index k = 0; k < s; ++k) {
    share[k] = w_(in, k) - lost[k] * own_entry;
    inner[k] = g[members_[static_cast<std::size_t>(k)]];
  }
  share[i] = 0.0;
  inner[i] = 0.0;
  inner[i] = -inner.dot(lost);
  for (Eigen::Index first = 0; first < n_; first += tile) {
    const Eigen::Index count = std::min(tile, n_ - first);
    auto fresh = column_.segment(first, count);
    fresh = Eigen::Map<const Eigen::ArrayXd>(g.data() + first, count);
    fresh.matrix().noalias() -= w_.block(first, 0, count, s) * inner;
    fresh /= pivot;
    auto old = w_.col(i).segment(first, count).array();
    for (Eigen::Index k = 0; k < s; ++k) {
      if (k != i) w_.col(k).segment(first, count).array() -= lost[k] * old + share[k] * fresh;
    }
    left_.segment(first, count) += old.square() / diagonal - pivot * fresh.square();
    slope_.segment(first, count) += turn * old - slope_in * fresh;
    old = fresh;
  }

  value_ += 0.5 * (beta_[i] * turn - step * slope_in);
  beta_ -= beta_[i] * lost + step * share;
  beta_[i] = step;
  m_.noalias() -= diagonal * lost * lost.transpose();
  m_.noalias() += share * share.transpose() / pivot;
  m_.col(i) = -share / pivot;
  m_.row(i) = m_.col(i).transpose();
  m_(i, i) = 1.0 / pivot;

  position_[out] = -1;
  partition_.remove(out);
  position_[in] = static_cast<int>(i);
  partition_.add(in);
  members_[static_cast<std::size_t>(i)] = in;
  for (Eigen::Index k = 0; k < s; ++k) {
    w_(in, k) = 0.0;
    w_(members_[static_cast<std::size_t>(k)], i) = 0.0;
  }
  w_(in, i) = 1.0;
  settle_members();
  steps_ += 2;
  return true;
}

/// The exact values of members, whatever rounding made of them.
void ExchangeState::settle_members() {
  for (const Index j : members_) {
    left_[j] = 0.0;
    slope_[j] = 0.0;
  }
}

// --- scores ---------------------------------------------------------------------------------------------

bool ExchangeState::dependent(Index j, double square) const {
  const double whole = instance_->column_squares()[j];
  if (square > hybrid::dependent_share * whole) return false;
  if (whole > 0.0) met_dependence_ = true;
  return true;
}

std::optional<double> ExchangeState::addition_gain(Index j) const {
  detail::check_column(*instance_, j);
  if (dependent(j, left_[j])) return std::nullopt;
  return gain(j);
}

double ExchangeState::removal_cost(Index j) const {
  check_member(j);
  return cost(position_[j]);
}

ExchangeMove ExchangeState::best_addition(const ExchangeTabu* tabu) const {
  ExchangeMove best;
  for (Index j = 0; j < size(); ++j) {
    if (position_[j] >= 0 || dependent(j, left_[j])) continue;
    const double decrease = gain(j);
    if (decrease <= best.decrease || (tabu && tabu->forbids(j, decrease))) continue;
    best = {no_index, j, decrease};
  }
  return best;
}

ExchangeMove ExchangeState::best_removal(const ExchangeTabu* tabu) const {
  ExchangeMove best;
  for (const Index j : members_) {
    const double decrease = -cost(position_[j]);
    if (decrease <= best.decrease || (tabu && tabu->forbids(j, decrease))) continue;
    best = {j, no_index, decrease};
  }
  return best;
}

ExchangeMove ExchangeState::best_exchange(double least, const ExchangeTabu* tabu) const {
  ExchangeMove best;
  best.decrease = least;
  // An outsider may replace the present best only if numerator^2 > 2 (decrease + cost) denominator, a test
  // without division that whole chunks of columns mostly fail together.
  const auto scan = [&](const MemberScore& member, Eigen::Index i, Eigen::Index first, Eigen::Index count) {
    for (Eigen::Index c = first; c < first + count; ++c) {
      const auto j = static_cast<Index>(c);
      if (position_[j] >= 0) continue;
      const double numerator = slope_[c] + member.turn * w_(c, i);
      const double square = left_[c] + member.inverse * w_(c, i) * w_(c, i);
      if (dependent(j, square)) continue;
      const double decrease = 0.5 * numerator * numerator / square - member.cost;
      if (!(decrease > best.decrease)) continue;
      if (tabu && (tabu->forbids(j, decrease) || tabu->forbids(member.out, decrease))) continue;
      best = {member.out, j, decrease};
    }
  };
  std::vector<MemberScore> scores(members_.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double inverse = 1.0 / m_(at(i), at(i));
    const double turn = beta_[at(i)] * inverse;
    scores[i] = {members_[i], turn, inverse, 0.5 * turn * beta_[at(i)]};
  }
  if (!std::isfinite(best.decrease)) {
    // Any first move gives the others something to beat.
    for (std::size_t i = 0; i < scores.size() && best.in == no_index; ++i) scan(scores[i], at(i), 0, n_);
  }
  for (Eigen::Index first = 0; first < n_; first += chunk) {
    const Eigen::Index count = std::min(chunk, n_ - first);
    const auto slope = slope_.segment(first, count);
    const auto left = left_.segment(first, count);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const MemberScore& member = scores[i];
      const auto w = w_.col(at(i)).segment(first, count).array();
      const double factor = 2.0 * (best.decrease + member.cost);
      const double excess =
          ((slope + member.turn * w).square() - factor * (left + member.inverse * w.square())).maxCoeff();
      if (excess > 0.0) scan(member, at(i), first, count);
    }
  }
  return best;
}

double ExchangeState::profiled_curvature(Index j) const {
  return contains(j) ? 1.0 / m_(position_[j], position_[j]) : left_[j];
}

double ExchangeState::profiled_gradient(Index j) const { return contains(j) ? 0.0 : -slope_[j]; }

const hybrid::DenseBlock& ExchangeState::block(std::span<const Index> set) {
  hybrid::detail::check_set(set, size());
  // Members and outsiders of the set: their positions in it, and where they stand in M and W.
  std::vector<Eigen::Index> inside;
  std::vector<Eigen::Index> outside;
  std::vector<Eigen::Index> places;
  std::vector<Eigen::Index> columns;
  for (std::size_t p = 0; p < set.size(); ++p) {
    const bool member = contains(set[p]);
    (member ? inside : outside).push_back(at(p));
    (member ? places : columns).push_back(member ? position_[set[p]] : at(set[p]));
  }
  const Eigen::Index k = at(set.size());
  const Eigen::Index size = at(members_.size());

  // With the members of the set dropped: N = (M_II)^-1 is what is left of G_II, N W_IJ of G_IJ, and
  // C_JJ + W_JI N W_IJ of G_JJ, where C_JJ = G_JJ - G_JS W_:J.
  const Eigen::MatrixXd part = m_(places, places);
  const Eigen::MatrixXd cross = w_(columns, places).transpose();
  const Eigen::MatrixXd whole = part.llt().solve(Eigen::MatrixXd::Identity(part.rows(), part.cols()));
  const Eigen::MatrixXd mixed = whole * cross;
  Eigen::MatrixXd rest = cross.transpose() * mixed;
  Eigen::MatrixXd inner(size, at(columns.size()));
  for (Eigen::Index j = 0; j < inner.cols(); ++j) {
    const auto column = static_cast<Index>(columns[static_cast<std::size_t>(j)]);
    for (Eigen::Index i = 0; i < size; ++i) {
      inner(i, j) = rows_.entry(column, members_[static_cast<std::size_t>(i)]);
    }
    for (Eigen::Index i = 0; i < inner.cols(); ++i) {
      rest(i, j) += rows_.entry(column, static_cast<Index>(columns[static_cast<std::size_t>(i)]));
    }
  }
  const Eigen::MatrixXd shares = w_(columns, Eigen::seqN(0, size)).transpose();
  rest.noalias() -= inner.transpose() * shares;
  const Eigen::VectorXd values = beta_(places);
  const Eigen::VectorXd pull_inside = whole * values;
  const Eigen::VectorXd pull_outside = cross.transpose() * pull_inside;

  block_.resize(set.size());
  block_.outside = static_cast<Index>(members_.size() - inside.size());
  Eigen::Map<Eigen::MatrixXd> quadratic(block_.quadratic.data(), k, k);
  quadratic(inside, inside) = whole;
  quadratic(inside, outside) = mixed;
  quadratic(outside, inside) = mixed.transpose();
  quadratic(outside, outside) = 0.5 * (rest + rest.transpose());
  Eigen::Map<Eigen::VectorXd> linear(block_.linear.data(), k);
  linear(inside) = -pull_inside;
  linear(outside) = -slope_.matrix()(columns) - pull_outside;
  Eigen::Map<Eigen::VectorXd> current(block_.current.data(), k);
  current.setZero();
  current(inside) = values;
  return block_;
}

void grow(ExchangeState& state, Index s, const RunContext& run) {
  while (state.support().size() < s && !run.should_stop()) {
    const ExchangeMove move = state.best_addition();
    if (move.in == no_index || !(move.decrease > 0.0) || !state.apply(move)) return;
  }
}

}  // namespace lode::least_squares
