#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/questions/quotas.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/stream/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto quota_form = "write 'group at_least at_most', '-' for none";

/// "3" or "-".
Vertex limit_of(const TableReader& table, const Field& field, Vertex none) {
  if (field.text == "-") return none;
  Vertex value = 0;
  const char* const text_end = field.text.data() + field.text.size();
  const auto [end, error] = std::from_chars(field.text.data(), text_end, value);
  if (field.text.empty() || error != std::errc{} || end != text_end) {
    table.fail(field, fmt::format("'{}' is not a number of vertices", excerpt(field.text)));
  }
  return value;
}

}  // namespace

std::vector<Quota> read_quotas(const std::string& path, const std::vector<VertexGroup>& groups) {
  CompressedInput input(path, {"write 'group at_least at_most', one group per line"});
  TableReader table(input, quota_form);
  std::vector<Quota> quotas;
  std::set<std::string, std::less<>> listed;
  while (table.next()) {
    const std::vector<Field>& fields = table.fields();
    const Field& name = fields.front();
    const bool is_limit = fields.size() > 1 && (is_digits(fields[1].text) || fields[1].text == "-");
    if (table.is_first() && equal_ignoring_case(name.text, "group") && !is_limit) continue;
    if (fields.size() != 3) table.fail(name, "the line does not have three fields");
    Quota quota{label_text(name), {}, limit_of(table, fields[1], 0), limit_of(table, fields[2], no_vertex)};
    const auto group = std::ranges::find(groups, quota.group, &VertexGroup::name);
    if (group == groups.end()) {
      table.fail(name, fmt::format("'{}' is not a group", excerpt(name.text)),
                 "name a group of the file of groups");
    }
    if (!listed.insert(quota.group).second) {
      table.fail(name, fmt::format("group {} is listed twice", excerpt(name.text)), "keep one of the lines");
    }
    if (quota.at_least > quota.at_most) {
      table.fail(fields[1], fmt::format("at least {} and at most {}", quota.at_least, quota.at_most),
                 "the first number is the smaller one");
    }
    quota.members = group->members;
    quotas.push_back(std::move(quota));
  }
  if (quotas.empty()) table.lines().fail_at(0, "holds no quotas", quota_form);
  return quotas;
}

}  // namespace lode
