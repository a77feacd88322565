#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/run_context.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/leading_eigenspace.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"
#include "subgraph/bounds/sdp/sdp_rows.hpp"

namespace lode::subgraph::detail {

inline constexpr double ascent_relaxation = 1.85;  ///< of the alternating direction method, 1 ... 2
inline constexpr double ascent_imbalance = 5.0;    ///< of the residuals, from which the penalty is changed
inline constexpr double ascent_least_eigen_accuracy = 1e-5;  ///< of the eigenvectors: their residuals
inline constexpr double ascent_eigen_accuracy = 0.03;  ///< or this fraction of what the matrix moved by last

/// What a start of the method is taken to be off by, relative: the first eigenvectors are as accurate.
inline constexpr double ascent_start_accuracy = 0.01;

inline double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/// The matrices of the alternating direction method on what is left of the graph.
class DualAscent {
 public:
  DualAscent(std::vector<double> weights, std::size_t n, double s)
      : n_(n), s_(s), weights_(std::move(weights)), multipliers_(n * n, 0.0), polyhedral_(n * n) {
    const double own = s / static_cast<double>(n);
    const double other = n > 1 ? own * (s - 1.0) / static_cast<double>(n - 1) : 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) polyhedral_[i * n + j] = i == j ? own : other;
    }
    semidefinite_ = polyhedral_;
    double squares = 0.0;
    for (const double w : weights_) squares += w * w;
    penalty_ = std::max(std::sqrt(squares) / (2.0 * s), 1e-300);
  }

  /// Goes on from U, X and the eigenvectors for another size or graph: near ones save most of the iterations.
  void start_at(std::vector<double> multipliers, std::vector<double> semidefinite,
                lode::detail::LeadingEigenspace eigenspace, double penalty) {
    multipliers_ = std::move(multipliers);
    semidefinite_ = std::move(semidefinite);
    polyhedral_ = semidefinite_;
    eigenspace_ = std::move(eigenspace);
    penalty_ = penalty;
    const double squares =
        std::inner_product(semidefinite_.begin(), semidefinite_.end(), semidefinite_.begin(), 0.0);
    moved_ = ascent_start_accuracy * ascent_start_accuracy * squares;
  }

  std::size_t size() const { return n_; }
  double penalty() const { return penalty_; }
  const std::vector<double>& semidefinite() const { return semidefinite_; }
  const lode::detail::LeadingEigenspace& eigenspace() const { return eigenspace_; }
  const std::vector<double>& weights() const { return weights_; }
  const std::vector<double>& multipliers() const { return multipliers_; }
  /// Those or others, with the weights.
  SdpMatrices matrices(std::span<const double> multipliers) const { return {n_, weights_, multipliers}; }
  double eigenvalue() const { return eigenvalue_; }

  /// One step of each part; the multipliers in between are dual feasible. False when stopped on the way: the
  /// next step goes on from there.
  bool iterate(const RunContext& run) {
    const bool first = moved_ < 0.0;  // the start is its own projection onto K
    return (first || step_semidefinite(run)) && step_polyhedral(run);
  }

  /// Changes the penalty where one residual is much larger than the other.
  void balance() {
    const double primal = std::sqrt(squared_distance(semidefinite_, polyhedral_));
    const double dual = std::sqrt(moved_);
    if (primal > ascent_imbalance * dual) {
      penalty_ *= 1.5;
    } else if (dual > ascent_imbalance * primal) {
      penalty_ /= 1.5;
    }
  }

  /// Leaves only the rows and columns named.
  void restrict_to(std::span<const std::size_t> kept) {
    for (std::vector<double>* matrix : {&weights_, &multipliers_, &polyhedral_, &semidefinite_}) {
      std::vector<double> part;
      part.reserve(kept.size() * kept.size());
      for (const std::size_t i : kept) {
        for (const std::size_t j : kept) part.push_back((*matrix)[i * n_ + j]);
      }
      *matrix = std::move(part);
    }
    eigenspace_.restrict_to(n_, kept);
    n_ = kept.size();
  }

 private:
  /// X = projection onto K of the symmetric part of V; multipliers = penalty (V - X), whose symmetric part
  /// has the largest eigenvalue penalty * threshold.
  bool step_semidefinite(const RunContext& run) {
    std::vector<double>& v = multipliers_;
    lode::detail::over_rows(n_, [&](std::size_t first, std::size_t last) {
      for (std::size_t e = first * n_; e < last * n_; ++e) {
        v[e] = v[e] / penalty_ + ascent_relaxation * polyhedral_[e] +
               (1.0 - ascent_relaxation) * semidefinite_[e];
      }
    });
    symmetric_.resize(v.size());
    lode::detail::symmetric_part(v, n_, symmetric_);
    double threshold = 0.0;
    const lode::detail::SymmetricEigen eigen = eigenspace_.decompose(
        symmetric_, n_, [&](std::span<const double> values) { return above_threshold(values, threshold); },
        std::max(ascent_least_eigen_accuracy, ascent_eigen_accuracy * std::sqrt(moved_)),
        [&] { return run.should_stop(); });
    if (eigen.values.empty()) {
      undo_relaxation();
      return false;
    }
    const std::size_t columns = eigen.vectors.size() / n_;
    std::vector<double> scaled(eigen.vectors.size());  // column j of Q diag(sqrt(.)) Q' as row j
    for (std::size_t c = 0; c < columns; ++c) {
      const double root =
          std::sqrt(std::max(0.0, eigen.values[eigen.values.size() - columns + c] - threshold));
      for (std::size_t i = 0; i < n_; ++i) scaled[i * columns + c] = root * eigen.vectors[c * n_ + i];
    }
    lode::detail::gram_matrix_into(scaled, columns, semidefinite_);
    lode::detail::over_rows(n_, [&](std::size_t first, std::size_t last) {
      for (std::size_t e = first * n_; e < last * n_; ++e) v[e] = penalty_ * (v[e] - semidefinite_[e]);
    });
    eigenvalue_ = penalty_ * threshold;
    return true;
  }

  /// The multipliers as they were before a step that was stopped, but for rounding.
  void undo_relaxation() {
    for (std::size_t e = 0; e < multipliers_.size(); ++e) {
      const double relaxed =
          ascent_relaxation * polyhedral_[e] + (1.0 - ascent_relaxation) * semidefinite_[e];
      multipliers_[e] = penalty_ * (multipliers_[e] - relaxed);
    }
  }

  /// How many eigenvalues exceed the threshold above which they sum to s.
  std::size_t above_threshold(std::span<const double> values, double& threshold) const {
    double sum = 0.0;
    std::size_t count = 0;
    while (count < values.size()) {
      const double next = values[values.size() - 1 - count];
      if (count > 0 && sum - static_cast<double>(count) * next >= s_) break;
      sum += next;
      ++count;
    }
    threshold = (sum - s_) / static_cast<double>(count);
    return count;
  }

  /// Y = projection of X + C / penalty onto the rows' polyhedra, C = W/2 - U.
  bool step_polyhedral(const RunContext& run) {
    std::vector<double> moved(n_, 0.0);
    std::atomic<bool> stopped{false};
    lode::detail::over_rows(n_, [&](std::size_t first, std::size_t last) {
      if (stopped || run.should_stop()) {
        stopped = true;
        return;
      }
      std::vector<double> row(n_);
      for (std::size_t i = first; i < last; ++i) moved[i] = project(row, i);
    });
    moved_ = std::accumulate(moved.begin(), moved.end(), 0.0);
    return !stopped;
  }

  /// One row of Y; returns the square of what it moved by.
  double project(std::vector<double>& row, std::size_t i) {
    const std::size_t begin = i * n_;
    for (std::size_t j = 0; j < n_; ++j) {
      const double c = 0.5 * weights_[begin + j] - multipliers_[begin + j];
      row[j] = semidefinite_[begin + j] + c / penalty_;
    }
    const std::span<double> old = std::span<double>(polyhedral_).subspan(begin, n_);
    project_row(row, i, s_, old[i]);
    const double moved = squared_distance(row, old);
    std::copy(row.begin(), row.end(), old.begin());
    return moved;
  }

  std::size_t n_;
  double s_;
  std::vector<double> weights_;
  std::vector<double> multipliers_;   ///< U
  std::vector<double> polyhedral_;    ///< Y
  std::vector<double> semidefinite_;  ///< X
  std::vector<double> symmetric_;
  lode::detail::LeadingEigenspace eigenspace_;  ///< of symmetric_
  double penalty_ = 1.0;
  double eigenvalue_ = 0.0;
  double moved_ = -1.0;  ///< squared length of the last change of Y; below 0: none yet
};

}  // namespace lode::subgraph::detail
