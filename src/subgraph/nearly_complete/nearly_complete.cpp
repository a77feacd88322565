#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/part.hpp>
#include <lode/subgraph/nearly_complete.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/nearly_complete/decision.hpp"
#include "subgraph/nearly_complete/size_search.hpp"

namespace lode::subgraph {
namespace {

using detail::SetDemands;
using detail::SetKind;
using detail::SizeSearch;

/// A request without the vertices to exclude.
struct InnerRequest {
  Part part;
  SetDemands demands;
  VertexSet hint;
};

VertexSet sorted(VertexSet set) {
  std::sort(set.begin(), set.end());
  return set;
}

InnerRequest inner_request(const Graph& graph, const NearlyCompleteOptions& options) {
  check_vertices(graph, options.include, "vertex to include");
  check_vertices(graph, options.exclude, "vertex to exclude");
  check_vertices(graph, options.hint, "vertex of the hint");
  const VertexSet excluded = sorted(options.exclude);
  for (const Vertex v : options.include) {
    if (std::binary_search(excluded.begin(), excluded.end(), v)) {
      throw InvalidArgument("include", graph.name(v), "is excluded too", "ask for one of the two");
    }
  }
  InnerRequest request{.part = {.graph = graph},
                       .demands = {sorted(options.include), options.connected},
                       .hint = sorted(options.hint)};
  if (excluded.empty()) return request;
  VertexSet kept;
  kept.reserve(graph.num_vertices() - excluded.size());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (!std::binary_search(excluded.begin(), excluded.end(), v)) kept.push_back(v);
  }
  request.part = part_of(graph, kept);
  request.demands.include = request.part.inward(request.demands.include);
  request.hint = request.part.inward(request.hint);
  return request;
}

void add_effort(LargestSet& answer, const LargestSet& before) {
  answer.nodes += before.nodes;
  answer.work += before.work;
}

LargestSet largest_of(const Graph& graph, const InnerRequest& request, const SetKind& kind,
                      std::vector<EdgeCount> fewest, Vertex upper, std::uint64_t work_limit,
                      const RunContext& run);

/// The largest set of a kind that counts pairs. With demands, the question without them comes first, on half
/// of the work: what it proves holds for the sets with them. `upper` holds for the sets with demands alone.
LargestSet largest_by_pairs(const Graph& graph, const NearlyCompleteOptions& options, SetKind kind,
                            Vertex upper, const RunContext& run) {
  const InnerRequest request = inner_request(graph, options);
  if (request.demands.include.empty() && !options.connected) {
    return largest_of(graph, request, kind, options.missing_at_least, upper, options.work_limit, run);
  }
  InnerRequest free = request;
  free.demands = {};
  SetKind free_kind = kind;
  free_kind.every_smaller_size = true;
  const LargestSet bound = largest_of(graph, free, free_kind, options.missing_at_least, graph.num_vertices(),
                                      options.work_limit / 2, run);
  kind.settle_fewest = false;
  LargestSet answer = largest_of(graph, request, kind, bound.missing_at_least,
                                 std::min(upper, bound.upper_bound), options.work_limit - bound.work, run);
  add_effort(answer, bound);
  return answer;
}

LargestSet largest_of(const Graph& graph, const InnerRequest& request, const SetKind& kind,
                      std::vector<EdgeCount> fewest, Vertex upper, std::uint64_t work_limit,
                      const RunContext& run) {
  SizeSearch search(request.part.graph, kind, request.demands, std::move(fewest), upper, work_limit, run);
  search.offer(request.hint);
  LargestSet answer = search.run();
  if (answer.size() > answer.upper_bound) {
    throw InvalidArgument(
        "a set of " + std::to_string(answer.size()) +
        " vertices contradicts the upper limit of the size, or what sets are said to miss at "
        "least; give bounds that are proven");
  }
  answer.vertices = request.part.outward(answer.vertices);
  answer.missing = detail::missing_pairs(graph, answer.vertices);
  return answer;
}

}  // namespace

MissingEdgesAnswer missing_edges_search(const Graph& graph, Vertex s, EdgeCount k,
                                        const NearlyCompleteOptions& options, const RunContext& run) {
  if (s == 0) throw InvalidArgument("s", "0", "must be at least 1", "ask for a set of one vertex or more");
  const InnerRequest request = inner_request(graph, options);
  const Graph& inside = request.part.graph;
  if (request.hint.size() == s && detail::fulfils(inside, request.hint, request.demands)) {
    const EdgeCount missing = detail::missing_pairs(inside, request.hint);
    if (missing <= k) return {SetVerdict::found, request.part.outward(request.hint), missing, 0, 0};
  }
  const detail::MissingBudget budget{s, k, s - 1, options.missing_at_least};
  detail::SearchProgress progress;
  MissingEdgesAnswer answer =
      detail::decide(inside, budget, request.demands, options.work_limit, run, progress);
  answer.vertices = request.part.outward(answer.vertices);
  return answer;
}

LargestSet largest_defective_clique(const Graph& graph, EdgeCount k, const NearlyCompleteOptions& options,
                                    const RunContext& run) {
  const SetKind kind{.may_miss = [k](Vertex) { return k; },
                     .member_may_miss = [](Vertex s) { return s - 1; },
                     .every_smaller_size = !options.connected};
  return largest_by_pairs(graph, options, kind, graph.num_vertices(), run);
}

double least_count(double level, double parts) {
  constexpr double largest_exact = 9007199254740992.0;
  double count = std::ceil(level * parts);
  if (count >= largest_exact) return count;
  while (count > 0.0 && (count - 1.0) / parts >= level) --count;
  while (count / parts < level) ++count;
  return count;
}

LargestSet largest_quasi_clique(const Graph& graph, double density, Vertex upper,
                                const NearlyCompleteOptions& options, const RunContext& run) {
  if (!(density > 0.0 && density <= 1.0))
    throw InvalidArgument("density", format_exact(density), "must be above 0 and at most 1");
  const auto may_miss = [density](Vertex s) -> EdgeCount {
    const EdgeCount pairs = possible_edges(s);
    return pairs - std::min(pairs, static_cast<EdgeCount>(least_count(density, static_cast<double>(pairs))));
  };
  const SetKind kind{.may_miss = may_miss,
                     .member_may_miss = [](Vertex s) { return s - 1; },
                     .every_smaller_size = options.include.empty() && !options.connected};
  return largest_by_pairs(graph, options, kind, upper, run);
}

LargestSet largest_plex(const Graph& graph, Vertex k, const NearlyCompleteOptions& options,
                        const RunContext& run) {
  if (k == 0) throw InvalidArgument("k", "0", "must be at least 1", "a clique is a 1-plex");
  const auto member_may_miss = [k](Vertex s) { return std::min(k - 1, s - 1); };
  const SetKind kind{.may_miss = [=](Vertex s) { return static_cast<EdgeCount>(s) * member_may_miss(s) / 2; },
                     .member_may_miss = member_may_miss,
                     .every_smaller_size = !options.connected,
                     .settle_fewest = false};
  return largest_of(graph, inner_request(graph, options), kind, options.missing_at_least,
                    graph.num_vertices(), options.work_limit, run);
}

}  // namespace lode::subgraph
