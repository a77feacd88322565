#include <stdexcept>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/questions/quotas.hpp>

#include "questions/questions.hpp"
#include "report/find/answer_columns.hpp"

namespace lode {
namespace {

using detail::Json;

Json json_quotas(const FindAnswer& answer) {
  return detail::json_list(answer.part_as<KeptQuotas>()->counts, [](const QuotaCount& quota) -> Json {
    return {{"group", quota.group},
            {"count", quota.count},
            {"at_least", quota.at_least},
            {"at_most", quota.at_most == no_vertex ? Json(nullptr) : Json(quota.at_most)},
            {"multiplier", detail::json_number(quota.multiplier)}};
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

void read_kept_quotas(const Json& list, detail::ClaimInput& in) {
  if (!list.is_array()) throw std::invalid_argument(" is not an array");
  in.part<KeptQuotas>();
}

void add_quota_columns(detail::AnswerColumns& columns, std::span<const FindAnswer> answers) {
  if (!answers.empty() && !answers.front().part_as<KeptQuotas>()) return;
  columns.json("quotas", json_quotas).tell("quotas", quotas_sentence).read(read_kept_quotas, true);
}

FindVariant find_within(const QuestionInput& in) {
  const std::string groups = in.option("--groups"), limits = in.option("--quota");
  if (groups.empty() || limits.empty()) {
    throw InvalidArgument(groups.empty() ? "--quota" : "--groups", groups.empty() ? limits : groups,
                          groups.empty() ? "needs --groups" : "needs --quota",
                          "give both: who belongs to which group, and how many of each");
  }
  return {0, [=](const Graph& graph, const FindRequest& request, const FindEvents& events,
                 const RunContext& run) {
            return find_with_quotas(graph, request, read_quotas(limits, read_vertex_groups(groups, graph)),
                                    events, run);
          }};
}

}  // namespace

std::string KeptQuotas::check(const Graph&, const VertexSet&) const {
  return "quotas: members of groups were not counted";
}

std::vector<Question> questions::quotas() {
  using Kind = QuestionOption::Kind;
  return {{.command = "find",
           .options = {{"--groups", "FILE",
                        "For --quota, which vertices belong to which groups: lines 'id group'",
                        Kind::input_file, true},
                       {"--quota", "FILE",
                        "How many vertices of each group a set must have and may have: lines 'group at_least "
                        "at_most', with - for no limit. Groups may overlap",
                        Kind::input_file, true}},
           .find = find_within,
           .add_columns = add_quota_columns}};
}

}  // namespace lode
