#pragma once

#include <cstdint>

#include <lode/least_squares/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

struct CertificateOptions {
  int k = 8;                    ///< size of the sampled blocks, 1 to 64; at most 2: none are sampled
  std::uint64_t blocks = 2000;  ///< how many of them
  double pair_limit = 2.5e7;    ///< more pairs of columns than this are sampled, `blocks` of them
};

/// Which optimality an answer has.
///
/// An answer is block-k stationary if no change of k coordinates lowers F. Sizes 1 and 2 are tested over all
/// blocks, size k over random ones. Under the sparse constraints and binary-c, half of a random block are
/// nonzeros. Under the sparse constraints it is also tested whether exchanging a nonzero for a zero, with all
/// values refitted, lowers F. Under binary-c there are no blocks of size 1, and those of size 2 are the
/// exchanges of a one for a zero.
///
/// The tests use theta = 0. A decrease counts above 1e-12 max(1, |F|), for the problem in ordinary numbers
/// (see Problem).
///
/// A finite box: the exchange is left unset when only values outside the box would improve.
/// The logistic loss: nothing is checked, the certificate is empty.
/// Cost:   O(n^2) for the pairs with the Gram matrix, m n^2 without; O(s^2 n) for the exchanges; and a block
///         solve per random block. A run that is stopped sets `complete` to false where it was, leaves out
///         what it has not begun, and says why in `stopped`.
/// Errors: InvalidArgument for options outside their range, as check_problem, or an answer that does not fit
///         the problem.
/// Deterministic for a given seed.
Certificate certify(const Problem& problem, const Solution& solution, const CertificateOptions& options,
                    const RunContext& run);

}  // namespace lode::least_squares
#pragma GCC visibility pop
