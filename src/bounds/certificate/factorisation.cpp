#include "bounds/certificate/factorisation.hpp"

#include <cmath>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph::detail {

bool checked_cholesky(CheckedSquare& a, const RunContext& run) {
  const std::size_t n = a.n;
  for (std::size_t i = 0; i < n; ++i) {
    run.require_time(checking);
    double* row = a.entries.data() + i * n;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = a.entries.data() + j * n;
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      if (j < i) {
        row[j] = sum / other[j];
      } else if (sum > 0.0) {
        row[j] = std::sqrt(sum);
      } else {
        return false;
      }
    }
  }
  return true;
}

}  // namespace lode::subgraph::detail
