#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ranks.hpp"

namespace lode::cluster {

/// What one step of a run took.
struct PhaseCost {
  std::string name;
  double seconds = 0.0;                   ///< on rank 0, which waits for the others
  std::vector<std::uint64_t> sent;        ///< bytes, by rank
  std::vector<std::uint64_t> peak_bytes;  ///< of memory since the run began, by rank
};

/// Most memory that this process has had, in bytes.
std::uint64_t peak_memory();

/// Times what happens between its calls; all ranks together.
class PhaseClock {
 public:
  explicit PhaseClock(Ranks& ranks);
  void end(const std::string& name);
  const std::vector<PhaseCost>& costs() const { return costs_; }

 private:
  Ranks& ranks_;
  double start_;
  std::uint64_t sent_;
  std::vector<PhaseCost> costs_;
};

}  // namespace lode::cluster
