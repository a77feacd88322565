#include "io/text/table_fields.hpp"

#include <algorithm>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The places of a separator outside of quotes. A quote opens at the beginning of a field.
std::vector<std::size_t> places_of(char separator, std::string_view line) {
  std::vector<std::size_t> places;
  bool quoted = false;
  bool begins = true;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && (quoted || begins)) quoted = !quoted;
    if (!quoted && line[i] == separator) places.push_back(i);
    begins = is_blank(line[i]) || line[i] == separator;
  }
  return places;
}

}  // namespace

std::vector<std::string_view> table_fields(std::string_view line, std::size_t count) {
  line = without_blanks(line);
  std::vector<std::string_view> fields;
  std::vector<std::size_t> places;
  for (const char separator : {'\t', ';', ',', ' '}) {
    if (places.empty()) places = places_of(separator, line);
  }
  const bool blanks_separate = !places.empty() && line[places.front()] == ' ';
  for (; !line.empty() && !places.empty() && fields.size() + 1 < count; places.pop_back()) {
    const std::string_view field = line.substr(places.back() + 1);
    line = line.substr(0, places.back());
    if (!blanks_separate || !field.empty()) fields.push_back(without_blanks(field));
  }
  line = without_blanks(line);
  if (!line.empty() || !fields.empty()) fields.push_back(line);
  std::ranges::reverse(fields);
  return fields;
}

std::string_view unquoted_field(std::string_view field) {
  const bool quoted = field.size() > 1 && field.front() == '"' && field.back() == '"';
  return quoted ? field.substr(1, field.size() - 2) : field;
}

}  // namespace lode::detail
