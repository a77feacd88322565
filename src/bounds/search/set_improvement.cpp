#include "bounds/search/set_improvement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lode::subgraph::detail {
namespace {

struct Exchange {
  double gain = 0.0;
  std::size_t leaving = 0;
  std::size_t entering = 0;
};

/// gains[v] is what v adds to the set, or adds in it.
Exchange best_exchange(const DenseProblem& problem, const std::vector<char>& inside,
                       std::span<const double> gains) {
  Exchange best;
  for (std::size_t out = 0; out < problem.n; ++out) {
    if (!inside[out]) continue;
    const double* const row = problem.weights.data() + out * problem.n;
    for (std::size_t in = 0; in < problem.n; ++in) {
      const double gain = gains[in] - gains[out] - row[in];
      if (gain > best.gain && !inside[in]) best = {gain, out, in};
    }
  }
  return best;
}

}  // namespace

ValuedSet improved_set(const DenseProblem& problem, std::span<const double> scores,
                       std::size_t most_exchanges) {
  const std::size_t n = problem.n;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  std::vector<char> inside(n, 0);
  std::vector<double> gains = problem.linear;
  double largest = 0.0;
  for (std::size_t place = 0; place < problem.s; ++place) {
    inside[order[place]] = 1;
    for (std::size_t v = 0; v < n; ++v) gains[v] += problem.weight(order[place], v);
  }
  for (const double gain : gains) largest = std::max(largest, std::abs(gain));
  const double least = problem.integral ? 0.5 : 1e-12 * largest;  // rounding must not send it in circles
  for (std::size_t exchange = 0; exchange < most_exchanges; ++exchange) {
    const Exchange best = best_exchange(problem, inside, gains);
    if (!(best.gain > least)) break;
    inside[best.leaving] = 0;
    inside[best.entering] = 1;
    for (std::size_t v = 0; v < n; ++v) {
      gains[v] += problem.weight(best.entering, v) - problem.weight(best.leaving, v);
    }
  }
  ValuedSet set;
  for (std::size_t v = 0; v < n; ++v) {
    if (inside[v]) set.vertices.push_back(v);
  }
  set.value = value_of(problem, set.vertices);
  return set;
}

ValuedSet best_of_few(const DenseProblem& problem) {
  const std::size_t n = problem.n;
  const bool few_in = problem.s <= 1;  // else few are left out
  ValuedSet best;
  bool found = false;
  const std::size_t choices = problem.s == 0 || problem.s == n ? 1 : n;
  for (std::size_t choice = 0; choice < choices; ++choice) {
    ValuedSet set;
    for (std::size_t v = 0; v < n; ++v) {
      const bool chosen = v == choice;
      if (problem.s == n || (problem.s > 0 && chosen == few_in)) set.vertices.push_back(v);
    }
    // Everything but the vertices left out would be summed n times: the difference is enough to choose by.
    set.value = few_in ? value_of(problem, set.vertices) : 0.0;
    if (!few_in) {
      set.value = -problem.linear[choice];
      for (std::size_t v = 0; v < n; ++v) set.value -= problem.weight(choice, v);
    }
    if (!found || set.value > best.value) best = std::move(set);
    found = true;
  }
  best.value = value_of(problem, best.vertices);
  return best;
}

}  // namespace lode::subgraph::detail
