#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ranks/ranks.hpp"

namespace lode::cluster {

/// What one phase took, over all ranks.
struct PhaseRecord {
  std::string name;
  bool resumed = false;
  double seconds = 0.0;
  std::uint64_t sent_mean = 0;  ///< bytes sent to other ranks
  std::uint64_t sent_most = 0;
  std::uint64_t peak_memory = 0;  ///< bytes of the rank that has taken most so far
};

/// Keeps the records of a run's phases.
class Phases {
 public:
  explicit Phases(const Ranks& ranks);
  void begin();
  /// Together.
  void end(const std::string& name, bool resumed);
  const std::vector<PhaseRecord>& records() const { return records_; }
  /// Before anything was read, on the rank that had most.
  std::uint64_t memory_at_start() const { return memory_at_start_; }

 private:
  const Ranks& ranks_;
  double start_ = 0.0;
  std::uint64_t sent_ = 0;
  std::uint64_t memory_at_start_ = 0;
  std::vector<PhaseRecord> records_;
};

}  // namespace lode::cluster
