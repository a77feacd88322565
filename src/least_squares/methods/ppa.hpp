#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include <lode/least_squares/problem.hpp>

#include "core/options/option_table.hpp"
#include "least_squares/hybrid/smooth_point.hpp"

namespace lode::least_squares {

struct PpaOptions {
  std::uint64_t max_iterations = 5000;
  double tolerance = 1e-10;   ///< ends when no coordinate moves by more than this share of the largest
  double start_scale = 1e-3;  ///< of the normal values to begin with when the problem has no start
};

/// Proximal point (proximal gradient) method; under sparse-c iterative hard thresholding.
///
/// x <- prox(x - g(x) / L) with L = 1.01 times the largest eigenvalue of A'A. Under sparse, x = 0 is often a
/// fixed point, which is why it does not begin there.
///
/// Constraints: all. Loss: squared.
/// Cost:    O(m n) per iteration, O((m + n) |support|) with a Gram matrix.
/// Returns: the last point, L-stationary when it converged; never above its start.
/// Errors:  InvalidArgument for another loss, a negative tolerance or scale.
/// Deterministic for a given start; ties: binary to -1, sparse to 0, s-constraints to the smaller coordinate.
/// Source:  A. Beck, Y. C. Eldar, SIAM J. Optim. 23 (2013) 1480-1509; Y. Nesterov, Math. Program. 140 (2013).
Solution ppa(const Problem& problem, const PpaOptions& options, const RunContext& run);

/// Of ppa and appa.
const lode::detail::OptionTable<PpaOptions>& ppa_options();

namespace detail {

/// A point with what its step needs.
struct ProximalPoint {
  std::vector<double> x;
  SmoothPart::Value value;
};
/// Where the proximal step from a point leads.
using ProximalStep = std::function<ProximalPoint(const ProximalPoint& from)>;

/// What ppa and appa share: from the start, `advance` makes the next point of the present one by steps, until
/// that moves no more.
Solution proximal_descent(
    std::string_view method, const Problem& problem, const PpaOptions& options, const RunContext& run,
    const std::function<ProximalPoint(const ProximalPoint& now, const ProximalStep& step)>& advance);

}  // namespace detail

}  // namespace lode::least_squares
