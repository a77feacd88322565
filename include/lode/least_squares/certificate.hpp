#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <lode/least_squares/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// Options of `certify`.
struct CertificateOptions {
  int k = 8;                    ///< size of the sampled blocks, 1 to 32; at most 2: no blocks are sampled
  std::uint64_t blocks = 2000;  ///< number of sampled blocks
  double pair_limit = 2.5e7;    ///< if there are more pairs of columns, `blocks` of them are sampled
  /// Values of A that may be read, about. Pairs are sampled where all of them take more.
  double work = std::numeric_limits<double>::infinity();
};

/// Tests which optimality conditions an answer satisfies.
///
/// An answer is block-k stationary if no change of k coordinates lowers F. Sizes 1 and 2 are tested over all
/// blocks, size k over random blocks. Under the sparse constraints and under binary-c, half of a random block
/// are nonzeros. Under the sparse constraints the test also exchanges a nonzero for a zero, refits all
/// values, and checks whether F falls. Under binary-c there are no blocks of size 1, and the blocks of size 2
/// are the exchanges of a one for a zero.
///
/// Under the sparse constraints, blocks and exchanges are fitted by orthogonal transformations of A, and not
/// by products of columns, which hide what nearly dependent columns gain. Where rounding may hide an
/// improvement all the same, `complete` is false, and the result of the exchange test is left unset. That is
/// so for a column of which at most 1e-13 is outside the span of others, unless it is a combination of them
/// exactly. With one column there are no blocks of size 2.
///
/// The tests use theta = 0. Under the sparse constraints a decrease counts if it is above
/// 1e-12 max(1, |F|, F(0)), otherwise above 1e-12 |F|, for the problem in numbers of ordinary size (see
/// Problem). Where large products of columns hide decreases of F, blocks of up to 12 signs
/// or ones are tested by F itself, and `complete` is false for larger ones. With a finite box, the result of
/// the exchange test is left unset if only values outside the box would improve. For the logistic loss
/// nothing is tested, and the certificate is empty.
///
/// Cost:    the pairs take O(n^2) with the Gram matrix, m n^2 without it. The exchanges take O(m n s). Each
///          random block of k takes O(m k^2 + 2^k). At most `work` values of A are read, about.
/// Errors:  InvalidArgument for options outside their range, as check_problem, and for an answer that does
///          not fit the problem.
/// Stops:   on cancel, deadline and work. `complete` is false for the test that was stopped. Tests that were
///          not begun are missing, and `stopped` says why.
/// Deterministic for a given seed.
Certificate certify(const Problem& problem, const Solution& solution, const CertificateOptions& options,
                    const RunContext& run);

/// How many points satisfy each optimality condition, from the weakest condition to the strongest.
struct StationaryCounts {
  std::string_view constraint;  ///< "binary" or "sparse"
  std::string_view rule;    ///< ties of "binary": "lexicographic", "member" or "strict"; points of "sparse":
                            ///< one per support ("supports"), or "distinct" ones
  std::uint64_t basic = 0;  ///< points tested
  std::uint64_t l_stationary = 0;    ///< fixed points of the proximal gradient step of length 1/L
  std::vector<std::uint64_t> block;  ///< [k-1]: number of block-k stationary points, k = 1 ... 6
};

/// The paper's table of optimality conditions, for 1/2 x'Qx + p'x with Q = cc' + I, c = (1, ..., 6), p = (1,
/// ..., 1) and L = 92, the largest eigenvalue of Q.
///
/// Under "binary" the points are {-1, 1}^6. If several points attain the minimum of a block, the first one
/// counts (lexicographic, -1 before 1), all of them (member) or none (strict). Under "sparse", with the
/// penalty 0.01 |x|_0, they are the minimisers on the 64 supports, and the tests are not strict. Values that
/// differ by at most 1e-12 of their size are equal.
///
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493.
std::vector<StationaryCounts> stationary_table();

}  // namespace lode::least_squares
#pragma GCC visibility pop
