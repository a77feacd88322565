#include "subgraph/methods/feige.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow feige_row() {
  MethodRow row;
  row.name = "feige";
  row.summary = "best of a greedy matching, top degrees with their neighbours, and two-step walks";
  row.objective = "w(S)";
  row.guarantee = "unweighted: within a factor O(n^(1/3)) when every vertex is tried";
  row.cost = "O(m) + n x (two-step walks + degrees of a set), up to the work limit";
  row.source = "Feige, Peleg, Kortsarz, Algorithmica 29 (2001)";
  row.settings = {"work-limit"};
  row.uses_start = false;
  row.monotone = false;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    FeigeOptions options;
    SettingsReader(settings).read("work-limit", options.work_limit);
    return feige(problem, options, run);
  };
  return row;
}

}  // namespace lode::detail
