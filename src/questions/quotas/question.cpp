#include <lode/io/vertex_values.hpp>
#include <lode/questions/quotas.hpp>

#include "questions/questions.hpp"

namespace lode {
namespace {

FindVariant find_within(const QuestionInput& in) {
  const std::string groups = in.option("--groups"), limits = in.option("--quota");
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
           .options = {{"--quota", "FILE",
                        "How many vertices of each group a set must have and may have: lines 'group at_least "
                        "at_most', with - for no limit. Groups may overlap",
                        Kind::input_file, true, false, "--groups"},
                       {"--groups", "FILE",
                        "For --quota, which vertices belong to which groups: lines 'id group'",
                        Kind::input_file, true, false, "--quota"}},
           .refuses = "--certificate --connected --core-of --memory --minimise --top",
           .find = find_within}};
}

}  // namespace lode
