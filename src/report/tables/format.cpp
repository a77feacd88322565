#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode {
namespace {

constexpr std::string_view not_available = "n/a";

/// True for a continuation byte of UTF-8.
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

std::string without_trailing_zeros(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  return number == "-0" ? "0" : number;
}

}  // namespace

std::string format_rounded(double value, int significant) {
  if (!std::isfinite(value)) return std::string(not_available);
  if (value == 0.0) return "0";
  const double magnitude = std::abs(value);
  if (magnitude < 1e-6 || magnitude >= 1e15) return fmt::format("{:.{}g}", value, significant);
  const int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
  return without_trailing_zeros(fmt::format("{:.{}f}", value, std::max(0, significant - 1 - exponent)));
}

std::string format_weight(double value) {
  const bool exact = std::abs(value) < exact_integer_limit && value == std::floor(value);
  return exact ? fmt::format("{}", static_cast<std::int64_t>(value)) : format_rounded(value, 6);
}

std::string format_density(double value) {
  int digits = 4;
  std::string text = format_rounded(value, digits);
  while (value < 1.0 && text == "1" && digits < 17) text = format_rounded(value, ++digits);
  return text;
}

std::string format_percent(double fraction) {
  if (!std::isfinite(fraction)) return std::string(not_available);
  if (fraction > 0.0 && fraction < 0.00005) return "< 0.01 %";
  return without_trailing_zeros(fmt::format("{:.2f}", 100.0 * fraction)) + " %";
}

std::string format_tolerance(double tolerance) {
  return tolerance == 0.0 ? "" : fmt::format(" within {} of the weight", tolerance);
}

std::string format_distance(double distance) {
  constexpr double rounds_up = 1.006;  // three digits are off by half a percent
  return fmt::format("within ±{:.3g}", distance * rounds_up);
}

std::string format_seconds(double seconds) {
  if (!std::isfinite(seconds)) return std::string(not_available);
  if (seconds <= 0.0) return "0 s";
  if (seconds < 1e-6) return "< 1 us";
  if (seconds < 0.9995e-3) return format_rounded(seconds * 1e6, 3) + " us";
  if (seconds < 0.9995) return format_rounded(seconds * 1e3, 3) + " ms";
  if (seconds < 99.5) return format_rounded(seconds, 3) + " s";
  const auto whole = static_cast<std::uint64_t>(std::llround(std::min(seconds, 1e15)));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string escape_markdown(std::string_view text) {
  constexpr std::string_view special = "\\`*_{}[]()<>#|!~&$";
  std::string escaped;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += is_control ? ' ' : c;
  }
  return escaped;
}

std::string shorten(std::string_view text, std::size_t characters) {
  if (character_count(text) <= characters) return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t kept = 0; bytes < text.size() && kept + 1 < characters; ++kept) {
    ++bytes;
    while (bytes < text.size() && is_continuation(text[bytes])) ++bytes;
  }
  return std::string(text.substr(0, bytes)) + "\xE2\x80\xA6";
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string grouped(std::uint64_t count) { return group_thousands(std::to_string(count)); }

std::string group_thousands(std::string_view number) {
  std::string grouped(number);
  const std::size_t begin = number.starts_with('-') ? 1 : 0;
  std::size_t end = std::min(number.find_first_not_of("0123456789", begin), number.size());
  for (; end > begin + 3; end -= 3) grouped.insert(end - 3, ",");
  return grouped;
}

std::string wrapped_words(const std::vector<std::string>& words, std::string_view indent) {
  constexpr std::size_t line_length = 100;
  std::string text;
  std::size_t column = 0;
  for (const std::string& word : words) {
    const std::size_t width = character_count(word);
    if (column > 0 && column + 1 + width > line_length) {
      text += '\n';
      column = 0;
    }
    text += column == 0 ? indent : std::string_view(" ");
    column += width + (column == 0 ? indent.size() : 1);
    text += word;
  }
  return text + '\n';
}

std::string wrap_paragraph(std::string_view paragraph) {
  std::vector<std::string> words;
  while (!paragraph.empty()) {
    const std::size_t end = std::min(paragraph.find(' '), paragraph.size());
    words.emplace_back(paragraph.substr(0, end));
    paragraph.remove_prefix(std::min(end + 1, paragraph.size()));
  }
  return wrapped_words(words, "");
}

std::string format_upper_bound(double bound) {
  constexpr int digits = 10;
  constexpr double most_without_exponent = 1e15;
  const double step = 1e-10 * std::abs(bound);  // below the unit of the last digit
  const double less_than_a_digit = std::abs(bound) < most_without_exponent ? std::min(step, 0.5) : step;
  std::string text = format_rounded(bound, digits);
  const auto is_below = [&] {
    double written = bound;
    std::from_chars(text.data(), text.data() + text.size(), written);
    return written < bound;
  };
  for (double raised = bound; is_below(); text = format_rounded(raised, digits)) {
    raised =
        std::max(raised + less_than_a_digit, std::nextafter(raised, std::numeric_limits<double>::infinity()));
  }
  return text;
}

}  // namespace lode
