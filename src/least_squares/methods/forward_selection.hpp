#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"

namespace lode::least_squares::detail {

/// Adds the column of largest score to a fit, again and again, until s columns are chosen, no score is
/// positive, or the run ends. `score(j)` is asked once per column and round; `added(fit)` is told of every
/// new column. Columns that lie in the span of the others are passed over.
template <class Score, class Added>
Solution select_forward(const Problem& problem, const RunContext& run, std::string_view name, Score&& score,
                        Added&& added) {
  const Instance& instance = *problem.instance;
  BestPoint best(problem, run, name);
  OrthogonalFit fit(instance, problem.constraint.s);
  std::vector<char> taken(instance.columns(), 0);
  while (true) {
    best.consider(fit.point(), fit.half_square(), fit.columns().size());
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (fit.columns().size() == problem.constraint.s) return best.finish(StopReason::converged);
    bool grown = false;
    while (!grown) {
      double largest = 0.0;
      Index chosen = instance.columns();
      for (Index j = 0; j < instance.columns(); ++j) {
        if (taken[j]) continue;
        const double value = score(j);
        if (value > largest) {
          largest = value;
          chosen = j;
        }
      }
      if (chosen == instance.columns()) return best.finish(StopReason::converged);
      taken[chosen] = 1;
      grown = fit.add(chosen);
    }
    added(fit);
  }
}

}  // namespace lode::least_squares::detail
