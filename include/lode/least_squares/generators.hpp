#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/least_squares/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// How the matrix A of a sparse regression is made.
enum class Design {
  ai,   ///< standard normal values
  aii,  ///< the same, with 2 % of them multiplied by 100
};
/// The design as a word.
std::string_view to_string(Design design);

/// How the noise of a sparse regression is made.
enum class Noise {
  bi,   ///< 10 times standard normal values
  bii,  ///< the same, with 2 % of them multiplied by 100
};
/// The noise as a word.
std::string_view to_string(Noise noise);

/// A generated instance of min 1/2 |Ax - b|^2.
struct GeneratedData {
  Matrix a;                   ///< the matrix A
  std::vector<double> b;      ///< b, one value per row
  std::vector<double> truth;  ///< the x that b was made from, if any
};

/// Options of `regression_data`.
struct RegressionOptions {
  std::size_t rows = 512;      ///< number of rows m
  Index columns = 2048;        ///< number of columns n
  Design design = Design::ai;  ///< how A is made
  Noise noise = Noise::bi;     ///< how the noise is made
  std::uint64_t seed = 1;      ///< seed of the draws
};

/// A sparse regression: b = A x + noise, where x has 100 normal values at 100 random places (at all places if
/// there are fewer than 100).
///
/// Every value depends on (seed, tag, position) alone, so any program can make the same instance. The streams
/// of Rng are:
/// - tag 1: A, column by column
/// - tag 2: the places of A to corrupt
/// - tag 3: the places of x
/// - tag 4: the values of x, in the order of its places
/// - tag 5: the noise
/// - tag 6: the places of the noise to corrupt
///
/// Places have the smallest uniform values, in increasing order of the values. 2 % is rounded to
/// the nearest integer.
///
/// Cost:    O(rows * columns); one double per value of A.
/// Errors:  InvalidArgument if rows or columns is 0, and for more than 2^40 values. SystemError if `run`
///          should stop before the end.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493, section 6.
GeneratedData regression_data(const RegressionOptions& options, const RunContext& run = RunContext());

/// Options of `uniform_data`.
struct UniformOptions {
  std::size_t rows = 200;  ///< number of rows m
  Index columns = 500;     ///< number of columns n
  std::uint64_t seed = 1;  ///< seed of the draws
};

/// An instance in which A (tag 7, column by column) and b (tag 8) are uniform in [0, 1). Cost, errors and
/// source: as regression_data.
GeneratedData uniform_data(const UniformOptions& options, const RunContext& run = RunContext());

}  // namespace lode::least_squares
#pragma GCC visibility pop
