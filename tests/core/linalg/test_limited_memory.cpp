#include <algorithm>
#include <cstdint>

#include <lode/core/rng.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/limited_memory.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

using Memory = detail::LimitedMemory<Eigen::VectorXd, 3>;

Eigen::VectorXd turned(const Memory& memory, Eigen::VectorXd x) {
  memory.turn(
      x, [](const auto& a, const auto& b) { return a.dot(b); },
      [](double t, const auto& a, auto& b) { b += t * a; }, [](Eigen::VectorXd& y) { y *= 0.5; });
  return x;
}

}  // namespace

TEST_CASE("a limited memory is a symmetric definite matrix that turns the last change into the last step") {
  constexpr Eigen::Index n = 8;
  const Rng rng(3);
  Eigen::MatrixXd root(n, n);
  for (Eigen::Index i = 0; i < root.size(); ++i)
    root.data()[i] = rng.normal_at(static_cast<std::uint64_t>(i));
  const Eigen::MatrixXd hessian = root * root.transpose() + Eigen::MatrixXd::Identity(n, n);
  Memory memory;
  CHECK((turned(memory, Eigen::VectorXd::Ones(n)) - Eigen::VectorXd::Constant(n, 0.5)).norm() == 0.0);
  for (int round = 0; round < 6; ++round) {
    Memory::Pair pair{root.col(round), hessian * root.col(round)};
    pair.product = pair.step.dot(pair.change);
    memory.add(pair);
    CHECK(memory.pairs.size() == static_cast<std::size_t>(std::min(round + 1, 3)));
    CHECK((turned(memory, pair.change) - pair.step).norm() < 1e-12 * pair.step.norm());
    Eigen::MatrixXd inverse(n, n);
    for (Eigen::Index i = 0; i < n; ++i) inverse.col(i) = turned(memory, Eigen::VectorXd::Unit(n, i));
    CHECK((inverse - inverse.transpose()).norm() < 1e-12);
    CHECK(inverse.llt().info() == Eigen::Success);
  }
}
