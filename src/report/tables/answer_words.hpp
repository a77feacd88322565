#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include <lode/graph/cores.hpp>
#include <lode/report/format.hpp>

namespace lode::detail {

// Keys and words for 2 weight / (s (s - 1)) and 2 weight / s.
constexpr const char* density_key(bool weighted) { return weighted ? "weight_per_pair" : "edge_density"; }
constexpr const char* density_words(bool weighted) { return weighted ? "weight per pair" : "edge density"; }
constexpr const char* degree_words(bool weighted) { return weighted ? "average strength" : "average degree"; }
constexpr const char* degree_key(bool weighted) { return weighted ? "average_strength" : "average_degree"; }

/// The method of an answer and its time.
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

/// A line for reports whose bounds are about the graph that the input is a core of, and a second line if some
/// bounds may rest on statements of the input.
inline std::string core_sentence(const CoreOrigin& origin) {
  std::string text =
      fmt::format("input declared to be {}: bounds are of that graph\n", core_origin_text(origin));
  if (origin.bounds.empty()) return text;
  return text + fmt::format("{} of that graph, stated by the input, taken on trust\n",
                            format_plural(origin.bounds.size(), "bound", "bounds"));
}

}  // namespace lode::detail
