// Times the largest eigenpairs of dense matrices (core/linalg/top_eigenpairs.hpp) against all eigenpairs by
// Eigen: CPU seconds of one thread, the least of several runs.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/core.h>

#include <lode/core/rng.hpp>

#include "bench.hpp"
#include "core/linalg/top_eigenpairs.hpp"

int main() {
  for (const Eigen::Index n : {30, 60, 100, 160, 200, 300}) {
    const lode::Rng rng(static_cast<std::uint64_t>(n));
    Eigen::MatrixXd a(n, n);
    for (Eigen::Index i = 0; i < a.size(); ++i) a.data()[i] = rng.normal_at(static_cast<std::uint64_t>(i));
    a = (a + a.transpose()).eval();
    const auto wanted = static_cast<std::size_t>(n / 5);
    lode::detail::TopEigenpairs own;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> all;
    double own_seconds = HUGE_VAL;
    double all_seconds = HUGE_VAL;
    for (int round = 0; round < 20; ++round) {
      const double start = lode::bench::cpu_clock.seconds();
      own.decompose(a, [&](std::span<const double>) { return wanted; });
      const double between = lode::bench::cpu_clock.seconds();
      all.compute(a);
      own_seconds = std::min(own_seconds, between - start);
      all_seconds = std::min(all_seconds, lode::bench::cpu_clock.seconds() - between);
    }
    fmt::print(
        "{{\"rows\":{},\"vectors\":{},\"milliseconds\":{:.3f},\"all_by_eigen\":{:.3f},\"times\":{:.2f}}}\n",
        n, wanted, 1e3 * own_seconds, 1e3 * all_seconds, all_seconds / own_seconds);
  }
}
