#include "core/linalg/sparse_order.hpp"

#include "core/linalg/eigen.hpp"

namespace lode::detail {

std::vector<std::uint32_t> minimum_degree_order(std::span<const std::uint64_t> offsets,
                                                std::span<const std::uint32_t> columns) {
  using Position = std::int64_t;
  const auto n = static_cast<Eigen::Index>(offsets.size()) - 1;
  Eigen::SparseMatrix<double, Eigen::ColMajor, Position> pattern(n, n);
  std::vector<Eigen::Triplet<double, Position>> entries;
  entries.reserve(columns.size() + static_cast<std::size_t>(n));
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    entries.emplace_back(static_cast<Position>(i), static_cast<Position>(i), 1.0);
    for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
      entries.emplace_back(static_cast<Position>(i), static_cast<Position>(columns[k]), 1.0);
    }
  }
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, Position> permutation;
  Eigen::AMDOrdering<Position>()(pattern, permutation);
  std::vector<std::uint32_t> order;
  for (Eigen::Index i = 0; i < n; ++i) order.push_back(static_cast<std::uint32_t>(permutation.indices()[i]));
  return order;
}

}  // namespace lode::detail
