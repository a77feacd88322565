#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/core/types.hpp>

namespace lode {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

std::string_view markup_entity(char c) {
  constexpr std::pair<char, std::string_view> entities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  for (const auto& [character, entity] : entities) {
    if (character == c) return entity;
  }
  return {};
}

/// U+FFFE and U+FFFF, which XML does not allow.
bool is_noncharacter(std::string_view character) {
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// The texts of shown(character, is_valid) for all characters. A byte that is not UTF-8 is not valid.
template <class Shown>
std::string each_shown(std::string_view text, const Shown& shown) {
  std::string all;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    all += shown(character, length > 0);
    text.remove_prefix(character.size());
  }
  return all;
}

}  // namespace

std::string format_exact(double value) {
  if (!std::isfinite(value)) return "n/a";
  const bool integer = std::abs(value) < exact_integer_limit && value == std::floor(value);
  return integer ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{}", value);
}

std::string format_plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  if (!std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), is_continuation)) {
    return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool not_a_character = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || not_a_character ? 0 : length;
}

std::string escape_markup(std::string_view text) {
  return each_shown(text, [](std::string_view character, bool valid) {
    const char c = character.front();
    if (const std::string_view entity = markup_entity(c); !entity.empty()) return entity;
    const bool kept = valid && !is_noncharacter(character) && (!is_control(c) || c == '\t' || c == '\n');
    return kept ? character : replacement;
  });
}

std::string printable_text(std::string_view text) {
  return each_shown(text, [](std::string_view character, bool valid) {
    return valid && !is_control(character.front()) && !is_noncharacter(character) ? character : replacement;
  });
}

std::string escape_terminal(std::string_view text) {
  return each_shown(text, [](std::string_view character, bool valid) {
    const bool c1_control = character.size() == 2 && character >= "\xC2\x80" && character < "\xC2\xA0";
    if (valid && !c1_control && !is_control(character.front())) return std::string(character);
    std::string escaped;
    for (const char c : character) escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    return escaped;
  });
}

std::string escape_csv(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

std::string folded_name(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return result;
}

std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  const std::string wanted = folded_name(name);
  for (const std::string& candidate : known) {
    const std::string other = folded_name(candidate);
    const bool contains = wanted.size() >= 3 && other.find(wanted) != std::string::npos;
    const std::size_t distance = contains ? 1 : edit_distance(wanted, other);
    if (distance <= std::max<std::size_t>(2, wanted.size() / 3)) ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> names;
  for (const auto& [distance, candidate] : ranked) {
    if (names.size() < 3) names.push_back(candidate);
  }
  return names;
}

}  // namespace lode
