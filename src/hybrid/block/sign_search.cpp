#include "hybrid/block/sign_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/linalg/eigen.hpp"
#include "hybrid/block/checks.hpp"

namespace lode::hybrid {
namespace {

using detail::bit;

constexpr int low_variables = 6;
constexpr int max_enumerated = 30;
constexpr double rounding = 1e-13;

double sign(std::uint64_t plus, int i) { return plus >> i & 1u ? 1.0 : -1.0; }

void check_signs(const SignProblem& problem, std::uint64_t plus, int largest) {
  detail::check_quadratic(problem.size, problem.quadratic, problem.linear, largest);
  detail::check_items("sign vector", plus, problem.size);
}

/// Gray order over the high variables; for each of their sign vectors the 64 of the low ones are a table of
/// their own form plus the sum of two tables of eight for the linear term.
class GrayEnumeration {
 public:
  explicit GrayEnumeration(const SignProblem& problem)
      : problem_(problem), high_(std::max(0, problem.size - low_variables)) {
    for (int i = 0; i < problem.size; ++i) constant_ += 0.5 * problem.q(i, i);
    fill_table();
    // All high variables start at -1.
    for (int i = 0; i < problem.size; ++i) {
      slope_[index(i)] = problem.linear[index(i)];
      for (int j = low_variables; j < problem.size; ++j) {
        if (j != i) slope_[index(i)] -= problem.q(i, j);
      }
    }
    for (int i = low_variables; i < problem.size; ++i) {
      constant_ -= 0.5 * (problem.linear[index(i)] + slope_[index(i)]);
    }
  }

  SignResult run(std::uint64_t present, double present_value) {
    SignResult best{present, present_value, true, bit(std::max(problem_.size, low_variables))};
    std::uint64_t high = 0;
    for (std::uint64_t step = 0;;) {
      consider(high, best);
      if (++step >> high_) break;
      const int flipped = std::countr_zero(step);
      flip(flipped + low_variables, high >> flipped & 1u ? -1.0 : 1.0);
      high ^= bit(flipped);
    }
    return best;
  }

 private:
  using Eight = Eigen::Array<double, 8, 1>;

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void fill_table() {
    const int low = std::min(problem_.size, low_variables);
    for (std::uint64_t code = 0; code < 64; ++code) {
      double value = code >> low ? std::numeric_limits<double>::infinity() : 0.0;
      for (int i = 0; i < low; ++i) {
        for (int j = 0; j < i; ++j) value += problem_.q(i, j) * sign(code, i) * sign(code, j);
      }
      table_[code / 8][static_cast<Eigen::Index>(code % 8)] = value;
    }
  }

  void flip(int j, double now) {
    constant_ += 2.0 * now * slope_[index(j)];
    const double* const row = problem_.form().row(j);
    const double own = slope_[index(j)];
    for (int i = 0; i < problem_.size; ++i) slope_[index(i)] += 2.0 * now * row[i];
    slope_[index(j)] = own;
  }

  /// slope0 z0 + slope1 z1 + slope2 z2 for the eight sign vectors.
  static Eight linear_of_three(const double* slope) {
    Eight sums;
    for (std::uint64_t code = 0; code < 8; ++code) {
      sums[static_cast<Eigen::Index>(code)] =
          slope[0] * sign(code, 0) + slope[1] * sign(code, 1) + slope[2] * sign(code, 2);
    }
    return sums;
  }

  void consider(std::uint64_t high, SignResult& best) const {
    const Eight lower = linear_of_three(slope_.data()) + constant_;
    const Eight upper = linear_of_three(slope_.data() + 3);
    Eight least = table_[0] + (lower + upper[0]);
    for (int row = 1; row < 8; ++row) {
      least = least.min(table_[static_cast<std::size_t>(row)] + (lower + upper[row]));
    }
    const double value = least.minCoeff();
    if (value >= best.value - rounding * std::abs(value)) return;
    best.value = value;
    for (int row = 0; row < 8; ++row) {
      for (int i = 0; i < 8; ++i) {
        if (table_[static_cast<std::size_t>(row)][i] + (lower[i] + upper[row]) != value) continue;
        best.plus = high << low_variables | static_cast<std::uint64_t>(8 * row + i);
        return;
      }
    }
  }

  const SignProblem& problem_;
  int high_;
  double constant_ = 0.0;
  std::array<Eight, 8> table_;
  std::array<double, max_enumerated + low_variables> slope_{};
};

/// (Q + cI)^-1 linear has norm sqrt(k) for exactly one c above -(smallest eigenvalue), unless the linear term
/// misses that eigenvector; then c is just above it.
double sphere_shift(const Eigen::VectorXd& eigenvalues, const Eigen::VectorXd& projected) {
  const double k = static_cast<double>(eigenvalues.size());
  const double scale = std::max(eigenvalues.cwiseAbs().maxCoeff(), 1e-300);
  double low = -eigenvalues[0] + 1e-9 * scale;
  const auto norm = [&](double c) { return (projected.array() / (eigenvalues.array() + c)).square().sum(); };
  if (norm(low) <= k) return low;
  double high = -eigenvalues[0] + projected.norm() / std::sqrt(k);
  for (int step = 0; step < 60 && high - low > 1e-6 * scale; ++step) {
    const double middle = 0.5 * (low + high);
    (norm(middle) > k ? low : high) = middle;
  }
  return high;
}

class SphereSearch {
 public:
  SphereSearch(const SignProblem& problem, const StopPoll& stop) : size_(problem.size), stop_(stop) {
    Eigen::Map<const Eigen::MatrixXd> q(problem.quadratic.data(), size_, size_);
    Eigen::Map<const Eigen::VectorXd> linear(problem.linear.data(), size_);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(q);
    const double shift = sphere_shift(eigen.eigenvalues(), eigen.eigenvectors().transpose() * linear);
    factorise(q, shift);
    // 1/2 z'(Q + cI)z + linear'z = 1/2 |U(z - centre)|^2 + offset
    Eigen::VectorXd permuted(size_);
    for (Eigen::Index i = 0; i < size_; ++i) permuted[i] = linear[order_[static_cast<std::size_t>(i)]];
    const Eigen::VectorXd half = u_.transpose().triangularView<Eigen::Lower>().solve(permuted);
    target_ = -half;
    offset_ = -0.5 * half.squaredNorm() - 0.5 * shift * static_cast<double>(size_);
  }

  SignResult run(std::uint64_t present, double present_value) {
    best_ = {present, present_value, true, 0};
    limit_ = present_value - offset_;
    rest_.assign(static_cast<std::size_t>(size_ + 1), target_);
    descend(size_ - 1, 0.0, 0);
    return best_;
  }

 private:
  /// P'(Q + cI)P = U'U; the variable of smallest remaining square comes first, so that the search, which goes
  /// from the last to the first, meets large diagonals first.
  void factorise(const Eigen::Map<const Eigen::MatrixXd>& q, double shift) {
    Eigen::MatrixXd s = q;
    s.diagonal().array() += shift;
    order_.resize(static_cast<std::size_t>(size_));
    std::iota(order_.begin(), order_.end(), 0);
    u_ = Eigen::MatrixXd::Zero(size_, size_);
    const double tiny = 1e-14 * std::max(s.diagonal().maxCoeff(), 1e-300);
    for (Eigen::Index i = 0; i < size_; ++i) {
      Eigen::Index pivot = 0;
      s.diagonal().tail(size_ - i).minCoeff(&pivot);
      pivot += i;
      s.row(i).swap(s.row(pivot));
      s.col(i).swap(s.col(pivot));
      u_.col(i).swap(u_.col(pivot));
      std::swap(order_[static_cast<std::size_t>(i)], order_[static_cast<std::size_t>(pivot)]);
      const double root = std::sqrt(std::max(s(i, i), tiny));
      const Eigen::Index left = size_ - i - 1;
      u_(i, i) = root;
      u_.row(i).tail(left) = s.row(i).tail(left) / root;
      s.bottomRightCorner(left, left).noalias() -= u_.row(i).tail(left).transpose() * u_.row(i).tail(left);
    }
  }

  /// Decides variable i; rest_[i + 1] is U centre less what the decided ones contribute.
  void descend(Eigen::Index i, double cost, std::uint64_t plus) {
    if (++best_.nodes % poll_interval == 0 && stop_ && stop_()) best_.exact = false;
    if (!best_.exact) return;
    if (i < 0) {
      const double value = cost + offset_;
      if (value >= best_.value - rounding * (std::abs(value) + std::abs(offset_))) return;
      best_.value = value;
      best_.plus = plus;
      limit_ = cost;
      return;
    }
    const Eigen::VectorXd& before = rest_[static_cast<std::size_t>(i + 1)];
    const double nearer = before[i] >= 0.0 ? 1.0 : -1.0;
    for (const double z : {nearer, -nearer}) {
      const double miss = before[i] - u_(i, i) * z;
      const double with = cost + 0.5 * miss * miss;
      if (with >= limit_) return;
      rest_[static_cast<std::size_t>(i)].head(i) = before.head(i) - z * u_.col(i).head(i);
      descend(i - 1, with, z > 0.0 ? plus | bit(order_[static_cast<std::size_t>(i)]) : plus);
    }
  }

  static constexpr std::uint64_t poll_interval = 4096;

  Eigen::Index size_;
  const StopPoll& stop_;
  std::vector<int> order_;
  Eigen::MatrixXd u_;
  Eigen::VectorXd target_;
  double offset_ = 0.0;
  double limit_ = 0.0;
  std::vector<Eigen::VectorXd> rest_;
  SignResult best_;
};

}  // namespace

double sign_value(const SignProblem& problem, std::uint64_t plus) {
  check_signs(problem, plus, max_block_size);
  double value = 0.0;
  for (int i = 0; i < problem.size; ++i) {
    double half = 0.5 * problem.q(i, i) * sign(plus, i);
    for (int j = 0; j < i; ++j) half += problem.q(i, j) * sign(plus, j);
    value += sign(plus, i) * (half + problem.linear[static_cast<std::size_t>(i)]);
  }
  return value;
}

SignResult signs_by_enumeration(const SignProblem& problem, std::uint64_t present) {
  check_signs(problem, present, max_enumerated);
  SignResult result = GrayEnumeration(problem).run(present, sign_value(problem, present));
  result.value = sign_value(problem, result.plus);
  return result;
}

SignResult signs_by_search(const SignProblem& problem, std::uint64_t present, const StopPoll& stop) {
  check_signs(problem, present, max_block_size);
  detail::check_finite("linear", problem.linear);
  if (problem.size == 0) return {};
  SignResult result = SphereSearch(problem, stop).run(present, sign_value(problem, present));
  result.value = sign_value(problem, result.plus);
  return result;
}

}  // namespace lode::hybrid
