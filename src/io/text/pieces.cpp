#include "io/text/pieces.hpp"

#include <algorithm>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

namespace lode::detail {

void check_sink(const TextSink& sink) {
  if (!sink) throw InvalidArgument("sink", "empty", "must be a function");
}

std::string comment_lines(std::string_view prefix, std::string_view comment) {
  std::string text;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    text += fmt::format("{}{}\n", prefix, printable_text(comment.substr(0, end)));
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return text;
}

}  // namespace lode::detail
