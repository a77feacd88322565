#include "phases.hpp"

#include <sys/resource.h>

#include <lode/core/run_context.hpp>

namespace lode::cluster {

std::uint64_t peak_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

PhaseClock::PhaseClock(Ranks& ranks)
    : ranks_(ranks), start_(monotonic_clock().seconds()), sent_(ranks.sent()) {}

void PhaseClock::end(const std::string& name) {
  const std::uint64_t sent = ranks_.sent() - sent_;
  PhaseCost cost{name, 0.0, ranks_.all(sent), ranks_.all(peak_memory())};
  const double now = monotonic_clock().seconds();
  cost.seconds = now - start_;
  costs_.push_back(std::move(cost));
  start_ = now;
  sent_ = ranks_.sent();
}

}  // namespace lode::cluster
