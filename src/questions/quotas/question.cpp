#include <lode/core/error.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/questions/quotas.hpp>

#include "questions/questions.hpp"

namespace lode {
namespace {

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
           .fields = {{"results[].quotas", "object[]?", "The quotas, a row per group."},
                      {"results[].quotas[].group", "string", "Name of the group."},
                      {"results[].quotas[].count", "integer", "Members of the set in the group."},
                      {"results[].quotas[].at_least", "integer|null", "Least number; null: no limit."},
                      {"results[].quotas[].at_most", "integer|null", "Largest number; null: no limit."},
                      {"results[].quotas[].multiplier", "number",
                       "Value m of each member that the bound counts beside the edges."}},
           .find = find_within}};
}

}  // namespace lode
