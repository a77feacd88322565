#include <cstdio>
#include <vector>

#include <lode/hybrid/minimise.hpp>

int main() {
  // 1/2 x'Qx + p'x with at most two of three values: an index of Q is 3 * row + column.
  const std::vector<double> q = {4, 1, 0, 1, 2, 1, 0, 1, 3};
  const std::vector<double> p = {-2, -2, -3};
  const lode::hybrid::Minimum best = lode::hybrid::minimise(q, p, lode::hybrid::SparseC{.s = 2});
  std::printf("%g at", best.value);
  for (const double x : best.x) std::printf(" %g", x);
  std::printf("%s\n", best.stop_reason == lode::StopReason::optimal ? ", optimal" : "");
}
