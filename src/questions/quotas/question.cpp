#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/questions/quotas.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/stream/file_names.hpp"
#include "io/text/line_reader.hpp"
#include "questions/questions.hpp"
#include "report/find/answer_columns.hpp"

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

Json json_quotas(const FindAnswer& answer) {
  return json_list(answer.part_as<KeptQuotas>()->counts, [](const QuotaCount& quota) -> Json {
    return {{"group", quota.group},
            {"count", quota.count},
            {"at_least", quota.at_least},
            {"at_most", quota.at_most == no_vertex ? Json(nullptr) : Json(quota.at_most)},
            {"multiplier", json_number(quota.multiplier)}};
  });
}

/// "women 5 (at least 5), men 7 (2 to 7)".
std::string quotas_sentence(const FindAnswer& answer) {
  std::string text;
  for (const QuotaCount& quota : answer.part_as<KeptQuotas>()->counts) {
    const std::string limits = quota.at_most == no_vertex ? fmt::format("at least {}", quota.at_least)
                               : quota.at_least == 0      ? fmt::format("at most {}", quota.at_most)
                               : quota.at_least == quota.at_most
                                   ? fmt::format("exactly {}", quota.at_least)
                                   : fmt::format("{} to {}", quota.at_least, quota.at_most);
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", escape_terminal(quota.group), quota.count,
                        limits);
  }
  return text;
}

void read_kept_quotas(const Json& list, ClaimInput& in) {
  if (!list.is_array()) throw std::invalid_argument(" is not an array");
  in.part<KeptQuotas>();
}

void add_quota_columns(AnswerColumns& columns, std::span<const FindAnswer> answers) {
  if (!answers.empty() && !answers.front().part_as<KeptQuotas>()) return;
  columns.json("quotas", json_quotas).tell("quotas", quotas_sentence).read(read_kept_quotas, true);
}

FindVariant find_within(const QuestionInput& in) {
  const std::string groups = in.option("--groups"), limits = in.option("--quota");
  return {0, [=](const Graph& graph, const FindRequest& request, const FindEvents& events,
                 const RunContext& run) {
            return find_with_quotas(graph, request, read_quotas(limits, read_vertex_groups(groups, graph)),
                                    events, run);
          }};
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

std::string KeptQuotas::check(const Graph&, const VertexSet&) const {
  return "quotas: members of groups were not counted";
}

std::vector<Question> questions::quotas() {
  using Kind = QuestionOption::Kind;
  return {{.command = "find",
           .options = {{"--quota", "FILE",
                        "How many vertices of each group a set must have and may have: lines 'group at_least "
                        "at_most', with - for no limit. Groups may overlap",
                        Kind::input_file, true, false, "--groups"},
                       {"--groups", "FILE",
                        "For --quota, which vertices belong to which groups: lines 'id group'",
                        Kind::input_file, true, false, "--quota"}},
           .refuses = "--certificate --connected --core-of --memory --minimise --top",
           .fields = {{"results[].quotas", "object[]?", "The quotas, a row per group."},
                      {"results[].quotas[].group", "string", "Name of the group."},
                      {"results[].quotas[].count", "integer", "Members of the set in the group."},
                      {"results[].quotas[].at_least", "integer|null", "Least number; null: no limit."},
                      {"results[].quotas[].at_most", "integer|null", "Largest number; null: no limit."},
                      {"results[].quotas[].multiplier", "number",
                       "Value m of each member that the bound counts beside the edges."}},
           .find = find_within,
           .add_columns = add_quota_columns}};
}

}  // namespace lode
