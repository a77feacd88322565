#include <cmath>
#include <limits>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include <lode/core/rng.hpp>

#include "core/exact_sum.hpp"
#include "support/catch.hpp"

using namespace lode;
using lode::detail::ExactSum;

TEST_CASE("exact sums have the sign of the sum in rational numbers") {
  using Rational = boost::multiprecision::cpp_rational;
  int zero = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed, 5);
    ExactSum sum;
    Rational truth = 0;
    std::vector<double> terms;
    for (int i = 0; i < 12; ++i) {
      const double range = seed % 2 == 0 ? 300.0 : 3.0;
      terms.push_back(rng.normal_at(static_cast<std::uint64_t>(i)) *
                      std::pow(10.0, range * (rng.uniform() - 0.5)));
    }
    const std::size_t half = terms.size();
    for (std::size_t i = 0; i < half; ++i) terms.push_back(-terms[(i + seed) % half]);
    if (seed % 3 != 0) terms.push_back(seed % 3 == 1 ? 5e-324 : -5e-324);
    for (const double term : terms) {
      sum.add(term);
      truth += Rational(term);
      CHECK(sum.sign() == (truth > 0 ? 1 : truth < 0 ? -1 : 0));
    }
    const double near = sum.rounded();
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(Rational(std::nextafter(near, infinity)) > truth);
    CHECK(Rational(std::nextafter(near, -infinity)) < truth);
    zero += sum.sign() == 0;
    sum.subtract(terms.front());
    CHECK(sum.sign() == (truth - Rational(terms.front()) > 0 ? 1 : truth < Rational(terms.front()) ? -1 : 0));
  }
  CHECK(zero > 100);
}

TEST_CASE("the parts of an exact sum are rounded together") {
  ExactSum sum;
  for (const double term : {-4.0, -2.7330937541812737e-06, 3.9065457669783603}) sum.add(term);
  CHECK(sum.rounded() == (3.9065457669783603 - 4.0) - 2.7330937541812737e-06);  // the difference is exact
}
