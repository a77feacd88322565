#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/largest_weights.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

Weight largest_weight(const Graph& graph) {
  if (!graph.weighted()) return 1.0;
  return graph.weights().empty() ? 0.0 : *std::ranges::max_element(graph.weights());
}

Weight largest_of(const VertexValues& values) {
  return values.empty() ? 0.0 : *std::ranges::max_element(values.all());
}

using detail::ProofSum;

/// The checker peels in another order, in which real sums differ by the rounding of whole strengths.
void write_degeneracy(const ProofStep& step, detail::CertificateWriter& writer,
                      BoundCertificate::Step& written) {
  const Graph& graph = writer.ledger.graph();
  if (graph.integral()) return;
  Weight largest = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) largest = std::max(largest, graph.strength(v));
  largest += largest_of(writer.ledger.vertex_values());
  const double lost = (graph.max_degree() + 4.0) * std::numeric_limits<double>::epsilon();
  written.value = step.value + 2.0 * lost * largest * step.s;
}

std::optional<ProofSum> check_degeneracy_step(const detail::CertificateCheck& check,
                                              const detail::ClaimedStep& claimed) {
  const Vertex s = claimed.step.s;
  const std::span<const ProofSum> falling = check.falling_core_values();
  ProofSum heaviest = 0.0L;
  for (const Weight w : check.edge_weights()) heaviest = std::max<ProofSum>(heaviest, w);
  const ProofSum value = check.largest_values(1);
  ProofSum sum = 0.0L;
  for (Vertex later = 0; later < s; ++later) sum += std::min(falling[later], heaviest * later + value);
  return check.at_most(sum, static_cast<ProofSum>(s) + check.graph().max_degree() + 4.0L);
}

constexpr ProofRule degeneracy_proof = {
    .name = "degeneracy", .write = write_degeneracy, .check = check_degeneracy_step};

/// Peels the dense part where there is one: outside of it, core numbers are below its k.
void propose_degeneracy(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                        const RunContext& run) {
  const std::span<const Vertex> linked = ledger.linked();
  const DensePart* part = findings.dense_part.get();
  const double work = part ? 0.0 : peeling_work(ledger);
  if (linked.empty() || work > request.work || work > work_per_second * run.time_left()) return;
  const double start = run.elapsed();
  const CoreParts* parts = part ? nullptr : core_parts(ledger, findings, run);
  if (!part && !parts) return;
  const std::span<const Vertex> order = part ? part->cores.order : parts->order;
  const auto falling_core = [&](Vertex j) -> Weight {
    if (j >= order.size()) return part->core.outside;
    const std::size_t place = order.size() - 1 - j;
    return part ? part->cores.core[order[place]] : parts->core[place];
  };
  const Graph& graph = ledger.graph();
  const VertexValues& values = ledger.vertex_values();
  const Vertex most = *std::ranges::max_element(linked);
  const long double step = largest_weight(graph);
  const long double value = largest_of(values);
  std::vector<double> by_size{0.0};
  long double sum = 0.0L;
  for (Vertex j = 0; j < most; ++j) {
    sum += std::min<long double>(falling_core(j), step * j + value);
    by_size.push_back(detail::safe_upper(graph, static_cast<double>(sum), 2.0 * (j + 1.0) + 2.0));
  }
  std::vector<double> bounds;
  for (const Vertex s : linked) bounds.push_back(by_size[s]);
  const std::vector<Weight> known = weights_of_last(part ? part->core.graph : graph, order, values, most);
  for (const Vertex s : ledger.sizes()) {
    Weight& weight = findings.peeled_weights[s];
    if (s < known.size()) weight = std::max(weight, known[s]);
  }
  ledger.offer(degeneracy_proof, "degeneracy", bounds, run.elapsed() - start);
}

}  // namespace

/// Statement: let c_1 >= c_2 >= ... be the core values of all vertices, W the largest weight of an edge and C
/// the largest value of a vertex. No set of s vertices weighs more than the sum of min(c_(j+1), jW + C) over
/// j = 0, ..., s-1.
///
/// Proof: peel the graph, each time the vertex of least weight towards the remaining vertices, its value
/// added. The core value of a vertex is the largest such sum until then, so core values never fall in this
/// order. Write a set S in that order. The weight of S is the sum, over its vertices, of the value of the
/// vertex and its weight towards the later vertices of S. For the vertex with j later vertices this is at
/// most its core value, since all later vertices of S remain when it is peeled; and at most jW + C. The core
/// values of S, the last vertex first, do not exceed c_1, c_2, ... one by one.
///
/// Without weights and values this is at most d s - d(d+1)/2 for s > d, d being the degeneracy, and s(s-1)/2
/// below. With weights it is at most c_1 (s-1): the last vertex adds nothing.
///
/// Any order proves its own sums, so rounding that changes the order does no harm. Integral weights: exact,
/// then floored. Real weights: core values are enlarged by the rounding of their sums
/// (bounds/findings.hpp), and the sum of s terms by its own.
///
/// Cost:   one peeling: O(n + m) unweighted, O(m log n) weighted; O(1) per size after that.
/// Source: D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
constexpr BoundRule degeneracy_rule = {.name = "degeneracy",
                                       .statement =
                                           "A set weighs no more than the s largest core numbers together: "
                                           "peeling removes no more with a vertex",
                                       .cost = "One peeling: O(n + m), with weights O(m log n)",
                                       .source = "Matula, Beck, J. ACM 30 (1983)",
                                       .propose = propose_degeneracy,
                                       .takes_values = true,
                                       .proofs = {&degeneracy_proof}};

}  // namespace lode::subgraph
