#pragma once

// What an ExchangeState holds, and how one step changes it.

#include <algorithm>
#include <utility>
#include <vector>

#include <lode/hybrid/block.hpp>

#include "core/assert.hpp"
#include "core/linalg/eigen.hpp"
#include "least_squares/hybrid/exchange.hpp"

namespace lode::least_squares {

namespace detail {

inline Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace detail

/// What follows from the support.
struct ExchangeState::Figures {
  explicit Figures(const Instance& instance)
      : position(instance.columns(), -1),
        partition(instance.columns()),
        left(Eigen::Map<const Eigen::ArrayXd>(instance.column_squares().data(),
                                              detail::at(instance.columns()))),
        slope(
            Eigen::Map<const Eigen::ArrayXd>(instance.correlations().data(), detail::at(instance.columns()))),
        value(instance.half_norm_b()) {}

  std::vector<Index> members;
  std::vector<int> position;  ///< among the members, -1 for outsiders
  hybrid::Partition partition;
  Eigen::MatrixXd w;  ///< column i: row i of W
  Eigen::MatrixXd m;
  Eigen::VectorXd beta;
  Eigen::ArrayXd left;   ///< remaining squares, 0 for members
  Eigen::ArrayXd slope;  ///< remaining correlations A'(b - Ax), 0 for members
  double value = 0.0;
  int steps = 0;  ///< since everything was computed afresh
};

struct ExchangeState::State : ExchangeState::Figures {
  /// A column whose remaining square is at most this share of its own depends on the support.
  static constexpr double dependence = 1e-10;
  /// Columns updated together: the part of W for 50 members stays in the second-level cache.
  static constexpr Eigen::Index tile = 512;

  static Eigen::Index at(std::size_t i) { return detail::at(i); }

  State(const Instance& given, const RunContext* stopping)
      : Figures(given), instance(&given), run(stopping), rows(given), n(at(given.columns())) {
    column.resize(n);
  }

  bool should_stop() const { return run && run->should_stop(); }

  /// The empty support; W keeps its room.
  void clear() {
    Eigen::MatrixXd room = std::move(w);
    static_cast<Figures&>(*this) = Figures(*instance);
    w = std::move(room);
  }

  bool dependent(Index j, double square) const {
    return !(square > dependence * instance->column_squares()[j]);
  }

  double own(std::size_t i) const { return m(at(i), at(i)); }

  std::optional<double> addition_gain(Index j) const {
    if (dependent(j, left[j])) return std::nullopt;
    return 0.5 * slope[j] * slope[j] / left[j];
  }

  /// Of a member.
  double removal_cost(Index j) const {
    const auto i = static_cast<std::size_t>(position[j]);
    return 0.5 * beta[at(i)] * beta[at(i)] / own(i);
  }

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

  /// Computes everything afresh; stays as it is when the run should stop before that is done.
  void refresh() {
    Figures before = std::move(static_cast<Figures&>(*this));
    static_cast<Figures&>(*this) = Figures(*instance);
    for (const Index j : before.members) {
      if (should_stop()) {
        static_cast<Figures&>(*this) = std::move(before);
        return;
      }
      add(j);
    }
    steps = 0;
  }

  const Instance* instance;
  const RunContext* run;  ///< nullptr: nothing stops it
  GramRows rows;
  Eigen::Index n;
  Eigen::ArrayXd column;
  double work = 0.0;
  hybrid::DenseBlock block;
};

}  // namespace lode::least_squares
