#include "bounds/low_rank/descent.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <tbb/parallel_for.h>

#include "bounds/low_rank/rows.hpp"

namespace lode::subgraph::detail {
namespace {

/// Rows of a task, and rows whose products are added up in single precision.
constexpr std::size_t descent_block = 512;
constexpr std::size_t descent_stretch = 32;
/// Of the mean of a column, that the first inverse Hessian takes away.
constexpr double stiff_part = 0.9;
/// Of the radius, a first step without curvature.
constexpr double first_step = 0.05;
constexpr double armijo = 1e-4;
constexpr double backtracking = 0.4;
constexpr int most_trials = 12;

template <class Body>
double sum_over_rows(std::size_t n, Body&& body) {
  const std::size_t blocks = (n + descent_block - 1) / descent_block;
  std::vector<double> parts(blocks);
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) {
    double sum = 0.0;
    const std::size_t end = std::min(n, (b + 1) * descent_block);
    for (std::size_t at = b * descent_block; at < end; at += descent_stretch) {
      RowPacket part = {};
      for (std::size_t i = at; i < std::min(end, at + descent_stretch); ++i) body(i, part);
      sum += static_cast<double>(((part[0] + part[4]) + (part[2] + part[6])) +
                                 ((part[1] + part[5]) + (part[3] + part[7])));
    }
    parts[b] = sum;
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

double inner(std::span<const float> x, std::span<const float> y) {
  return sum_over_rows(x.size() / low_rank, [&](std::size_t i, RowPacket& part) {
#pragma GCC unroll 4
    for (std::size_t p = 0; p < rank_packets; ++p) {
      part += row_packets(x.data() + i * low_rank)[p] * row_packets(y.data() + i * low_rank)[p];
    }
  });
}

/// y += t x; returns the inner product of y, as it is then, and z.
double add_and_inner(double t, std::span<const float> x, std::span<float> y, std::span<const float> z) {
  const float factor = static_cast<float>(t);
  return sum_over_rows(x.size() / low_rank, [&](std::size_t i, RowPacket& part) {
#pragma GCC unroll 4
    for (std::size_t p = 0; p < rank_packets; ++p) {
      StoredRowPacket* const packets = row_packets(y.data() + i * low_rank);
      packets[p] += factor * row_packets(x.data() + i * low_rank)[p];
      part += packets[p] * row_packets(z.data() + i * low_rank)[p];
    }
  });
}

/// x - stiff_part 11'/n x, column by column, times gamma.
void precondition(std::span<float> x, double gamma) {
  const std::size_t n = x.size() / low_rank;
  const std::size_t blocks = (n + descent_block - 1) / descent_block;
  std::vector<float> parts(blocks * low_rank, 0.0F);
  const auto over = [&](auto&& body) {
    tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) {
      for (std::size_t i = b * descent_block; i < std::min(n, (b + 1) * descent_block); ++i) body(i, b);
    });
  };
  over([&](std::size_t i, std::size_t b) {
    row_add(1.0F, x.data() + i * low_rank, parts.data() + b * low_rank);
  });
  float mean[low_rank] = {};
  for (std::size_t b = 0; b < blocks; ++b) row_add(1.0F, parts.data() + b * low_rank, mean);
  const float share = static_cast<float>(-stiff_part / static_cast<double>(n));
  const float factor = static_cast<float>(gamma);
  over([&](std::size_t i, std::size_t) {
    float* const row = x.data() + i * low_rank;
    row_add(share, mean, row);
    for (std::size_t p = 0; p < rank_packets; ++p) row_packets(row)[p] *= factor;
  });
}

}  // namespace

SphereDescent::SphereDescent(double radius, std::size_t memory) : radius_(radius), memory_(memory) {}

void SphereDescent::project(std::span<const float> v, std::span<float> gradient) const {
  const double along = inner(v, gradient) / (radius_ * radius_);
  add_and_inner(-along, v, gradient, v);
}

/// The direction -H gradient of the pairs.
void SphereDescent::turn(std::span<const float> gradient, std::vector<float>& direction) const {
  direction.resize(gradient.size());
  for (std::size_t i = 0; i < gradient.size(); ++i) direction[i] = -gradient[i];
  std::vector<double> alpha(pairs_.size());
  if (!pairs_.empty()) {
    double product = inner(direction, pairs_.back().step);
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      alpha[k] = product * pairs_[k].inverse;
      const Pair& next = pairs_[k == 0 ? 0 : k - 1];
      product = add_and_inner(-alpha[k], pairs_[k].change, direction, next.step);
    }
  }
  precondition(direction, gamma_);
  if (!pairs_.empty()) {
    double product = inner(direction, pairs_.front().change);
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const Pair& next = pairs_[k + 1 == pairs_.size() ? k : k + 1];
      product = add_and_inner(alpha[k] - product * pairs_[k].inverse, pairs_[k].step, direction, next.change);
    }
  }
}

void SphereDescent::remember(std::span<const float> v, std::span<const float> v_next,
                             std::span<const float> gradient, std::span<const float> gradient_next) {
  Pair pair;
  if (pairs_.size() == memory_) {
    pair = std::move(pairs_.front());
    pairs_.pop_front();
  }
  pair.step.resize(v.size());
  pair.change.resize(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    pair.step[i] = v_next[i] - v[i];
    pair.change[i] = gradient_next[i] - gradient[i];
  }
  const double product = inner(pair.step, pair.change);
  const double size = inner(pair.change, pair.change);
  if (!(product > 1e-8 * size * gamma_)) return;
  pair.inverse = 1.0 / product;
  std::vector<float> turned = pair.change;
  precondition(turned, 1.0);
  gamma_ = product / inner(pair.change, turned);
  pairs_.push_back(std::move(pair));
}

double SphereDescent::minimise(std::vector<float>& v, const RowFunction& function,
                               const DescentOptions& options, const std::function<bool()>& stop) {
  pairs_.clear();
  std::vector<float> gradient(v.size());
  std::vector<float> next(v.size());
  std::vector<float> next_gradient(v.size());
  std::vector<float> direction;
  double value = function(v, gradient);
  project(v, gradient);
  gamma_ = first_step * radius_ / std::sqrt(std::max(1e-300, inner(gradient, gradient)));
  for (std::size_t step = 0; step < options.steps && !stop(); ++step) {
    turn(gradient, direction);
    double slope = inner(direction, gradient);
    if (!(slope < 0.0)) {
      if (pairs_.empty()) break;
      pairs_.clear();
      continue;
    }
    double t = 1.0;
    double next_value = value;
    bool found = false;
    for (int trial = 0; trial < most_trials && !found; ++trial, t *= backtracking) {
      const float factor = static_cast<float>(t);
      for (std::size_t i = 0; i < v.size(); ++i) next[i] = v[i] + factor * direction[i];
      const float back = static_cast<float>(radius_ / std::sqrt(inner(next, next)));
      for (float& x : next) x *= back;
      next_value = function(next, next_gradient);
      found = next_value <= value + armijo * t * slope;
    }
    if (!found) {
      if (pairs_.empty()) break;
      pairs_.clear();
      continue;
    }
    project(next, next_gradient);
    remember(v, next, gradient, next_gradient);
    v.swap(next);
    gradient.swap(next_gradient);
    const double gain = value - next_value;
    value = next_value;
    if (gain < options.decrease * std::abs(value)) break;
  }
  pairs_.clear();  // most of the memory: others may want it until the next call
  return value;
}

}  // namespace lode::subgraph::detail
