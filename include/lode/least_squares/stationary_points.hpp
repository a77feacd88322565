#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// 1/2 x'Qx + p'x.
struct QuadraticForm {
  std::size_t size = 0;
  std::vector<double> quadratic;  ///< Q, size x size, symmetric
  std::vector<double> linear;     ///< p
};

/// The paper's example: Q = cc' + I with c = (1, ..., n) and p = (1, ..., 1). Its largest eigenvalue is
/// 1 + |c|^2, 92 for n = 6.
QuadraticForm counting_example(std::size_t size = 6);

/// What counts when several points attain the minimum of a block.
enum class TieRule {
  lexicographic,  ///< the first one counts, -1 standing before 1; the L-test resolves ties to -1
  member,         ///< all of them count
  strict,         ///< none of them counts
};
std::string_view to_string(TieRule rule);

/// How many points satisfy each optimality condition, from the weakest to the strongest.
struct StationaryCounts {
  std::uint64_t basic = 0;           ///< points looked at
  std::uint64_t l_stationary = 0;    ///< fixed points of the proximal gradient step of length 1/L
  std::vector<std::uint64_t> block;  ///< [k-1]: block-k stationary, k = 1 ... n
};

/// Counts among the 2^n points of {-1, 1}^n.
///
/// Values that differ by at most 1e-12 of their size are equal.
/// Cost:   O(4^n).
/// Errors: InvalidArgument for sizes that do not match, a Q that is not symmetric, values that are not
///         finite, n outside 1 ... 10, or an L that is not positive.
/// Source: G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493, the table of optimality conditions.
StationaryCounts count_binary(const QuadraticForm& form, double lipschitz, TieRule ties);

/// What one point is when supports are enumerated.
enum class PointIdentity {
  support,   ///< every support has its point, even when two of them coincide
  distinct,  ///< equal points are one
};

/// Counts, under the penalty lambda |x|_0, among the minimisers restricted to each of the 2^n supports, by
/// non-strict tests. Coordinates below 1e-12 of the largest are zero.
///
/// Cost:   O(6^n n^3). Errors and source as above, and InvalidArgument when Q is not positive definite or
/// lambda is not positive.
StationaryCounts count_sparse(const QuadraticForm& form, double lambda, double lipschitz,
                              PointIdentity identity);

}  // namespace lode::least_squares
#pragma GCC visibility pop
