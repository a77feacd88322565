#pragma once

#include <algorithm>

namespace lode::hybrid::detail {

/// C(k, t), the number of sets of t out of k items. A double, because the number may overflow integers. Exact
/// up to 2^53.
inline double number_of_sets(int k, int t) {
  double sets = 1.0;
  for (int i = 1; i <= std::min(t, k - t); ++i) sets = sets * (k - i + 1) / i;
  return sets;
}

}  // namespace lode::hybrid::detail
