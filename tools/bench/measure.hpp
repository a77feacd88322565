#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <sys/resource.h>

#include <lode/core/run_context.hpp>

// Measurements of the benchmarks and their output.

namespace lode::bench {

struct Usage {
  double seconds = 0.0;  ///< wall clock
  double user = 0.0;
  double system = 0.0;
  double peak_bytes = 0.0;  ///< largest resident set of the process

  double cpu() const { return user + system; }
};

inline Usage usage_now() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {monotonic_clock().seconds(), seconds(used.ru_utime), seconds(used.ru_stime),
          1024.0 * static_cast<double>(used.ru_maxrss)};
}

/// Measures `work`.
template <class Work>
Usage measure(Work&& work) {
  const Usage before = usage_now();
  work();
  const Usage after = usage_now();
  return {after.seconds - before.seconds, after.user - before.user, after.system - before.system,
          after.peak_bytes};
}

/// `"name":value` pairs.
inline std::string json_field(std::string_view name, double value) {
  return fmt::format(",\"{}\":{:.6g}", name, value);
}

/// One line of JSON: the measured part, then `fields` (each with a comma in front).
inline void print_json(std::string_view bench, int threads, const Usage& used, std::string_view fields) {
  fmt::print(
      "{{\"bench\":\"{}\",\"threads\":{},\"seconds\":{:.4f},\"cpu_seconds\":{:.4f},\"user_seconds\":{:.4f},"
      "\"system_seconds\":{:.4f},\"peak_rss_bytes\":{:.0f}{}}}\n",
      bench, threads, used.seconds, used.cpu(), used.user, used.system, used.peak_bytes, fields);
}

}  // namespace lode::bench
