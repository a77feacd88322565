#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/hybrid/working_set.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "subgraph/hybrid/kick/kick_search.hpp"

namespace lode {
namespace {

/// The paper's rule keeps a number for each block of its window.
constexpr std::uint64_t largest_window = 1'000'000;

/// The work of presets fast and thorough, against that of default.
constexpr std::uint64_t fast_divisor = 10;
constexpr std::uint64_t thorough_factor = 50;

/// Refuses what the stop rule, or kicks, would leave without effect.
void check_effects(const HybridOptions& options) {
  const HybridOptions unset;
  const bool paper_rule = options.stop == HybridStop::relative_decrease;
  const bool kicks = options.work > 0;
  if (paper_rule && kicks) {
    throw InvalidArgument("stop", "relative decrease", "ends a descent, and the search goes on with kicks",
                          "do without kicks, as presets descent and paper do");
  }
  if (paper_rule && options.idle != unset.idle) {
    throw InvalidArgument("idle", std::to_string(options.idle), "belongs to another stop rule",
                          "use epsilon");
  }
  if (!paper_rule && (options.epsilon != unset.epsilon || options.window != unset.window)) {
    throw InvalidArgument("epsilon", fmt::format("{} over {} blocks", options.epsilon, options.window),
                          "belongs to another stop rule", "use idle, or preset paper");
  }
  if (kicks && options.max_iterations > 0) {
    throw InvalidArgument("max-iterations", std::to_string(options.max_iterations),
                          "limits the blocks of a descent, and the search goes on with kicks",
                          "use work, or preset descent or paper");
  }
  if (kicks && options.theta != unset.theta) {
    throw InvalidArgument("theta", fmt::format("{}", options.theta),
                          "is for descents, and the search goes on with kicks",
                          "use preset descent or paper");
  }
  if (kicks) return;
  const auto refuse = [](const char* name, const std::string& value) {
    throw InvalidArgument(name, value, "is for kicks, and there are none",
                          "use preset default, fast or thorough");
  };
  if (options.block != unset.block) refuse("block", std::to_string(options.block));
  if (options.cluster != unset.cluster) refuse("cluster", std::to_string(options.cluster));
  if (options.searchers != unset.searchers) refuse("searchers", std::to_string(options.searchers));
  if (!options.restarts) refuse("starts", "first");
}

}  // namespace

void check_options(const HybridOptions& options) {
  if (!(options.theta >= 0.0) || options.theta == std::numeric_limits<double>::infinity()) {
    throw InvalidArgument("theta", fmt::format("{}", options.theta), "must be a finite number >= 0");
  }
  hybrid::check_working_set(options.working_set);
  if (std::isnan(options.epsilon) || options.epsilon < 0.0) {
    throw InvalidArgument("epsilon", fmt::format("{}", options.epsilon), "must be a number >= 0");
  }
  if (options.window < 1 || options.window > largest_window) {
    throw InvalidArgument("window", std::to_string(options.window),
                          fmt::format("must be between 1 and {}", largest_window));
  }
  check_effects(options);
  if (options.work == 0) return;
  KickSearchOptions kicks;
  kicks.block = options.block;
  kicks.cluster = options.cluster;
  kicks.searchers = options.searchers;
  check_options(kicks);
}

const std::vector<std::string_view>& hybrid_presets() {
  static const std::vector<std::string_view> names = {"default", "fast", "thorough", "descent", "paper"};
  return names;
}

HybridOptions hybrid_preset(std::string_view name) {
  HybridOptions options;
  if (name == "default") return options;
  if (name == "fast") {
    options.work /= fast_divisor;
    options.passes /= fast_divisor;
    return options;
  }
  if (name == "thorough") {
    options.work *= thorough_factor;
    options.passes *= thorough_factor;
    return options;
  }
  if (name == "descent") {
    options.work = 0;
    return options;
  }
  if (name == "paper") {
    options.work = 0;
    options.start = StartKind::random;
    options.theta = 1e-3;
    options.stop = HybridStop::relative_decrease;
    options.max_iterations = 1000;
    options.repair_stationarity = false;
    return options;
  }
  throw InvalidArgument("preset", std::string(name), "is not known",
                        "use default, fast, thorough, descent or paper");
}

}  // namespace lode
