#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/quotas.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/quoted_label.hpp"
#include "io/text/table_fields.hpp"

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

}  // namespace

std::vector<Quota> read_quotas(const std::string& path, const std::vector<VertexGroup>& groups) {
  CompressedInput input(path, Content::quotas);
  LineReader lines(input);
  std::vector<Quota> quotas;
  std::set<std::string, std::less<>> listed;
  bool is_first = true;  // no line but comments was read
  while (lines.next()) {
    const std::vector<std::string_view> fields = table_fields(lines.text(), 3);
    if (fields.empty() || fields.front().starts_with('#')) continue;
    if (const FieldProblem bad = find_control_byte(lines.text()))
      lines.fail({bad.at, bad.problem, quota_form});
    const std::string_view name = fields.front();
    const bool is_limit = fields.size() > 1 && (is_digits(fields[1]) || fields[1] == "-");
    if (std::exchange(is_first, false) && equal_ignoring_case(unquoted_field(name), "group") && !is_limit)
      continue;
    if (fields.size() < 3) lines.fail({name.data(), "the line has fewer than three fields", quota_form});
    const std::string_view least = unquoted_field(fields[1]);
    const std::string_view most = unquoted_field(fields[2]);
    Quota quota{unquoted_label(name), {}, limit_of(lines, least, 0), limit_of(lines, most, no_vertex)};
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
