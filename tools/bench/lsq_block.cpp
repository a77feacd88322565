// Times the exact solvers of sign and support blocks: bench_lsq_block. Prints one JSON object per line.
//
// Random blocks: Q = A'A of a normal A with 64 rows, linear = -A'b with normal b. "cold": starts from z = -1
// or z = 0; "warm": the current values are optimal, as in most blocks of a descent, and the solver has to
// prove it.

#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/rng.hpp>
#include <lode/hybrid/constraints.hpp>

namespace {

using namespace lode;
using namespace lode::hybrid;

constexpr int num_blocks = 8;
constexpr int rows = 64;
constexpr double least_seconds = 0.1;

DenseBlock random_block(int k, double present, std::uint64_t seed) {
  const Rng rng(seed, 1);
  std::vector<double> a(static_cast<std::size_t>(k * rows));
  std::vector<double> b(rows);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = rng.normal_at(i);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = 4.0 * rng.normal_at(a.size() + i);
  DenseBlock block;
  block.size = k;
  block.current.assign(static_cast<std::size_t>(k), present);
  for (int i = 0; i < k; ++i) {
    const double* const column = a.data() + i * rows;
    double linear = 0.0;
    for (int r = 0; r < rows; ++r) linear -= column[r] * b[static_cast<std::size_t>(r)];
    block.linear.push_back(linear);
    for (int j = 0; j < k; ++j) {
      double sum = 0.0;
      for (int r = 0; r < rows; ++r) sum += column[r] * a[static_cast<std::size_t>(j * rows + r)];
      block.quadratic.push_back(sum);
    }
  }
  return block;
}

template <class Constraint>
void apply(const Constraint& constraint, DenseBlock& block) {
  for (const Change& change : constraint.solve(block, 0.0, RunContext()).changes) {
    block.current[static_cast<std::size_t>(change.position)] = change.value;
  }
}

template <class Constraint>
double seconds_per_block(const Constraint& constraint, const std::vector<DenseBlock>& blocks) {
  const RunContext run;
  std::uint64_t solved = 0;
  const auto begin = std::chrono::steady_clock::now();
  double seconds = 0.0;
  do {
    for (const DenseBlock& block : blocks) solved += constraint.solve(block, 0.0, run).exact;
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  } while (seconds < least_seconds);
  return seconds / static_cast<double>(solved);
}

template <class Constraint>
void report(const std::string& kind, int k, Constraint constraint) {
  for (const bool warm : {false, true}) {
    std::vector<DenseBlock> blocks;
    for (int i = 0; i < num_blocks; ++i) {
      blocks.push_back(random_block(k, kind == "signs" ? -1.0 : 0.0, static_cast<std::uint64_t>(i)));
      if (warm) apply(constraint, blocks.back());
    }
    fmt::print("{{\"bench\":\"lsq_block\",\"blocks\":\"{}\",\"k\":{},\"present\":\"{}\",\"us\":{:.2f}}}\n",
               kind, k, warm ? "warm" : "cold", 1e6 * seconds_per_block(constraint, blocks));
    std::fflush(stdout);
  }
}

}  // namespace

int main() {
  for (const int k : {8, 10, 12, 14, 16, 18, 20, 24, 28}) {
    report("signs", k, Binary{});
    report("supports", k, Sparse{1.0});
    report("limited", k, SparseC{static_cast<Coordinate>(k / 2)});
  }
  report("limited", 20, SparseC{6});
}
