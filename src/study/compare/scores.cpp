#include "study/compare/scores.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/linalg/portable_math.hpp"

namespace lode {

bool reaches(double value, double best, Better better) {
  const double room = same_score * std::abs(best);
  return better == Better::larger ? value >= best - room : value <= best + room;
}

std::vector<double> ranks_of(std::span<const double> values, Better better) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return better == Better::larger ? values[a] > values[b] : values[a] < values[b];
  });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && reaches(values[order[end]], values[order[begin]], better)) ++end;
    const double shared = (static_cast<double>(begin + 1) + static_cast<double>(end)) / 2.0;
    for (; begin < end; ++begin) ranks[order[begin]] = shared;
  }
  return ranks;
}

double mean(std::span<const double> values) {
  if (values.empty()) return 0.0;
  // Taken from the first value, so that the mean of equal values is exactly that value.
  double sum = 0.0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

double geometric_mean(std::span<const double> values) {
  double logarithms = 0.0;
  for (const double value : values) {
    if (value <= 0.0) return 0.0;
    logarithms += detail::portable_log(value);
  }
  return values.empty() ? 1.0 : detail::portable_exp(logarithms / static_cast<double>(values.size()));
}

Trace thinned_trace(const Trace& trace, std::size_t limit) {
  if (trace.size() <= limit) return trace;
  Trace kept;
  for (std::size_t i = 0; i < limit; ++i) kept.push_back(trace[i * (trace.size() - 1) / (limit - 1)]);
  return kept;
}

Trace average_trace(std::span<const Trace* const> traces, Better better) {
  struct Step {
    double seconds;
    std::size_t run;
    double weight;
  };
  std::vector<Step> steps;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    for (const TracePoint& point : *traces[run]) steps.push_back({point.seconds, run, point.weight});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.seconds < b.seconds; });
  std::vector<double> now(traces.size(), 0.0);
  std::vector<char> begun(traces.size(), 0);
  std::size_t waiting = traces.size();
  Trace average;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (!begun[step.run]) {
      begun[step.run] = 1;
      --waiting;
    }
    now[step.run] = step.weight;
    const bool more_now = i + 1 < steps.size() && steps[i + 1].seconds == step.seconds;
    if (waiting > 0 || more_now) continue;
    const double value = mean(now);
    const bool improves = average.empty() || (better == Better::larger ? value > average.back().weight
                                                                       : value < average.back().weight);
    if (improves) average.push_back({step.seconds, value, 0});
  }
  return average;
}

}  // namespace lode
