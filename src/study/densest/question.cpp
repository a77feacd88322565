#include <lode/core/error.hpp>
#include <lode/study/densest.hpp>

namespace lode {
namespace {

void refuse_together(bool both, const char* option, const char* problem) {
  if (both) throw InvalidArgument(option, "", problem);
}

void check(const DensestRequest& request) {
  const bool terms = !request.terms.values.empty() || !request.terms.costs.empty();
  const bool demands = !request.demands.include.empty() || !request.demands.exclude.empty();
  const bool sized = request.at_least || request.at_most;
  const bool anchored = !request.anchors.empty();
  refuse_together(anchored && terms, "anchors", "does not go with values and costs, which it sets itself");
  refuse_together(anchored && demands, "anchors", "does not go with vertices to include or exclude");
  refuse_together(sized && (anchored || terms || demands), request.at_least ? "at-least" : "at-most",
                  "does not go with anchors, values, costs and vertices to include or exclude");
  refuse_together(request.at_least && request.at_most, "at-least", "does not go with at-most");
  refuse_together(request.keep_split == KeepSplit::yes && (anchored || demands || sized), "certificate",
                  "does not go with anchors, sizes and vertices to include or exclude");
  refuse_together(request.keep_split == KeepSplit::yes && request.weighting != EdgeWeighting::given,
                  "certificate",
                  "does not go with another weighting, which the check of a certificate does not know");
  refuse_together((request.decomposition || request.locally_densest) && (anchored || demands),
                  "decomposition", "does not go with anchors and vertices to include or exclude");
}

DensestSubgraph solve(const Graph& graph, const DensestRequest& request, const RunContext& run) {
  if (!request.anchors.empty()) return anchored_densest(graph, request.anchors, run);
  if (request.at_least) return densest_at_least(graph, *request.at_least, run);
  if (request.at_most) return densest_at_most(graph, *request.at_most, run);
  if (!request.demands.include.empty() || !request.demands.exclude.empty()) {
    return densest_subgraph(graph, request.terms, request.demands, run);
  }
  return densest_subgraph(graph, request.terms, run, request.keep_split);
}

}  // namespace

DensestAnswer find_densest(const Graph& graph, const DensestRequest& request, const RunContext& run) {
  check(request);
  DensestAnswer answer;
  answer.graph = request.weighting == EdgeWeighting::fraudar ? fraudar_weights(graph) : graph;
  const double begin = run.elapsed();
  answer.densest = solve(answer.graph, request, run);
  answer.solve_seconds = run.elapsed() - begin;
  if (!request.decomposition && !request.locally_densest) return answer;
  DenseDecomposition decomposition = dense_decomposition(answer.graph, request.terms, run);
  if (decomposition.complete()) {
    if (request.locally_densest) answer.locally_densest = locally_densest(answer.graph, decomposition);
    answer.decomposition = std::move(decomposition);
  } else if (!run.should_stop()) {
    throw InvalidArgument("weights", "", "are too large for an exact decomposition",
                          "divide them by a common factor");
  }
  answer.decomposition_seconds = run.elapsed() - begin - answer.solve_seconds;
  return answer;
}

}  // namespace lode
