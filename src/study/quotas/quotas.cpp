#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/quotas.hpp>

#include "study/quotas/multipliers.hpp"
#include "subgraph/quotas/quota_search.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr double free_share = 0.4;    ///< of the time: sets without quotas
constexpr double search_share = 0.5;  ///< of what is left for a size: the search; the rest goes to its bound

void refuse(const char* option, const char* problem) {
  throw InvalidArgument(option, "given", problem, "leave out one of them");
}

void check_quotas(const Graph& graph, const FindRequest& request, const std::vector<Quota>& quotas) {
  if (quotas.empty()) throw InvalidArgument("quotas", "none", "there is nothing to keep");
  if (request.connected) refuse("connected", "does not go with quotas");
  if (request.minimise) refuse("minimise", "does not go with quotas");
  if (request.top) refuse("top", "does not go with quotas");
  if (request.core_of) refuse("core_of", "does not go with quotas");
  if (request.memory) refuse("memory", "does not go with quotas");
  if (!request.known.empty()) refuse("known", "does not go with quotas");
  if (request.keep_proofs)
    refuse("certificate", "does not go with quotas: their bounds have no certificate yet");
  if (request.method != "hybrid") {
    throw InvalidArgument("method", request.method, "does not keep quotas", "leave the method out");
  }
  for (const Quota& quota : quotas) {
    subgraph::check_vertices(graph, quota.members, "member of a group");
    if (quota.at_least > quota.at_most) {
      throw InvalidArgument(
          "quotas", quota.group,
          fmt::format("asks for at least {} and at most {}", quota.at_least, quota.at_most));
    }
    const VertexSet& members = quota.members;
    const auto among = [&](Vertex v) { return std::ranges::find(members, v) != members.end(); };
    const auto held = static_cast<Vertex>(std::ranges::count_if(request.include, among));
    const auto left = static_cast<Vertex>(members.size()) -
                      static_cast<Vertex>(std::ranges::count_if(request.exclude, among));
    if (left < quota.at_least) {
      throw InvalidArgument("quotas", quota.group,
                            fmt::format("asks for at least {} of {} vertices", quota.at_least, left));
    }
    if (held > quota.at_most) {
      throw InvalidArgument(
          "quotas", quota.group,
          fmt::format("allows {} vertices, and {} are to be included", quota.at_most, held));
    }
    for (const Vertex s : request.sizes) {
      if (quota.at_least <= s) continue;
      throw InvalidArgument("quotas", quota.group,
                            fmt::format("asks for at least {} vertices of a set of {}", quota.at_least, s));
    }
  }
}

std::vector<subgraph::GroupLimits> limits_of(const std::vector<Quota>& quotas) {
  std::vector<subgraph::GroupLimits> limits;
  for (const Quota& quota : quotas) limits.push_back({quota.members, quota.at_least, quota.at_most});
  return limits;
}

}  // namespace

FindResult find_with_quotas(const Graph& graph, const FindRequest& request, const std::vector<Quota>& quotas,
                            const FindEvents& events, const RunContext& run) {
  check_quotas(graph, request, quotas);
  const RunContext whole = run.for_call();
  FindRequest free = request;
  free.target = std::numeric_limits<double>::infinity();
  FindResult result = find(graph, free, events, whole.part(free_share * whole.time_left()));
  if (!result.defect.empty()) return result;
  const std::vector<subgraph::GroupLimits> limits = limits_of(quotas);
  const subgraph::QuotaClasses classes(graph.num_vertices(), limits, request.exclude);
  const Sums sums = subgraph::objective_sums(graph, request.values);
  for (std::size_t i = 0; i < result.answers.size(); ++i) {
    FindAnswer& answer = result.answers[i];
    std::vector<double> multipliers(quotas.size(), 0.0);
    if (!classes.keeps(classes.counts(answer.solution.vertices))) {
      const RunContext part = whole.part(whole.time_left() / static_cast<double>(result.answers.size() - i));
      subgraph::Problem problem;
      problem.graph = graph;
      problem.s = answer.s;
      problem.include = request.include;
      problem.exclude = request.exclude;
      problem.values = request.values;
      problem.target = request.target;
      problem.upper_bound = answer.bound.value;
      subgraph::Solution solution =
          subgraph::quota_search(problem, limits, answer.solution.vertices, subgraph::quota_search_work,
                                 part.part(search_share * part.time_left()));
      subgraph::Bound bound = answer.bound;
      if (request.effort != subgraph::Effort::none && !meets(bound.value, solution.objective(), sums)) {
        const QuotaBound lowered =
            quota_bound(graph, request, answer.s, quotas, solution.objective(), bound.value, part);
        if (lowered.value < bound.value) bound.name = detail::quota_bound_name;
        bound.value = lowered.value;
        multipliers = lowered.multipliers;
      }
      FindAnswer kept =
          make_find_answer(graph, request.values, "tabu", "", std::move(solution), bound, whole);
      kept.effort = answer.effort;
      kept.include = answer.include;
      kept.exclude = answer.exclude;
      answer = std::move(kept);
    }
    const std::vector<Vertex> counts = classes.counts(answer.solution.vertices);
    for (std::size_t g = 0; g < quotas.size(); ++g) {
      answer.quotas.push_back(
          {quotas[g].group, counts[g], quotas[g].at_least, quotas[g].at_most, multipliers[g]});
    }
  }
  result.ledger = nullptr;
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode
