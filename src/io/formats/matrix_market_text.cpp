#include "io/formats/matrix_market_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/file_names.hpp"

namespace lode::detail {
namespace {

constexpr std::string_view magics[] = {matrix_market_magic};
constexpr std::string_view matrix_word[] = {"matrix"};
constexpr std::string_view symmetries[] = {"general", "symmetric"};

}  // namespace

MatrixMarketText::MatrixMarketText(CompressedInput& input, const RunContext& run, const Accepted& accepted)
    : lines_(input, run), remedy_(accepted.remedy) {
  if (!lines_.next()) throw InternalError("a text has a first line");
  Words words(lines_.begin(), lines_.end());
  choose(words, magics, "is not the Matrix Market banner");
  choose(words, matrix_word, accepted.not_a_matrix);
  storage_ = choose(words, accepted.storages, accepted.not_a_storage);
  field_ = choose(words, accepted.fields, accepted.not_a_field);
  symmetric_ = choose(words, symmetries, accepted.not_a_symmetry) == 1;
  if (!words.done()) lines_.fail({words.position(), "text follows the banner", remedy_});
}

/// The place of the next word of the banner among those known.
std::size_t MatrixMarketText::choose(Words& words, std::span<const std::string_view> known,
                                     std::string_view problem) const {
  const std::string_view word = words.next();
  const auto found = std::find_if(known.begin(), known.end(), [&](std::string_view candidate) {
    return equal_ignoring_case(word, candidate);
  });
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  if (word.empty()) {
    lines_.fail({lines_.end(),
                 known.size() == 1 ? fmt::format("the banner ends before '{}'", known.front())
                                   : "the banner is incomplete",
                 remedy_});
  }
  lines_.fail({word.data(), fmt::format("'{}' {}", excerpt(word), problem), remedy_});
}

Words MatrixMarketText::size_words() {
  if (!next()) {
    lines_.fail_at(lines_.number(), "the file ends before its size line",
                   "a line 'rows columns entries' follows the banner");
  }
  size_line_ = lines_.number();
  return {lines_.begin(), lines_.end()};
}

void MatrixMarketText::declare(std::uint64_t entries, Words& words, const char* form) {
  declared_ = entries;
  if (words.done()) return;
  lines_.fail({words.position(), "text follows the size of the matrix", form});
}

FieldProblem MatrixMarketText::one_too_many(const char* at) const {
  return {at,
          fmt::format("the size line declares {}, and this is one more",
                      format_plural(declared_, "entry", "entries")),
          "correct the size line"};
}

FieldProblem MatrixMarketText::above_diagonal(std::uint64_t row, std::uint64_t column) const {
  return {lines_.begin(), fmt::format("entry {} {} lies above the diagonal", row, column),
          "a symmetric file stores entries on and below the diagonal; the banner of this one may have to be "
          "'general'"};
}

void MatrixMarketText::check_count() const {
  if (seen_ >= declared_) return;
  lines_.fail_at(size_line_,
                 fmt::format("the size line declares {}, but the file holds {}",
                             format_plural(declared_, "entry", "entries"), seen_),
                 "the file is cut off, or the size line is wrong");
}

}  // namespace lode::detail
