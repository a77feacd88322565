#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include <lode/hybrid/partition.hpp>
#include <lode/least_squares/exchange.hpp>

#include "core/assert.hpp"

namespace lode::least_squares {
namespace {

/// A column whose remaining square is at most this share of its own depends on the support.
constexpr double dependence = 1e-10;
/// Steps after which everything is computed afresh.
constexpr int refresh_interval = 512;
/// Columns scored together: a block of all arrays stays in the first-level cache.
constexpr Eigen::Index chunk = 128;
/// Columns updated together: the part of W for 50 members stays in the second-level cache.
constexpr Eigen::Index tile = 512;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace

struct ExchangeState::State {
  explicit State(const Instance& given)
      : instance(&given), rows(given), n(at(given.columns())), partition(given.columns()) {
    position.assign(given.columns(), -1);
    clear();
  }

  void clear() {
    for (const Index j : members) {
      position[j] = -1;
      partition.remove(j);
    }
    members.clear();
    m.resize(0, 0);
    beta.resize(0);
    left = Eigen::Map<const Eigen::ArrayXd>(instance->column_squares().data(), n);
    slope = Eigen::Map<const Eigen::ArrayXd>(instance->correlations().data(), n);
    column.resize(n);
    value = instance->half_norm_b();
    steps = 0;
  }

  bool dependent(Index j, double square) const {
    return !(square > dependence * instance->column_squares()[j]);
  }

  double own(std::size_t i) const { return m(at(i), at(i)); }

  /// Room for one more member, keeping what is there.
  void reserve() {
    const Eigen::Index needed = at(members.size()) + 1;
    if (w.cols() >= needed) return;
    w.conservativeResize(n, std::max<Eigen::Index>(needed, 2 * w.cols()));
  }

  bool add(Index j) {
    LODE_ASSERT_NORMAL(position[j] < 0);
    const double pivot = left[j];
    if (dependent(j, pivot)) return false;
    reserve();
    const Eigen::Index s = at(members.size());
    const auto g = rows.row(j);
    column = Eigen::Map<const Eigen::ArrayXd>(g.data(), n);
    Eigen::VectorXd inner(s);
    Eigen::VectorXd share(s);
    for (Eigen::Index i = 0; i < s; ++i) {
      inner[i] = g[members[static_cast<std::size_t>(i)]];
      share[i] = w(j, i);
    }
    column.matrix().noalias() -= w.leftCols(s) * inner;
    column /= pivot;
    const double step = slope[j] / pivot;
    for (Eigen::Index i = 0; i < s; ++i) w.col(i).array() -= share[i] * column;
    w.col(s) = column.matrix();
    left -= pivot * column.square();
    slope -= slope[j] * column;

    m.conservativeResize(s + 1, s + 1);
    m.topLeftCorner(s, s).noalias() += share * share.transpose() / pivot;
    m.col(s).head(s) = -share / pivot;
    m.row(s).head(s) = m.col(s).head(s).transpose();
    m(s, s) = 1.0 / pivot;
    beta.conservativeResize(s + 1);
    beta.head(s) -= step * share;
    beta[s] = step;
    value -= 0.5 * step * step * pivot;

    for (Eigen::Index i = 0; i < s; ++i) {
      w(j, i) = 0.0;
      w(members[static_cast<std::size_t>(i)], s) = 0.0;
    }
    w(j, s) = 1.0;
    position[j] = static_cast<int>(members.size());
    members.push_back(j);
    partition.add(j);
    settle_members();
    work += 2.0 * static_cast<double>((s + 1) * n);
    ++steps;
    return true;
  }

  void remove(Index j) {
    LODE_ASSERT_NORMAL(position[j] >= 0);
    const auto i = at(static_cast<std::size_t>(position[j]));
    const Eigen::Index last = at(members.size()) - 1;
    const double diagonal = m(i, i);
    column = w.col(i).array();
    const double step = beta[i] / diagonal;
    left += column.square() / diagonal;
    slope += step * column;
    value += 0.5 * beta[i] * step;
    const Eigen::VectorXd share = m.col(i) / diagonal;
    for (Eigen::Index k = 0; k <= last; ++k) {
      if (k != i) w.col(k).array() -= share[k] * column;
    }
    beta -= share * beta[i];
    m.noalias() -= diagonal * share * share.transpose();
    if (i != last) {
      w.col(i) = w.col(last);
      m.col(i) = m.col(last);
      m.row(i) = m.row(last);
      beta[i] = beta[last];
      const Index moved = members.back();
      members[static_cast<std::size_t>(i)] = moved;
      position[moved] = static_cast<int>(i);
    }
    m.conservativeResize(last, last);
    beta.conservativeResize(last);
    members.pop_back();
    position[j] = -1;
    partition.remove(j);
    settle_members();
    work += static_cast<double>((last + 1) * n);
    ++steps;
  }

  /// `remove(out)` and `add(in)` in one pass over W, tile by tile. False if `in` depends on the others.
  bool exchange(Index out, Index in) {
    const auto i = at(static_cast<std::size_t>(position[out]));
    const Eigen::Index s = at(members.size());
    const double diagonal = m(i, i);
    const double own_entry = w(in, i);
    const double pivot = left[in] + own_entry * own_entry / diagonal;
    if (dependent(in, pivot)) return false;
    const double turn = beta[i] / diagonal;
    const double slope_in = slope[in] + own_entry * turn;
    const double step = slope_in / pivot;

    // Without `out`, row k of W is W_k - lost_k W_i; its entry at `in` is share_k. With `in`, it loses
    // share_k times the new row, which is what is left of G_in divided by the pivot.
    Eigen::VectorXd lost = m.col(i) / diagonal;
    lost[i] = 0.0;
    Eigen::VectorXd share(s);
    Eigen::VectorXd inner(s);
    const auto g = rows.row(in);
    for (Eigen::Index k = 0; k < s; ++k) {
      share[k] = w(in, k) - lost[k] * own_entry;
      inner[k] = g[members[static_cast<std::size_t>(k)]];
    }
    share[i] = 0.0;
    inner[i] = 0.0;
    inner[i] = -inner.dot(lost);
    for (Eigen::Index first = 0; first < n; first += tile) {
      const Eigen::Index count = std::min(tile, n - first);
      auto fresh = column.segment(first, count);
      fresh = Eigen::Map<const Eigen::ArrayXd>(g.data() + first, count);
      fresh.matrix().noalias() -= w.block(first, 0, count, s) * inner;
      fresh /= pivot;
      auto old = w.col(i).segment(first, count).array();
      for (Eigen::Index k = 0; k < s; ++k) {
        if (k != i) w.col(k).segment(first, count).array() -= lost[k] * old + share[k] * fresh;
      }
      left.segment(first, count) += old.square() / diagonal - pivot * fresh.square();
      slope.segment(first, count) += turn * old - slope_in * fresh;
      old = fresh;
    }

    value += 0.5 * (beta[i] * turn - step * slope_in);
    beta -= beta[i] * lost + step * share;
    beta[i] = step;
    m.noalias() -= diagonal * lost * lost.transpose();
    m.noalias() += share * share.transpose() / pivot;
    m.col(i) = -share / pivot;
    m.row(i) = m.col(i).transpose();
    m(i, i) = 1.0 / pivot;

    position[out] = -1;
    partition.remove(out);
    position[in] = static_cast<int>(i);
    partition.add(in);
    members[static_cast<std::size_t>(i)] = in;
    for (Eigen::Index k = 0; k < s; ++k) {
      w(in, k) = 0.0;
      w(members[static_cast<std::size_t>(k)], i) = 0.0;
    }
    w(in, i) = 1.0;
    settle_members();
    work += 3.0 * static_cast<double>(s * n);
    steps += 2;
    return true;
  }

  /// The exact values of members, whatever rounding made of them.
  void settle_members() {
    for (const Index j : members) {
      left[j] = 0.0;
      slope[j] = 0.0;
    }
  }

  void refresh() {
    const std::vector<Index> before = members;
    clear();
    for (const Index j : before) add(j);
    steps = 0;
  }

  const Instance* instance;
  GramRows rows;
  Eigen::Index n;
  std::vector<Index> members;
  std::vector<int> position;  ///< among the members, -1 for outsiders
  hybrid::Partition partition;
  Eigen::MatrixXd w;  ///< column i: row i of W
  Eigen::MatrixXd m;
  Eigen::VectorXd beta;
  Eigen::ArrayXd left;   ///< remaining squares, 0 for members
  Eigen::ArrayXd slope;  ///< remaining correlations A'(b - Ax), 0 for members
  Eigen::ArrayXd column;
  double value = 0.0;
  double work = 0.0;
  int steps = 0;
  hybrid::DenseBlock block;
};

ExchangeState::ExchangeState(const Instance& instance) : state_(std::make_unique<State>(instance)) {}
ExchangeState::~ExchangeState() = default;
ExchangeState::ExchangeState(ExchangeState&&) noexcept = default;
ExchangeState& ExchangeState::operator=(ExchangeState&&) noexcept = default;

const Instance& ExchangeState::instance() const { return *state_->instance; }
Index ExchangeState::size() const { return static_cast<Index>(state_->n); }
std::span<const Index> ExchangeState::support() const { return state_->members; }
std::span<const Index> ExchangeState::rest() const { return state_->partition.rest(); }
bool ExchangeState::contains(Index j) const { return state_->position[j] >= 0; }
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

void ExchangeState::assign(std::span<const Index> support) {
  state_->clear();
  for (const Index j : support) state_->add(j);
  state_->steps = 0;
}

bool ExchangeState::add(Index j) { return state_->add(j); }

void ExchangeState::remove(Index j) { state_->remove(j); }

bool ExchangeState::apply(const ExchangeMove& move) {
  State& s = *state_;
  if (s.steps >= refresh_interval) s.refresh();
  if (move.in == no_index) {
    remove(move.out);
    return true;
  }
  if (move.out == no_index) return s.add(move.in);
  return s.exchange(move.out, move.in);
}

std::optional<double> ExchangeState::addition_gain(Index j) const {
  const State& s = *state_;
  if (s.dependent(j, s.left[j])) return std::nullopt;
  return 0.5 * s.slope[j] * s.slope[j] / s.left[j];
}

double ExchangeState::removal_cost(Index j) const {
  const auto i = static_cast<std::size_t>(state_->position[j]);
  return 0.5 * state_->beta[at(i)] * state_->beta[at(i)] / state_->own(i);
}

ExchangeMove ExchangeState::best_addition(const ExchangeTabu* tabu) const {
  ExchangeMove best;
  for (Index j = 0; j < size(); ++j) {
    if (contains(j)) continue;
    const std::optional<double> gain = addition_gain(j);
    if (!gain || *gain <= best.decrease) continue;
    if (tabu && tabu->forbids(j) && *gain <= tabu->aspiration) continue;
    best = {no_index, j, *gain};
  }
  return best;
}

ExchangeMove ExchangeState::best_removal(const ExchangeTabu* tabu) const {
  ExchangeMove best;
  for (const Index j : state_->members) {
    const double decrease = -removal_cost(j);
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

const hybrid::DenseBlock& ExchangeState::block(std::span<const Index> set) {
  State& s = *state_;
  const Eigen::Index k = at(set.size());
  std::vector<Eigen::Index> inside;  // positions in the set of members, and of outsiders
  std::vector<Eigen::Index> outside;
  for (std::size_t p = 0; p < set.size(); ++p) (contains(set[p]) ? inside : outside).push_back(at(p));
  const auto place = [&](Eigen::Index p) {
    return at(static_cast<std::size_t>(s.position[set[static_cast<std::size_t>(p)]]));
  };
  const auto column_of = [&](Eigen::Index p) { return set[static_cast<std::size_t>(p)]; };
  const Eigen::Index a = at(inside.size());
  const Eigen::Index b = at(outside.size());

  // With the members of the set dropped: N = (M_II)^-1 is what is left of G_II, N W_IJ of G_IJ, and
  // C_JJ + W_JI N W_IJ of G_JJ, where C_JJ = G_JJ - G_JS W_:J.
  Eigen::MatrixXd part(a, a);
  Eigen::MatrixXd cross(a, b);
  Eigen::VectorXd values(a);
  for (Eigen::Index i = 0; i < a; ++i) {
    values[i] = s.beta[place(inside[static_cast<std::size_t>(i)])];
    for (Eigen::Index l = 0; l < a; ++l) {
      part(i, l) =
          s.m(place(inside[static_cast<std::size_t>(i)]), place(inside[static_cast<std::size_t>(l)]));
    }
    for (Eigen::Index j = 0; j < b; ++j) {
      cross(i, j) = s.w(at(column_of(outside[static_cast<std::size_t>(j)])),
                        place(inside[static_cast<std::size_t>(i)]));
    }
  }
  const Eigen::MatrixXd whole = part.llt().solve(Eigen::MatrixXd::Identity(a, a));
  const Eigen::MatrixXd mixed = whole * cross;
  Eigen::MatrixXd rest = cross.transpose() * mixed;
  const Eigen::Index size = at(s.members.size());
  Eigen::MatrixXd inner(size, b);
  Eigen::MatrixXd shares(size, b);
  for (Eigen::Index j = 0; j < b; ++j) {
    const Index column = column_of(outside[static_cast<std::size_t>(j)]);
    const auto g = s.rows.row(column);
    for (Eigen::Index i = 0; i < size; ++i) inner(i, j) = g[s.members[static_cast<std::size_t>(i)]];
    shares.col(j) = s.w.row(at(column)).head(size).transpose();
    for (Eigen::Index l = 0; l < b; ++l) rest(l, j) += g[column_of(outside[static_cast<std::size_t>(l)])];
  }
  rest.noalias() -= inner.transpose() * shares;

  s.block.size = static_cast<int>(k);
  s.block.outside = static_cast<Index>(size - a);
  s.block.quadratic.resize(static_cast<std::size_t>(k * k));
  s.block.linear.assign(static_cast<std::size_t>(k), 0.0);
  s.block.current.assign(static_cast<std::size_t>(k), 0.0);
  Eigen::Map<Eigen::MatrixXd> quadratic(s.block.quadratic.data(), k, k);
  for (Eigen::Index i = 0; i < a; ++i) {
    for (Eigen::Index l = 0; l < a; ++l)
      quadratic(inside[static_cast<std::size_t>(i)], inside[static_cast<std::size_t>(l)]) = whole(i, l);
    for (Eigen::Index j = 0; j < b; ++j) {
      quadratic(inside[static_cast<std::size_t>(i)], outside[static_cast<std::size_t>(j)]) = mixed(i, j);
      quadratic(outside[static_cast<std::size_t>(j)], inside[static_cast<std::size_t>(i)]) = mixed(i, j);
    }
  }
  for (Eigen::Index j = 0; j < b; ++j) {
    for (Eigen::Index l = 0; l <= j; ++l) {
      const double mean = 0.5 * (rest(l, j) + rest(j, l));
      quadratic(outside[static_cast<std::size_t>(j)], outside[static_cast<std::size_t>(l)]) = mean;
      quadratic(outside[static_cast<std::size_t>(l)], outside[static_cast<std::size_t>(j)]) = mean;
    }
  }
  const Eigen::VectorXd pull_inside = whole * values;
  const Eigen::VectorXd pull_outside = cross.transpose() * pull_inside;
  for (Eigen::Index i = 0; i < a; ++i) {
    s.block.linear[static_cast<std::size_t>(inside[static_cast<std::size_t>(i)])] = -pull_inside[i];
    s.block.current[static_cast<std::size_t>(inside[static_cast<std::size_t>(i)])] = values[i];
  }
  for (Eigen::Index j = 0; j < b; ++j) {
    const auto p = static_cast<std::size_t>(outside[static_cast<std::size_t>(j)]);
    s.block.linear[p] = -s.slope[at(set[p])] - pull_outside[j];
  }
  return s.block;
}

void grow(ExchangeState& state, Index s, const RunContext& run) {
  while (state.support().size() < s && !run.should_stop()) {
    const ExchangeMove move = state.best_addition();
    if (move.in == no_index || !(move.decrease > 0.0) || !state.apply(move)) return;
  }
}

}  // namespace lode::least_squares
