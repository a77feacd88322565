#pragma once

#include <cstdint>
#include <span>

namespace lode::detail {

/// Whether a symmetric matrix in compressed rows has a Cholesky factorisation, rows and columns in the order
/// of approximate minimum degree. The lower triangle is read; n is one less than there are offsets.
///
/// Cost:   that of the fill, which depends on the pattern alone.
/// Source: P. R. Amestoy, T. A. Davis, I. S. Duff, SIAM J. Matrix Anal. Appl. 17 (1996): the order.
bool sparse_cholesky_succeeds(std::span<const std::uint64_t> offsets, std::span<const std::uint32_t> columns,
                              std::span<const double> values);

}  // namespace lode::detail
