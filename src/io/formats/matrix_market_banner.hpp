#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {

/// The words of a Matrix Market banner, which is the present line of `lines`; `remedy` says what lode reads.
class BannerWords {
 public:
  BannerWords(const LineReader& lines, const char* remedy)
      : lines_(lines), words_(lines.begin(), lines.end()), remedy_(remedy) {}

  /// Errors: InputError unless the next word is the one wanted.
  void expect(std::string_view wanted, std::string_view problem) {
    const std::string_view word = words_.next();
    if (equal_ignoring_case(word, wanted)) return;
    if (word.empty())
      lines_.fail({lines_.end(), fmt::format("the banner ends before '{}'", wanted), remedy_});
    refuse(word, problem);
  }

  /// The place of the next word among those known. Errors: InputError for any other.
  std::size_t choose(std::initializer_list<std::string_view> known, std::string_view problem) {
    const std::string_view word = words_.next();
    std::size_t place = 0;
    for (const std::string_view candidate : known) {
      if (equal_ignoring_case(word, candidate)) return place;
      ++place;
    }
    if (word.empty()) lines_.fail({lines_.end(), "the banner is incomplete", remedy_});
    refuse(word, problem);
  }

  /// Errors: InputError for text behind the banner.
  void end() {
    if (!words_.done()) lines_.fail({words_.position(), "text follows the banner", remedy_});
  }

 private:
  [[noreturn]] void refuse(std::string_view word, std::string_view problem) const {
    lines_.fail({word.data(), fmt::format("'{}' {}", excerpt(word), problem), remedy_});
  }

  const LineReader& lines_;
  Words words_;
  const char* remedy_;
};

}  // namespace lode::detail
