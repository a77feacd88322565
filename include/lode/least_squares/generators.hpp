#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/least_squares/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// How A of a sparse regression is made.
enum class Design {
  ai,   ///< standard normal values
  aii,  ///< the same with 2 % of them multiplied by 100
};
std::string_view to_string(Design design);

/// How the noise of a sparse regression is made.
enum class Noise {
  bi,   ///< 10 times standard normal values
  bii,  ///< the same with 2 % of them multiplied by 100
};
std::string_view to_string(Noise noise);

/// A generated instance: min 1/2 |Ax - b|^2.
struct GeneratedData {
  Matrix a;
  std::vector<double> b;
  std::vector<double> truth;  ///< the x that b was made from; empty where there is none
};

struct RegressionOptions {
  std::size_t rows = 512;
  Index columns = 2048;
  Design design = Design::ai;
  Noise noise = Noise::bi;
  std::uint64_t seed = 1;
};

/// b = A x + noise with x of 100 normal values at 100 random places (at all places when there are fewer).
///
/// Every value depends on (seed, tag, position) alone, so any program can make the same instance: with the
/// streams of Rng, tag 1 holds A column by column, 2 the places of A to corrupt, 3 the places of x, 4 its
/// values in the order of the places, 5 the noise, 6 the places of the noise to corrupt. Places are those of
/// the smallest uniform values, in increasing order of these. 2 % is rounded to the nearest integer.
///
/// Cost:   O(rows * columns); one double per value of A.
/// Errors: InvalidArgument when rows or columns is 0, or there are more than 2^40 values; SystemError when
///         `run` should stop before the end.
/// Source: G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493, section 6.
GeneratedData regression_data(const RegressionOptions& options, const RunContext& run = RunContext());

struct UniformOptions {
  std::size_t rows = 200;
  Index columns = 500;
  std::uint64_t seed = 1;
};

/// A (tag 7, column by column) and b (tag 8) uniform in [0, 1); errors and source as regression_data.
GeneratedData uniform_data(const UniformOptions& options, const RunContext& run = RunContext());

}  // namespace lode::least_squares
#pragma GCC visibility pop
