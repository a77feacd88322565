#include <bit>
#include <cmath>
#include <limits>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/least_squares/certificate.hpp>

#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

using Counts = std::vector<std::uint64_t>;

Counts row(const StationaryCounts& counts) {
  Counts all = {counts.basic, counts.l_stationary};
  all.insert(all.end(), counts.block.begin(), counts.block.end());
  return all;
}

QuadraticForm random_form(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> factor(n * n);
  for (double& value : factor) value = 2.0 * rng.uniform() - 1.0;
  QuadraticForm form{n, std::vector<double>(n * n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    form.linear[i] = 2.0 * rng.uniform() - 1.0;
    for (std::size_t j = 0; j < n; ++j) {
      double sum = i == j ? 0.1 : 0.0;
      for (std::size_t r = 0; r < n; ++r) sum += factor[r * n + i] * factor[r * n + j];
      form.quadratic[i * n + j] = sum;
    }
  }
  return form;
}

double value(const QuadraticForm& form, unsigned mask) {
  const auto x = [&](std::size_t i) { return (mask >> i & 1u) != 0 ? 1.0 : -1.0; };
  double sum = 0.0;
  for (std::size_t i = 0; i < form.size; ++i) {
    sum += form.linear[i] * x(i);
    for (std::size_t j = 0; j < form.size; ++j) {
      sum += 0.5 * form.quadratic[i * form.size + j] * x(i) * x(j);
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("the table of optimality conditions of the paper is reproduced") {
  const QuadraticForm form = counting_example();
  CHECK(row(count_binary(form, 92.0, TieRule::lexicographic)) == Counts{64, 56, 9, 3, 1, 1, 1, 1});
  CHECK(row(count_binary(form, 92.0, TieRule::member)) == Counts{64, 58, 9, 8, 2, 2, 2, 2});
  CHECK(row(count_binary(form, 92.0, TieRule::strict)) == Counts{64, 56, 9, 0, 0, 0, 0, 0});
  CHECK(row(count_sparse(form, 0.01, 92.0, PointIdentity::support)) == Counts{64, 58, 11, 2, 1, 1, 1, 1});
  CHECK(row(count_sparse(form, 0.01, 92.0, PointIdentity::distinct)) == Counts{62, 57, 11, 2, 1, 1, 1, 1});
}

TEST_CASE("conditions on random forms are nested, and the strongest is global optimality") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::size_t n = 2 + seed % 5;
    const QuadraticForm form = random_form(n, seed);
    double trace = 0.0;
    for (std::size_t i = 0; i < n; ++i) trace += form.quadratic[i * n + i];
    double best = std::numeric_limits<double>::infinity();
    for (unsigned mask = 0; mask < 1u << n; ++mask) best = std::min(best, value(form, mask));
    std::uint64_t optimal = 0;
    std::uint64_t block_one = 0;
    for (unsigned mask = 0; mask < 1u << n; ++mask) {
      optimal += value(form, mask) <= best + 1e-10;
      bool stays = true;
      for (std::size_t i = 0; i < n; ++i) stays &= value(form, mask ^ (1u << i)) >= value(form, mask) - 1e-12;
      block_one += stays;
    }
    const StationaryCounts binary = count_binary(form, trace, TieRule::member);
    CHECK(binary.block.back() == optimal);
    CHECK(binary.block.front() == block_one);
    for (const StationaryCounts& counts :
         {binary, count_sparse(form, 0.05, trace, PointIdentity::distinct)}) {
      const Counts all = row(counts);
      for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i] <= all[i - 1]);
      CHECK(all.back() >= 1);
    }
  }
}

TEST_CASE("forms that cannot be counted are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  QuadraticForm form = counting_example(3);
  CHECK_THROWS_AS(count_binary(form, 0.0, TieRule::member), InvalidArgument);
  CHECK_THROWS_AS(count_binary(form, nan, TieRule::member), InvalidArgument);
  CHECK_THROWS_AS(count_sparse(form, 0.0, 15.0, PointIdentity::support), InvalidArgument);
  CHECK_THROWS_AS(count_binary(counting_example(11), 507.0, TieRule::member), InvalidArgument);
  CHECK_THROWS_AS(count_binary(QuadraticForm{}, 1.0, TieRule::member), InvalidArgument);
  form.quadratic[1] += 1.0;
  CHECK_THROWS_AS(count_binary(form, 15.0, TieRule::member), InvalidArgument);
  form = counting_example(3);
  form.quadratic[0] = -1.0;
  CHECK_THROWS_AS(count_sparse(form, 0.01, 15.0, PointIdentity::support), InvalidArgument);
  form = counting_example(3);
  form.linear[2] = nan;
  CHECK_THROWS_AS(count_binary(form, 15.0, TieRule::member), InvalidArgument);
  form.linear.pop_back();
  CHECK_THROWS_AS(count_binary(form, 15.0, TieRule::member), InvalidArgument);
}
