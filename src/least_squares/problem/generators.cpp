#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/least_squares/generators.hpp>

namespace lode::least_squares {
namespace {

// Instances of the source (generators.hpp): corrupted share and factor, deviation of the noise, and nonzeros
// of the true x.
constexpr double corrupted_share = 0.02;
constexpr double corruption = 100.0;
constexpr double noise_scale = 10.0;
constexpr std::size_t true_support = 100;

enum Tag : std::uint64_t {
  matrix_tag = 1,
  corrupted_matrix_tag,
  support_tag,
  truth_tag,
  noise_tag,
  corrupted_noise_tag,
  uniform_matrix_tag,
  uniform_right_side_tag,
};

/// Values made between two looks at the run.
constexpr std::size_t values_per_poll = std::size_t{1} << 16;

void check_going(const RunContext& run) { run.require_time("making the instance"); }

std::vector<double> draws(bool normal, std::uint64_t seed, Tag tag, std::size_t count,
                          const RunContext& run) {
  const Rng stream(seed, tag);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % values_per_poll == 0) check_going(run);
    values[i] = normal ? stream.normal_at(i) : stream.uniform_at(i + 1);
  }
  return values;
}

std::vector<double> normals(std::uint64_t seed, Tag tag, std::size_t count, const RunContext& run) {
  return draws(true, seed, tag, count, run);
}

std::vector<double> uniforms(std::uint64_t seed, Tag tag, std::size_t count, const RunContext& run) {
  return draws(false, seed, tag, count, run);
}

/// The `count` places below `size` with the smallest values, in increasing order of the values.
std::vector<std::size_t> subset(std::uint64_t seed, Tag tag, std::size_t size, std::size_t count,
                                const RunContext& run) {
  const std::vector<double> values = uniforms(seed, tag, size, run);
  std::vector<std::size_t> places(size);
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto end = places.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::partial_sort(places, end, {}, [&](std::size_t i) { return std::pair(values[i], i); });
  places.resize(count);
  check_going(run);
  return places;
}

void corrupt(std::vector<double>& values, std::uint64_t seed, Tag tag, const RunContext& run) {
  const auto count =
      static_cast<std::size_t>(std::llround(corrupted_share * static_cast<double>(values.size())));
  for (const std::size_t place : subset(seed, tag, values.size(), count, run)) values[place] *= corruption;
}

void check_shape(std::size_t rows, Index columns) {
  if (rows == 0) throw InvalidArgument("rows", "0", "must be at least 1");
  if (columns == 0) throw InvalidArgument("columns", "0", "must be at least 1");
  constexpr std::size_t most_values = std::size_t{1} << 40;
  if (rows > most_values / columns) {
    throw InvalidArgument("instance", fmt::format("of {} x {}", rows, columns), "has more than 2^40 values");
  }
}

}  // namespace

std::string_view to_string(Design design) { return design == Design::ai ? "AI" : "AII"; }

std::string_view to_string(Noise noise) { return noise == Noise::bi ? "bI" : "bII"; }

GeneratedData regression_data(const RegressionOptions& options, const RunContext& run) {
  check_shape(options.rows, options.columns);
  const std::uint64_t seed = options.seed;
  std::vector<double> values = normals(seed, matrix_tag, options.rows * options.columns, run);
  if (options.design == Design::aii) corrupt(values, seed, corrupted_matrix_tag, run);

  GeneratedData data;
  data.a = Matrix::dense(options.rows, options.columns, std::move(values));
  data.truth.assign(options.columns, 0.0);
  const std::size_t support = std::min<std::size_t>(true_support, options.columns);
  const std::vector<double> chosen = normals(seed, truth_tag, support, run);
  const std::vector<std::size_t> places = subset(seed, support_tag, options.columns, support, run);
  for (std::size_t i = 0; i < support; ++i) data.truth[places[i]] = chosen[i];

  std::vector<double> noise = normals(seed, noise_tag, options.rows, run);
  for (double& value : noise) value *= noise_scale;
  if (options.noise == Noise::bii) corrupt(noise, seed, corrupted_noise_tag, run);
  data.b = data.a.multiply(data.truth);
  for (std::size_t i = 0; i < data.b.size(); ++i) data.b[i] += noise[i];
  return data;
}

GeneratedData uniform_data(const UniformOptions& options, const RunContext& run) {
  check_shape(options.rows, options.columns);
  return {Matrix::dense(options.rows, options.columns,
                        uniforms(options.seed, uniform_matrix_tag, options.rows * options.columns, run)),
          uniforms(options.seed, uniform_right_side_tag, options.rows, run),
          {}};
}

}  // namespace lode::least_squares
