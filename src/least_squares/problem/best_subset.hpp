#pragma once

#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/least_squares/problem.hpp>

#include "core/linalg/eigen.hpp"

namespace lode::least_squares::detail {

/// A column depends on others if at most this share of its length is outside their span. Orthogonal
/// transformations know such a part to about 1e-15 of the length.
inline constexpr double dependent_length = 1e-13;
/// What rounding does to residuals of fits on columns of length 1, as a share of |b|, over the least part of
/// a column outside the span of the others.
inline constexpr double fit_rounding = 4e-15;

/// The columns of `others` of which column j is a combination without any rounding: the coefficients of the
/// fit, rounded to multiples of 2^-10, leave exactly nothing. Nothing: it is none, or this cannot be told.
/// Cost: O(m s^2).
std::optional<std::vector<Index>> combination_of(const Matrix& a, Index j, std::span<const Index> others);

struct SubsetLimits {
  double lambda = 0.0;                          ///< price of a column
  std::size_t budget = hybrid::max_block_size;  ///< columns at most
  double least = 0.0;                           ///< a smaller decrease does not count
};

struct BestSubset {
  std::vector<Index> columns;  ///< in no particular order
  double value = 0.0;          ///< 1/2 |b - A_S z|^2 + lambda |S| of the fit
  bool exact = true;           ///< false: stopped, or rounding may hide a better subset
};

/// The subset S of at most `budget` of the columns, at most 32, that minimises 1/2 |b - A_S z|^2 + lambda
/// |S|.
///
/// One triangular factor serves a column set and all its leading subsets; plane rotations drop a column. All
/// transformations are orthogonal, so that nearly dependent columns cost no more digits than they must. A set
/// is cut off when all its columns together fit b no better than the best subset.
///
/// Cost:   O(m k^2), then O(k^2) per set, at most 2^(k-1) sets, mostly small ones.
/// Source: C. Gatu, E. J. Kontoghiorghes, Parallel Computing 29 (2003) 505-521.
BestSubset best_subset(const Matrix& a, std::span<const Index> columns, const Eigen::VectorXd& b,
                       const SubsetLimits& limits, const RunContext& run);

}  // namespace lode::least_squares::detail
