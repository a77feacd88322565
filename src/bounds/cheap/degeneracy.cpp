#include "bounds/cheap/degeneracy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/writer.hpp"
#include "bounds/cheap/rounding.hpp"
#include "bounds/cheap/sizes.hpp"
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

/// Sums of min(c_(j+1), jW + C), by their number of terms.
class DegeneracySums {
 public:
  /// `core_at(j)` is c_(j+1).
  template <class CoreAt>
  DegeneracySums(const Graph& graph, const VertexValues& values, Vertex most, const CoreAt& core_at)
      : graph_(graph), sums_{0.0L} {
    const long double step = largest_weight(graph);
    const long double value = largest_of(values);
    sums_.reserve(most + std::size_t{1});
    for (Vertex j = 0; j < most; ++j) {
      sums_.push_back(sums_.back() + std::min<long double>(core_at(j), step * j + value));
    }
  }
  double at(Vertex s) const {
    return detail::safe_upper(graph_, static_cast<double>(sums_[s]), 2.0 * s + 2.0);
  }

 private:
  Graph graph_;
  std::vector<long double> sums_;
};

DegeneracySums sums_of_parts(const Graph& graph, const VertexValues& values, const CoreParts& parts,
                             Vertex most) {
  const std::span<const Weight> core = parts.core_values();
  return {graph, values, most, [&](Vertex j) { return core[core.size() - 1 - j]; }};
}

/// The sets of the vertices that were peeled last, `most` at most: their weights, by number of vertices.
std::vector<Weight> weights_of_last(const Graph& graph, std::span<const Vertex> order,
                                    const VertexValues& values, Vertex most) {
  std::vector<std::uint8_t> inside(graph.num_vertices(), 0);
  std::vector<Weight> weights{0.0};
  for (std::size_t i = order.size(); i-- > 0 && weights.size() <= most;) {
    Weight added = values.empty() ? 0.0 : values[order[i]];
    graph.for_each_neighbor(order[i], [&](Vertex u, Weight w) { added += inside[u] != 0 ? w : 0.0; });
    inside[order[i]] = 1;
    weights.push_back(weights.back() + added);
  }
  return weights;
}

}  // namespace

std::vector<Bound> degeneracy_bounds(const Graph& graph, std::span<const Vertex> sizes,
                                     const RunContext& run) {
  detail::check_sizes(graph, sizes);
  const double start = run.elapsed();
  std::vector<Bound> bounds;
  if (sizes.empty()) return bounds;
  std::optional<DegeneracySums> sums;
  if (const std::optional<CoreParts> parts = CoreParts::peel(graph, {}, run)) {
    sums = sums_of_parts(graph, {}, *parts, *std::ranges::max_element(sizes));
  }
  const double all = detail::safe_upper(graph, graph.total_weight(), static_cast<double>(graph.num_arcs()));
  for (const Vertex s : sizes) {
    const double charged = bounds.empty() ? run.elapsed() - start : 0.0;
    bounds.push_back({"degeneracy", s, sums ? sums->at(s) : all, charged});
  }
  return bounds;
}

namespace {

using detail::ProofSum;

/// The checker peels in an order of its own, where real sums differ by the rounding of whole strengths.
void write_degeneracy(const ProofStep& step, double, detail::CertificateWriter& writer,
                      BoundCertificate::Step& written) {
  const Graph& graph = writer.ledger().graph();
  if (graph.integral()) return;
  Weight largest = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) largest = std::max(largest, graph.strength(v));
  largest += largest_of(writer.ledger().vertex_values());
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
  const VertexValues& values = ledger.vertex_values();
  const Vertex most = *std::ranges::max_element(linked);
  std::optional<DegeneracySums> sums;
  std::vector<Weight> known;
  if (part) {
    const std::vector<Vertex>& order = part->cores.order;
    sums.emplace(ledger.graph(), values, most, [&](Vertex j) {
      return j < order.size() ? part->cores.core[order[order.size() - 1 - j]] : part->core.k - 1;
    });
    known = weights_of_last(part->core.graph, order, values, most);
  } else {
    const CoreParts* parts = core_parts(ledger, findings, run);
    if (parts == nullptr) return;
    sums = sums_of_parts(ledger.graph(), values, *parts, most);
    known = weights_of_last(ledger.graph(), parts->order(), values, most);
  }
  for (const Vertex s : ledger.sizes()) {
    Weight& weight = findings.peeled_weights[s];
    if (s < known.size()) weight = std::max(weight, known[s]);
  }
  std::vector<double> bounds;
  for (const Vertex s : linked) bounds.push_back(sums->at(s));
  ledger.offer(degeneracy_proof, "degeneracy", bounds, run.elapsed() - start);
}

}  // namespace

constexpr BoundRule degeneracy_rule = {
    .name = "degeneracy",
    .statement = "peeled one by one, s vertices weigh no more than the s largest core numbers allow",
    .cost = "one peeling: O(n + m), weighted O(m log n)",
    .source = "Matula, Beck, J. ACM 30 (1983)",
    .compute = degeneracy_bounds,
    .propose = propose_degeneracy,
    .takes_values = true,
    .proofs = {&degeneracy_proof}};

}  // namespace lode::subgraph
