#include "python_words.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace lode::python {
namespace {

using Words = std::map<std::string_view, std::string_view>;

std::optional<std::string_view> other_word(const Words& words, std::string_view word) {
  const auto found = words.find(word);
  if (found == words.end()) return {};
  return found->second;
}

/// "A(2,1)", which counts from 1, as "A[1, 0]"; other text as it is.
std::string entry_from_zero(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || open == 0 || text.back() != ')') return std::string(text);
  std::string entry(text.substr(0, open));
  const char* at = text.data() + open;
  const char* const end = text.data() + text.size();
  for (char mark = '['; at != end && *at != ')'; mark = ',') {
    std::uint64_t number = 0;
    const auto [next, error] = std::from_chars(at + 1, end, number);
    if (error != std::errc() || number == 0 || (*next != ',' && *next != ')')) return std::string(text);
    entry += fmt::format("{}{}{}", mark, mark == ',' ? " " : "", number - 1);
    at = next;
  }
  return entry + "]";
}

/// "labels" as "labels=True", "merge" as "merge=".
std::string keyword_of(std::string_view option) {
  if (option == "WriteOptions::format") return "format=";
  static const Words switches = {{"labels", "True"},       {"weighted", "True"}, {"force", "True"},
                                 {"trust_search", "True"}, {"lenient", "True"},  {"header", "True"}};
  return fmt::format("{}={}", python_name(option), other_word(switches, option).value_or(""));
}

/// What does in Python what a function of the library does, perhaps with the name of a graph:
/// "fetch_graph(NAME)".
std::string call_of(std::string_view call) {
  static const Words calls = {
      {"locate_graphs", "'lode data list'"},    {"fetch_graph", "'lode data get'"},
      {"check_graph", "'lode data verify'"},    {"find_json", "'lode find --format json'"},
      {"certificate_json", "Certificate.save"}, {"least_squares::methods", "lode.lsq.methods()"}};
  const std::size_t open = call.find('(');
  std::string here(other_word(calls, call.substr(0, open)).value_or(call.substr(0, open)));
  if (open == std::string_view::npos) return here;
  const std::string_view name = call.substr(open + 1, call.size() - open - 2);
  if (here.back() == '\'') here.pop_back();
  return fmt::format("{} {}'", here, name);
}

/// Replaces every NAME that stands between `begin` and a quote, `begin` and quote included.
std::string with_names(std::string_view message, std::string_view begin,
                       std::string (*in_words)(std::string_view)) {
  std::string text;
  while (true) {
    const std::size_t at = message.find(begin);
    const std::size_t end = at == std::string_view::npos ? at : message.find('\'', at + begin.size());
    if (end == std::string_view::npos) return text.append(message);
    text.append(message.substr(0, at));
    text.append(in_words(message.substr(at + begin.size(), end - at - begin.size())));
    message.remove_prefix(end + 1);
  }
}

void replace_first(std::string& text, std::string_view words, std::string_view by) {
  const std::size_t at = text.find(words);
  if (at != std::string::npos) text.replace(at, words.size(), by);
}

}  // namespace

std::string python_name(std::string_view parameter) {
  constexpr std::string_view option = "option '";
  if (parameter.starts_with(option) && parameter.ends_with('\'')) {
    parameter.remove_prefix(option.size());
    parameter.remove_suffix(1);
  }
  static const Words names = {{"sizes", "s"},
                              {"size", "s"},
                              {"number of answers", "top"},
                              {"lambda", "lam"},
                              {"time limit", "time"},
                              {"edge probability", "p"},
                              {"planted size", "size"},
                              {"planted density", "density"},
                              {"average degree", "average_degree"},
                              {"largest expected degree", "max_degree"},
                              {"number of lines", "lines"},
                              {"values in b", "length of b"},
                              {"output file", "path"},
                              {"WriteOptions::format", "format"}};
  const std::size_t place = parameter.find('[');
  const std::string_view whole = parameter.substr(0, place);
  std::string name(other_word(names, whole).value_or(whole));
  if (place != std::string_view::npos) name.append(parameter.substr(place));
  std::replace(name.begin(), name.end(), '-', '_');
  return entry_from_zero(name);
}

std::string in_python(std::string_view message) {
  std::string text = with_names(message, "option '", &keyword_of);
  text = with_names(text, "function '", &call_of);
  replace_first(text, "say by a MergeRule which holds", "say with merge= which holds");
  const std::size_t settings = text.find(" is not a setting of method ");
  if (const std::size_t at = text.find("; it has ", settings);
      settings != std::string::npos && at != std::string::npos) {
    std::replace(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), '-', '_');
  }
  return text;
}

}  // namespace lode::python
