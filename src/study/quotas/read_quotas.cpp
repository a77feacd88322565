#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/quotas.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/line_reader.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto quota_form = "write 'group at_least at_most', '-' for none";

/// "3" or "-".
Vertex limit_of(const LineReader& lines, std::string_view text, Vertex none) {
  if (text == "-") return none;
  Vertex value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) {
    lines.fail({text.data(), fmt::format("'{}' is not a number of vertices", excerpt(text)), quota_form});
  }
  return value;
}

/// Takes the last word off a line; blanks and commas separate.
std::string_view last_word(std::string_view& text) {
  const auto separates = [](char c) { return is_blank(c) || c == ','; };
  while (!text.empty() && separates(text.back())) text.remove_suffix(1);
  std::size_t at = text.size();
  while (at > 0 && !separates(text[at - 1])) --at;
  const std::string_view word = text.substr(at);
  text = text.substr(0, at);
  while (!text.empty() && separates(text.back())) text.remove_suffix(1);
  return word;
}

}  // namespace

std::vector<Quota> read_quotas(const std::string& path, const std::vector<VertexGroup>& groups) {
  CompressedInput input(path, Content::quotas);
  LineReader lines(input);
  std::vector<Quota> quotas;
  std::set<std::string, std::less<>> listed;
  while (lines.next()) {
    std::string_view text = lines.text();
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    if (text.empty() || text.front() == '#') continue;
    if (const FieldProblem bad = find_control_byte(text)) lines.fail({bad.at, bad.problem, quota_form});
    std::string_view name = text;
    const std::string_view most = last_word(name);
    const std::string_view least = last_word(name);
    if (name == "group" && least == "at_least" && most == "at_most") continue;
    if (name.empty()) lines.fail({text.data(), "the line has fewer than three words", quota_form});
    Quota quota{std::string(name), {}, limit_of(lines, least, 0), limit_of(lines, most, no_vertex)};
    const auto group = std::ranges::find(groups, quota.group, &VertexGroup::name);
    if (group == groups.end()) {
      lines.fail({name.data(), fmt::format("'{}' is not a group", excerpt(name)),
                  "name a group of the file of groups"});
    }
    if (!listed.insert(quota.group).second) {
      lines.fail(
          {name.data(), fmt::format("group {} is listed twice", excerpt(name)), "keep one of the lines"});
    }
    if (quota.at_least > quota.at_most) {
      lines.fail({least.data(), fmt::format("at least {} and at most {}", quota.at_least, quota.at_most),
                  "the first number is the smaller one"});
    }
    quota.members = group->members;
    quotas.push_back(std::move(quota));
  }
  if (quotas.empty()) lines.fail_at(0, "holds no quotas", quota_form);
  return quotas;
}

}  // namespace lode
