#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/least_squares/generators.hpp>

namespace lode::least_squares {
namespace {

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

std::vector<double> normals(std::uint64_t seed, Tag tag, std::size_t count) {
  const Rng stream(seed, tag);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = stream.normal_at(i);
  return values;
}

std::vector<double> uniforms(std::uint64_t seed, Tag tag, std::size_t count) {
  const Rng stream(seed, tag);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = stream.uniform_at(i + 1);
  return values;
}

/// The `count` places below `size` with the smallest values, in increasing order of the values.
std::vector<std::size_t> subset(std::uint64_t seed, Tag tag, std::size_t size, std::size_t count) {
  const std::vector<double> values = uniforms(seed, tag, size);
  std::vector<std::size_t> places(size);
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto end = places.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(places.begin(), end, places.end(), [&](std::size_t a, std::size_t b) {
    return values[a] < values[b] || (values[a] == values[b] && a < b);
  });
  places.resize(count);
  return places;
}

void corrupt(std::vector<double>& values, std::uint64_t seed, Tag tag) {
  const auto count =
      static_cast<std::size_t>(std::llround(corrupted_share * static_cast<double>(values.size())));
  for (const std::size_t place : subset(seed, tag, values.size(), count)) values[place] *= corruption;
}

void check_shape(std::size_t rows, Index columns) {
  if (rows == 0) throw InvalidArgument("rows", "0", "an instance has at least one row");
  if (columns == 0) throw InvalidArgument("columns", "0", "an instance has at least one column");
}

}  // namespace

std::string_view to_string(Design design) { return design == Design::ai ? "AI" : "AII"; }

std::string_view to_string(Noise noise) { return noise == Noise::bi ? "bI" : "bII"; }

GeneratedData regression_data(const RegressionOptions& options) {
  check_shape(options.rows, options.columns);
  const std::uint64_t seed = options.seed;
  std::vector<double> values = normals(seed, matrix_tag, options.rows * options.columns);
  if (options.design == Design::aii) corrupt(values, seed, corrupted_matrix_tag);

  GeneratedData data;
  data.a = Matrix::dense(options.rows, options.columns, std::move(values));
  data.truth.assign(options.columns, 0.0);
  const std::size_t support = std::min<std::size_t>(true_support, options.columns);
  const std::vector<double> chosen = normals(seed, truth_tag, support);
  const std::vector<std::size_t> places = subset(seed, support_tag, options.columns, support);
  for (std::size_t i = 0; i < support; ++i) data.truth[places[i]] = chosen[i];

  std::vector<double> noise = normals(seed, noise_tag, options.rows);
  for (double& value : noise) value *= noise_scale;
  if (options.noise == Noise::bii) corrupt(noise, seed, corrupted_noise_tag);
  data.b = data.a.multiply(data.truth);
  for (std::size_t i = 0; i < data.b.size(); ++i) data.b[i] += noise[i];
  return data;
}

GeneratedData uniform_data(const UniformOptions& options) {
  check_shape(options.rows, options.columns);
  return {Matrix::dense(options.rows, options.columns,
                        uniforms(options.seed, uniform_matrix_tag, options.rows * options.columns)),
          uniforms(options.seed, uniform_right_side_tag, options.rows),
          {}};
}

}  // namespace lode::least_squares
