#include <algorithm>
#include <bit>
#include <cmath>

#include <lode/least_squares/certificate.hpp>

#include "least_squares/problem/matrix.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

constexpr int num_variables = 6;
constexpr unsigned num_points = 1u << num_variables;
constexpr double penalty_of_table = 0.01;
constexpr double largest_of_q = 92.0;  // the largest eigenvalue of Q, 1 + |c|^2

using TablePoint = Eigen::Matrix<double, num_variables, 1>;

TablePoint gradient_of_table(const TablePoint& x) {
  const TablePoint c = TablePoint::LinSpaced(1.0, num_variables);
  return c * c.dot(x) + x + TablePoint::Ones();
}
double value_of_table(const TablePoint& x) { return 0.5 * x.dot(gradient_of_table(x) + TablePoint::Ones()); }

/// -1, 0 or 1 as a is below, equal to or above b, up to rounding.
int compared(double a, double b) {
  const double tolerance = rounding_tolerance * std::max({1.0, std::abs(a), std::abs(b)});
  return a < b - tolerance ? -1 : a > b + tolerance ? 1 : 0;
}

/// Counts points by two tests; `leaves(point, block)`: another point that differs in coordinates of the block
/// alone takes the place of this one.
template <class Points, class LTest, class Leaves>
StationaryCounts count(const char* constraint, const char* rule, const Points& points, LTest&& l_stationary,
                       Leaves&& leaves) {
  StationaryCounts counts{constraint, rule, points.size(), 0, std::vector<std::uint64_t>(num_variables)};
  for (const auto& point : points) {
    counts.l_stationary += l_stationary(point) ? 1 : 0;
    std::size_t smallest = num_variables + 1;
    for (unsigned block = 1; block < num_points; ++block) {
      const auto size = static_cast<std::size_t>(std::popcount(block));
      if (size < smallest && leaves(point, block)) smallest = size;
    }
    for (std::size_t k = 1; k < smallest; ++k) ++counts.block[k - 1];
  }
  return counts;
}

enum class Ties { lexicographic, member, strict };

/// The points of {-1, 1}^6. A set bit of a mask is a 1.
StationaryCounts count_binary(const char* rule, Ties ties) {
  std::vector<unsigned> masks(num_points);
  std::vector<TablePoint> points(num_points);
  for (unsigned mask = 0; mask < num_points; ++mask) {
    masks[mask] = mask;
    for (int i = 0; i < num_variables; ++i) points[mask][i] = (mask >> i & 1u) != 0 ? 1.0 : -1.0;
  }
  const auto l_stationary = [&](unsigned mask) {
    const TablePoint& x = points[mask];
    const TablePoint step = largest_of_q * x - gradient_of_table(x);
    for (int i = 0; i < num_variables; ++i) {
      const int sign = compared(step[i], 0.0);
      const bool tie = ties == Ties::member || (ties == Ties::lexicographic && x[i] < 0.0);
      if (sign == 0 ? !tie : (sign > 0) != (x[i] > 0.0)) return false;
    }
    return true;
  };
  return count("binary", rule, masks, l_stationary, [&](unsigned mask, unsigned block) {
    const int order = compared(value_of_table(points[mask ^ block]), value_of_table(points[mask]));
    if (order != 0 || ties == Ties::member) return order < 0;
    // The point with -1 in the first coordinate where the two differ comes first.
    return ties == Ties::strict || (mask & block & (~block + 1)) != 0;
  });
}

/// x with the coordinates of `block` replaced by the minimiser that is zero outside `support`.
TablePoint minimiser_on(TablePoint x, unsigned block, unsigned support) {
  std::vector<int> free;
  for (int i = 0; i < num_variables; ++i) {
    if ((block >> i & 1u) != 0) x[i] = 0.0;
    if ((support >> i & 1u) != 0) free.push_back(i);
  }
  if (free.empty()) return x;
  const TablePoint c = TablePoint::LinSpaced(1.0, num_variables);
  const Eigen::MatrixXd q = c * c.transpose() + Eigen::MatrixXd::Identity(num_variables, num_variables);
  const Eigen::VectorXd values = q(free, free).llt().solve(-gradient_of_table(x)(free));
  x(free) = values;
  drop_noise({x.data(), num_variables}, [](std::size_t) { return 1.0; });
  return x;
}

/// The minimisers on all supports; coinciding points count once, or once per support.
StationaryCounts count_sparse(const char* rule, bool distinct) {
  std::vector<TablePoint> points;
  for (unsigned support = 0; support < num_points; ++support) {
    const TablePoint x = minimiser_on(TablePoint::Zero(), num_points - 1, support);
    const bool known = std::any_of(points.begin(), points.end(), [&](const TablePoint& other) {
      return x.isApprox(other, rounding_tolerance);
    });
    if (!distinct || !known) points.push_back(x);
  }
  const auto l_stationary = [](const TablePoint& x) {
    const TablePoint slope = gradient_of_table(x);
    for (int i = 0; i < num_variables; ++i) {
      if (x[i] != 0.0 ? compared(x[i] * x[i], 2.0 * penalty_of_table / largest_of_q) < 0
                      : compared(slope[i] * slope[i], 2.0 * penalty_of_table * largest_of_q) > 0) {
        return false;
      }
    }
    return true;
  };
  const auto penalised = [](const TablePoint& x) {
    return value_of_table(x) + penalty_of_table * static_cast<double>((x.array() != 0.0).count());
  };
  return count("sparse", rule, points, l_stationary, [&](const TablePoint& x, unsigned block) {
    for (unsigned support = block;; support = (support - 1) & block) {
      if (compared(penalised(minimiser_on(x, block, support)), penalised(x)) < 0) return true;
      if (support == 0) return false;
    }
  });
}

}  // namespace

std::vector<StationaryCounts> stationary_table() {
  return {count_binary("lexicographic", Ties::lexicographic), count_binary("member", Ties::member),
          count_binary("strict", Ties::strict), count_sparse("supports", false),
          count_sparse("distinct", true)};
}

}  // namespace lode::least_squares
