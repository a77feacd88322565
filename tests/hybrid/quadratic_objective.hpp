#pragma once

#include <utility>
#include <vector>

#include "hybrid/objective/quadratic.hpp"

namespace lode::hybrid {

/// The dense form without a penalty.
class QuadraticObjective : public QuadraticForm {
 public:
  /// q: n x n values, row-major.
  QuadraticObjective(const std::vector<double>& q, const std::vector<double>& p, std::vector<double> x)
      : QuadraticForm(symmetric_matrix(q, p.size()), p, std::move(x)) {}
};

}  // namespace lode::hybrid
