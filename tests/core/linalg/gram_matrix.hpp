#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/linalg/dense_kernels.hpp"

namespace lode::test {

/// A'A of a dense column-major `rows` x `columns` matrix, both triangles filled.
inline std::vector<double> gram_matrix(std::span<const double> a, std::size_t rows, std::size_t columns) {
  std::vector<double> gram(columns * columns);
  detail::gram_panel(a, rows, 0, columns, gram);
  detail::mirror_upper_triangle(gram, columns);
  return gram;
}

}  // namespace lode::test
