#pragma once

#include <cstdint>
#include <vector>

#include <lode/hybrid/concepts.hpp>

namespace lode::hybrid {

/// The paper's rule: with r_t = (F(x^t) - F(x^{t+1})) / max(|F(x^t)|, 1e-12), stop after iteration t >=
/// window when the mean of the last `window` values of r is at most epsilon.
class RelativeDecreaseRule {
 public:
  RelativeDecreaseRule(double epsilon, std::uint64_t window);
  bool record(double before, double after, WorkingSetKind kind, std::size_t block_size);

 private:
  double epsilon_;
  std::vector<double> recent_;  ///< ring of the last `window` values
  std::uint64_t iterations_ = 0;
};

/// Idle blocks that end a descent which has no number of its own: max(50, 5n / |B|), by which most
/// coordinates have been in a block.
std::uint64_t automatic_idle_blocks(std::uint64_t num_coordinates, std::uint64_t block_size);

/// Stops after `limit` blocks with a random part in a row, or one purely greedy block, without a decrease of
/// F. limit 0: automatic_idle_blocks.
class IdleRule {
 public:
  IdleRule(std::uint64_t num_coordinates, std::uint64_t limit) : n_(num_coordinates), limit_(limit) {}
  bool record(double before, double after, WorkingSetKind kind, std::size_t block_size);
  std::uint64_t idle_blocks() const { return idle_; }

 private:
  std::uint64_t n_;
  std::uint64_t limit_;
  std::uint64_t idle_ = 0;
};

}  // namespace lode::hybrid
