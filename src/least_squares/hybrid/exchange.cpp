#include "least_squares/hybrid/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/assert.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

ExchangeState::ExchangeState(const Instance& instance, const RunContext* run, double lambda)
    : instance_(&instance),
      run_(run),
      rows_(std::make_shared<GramRows>(instance)),
      n_(instance.columns()),
      column_(n_),
      lambda_(lambda) {
  assign({});
}

std::vector<double> ExchangeState::point() const { return point_on(support(), as_span(beta_), size()); }

// --- moves ----------------------------------------------------------------------------------------------

bool ExchangeState::assign(std::span<const Index> support) {
  const std::vector<Index> wanted(support.begin(), support.end());
  partition_ = hybrid::Partition(size());
  place_.assign(size(), -1);
  m_.resize(0, 0);
  beta_.resize(0);
  left_ = as_vector(instance_->column_squares()).array();
  slope_ = as_vector(instance_->correlations()).array();
  value_ = instance_->half_norm_b();
  steps_ = 0;
  for (const Index j : wanted) {
    if (run_ && run_->should_stop()) return false;
    replace(no_index, j);
  }
  steps_ = 0;
  return true;
}

bool ExchangeState::apply(const ExchangeMove& move) {
  // Rounding errors accumulate, and recomputation costs many steps.
  constexpr int steps_between_refreshes = 512;
  if (!replace(move.out, move.in)) return false;
  if (steps_ < steps_between_refreshes) return true;
  ExchangeState fresh = *this;
  if (fresh.assign(support())) *this = std::move(fresh);
  return true;
}

/// `out` leaves and `in` enters in one pass over W, tile by tile; either may be no_index. False if `in`
/// depends on the other members.
///
/// The k remaining members come first, then `out`. Without `out`, row c of W is W_c - lost_c W_k; its entry
/// at `in` is share_c. With `in`, share_c times the new row is subtracted: the remainder of G_in over the
/// pivot.
bool ExchangeState::replace(Index out, Index in) {
  // Columns updated together: the part of W for 50 members stays in the second-level cache.
  constexpr Position tile = 512;
  const bool drops = out != no_index;
  const bool adds = in != no_index;
  LODE_ASSERT_LIGHT((!drops || contains(out)) && (!adds || !contains(in)));
  const Position k = static_cast<Position>(support().size()) - (drops ? 1 : 0);
  const double own_entry = drops && adds ? w_(in, place_[out]) : 0.0;
  const double pivot = adds ? left_[in] + (drops ? own_entry * own_entry * curvature(out) : 0.0) : 1.0;
  if (adds && dependent(in, pivot)) return false;
  if (drops) {
    const int i = place_[out];
    place_[support().back()] = i;
    place_[out] = -1;
    partition_.remove(out);
    w_.col(i).swap(w_.col(k));
    m_.col(i).swap(m_.col(k));
    m_.row(i).swap(m_.row(k));
    std::swap(beta_[i], beta_[k]);
  } else {
    if (w_.cols() <= k) w_.conservativeResize(n_, std::max<Position>(k + 1, 2 * w_.cols()));
    w_.col(k).setZero();
    m_.conservativeResizeLike(Eigen::MatrixXd::Zero(k + 1, k + 1));
    beta_.conservativeResizeLike(Eigen::VectorXd::Zero(k + 1));
  }
  const double diagonal = drops ? m_(k, k) : 1.0;
  const double turn = beta_[k] / diagonal;
  const double slope_in = adds ? slope_[in] + own_entry * turn : 0.0;
  const double step = slope_in / pivot;

  const Eigen::VectorXd lost = m_.col(k).head(k) / diagonal;
  Eigen::VectorXd share = Eigen::VectorXd::Zero(k);
  Eigen::VectorXd inner = Eigen::VectorXd::Zero(k + 1);
  const std::span<const double> g = adds ? rows_->row(in) : std::span<const double>();
  if (adds) {
    share = w_.row(in).head(k).transpose() - own_entry * lost;
    inner.head(k) = as_vector(g)(support());
    inner[k] = -inner.head(k).dot(lost);
  } else {
    column_.setZero();
  }
  for (Position first = 0; first < n_; first += tile) {
    const Position count = std::min(tile, n_ - first);
    auto fresh = column_.segment(first, count);
    if (adds) {
      fresh = as_vector(g).segment(first, count);
      fresh.matrix().noalias() -= w_.block(first, 0, count, k + 1) * inner;
      fresh /= pivot;
    }
    auto old = w_.col(k).segment(first, count).array();
    for (Position c = 0; c < k; ++c) {
      w_.col(c).segment(first, count).array() -= lost[c] * old + share[c] * fresh;
    }
    left_.segment(first, count) += old.square() / diagonal - pivot * fresh.square();
    slope_.segment(first, count) += turn * old - slope_in * fresh;
    old = fresh;
  }

  value_ += 0.5 * (beta_[k] * turn - step * slope_in);
  beta_.head(k) -= beta_[k] * lost + step * share;
  m_.topLeftCorner(k, k).noalias() -= diagonal * lost * lost.transpose();
  if (adds) {
    m_.topLeftCorner(k, k).noalias() += share * share.transpose() / pivot;
    m_.col(k).head(k) = -share / pivot;
    m_.row(k).head(k) = m_.col(k).head(k).transpose();
    m_(k, k) = 1.0 / pivot;
    beta_[k] = step;
    // Exact values in place of rounded ones, also below.
    w_.row(in).head(k).setZero();
    w_.col(k)(support()).setZero();
    w_(in, k) = 1.0;
    place_[in] = static_cast<int>(k);
    partition_.add(in);
  } else {
    m_.conservativeResize(k, k);
    beta_.conservativeResize(k);
  }
  left_(support()).setZero();
  slope_(support()).setZero();
  steps_ += drops && adds ? 2 : 1;
  return true;
}

// --- scores ---------------------------------------------------------------------------------------------

bool ExchangeState::dependent(Index j, double square) const {
  const double whole = instance_->column_squares()[j];
  if (square > hybrid::dependent_share * whole) return false;
  if (whole > 0.0) met_dependence_ = true;
  return true;
}

ExchangeMove ExchangeState::best_addition(const ExchangeTabu* tabu) const {
  ExchangeMove best;
  for (Index j = 0; j < size(); ++j) {
    if (contains(j) || dependent(j, left_[j])) continue;
    const double decrease = 0.5 * slope_[j] * slope_[j] / left_[j] - lambda_;
    if (decrease <= best.decrease || (tabu && tabu->forbids(j, decrease))) continue;
    best = {no_index, j, decrease};
  }
  return best;
}

ExchangeMove ExchangeState::best_removal(const ExchangeTabu* tabu) const {
  ExchangeMove best;
  for (const Index j : support()) {
    const double decrease = lambda_ - 0.5 * coordinate(j) * coordinate(j) * curvature(j);
    if (decrease <= best.decrease || (tabu && tabu->forbids(j, decrease))) continue;
    best = {j, no_index, decrease};
  }
  return best;
}

ExchangeMove ExchangeState::best_exchange(double least, const ExchangeTabu* tabu) const {
  // Columns scored together: a block of all arrays stays in the first-level cache.
  constexpr Position chunk = 128;
  ExchangeMove best;
  best.decrease = least;
  const Eigen::ArrayXd inverse = m_.diagonal().array().inverse();
  const Eigen::ArrayXd turn = beta_.array() * inverse;
  const Eigen::ArrayXd cost = 0.5 * turn * beta_.array();  // of dropping a member alone
  // An outsider may replace the present best only if numerator^2 > 2 (decrease + cost) denominator, a test
  // without division that whole chunks of columns mostly fail together.
  const auto scan = [&](Position i, Position first, Position count) {
    const Index out = support()[static_cast<std::size_t>(i)];
    for (Position c = first; c < first + count; ++c) {
      const auto j = static_cast<Index>(c);
      if (contains(j)) continue;
      const double numerator = slope_[c] + turn[i] * w_(c, i);
      const double square = left_[c] + inverse[i] * w_(c, i) * w_(c, i);
      if (dependent(j, square)) continue;
      const double decrease = 0.5 * numerator * numerator / square - cost[i];
      if (!(decrease > best.decrease)) continue;
      if (tabu && (tabu->forbids(j, decrease) || tabu->forbids(out, decrease))) continue;
      best = {out, j, decrease};
    }
  };
  // Any first move serves as a threshold.
  for (Position i = 0; std::isinf(best.decrease) && i < beta_.size(); ++i) scan(i, 0, n_);
  for (Position first = 0; first < n_; first += chunk) {
    const Position count = std::min(chunk, n_ - first);
    const auto slope = slope_.segment(first, count);
    const auto left = left_.segment(first, count);
    for (Position i = 0; i < beta_.size(); ++i) {
      const auto w = w_.col(i).segment(first, count).array();
      const double factor = 2.0 * (best.decrease + cost[i]);
      const double excess =
          ((slope + turn[i] * w).square() - factor * (left + inverse[i] * w.square())).maxCoeff();
      if (excess > 0.0) scan(i, first, count);
    }
  }
  return best;
}

const hybrid::DenseBlock& ExchangeState::block(std::span<const Index> set) {
  // Positions of members and outsiders in the set, and their indices in M and W.
  std::vector<Position> inside, outside, places;
  std::vector<Index> columns;
  for (std::size_t p = 0; p < set.size(); ++p) {
    const bool member = contains(set[p]);
    (member ? inside : outside).push_back(static_cast<Position>(p));
    if (member) places.push_back(place_[set[p]]);
    if (!member) columns.push_back(set[p]);
  }
  const Position size = beta_.size();

  // Without the members of the set, G_II becomes N = (M_II)^-1, G_IJ becomes N W_IJ, and G_JJ becomes C_JJ +
  // W_JI N W_IJ, where C_JJ = G_JJ - G_JS W_:J.
  const Eigen::MatrixXd part = m_(places, places);
  const Eigen::MatrixXd cross = w_(columns, places).transpose();
  const Eigen::MatrixXd whole = part.llt().solve(Eigen::MatrixXd::Identity(part.rows(), part.cols()));
  const Eigen::MatrixXd mixed = whole * cross;
  Eigen::MatrixXd rest = cross.transpose() * mixed;
  Eigen::MatrixXd inner(size, rest.cols());
  for (Position j = 0; j < inner.cols(); ++j) {
    for (Position i = 0; i < size; ++i) inner(i, j) = rows_->entry(columns[j], support()[i]);
    for (Position i = 0; i < inner.cols(); ++i) rest(i, j) += rows_->entry(columns[j], columns[i]);
  }
  const Eigen::MatrixXd shares = w_(columns, Eigen::seqN(0, size)).transpose();
  rest.noalias() -= inner.transpose() * shares;
  const Eigen::VectorXd values = beta_(places);
  const Eigen::VectorXd pull_inside = whole * values;
  const Eigen::VectorXd pull_outside = cross.transpose() * pull_inside;

  block_.resize(set.size());
  block_.outside = static_cast<Index>(support().size() - inside.size());
  Eigen::Map<Eigen::MatrixXd> quadratic(block_.quadratic.data(), block_.size, block_.size);
  quadratic(inside, inside) = whole;
  quadratic(inside, outside) = mixed;
  quadratic(outside, inside) = mixed.transpose();
  quadratic(outside, outside) = 0.5 * (rest + rest.transpose());
  Eigen::Map<Eigen::VectorXd> linear = as_writable(block_.linear);
  linear(inside) = -pull_inside;
  linear(outside) = -slope_.matrix()(columns) - pull_outside;
  Eigen::Map<Eigen::VectorXd> current = as_writable(block_.current);
  current.setZero();
  current(inside) = values;
  return block_;
}

void ExchangeState::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  const double before = value();
  const std::vector<Index> present(support().begin(), support().end());
  for (const bool enters : {false, true}) {
    for (const hybrid::Change& change : changes) {
      const Index i = set[static_cast<std::size_t>(change.position)];
      if ((change.value != 0.0) != enters || contains(i) == enters) continue;
      replace(enters ? no_index : i, enters ? i : no_index);
    }
  }
  if (value() > before) assign(present);
}

void grow(ExchangeState& state, Index s, const RunContext& run) {
  while (state.support().size() < s && !run.should_stop()) {
    const ExchangeMove move = state.best_addition();
    if (!move.exists() || !(move.decrease > 0.0) || !state.apply(move)) return;
  }
}

}  // namespace lode::least_squares
