#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// The quadratic function 1/2 x'Qx + p'x.
struct QuadraticForm {
  std::size_t size = 0;           ///< number of variables n
  std::vector<double> quadratic;  ///< Q, size x size, symmetric
  std::vector<double> linear;     ///< p
};

/// The example of the paper: Q = cc' + I with c = (1, ..., n), and p = (1, ..., 1). The largest eigenvalue of
/// Q is 1 + |c|^2, which is 92 for n = 6.
QuadraticForm counting_example(std::size_t size = 6);

/// Which points count as stationary if several points attain the minimum of a block.
enum class TieRule {
  lexicographic,  ///< the first one counts, with -1 before 1; the L-test resolves ties to -1
  member,         ///< all of them count
  strict,         ///< none of them counts
};
/// The rule as a word.
std::string_view to_string(TieRule rule);

/// How many points satisfy each optimality condition, from the weakest condition to the strongest.
struct StationaryCounts {
  std::uint64_t basic = 0;           ///< points tested
  std::uint64_t l_stationary = 0;    ///< fixed points of the proximal gradient step of length 1/L
  std::vector<std::uint64_t> block;  ///< [k-1]: number of block-k stationary points, k = 1 ... n
};

/// Counts the stationary points among the 2^n points of {-1, 1}^n. Values that differ by at most 1e-12 of
/// their size are equal.
///
/// Cost:    O(4^n).
/// Errors:  InvalidArgument for sizes that do not match, for a Q that is not symmetric, for values that are
///          not finite, for n outside 1 ... 10, and for an L that is not positive.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493, the table of optimality conditions.
StationaryCounts count_binary(const QuadraticForm& form, double lipschitz, TieRule ties);

/// Whether two supports with the same point count once or twice.
enum class PointIdentity {
  support,   ///< every support has its point, even if two points coincide
  distinct,  ///< equal points count once
};

/// Counts the stationary points under the penalty lambda |x|_0. The points are the minimisers restricted to
/// each of the 2^n supports. The tests are not strict. Coordinates below 1e-12 of the largest are zero.
///
/// Cost:    O(6^n n^3).
/// Errors:  as count_binary. InvalidArgument also if Q is not positive definite or lambda is not positive.
/// Source:  as count_binary.
StationaryCounts count_sparse(const QuadraticForm& form, double lambda, double lipschitz,
                              PointIdentity identity);

}  // namespace lode::least_squares
#pragma GCC visibility pop
