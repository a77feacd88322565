#include "run/phases.hpp"

#include <sys/resource.h>

#include <lode/core/run_context.hpp>

namespace lode::cluster {
namespace {

/// Bytes this process has taken at most.
std::uint64_t peak_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

Phases::Phases(const Ranks& ranks) : ranks_(ranks), memory_at_start_(ranks.max(peak_memory())) {}

void Phases::begin() {
  start_ = monotonic_clock().seconds();
  sent_ = ranks_.traffic().sent;
}

void Phases::end(const std::string& name, bool resumed) {
  const std::uint64_t sent = ranks_.traffic().sent - sent_;
  PhaseRecord record;
  record.name = name;
  record.resumed = resumed;
  record.sent_mean = ranks_.sum(sent) / static_cast<std::uint64_t>(ranks_.size());
  record.sent_most = ranks_.max(sent);
  record.peak_memory = ranks_.max(peak_memory());
  record.seconds = monotonic_clock().seconds() - start_;
  records_.push_back(std::move(record));
}

}  // namespace lode::cluster
