#pragma once

#include <utility>
#include <vector>

#include "hybrid/objective/quadratic.hpp"

namespace lode::hybrid {

/// The dense form without a penalty.
class QuadraticObjective : public QuadraticForm<detail::DenseForm> {
 public:
  /// q: n x n values, row-major.
  QuadraticObjective(std::vector<double> q, std::vector<double> p, std::vector<double> x)
      : QuadraticForm(detail::DenseForm(std::move(q)), std::move(p), std::move(x)) {}
};

}  // namespace lode::hybrid
