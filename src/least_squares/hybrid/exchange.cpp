#include "least_squares/hybrid/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/assert.hpp"
#include "hybrid/block/support_search.hpp"

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

ExchangeState::ExchangeState(const Instance& instance, const RunContext* run, double lambda)
    : instance_(&instance),
      run_(run),
      rows_(instance),
      n_(at(instance.columns())),
      partition_(size()),
      lambda_(lambda) {
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

std::vector<double> ExchangeState::point() const {
  std::vector<double> x(size(), 0.0);
  for (const Index j : members_) x[j] = coordinate(j);
  return x;
}

// --- moves ----------------------------------------------------------------------------------------------

bool ExchangeState::assign(std::span<const Index> support) {
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
  ExchangeState fresh(*instance_, run_, lambda_);
  std::swap(fresh.rows_, rows_);
  fresh.met_dependence_ = met_dependence_;
  if (fresh.assign(members_)) {
    *this = std::move(fresh);
  } else {
    std::swap(fresh.rows_, rows_);
  }
}

bool ExchangeState::apply(const ExchangeMove& move) {
  if (!replace(move.out, move.in)) return false;
  if (steps_ >= steps_between_refreshes) refresh();
  return true;
}

/// `out` leaves and `in` enters in one pass over W, tile by tile; either may be no_index. False if `in`
/// depends on the other members.
///
/// Without `out`, row k of W is W_k - lost_k W_i; its entry at `in` is share_k. With `in`, it loses share_k
/// times the new row, which is what is left of G_in divided by the pivot.
bool ExchangeState::replace(Index out, Index in) {
  const bool drops = out != no_index;
  const bool adds = in != no_index;
  LODE_ASSERT_LIGHT((!drops || contains(out)) && (!adds || !contains(in)));
  const Eigen::Index i = drops ? position_[out] : at(members_.size());
  const double own_entry = drops && adds ? w_(in, i) : 0.0;
  const double pivot = adds ? left_[in] + (drops ? own_entry * own_entry / m_(i, i) : 0.0) : 1.0;
  if (adds && dependent(in, pivot)) return false;
  if (!drops) {  // room for one more member
    if (w_.cols() <= i) w_.conservativeResize(n_, std::max<Eigen::Index>(i + 1, 2 * w_.cols()));
    w_.col(i).setZero();
    m_.conservativeResizeLike(Eigen::MatrixXd::Zero(i + 1, i + 1));
    beta_.conservativeResizeLike(Eigen::VectorXd::Zero(i + 1));
    members_.push_back(in);
  }
  const Eigen::Index s = at(members_.size());
  const double diagonal = drops ? m_(i, i) : 1.0;
  const double turn = beta_[i] / diagonal;
  const double slope_in = adds ? slope_[in] + own_entry * turn : 0.0;
  const double step = slope_in / pivot;

  Eigen::VectorXd lost = m_.col(i) / diagonal;
  lost[i] = 0.0;
  Eigen::VectorXd share = Eigen::VectorXd::Zero(s);
  Eigen::VectorXd inner = Eigen::VectorXd::Zero(s);
  const std::span<const double> g = adds ? rows_.row(in) : std::span<const double>();
  for (Eigen::Index k = 0; adds && k < s; ++k) {
    if (k == i) continue;
    share[k] = w_(in, k) - lost[k] * own_entry;
    inner[k] = g[members_[static_cast<std::size_t>(k)]];
  }
  inner[i] = -inner.dot(lost);
  if (!adds) column_.setZero();
  for (Eigen::Index first = 0; first < n_; first += tile) {
    const Eigen::Index count = std::min(tile, n_ - first);
    auto fresh = column_.segment(first, count);
    if (adds) {
      fresh = Eigen::Map<const Eigen::ArrayXd>(g.data() + first, count);
      fresh.matrix().noalias() -= w_.block(first, 0, count, s) * inner;
      fresh /= pivot;
    }
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
  m_.noalias() -= diagonal * lost * lost.transpose();
  if (drops) {
    position_[out] = -1;
    partition_.remove(out);
  }
  if (adds) {
    m_.noalias() += share * share.transpose() / pivot;
    m_.col(i) = -share / pivot;
    m_.row(i) = m_.col(i).transpose();
    m_(i, i) = 1.0 / pivot;
    beta_[i] = step;
    members_[static_cast<std::size_t>(i)] = in;
    position_[in] = static_cast<int>(i);
    partition_.add(in);
    for (Eigen::Index k = 0; k < s; ++k) {
      w_(in, k) = 0.0;
      w_(members_[static_cast<std::size_t>(k)], i) = 0.0;
    }
    w_(in, i) = 1.0;
  } else {
    const Eigen::Index last = s - 1;
    const Index moved = members_.back();
    if (i != last) {
      w_.col(i) = w_.col(last);
      m_.col(i) = m_.col(last);
      m_.row(i) = m_.row(last);
      beta_[i] = beta_[last];
      members_[static_cast<std::size_t>(i)] = moved;
      position_[moved] = static_cast<int>(i);
    }
    m_.conservativeResize(last, last);
    beta_.conservativeResize(last);
    members_.pop_back();
  }
  for (const Index j : members_) {  // exactly, whatever rounding made of them
    left_[j] = 0.0;
    slope_[j] = 0.0;
  }
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

const hybrid::DenseBlock& ExchangeState::block(std::span<const Index> set) {
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

void ExchangeState::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  const double before = value();
  const std::vector<Index> present(members_.begin(), members_.end());
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    if (change.value == 0.0 && contains(i)) remove(i);
  }
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    if (change.value != 0.0 && !contains(i)) add(i);
  }
  if (value() > before) assign(present);
}

void grow(ExchangeState& state, Index s, const RunContext& run) {
  while (state.support().size() < s && !run.should_stop()) {
    const ExchangeMove move = state.best_addition();
    if (move.in == no_index || !(move.decrease > 0.0) || !state.apply(move)) return;
  }
}

}  // namespace lode::least_squares
