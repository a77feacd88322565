#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include <lode/hybrid/constraints.hpp>

#include "core/linalg/eigen.hpp"
#include "hybrid/block/block.hpp"

// Minimise 1/2 z'Qz + linear'z over z in {-1, 1}^k. Bit i of a vector of signs says that z_i = 1.

namespace lode::hybrid {
namespace {

using detail::bit;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Blocks from which branch and bound is used.
constexpr int sign_search_from = 14;
constexpr double rounding = 1e-13;

double sign(std::uint64_t plus, Eigen::Index i) { return plus >> i & 1u ? 1.0 : -1.0; }

double sign_value(const DenseBlock& block, std::span<const double> linear, std::uint64_t plus) {
  double value = 0.0;
  for (int i = 0; i < block.size; ++i) {
    double half = 0.5 * block.q(i, i) * sign(plus, i);
    for (int j = 0; j < i; ++j) half += block.q(i, j) * sign(plus, j);
    value += sign(plus, i) * (half + linear[static_cast<std::size_t>(i)]);
  }
  return value;
}

struct SignResult {
  std::uint64_t plus = 0;
  double value = 0.0;
  bool exact = true;
  std::uint64_t nodes = 0;
};

/// Enumerates all sign vectors of up to 16 variables: z_2, z_3, ... in Gray order, and for each the best z_0
/// and z_1, the minimisers of q z_0 z_1 + a z_0 + b z_1. Cost: O(k) per four sign vectors.
SignResult signs_by_enumeration(const DenseBlock& block, std::span<const double> linear, SignResult best) {
  constexpr std::size_t room = 16;  // rows of one length, for loops without a remainder
  const auto k = static_cast<std::size_t>(block.size);
  std::array<double, room * room> twice{};  // 2 Q without its diagonal
  std::array<double, room> slope{};  // of z_i, from the linear term and the high variables but z_i itself
  double constant = 0.0;
  for (std::size_t i = 0; i < k; ++i) {
    const double* const row = block.quadratic.data() + i * k;
    constant += 0.5 * row[i];
    slope[i] = linear[i];
    for (std::size_t j = 0; j < k; ++j) {
      if (j == i) continue;
      twice[i * room + j] = 2.0 * row[j];
      if (j >= 2) slope[i] -= row[j];
    }
  }
  for (std::size_t i = 2; i < k; ++i) constant -= 0.5 * (linear[i] + slope[i]);
  const double q = 0.5 * twice[1];
  const std::uint64_t end = bit(std::max(0, block.size - 2));
  std::uint64_t high = 0;
  for (std::uint64_t step = 0;;) {
    const double equal = q - std::abs(slope[0] + slope[1]);
    const double different = -q - std::abs(slope[0] - slope[1]);
    const double value = constant + std::min(equal, different);
    if (value < best.value - rounding * std::abs(value)) {
      best.value = value;
      const bool is_equal = equal <= different;
      const std::uint64_t first = (is_equal ? slope[0] + slope[1] : slope[0] - slope[1]) < 0.0 ? 1 : 0;
      best.plus = high << 2 | (is_equal ? first : 1 - first) << 1 | first;
    }
    if (++step == end) break;
    const int flipped = std::countr_zero(step);
    const double now =
        1.0 - 2.0 * static_cast<double>(high >> flipped & 1u);  // no branch, which could not be foretold
    const auto j = static_cast<std::size_t>(flipped) + 2;
    constant += 2.0 * now * slope[j];
    const double* const row = twice.data() + j * room;
    for (std::size_t i = 0; i < room; ++i) slope[i] += now * row[i];
    high ^= bit(flipped);
  }
  best.plus &= detail::all_items(block.size);
  best.nodes = 4 * end;
  return best;
}

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

/// Depth-first search on the triangular factor of Q + cI. The shift adds a constant on sign vectors. The
/// nearer sign is tried first. The search takes the c whose minimiser over all real z lies on the sphere
/// |z|^2 = k: that c gives the best bound of this kind at the root.
///
/// Cost:    O(k^3) for the shift, O(k) per node; exponential in the worst case.
/// Source:  C. P. Schnorr, M. Euchner, Lattice basis reduction, Math. Programming 66 (1994) 181-199.
class SphereSearch {
 public:
  SphereSearch(const DenseBlock& block, std::span<const double> linear, const SignResult& best,
               const RunContext& run)
      : size_(block.size), run_(run), best_(best) {
    const Eigen::Map<const RowMatrix> q(block.quadratic.data(), size_, size_);
    const Eigen::Map<const Eigen::VectorXd> p(linear.data(), size_);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(q);
    const double shift = sphere_shift(eigen.eigenvalues(), eigen.eigenvectors().transpose() * p);
    factorise(q, shift);
    // 1/2 z'(Q + cI)z + linear'z = 1/2 |U(z - centre)|^2 + offset
    const Eigen::VectorXd permuted = p(order_);
    const Eigen::VectorXd half = u_.transpose().triangularView<Eigen::Lower>().solve(permuted);
    offset_ = -0.5 * half.squaredNorm() - 0.5 * shift * static_cast<double>(size_);
    limit_ = best_.value - offset_;
    rest_.assign(static_cast<std::size_t>(size_ + 1), -half);
  }

  SignResult run() {
    descend(size_ - 1, 0.0, 0);
    return best_;
  }

 private:
  /// P'(Q + cI)P = U'U; the variable of smallest remaining square comes first, so that the search, which goes
  /// from the last to the first, meets large diagonals first.
  void factorise(const Eigen::Map<const RowMatrix>& q, double shift) {
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

  /// Decides variable i; rest_[i + 1] is U centre minus the contributions of the decided variables.
  void descend(Eigen::Index i, double cost, std::uint64_t plus) {
    constexpr std::uint64_t poll_interval = 4096;
    if (++best_.nodes % poll_interval == 0 && run_.should_stop()) best_.exact = false;
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

  Eigen::Index size_;
  const RunContext& run_;
  std::vector<int> order_;
  Eigen::MatrixXd u_;
  double offset_ = 0.0;
  double limit_ = 0.0;
  std::vector<Eigen::VectorXd> rest_;
  SignResult best_;
};

}  // namespace

BlockMove Binary::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  detail::check_finite("linear", block.linear);
  std::uint64_t present = 0;
  std::vector<double> linear = block.linear;
  for (int i = 0; i < block.size; ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (block.current[index] > 0.0) present |= bit(i);
    linear[index] -= proximal * block.current[index];  // |z - x|^2, up to a constant
  }
  const SignResult known{present, sign_value(block, linear, present)};
  const SignResult result = block.size < sign_search_from ? signs_by_enumeration(block, linear, known)
                                                          : SphereSearch(block, linear, known, run).run();
  BlockMove move;
  move.exact = result.exact;
  move.nodes = result.nodes;
  for (std::uint64_t flips = result.plus ^ present; flips; flips &= flips - 1) {
    const int i = std::countr_zero(flips);
    move.changes.push_back({i, -block.current[static_cast<std::size_t>(i)]});
  }
  if (!move.changes.empty())
    move.decrease = sign_value(block, block.linear, present) - sign_value(block, block.linear, result.plus);
  return move;
}

}  // namespace lode::hybrid
