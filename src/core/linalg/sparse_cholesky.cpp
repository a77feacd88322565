#include "core/linalg/sparse_cholesky.hpp"

#include <vector>

#include "core/linalg/eigen.hpp"

namespace lode::detail {

bool sparse_cholesky_succeeds(std::span<const std::uint64_t> offsets, std::span<const std::uint32_t> columns,
                              std::span<const double> values) {
  using Position = std::int64_t;
  using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, Position>;
  const auto n = static_cast<Eigen::Index>(offsets.size()) - 1;
  std::vector<Eigen::Triplet<double, Position>> lower;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    for (std::uint64_t k = offsets[i]; k < offsets[i + 1] && columns[k] <= i; ++k) {
      lower.emplace_back(static_cast<Position>(i), columns[k], values[k]);
    }
  }
  Sparse matrix(n, n);
  matrix.setFromTriplets(lower.begin(), lower.end());
  const Eigen::SimplicialLLT<Sparse, Eigen::Lower> factor(matrix);
  return factor.info() == Eigen::Success;
}

}  // namespace lode::detail
