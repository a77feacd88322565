#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode::detail {

/// By what an answer was found, and how long that took.
template <class Answer>
std::string how_found(const Answer& answer) {
  std::string text = answer.method;
  if (!answer.preset.empty()) text += ", preset " + answer.preset;
  text += fmt::format(", seed {}, {}; {} after {}", answer.seed,
                      format_plural(static_cast<std::uint64_t>(answer.threads), "thread", "threads"),
                      to_string(answer.solution.stop_reason), format_seconds(answer.solution.seconds));
  if (!answer.solution.trace.empty()) {
    text += fmt::format(", best after {}", format_seconds(answer.solution.seconds_to_best));
  }
  return text;
}

}  // namespace lode::detail
