#pragma once

#include <ctime>

#include <lode/core/run_context.hpp>

namespace lode {

/// CPU time of the calling thread.
class ThreadCpuClock final : public Clock {
 public:
  double seconds() const override {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
};

}  // namespace lode
