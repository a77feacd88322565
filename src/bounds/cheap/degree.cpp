#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/largest_weights.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

/// Every row's weights in falling order, on the graph's offsets.
std::vector<Weight> sorted_rows(const Graph& graph) {
  std::vector<Weight> sorted(graph.weights().begin(), graph.weights().end());
  if (!graph.weighted()) return sorted;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(graph.offsets()[v]),
              sorted.begin() + static_cast<std::ptrdiff_t>(graph.offsets()[v + 1]), std::greater<>());
  }
  return sorted;
}

std::optional<detail::ProofSum> check_degree_step(const detail::CertificateCheck& check,
                                                  const detail::ClaimedStep& claimed) {
  using detail::ProofSum;
  const Vertex s = claimed.step.s;
  std::vector<ProofSum> capped(check.num_vertices());
  for (Vertex v = 0; v < check.num_vertices(); ++v) {
    std::vector<Weight> row;
    check.graph().for_each_neighbor(v, [&](Vertex, Weight w) { row.push_back(w); });
    capped[v] = check.sum_of_largest(std::move(row), s - 1) + 2 * check.value(v);
  }
  std::sort(capped.begin(), capped.end(), std::greater<>());
  const ProofSum twice = std::accumulate(capped.begin(), capped.begin() + s, ProofSum{0});
  return check.at_most(twice / 2, check.terms(EdgeCount{s} * s) + 2.0L * s);
}

constexpr ProofRule degree_proof = {.name = "degree", .check = check_degree_step};

/// Stops with the run after the first size.
void propose_degree(BoundLedger& ledger, Findings&, const BoundRequest&, const RunContext& run) {
  const Graph& graph = ledger.graph();
  const VertexValues& values = ledger.vertex_values();
  if (ledger.sizes().empty()) return;
  double start = run.elapsed();
  const std::vector<Weight> sorted = sorted_rows(graph);
  std::vector<long double> capped(graph.num_vertices());  // twice an integral total may need 54 bits
  for (const Vertex s : ledger.sizes()) {
    if (s != ledger.sizes().front() && run.should_stop()) break;
    for (Vertex v = 0; v < capped.size(); ++v) {
      const Vertex edges = std::min(graph.degree(v), s - 1);
      const Weight* row = sorted.data() + (graph.weighted() ? graph.offsets()[v] : 0);
      capped[v] = graph.weighted() ? std::accumulate(row, row + edges, 0.0) : edges;
      if (!values.empty()) capped[v] += 2.0L * values[v];
    }
    std::nth_element(capped.begin(), capped.begin() + (s - 1), capped.end(), std::greater<>());
    const long double twice = std::accumulate(capped.begin(), capped.begin() + s, 0.0L);
    const double additions = (values.empty() ? 1.0 : 2.0) *
                             std::min(static_cast<double>(s) * s, static_cast<double>(graph.num_arcs()) + s);
    const double bound = detail::safe_upper(graph, static_cast<double>(twice / 2), additions);
    ledger.lower({s, bound, &degree_proof, "degree"});
    const double now = run.elapsed();
    ledger.record(s, "degree", bound, now - start);
    start = now;
  }
}

}  // namespace

/// Statement: let D_v be the sum of the s - 1 largest weights at v, min(deg v, s - 1) without weights. Inside
/// a set of s vertices the edges at v weigh at most D_v. So the set weighs at most half the sum of the s
/// largest D_v. Values of vertices: half the sum of the s largest D_v + 2 c_v.
///
/// Exact for integral weights (then floored). Real weights: at most s*(s-1) additions of non-negative
/// doubles, so the value is multiplied by 1 + 2(s(s-1)+2) 2^-53, capped by the number of arcs; values double
/// the additions.
/// Cost: O(n) per size, with weights O(n + m) after the rows are sorted once: O(m log n), 8 bytes per arc.
constexpr BoundRule degree_rule = {
    .name = "degree",
    .statement = "A set weighs no more than half the sum of the s largest degrees, each counted up to s-1",
    .cost = "O(n) for each size, with weights O(n + m)",
    .source = "immediate",
    .propose = propose_degree,
    .takes_values = true,
    .proofs = {&degree_proof}};

}  // namespace lode::subgraph
