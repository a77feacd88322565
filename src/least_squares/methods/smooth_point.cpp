#include "least_squares/methods/smooth_point.hpp"

#include <algorithm>
#include <cmath>

#include "least_squares/problem/checks.hpp"
#include "least_squares/problem/matrix_view.hpp"

namespace lode::least_squares::detail {

SmoothPart::Value SmoothPart::value(const std::vector<double>& x) const {
  Value value;
  value.residual = instance_.a().multiply(x);
  const std::span<const double> b = instance_.b();
  double squares = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    value.residual[i] -= b[i];
    squares += value.residual[i] * value.residual[i];
  }
  value.objective = 0.5 * squares + penalty_at(problem_.constraint, x);
  return value;
}

std::vector<double> SmoothPart::gradient(const std::vector<double>& x, const Value& value) const {
  const auto nonzeros =
      static_cast<std::size_t>(std::count_if(x.begin(), x.end(), [](double v) { return v != 0.0; }));
  if (!instance_.gram_ready() || nonzeros >= instance_.rows()) {
    return instance_.a().multiply_transposed(value.residual);
  }
  const std::span<const double> gram = instance_.ready_gram();
  const std::span<const double> q = instance_.correlations();
  const std::size_t n = x.size();
  Eigen::VectorXd gradient = -as_vector(q);
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] != 0.0) gradient += x[i] * as_vector(gram.subspan(i * n, n));
  }
  return to_std(gradient);
}

double proximal_value(const Constraint& constraint, double a, double lipschitz) {
  if (constraint.kind == ConstraintKind::binary) return a > 0.0 ? 1.0 : -1.0;
  const double inside = std::clamp(a, -constraint.box, constraint.box);
  const double gain = a * a - (a - inside) * (a - inside);
  return gain > 2.0 * constraint.lambda / lipschitz ? inside : 0.0;
}

std::vector<double> proximal_point(const Constraint& constraint, const std::vector<double>& a,
                                   double lipschitz) {
  if (constraint.kind != ConstraintKind::sparse) return projected(constraint, a);
  std::vector<double> z(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) z[i] = proximal_value(constraint, a[i], lipschitz);
  return z;
}

std::vector<double> proximal_step(const Constraint& constraint, const std::vector<double>& x,
                                  const std::vector<double>& gradient, double lipschitz) {
  const double scale = lipschitz > 0.0 ? lipschitz : 1.0;
  std::vector<double> a(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) a[i] = x[i] - gradient[i] / scale;
  return proximal_point(constraint, a, scale);
}

double relative_distance(std::span<const double> x, std::span<const double> y) {
  double distance = 0.0;
  double size = 1.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    distance = std::max(distance, std::abs(x[i] - y[i]));
    size = std::max(size, std::abs(x[i]));
  }
  return distance / size;
}

}  // namespace lode::least_squares::detail
