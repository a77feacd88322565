#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <lode/core/domain.hpp>
#include <lode/graph/densest.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "graph/decomposition/densest_layers.hpp"

namespace lode::subgraph {
namespace {

__extension__ using Wide = unsigned __int128;

/// The layer of the s-th vertex of the order.
std::size_t layer_of_size(const DenseDecomposition& decomposition, Vertex s) {
  const auto found = std::ranges::lower_bound(decomposition.layers, s, {}, &DenseLayer::size);
  return static_cast<std::size_t>(found - decomposition.layers.begin());
}

/// floor(w(B_i) + c(B_i) + (s - |B_i|) p/q) in integers.
double floored_value(const DenseDecomposition& decomposition, Vertex s) {
  const std::size_t layer = layer_of_size(decomposition, s);
  const Vertex size = decomposition.layer_size(layer);
  const DenseLayer& all = decomposition.layers[layer];
  const Weight own = all.own_weight + all.own_value;
  const Wide part = Wide{static_cast<std::uint64_t>(own)} * (s - (all.size - size)) / size;
  return all.weight + all.value - own + static_cast<double>(static_cast<std::uint64_t>(part));
}

/// Bounds by size up to `most`: sums of the largest loads, rounded up. `roundings`: further roundings of a
/// load than of its sum.
std::vector<double> load_bounds(const Graph& graph, std::vector<Weight> loads, Vertex most,
                                double roundings) {
  std::partial_sort(loads.begin(), loads.begin() + most, loads.end(), std::greater<>());
  std::vector<double> bounds{0.0};
  double sum = 0.0;
  for (Vertex s = 1; s <= most; ++s) {
    sum += loads[s - 1];
    const double operations = graph.max_degree() + s + roundings;
    const double safe = sum * (1.0 + operations * std::numeric_limits<double>::epsilon());
    bounds.push_back(graph.integral() ? std::floor(safe) : safe);
  }
  return bounds;
}

/// The bounds of sizes from a decomposition of the graph, with vertex values if any, complete or not, whose
/// layers hold that number of vertices.
std::vector<double> lp_bounds(const Graph& graph, std::span<const Weight> values,
                              const DenseDecomposition& decomposition, std::span<const Vertex> sizes) {
  const bool exact = graph.integral() && decomposition.complete();
  std::vector<double> by_size;
  if (!exact) {
    std::vector<Weight> loads = decomposition.load;
    for (std::size_t v = 0; v < values.size(); ++v) loads[v] += values[v];
    by_size =
        load_bounds(graph, std::move(loads), *std::ranges::max_element(sizes), values.empty() ? 4.0 : 5.0);
  }
  std::vector<double> bounds;
  for (const Vertex s : sizes) bounds.push_back(exact ? floored_value(decomposition, s) : by_size[s]);
  return bounds;
}

/// Every edge split in halves. Half of a denormal number may be rounded down: the other gets the rest.
std::vector<double> halved_split(const Graph& graph) {
  std::vector<double> split;
  split.reserve(graph.num_arcs());
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (ArcIndex uv = graph.offsets()[u]; uv < graph.offsets()[u + 1]; ++uv) {
      const Weight weight = graph.arc_weight(uv);
      split.push_back(u < graph.targets()[uv] ? weight / 2 : weight - weight / 2);
    }
  }
  return split;
}

/// The load of every vertex: its arcs' shares of a split, and its value.
std::vector<Weight> loads_of(const Graph& graph, std::span<const double> split,
                             std::span<const Weight> values) {
  std::vector<Weight> load(graph.num_vertices(), 0.0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (ArcIndex arc = graph.offsets()[v]; arc < graph.offsets()[v + 1]; ++arc) load[v] += split[arc];
    if (!values.empty()) load[v] += values[v];
  }
  return load;
}

/// The bound that a split proves of s vertices of these loads. The parts of an edge may miss its weight by
/// 2^-53 of it.
double split_value(const Graph& graph, std::vector<Weight> loads, Vertex s) {
  const double bound = load_bounds(graph, std::move(loads), s, 12.0).back();
  // Among denormal numbers a factor adds nothing.
  if (graph.integral() || bound == 0.0) return bound;
  return std::nextafter(bound, std::numeric_limits<double>::infinity());
}

/// One pass of coordinate descent on the sum of squares of the loads, over all edges.
void sweep_split(const Graph& graph, std::span<double> split, std::vector<Weight>& load) {
  constexpr double relaxation = 1.5;
  std::vector<ArcIndex> next(graph.offsets().begin(), graph.offsets().end() - 1);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (ArcIndex uv = next[u]; uv < graph.offsets()[u + 1]; ++uv) {
      const Vertex v = graph.targets()[uv];
      const ArcIndex vu = next[v]++;
      const Weight weight = graph.arc_weight(uv);
      const Weight share = std::clamp(split[uv] + relaxation * (load[v] - load[u]) / 2, 0.0, weight);
      load[u] += share - split[uv];
      load[v] += (weight - share) - split[vu];
      split[uv] = share;
      split[vu] = weight - share;
    }
  }
}

/// Every edge split so that the s largest loads sum to about the lp bound, by coordinate descent until they
/// prove `target`.
std::vector<double> balanced_split(const Graph& graph, std::span<const Weight> values, Vertex s,
                                   double target, const RunContext& run) {
  std::vector<double> split = halved_split(graph);
  std::vector<Weight> load = loads_of(graph, split, values);
  constexpr int sweeps = 2000;
  constexpr int between_checks = 50;
  for (int sweep = 0; sweep < sweeps && !run.should_stop(); ++sweep) {
    if (sweep % between_checks == 0 && split_value(graph, load, s) <= target) break;
    sweep_split(graph, split, load);
  }
  return split;
}

/// Written as a step by rule outside, with an edge split of the whole graph.
void write_lp(const ProofStep& step, detail::CertificateWriter& writer, BoundCertificate::Step& written) {
  const Graph& graph = writer.ledger.graph();
  const std::span<const Weight> values = writer.ledger.vertex_values().all();
  std::vector<double> split = balanced_split(graph, values, step.s, step.value, writer.run);
  written.value = split_value(graph, loads_of(graph, split, values), step.s);
  written.rule = outside_proof.name;
  written.data = writer.stored(std::make_shared<PartMultipliers>(
      PartMultipliers{.part = Part{graph}, .s = step.s, .arc = std::move(split)}));
}

constexpr ProofRule lp_proof = {.name = "lp", .write = write_lp};

/// Units of work per edge of a pass: 8 to 14 ns measured on graphs of 300,000 to 3,000,000 edges, and of one
/// over arcs.
constexpr double edge_pass_work = 12.0;

/// The cores of an unweighted ledger's graph that a rule has peeled already.
std::optional<CoreDecomposition> peeled_cores(const BoundLedger& ledger, const Findings& findings) {
  const std::optional<CoreParts>& parts = findings.parts;
  if (!parts || ledger.graph().weighted()) return std::nullopt;
  const auto& [order, values] = std::pair(parts->order, parts->core);
  CoreDecomposition cores{std::vector<Vertex>(order.size()), 0, {order.begin(), order.end()}};
  for (std::size_t i = 0; i < order.size(); ++i) cores.core[order[i]] = static_cast<Vertex>(values[i]);
  if (!values.empty()) cores.degeneracy = static_cast<Vertex>(values.back());
  return cores;
}

void propose_lp(BoundLedger& ledger, Findings& findings, const BoundRequest& request, const RunContext& run) {
  const std::span<const Vertex> linked = ledger.linked();
  if (linked.empty()) return;
  const std::span<const Weight> values = ledger.vertex_values().all();
  const Vertex largest = *std::max_element(linked.begin(), linked.end());
  const DensePart* part = findings.dense_part.get();
  // A core of minimum degree s - 1 has s vertices or more, and a concave bound that is exact there is no
  // less than s(s-1)/2 at s.
  if (part && part->cores.degeneracy + 1 >= largest) return;
  if (run.should_stop()) return;  // without a pass the loads prove less than degrees do
  const double start = run.elapsed();
  DenseDecomposition decomposition;
  double visits = request.work / edge_pass_work;
  if (!values.empty()) {
    DensityTerms terms{.values = {values.begin(), values.end()}};
    for (Weight& value : terms.values) {  // sums of a few numbers of the domain
      if (value > 0.0) value = std::clamp(value, least_magnitude, largest_magnitude);
    }
    decomposition = dense_decomposition_within(ledger.graph(), terms, visits, run);
  } else if (part) {
    decomposition = densest_layers(ledger.graph(), largest, run, visits, &part->cores, &part->core);
  } else {
    const std::optional<CoreDecomposition> cores = peeled_cores(ledger, findings);
    if (!cores && peeling_work(ledger) > work_per_second * run.time_left()) return;
    decomposition = densest_layers(ledger.graph(), largest, run, visits, cores ? &*cores : nullptr);
  }
  ledger.offer(lp_proof, "lp", lp_bounds(ledger.graph(), values, decomposition, linked),
               run.elapsed() - start);
  findings.layers = std::move(decomposition);
}

/// B_i, then the vertices of the next layer with most weight towards it.
VertexSet top_of_program(const Graph& graph, const DenseDecomposition& decomposition, Vertex s) {
  const std::size_t next = layer_of_size(decomposition, s);
  const Vertex inner = next == 0 ? 0 : decomposition.layers[next - 1].size;
  const auto begin = decomposition.order.begin();
  VertexSet layer(begin + inner, begin + decomposition.layers[next].size);
  std::vector<char> inside(graph.num_vertices(), 0);
  std::for_each(begin, begin + inner, [&](Vertex v) { inside[v] = 1; });
  std::vector<Weight> towards(graph.num_vertices(), 0.0);
  for (const Vertex v : layer) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { towards[v] += inside[u] ? w : 0.0; });
  }
  const Vertex missing = s - inner;
  std::partial_sort(layer.begin(), layer.begin() + missing, layer.end(), [&](Vertex a, Vertex b) {
    return towards[a] != towards[b] ? towards[a] > towards[b] : a < b;
  });
  VertexSet top(begin, begin + inner);
  top.insert(top.end(), layer.begin(), layer.begin() + missing);
  return top;
}

StopReason reason_of(const Problem& problem, const DenseDecomposition& decomposition, Weight weight,
                     const RunContext& run) {
  const double bound = lp_bounds(problem.graph, {}, decomposition, {&problem.s, 1}).front();
  if (proves_optimal(problem.graph, bound, weight)) {
    return StopReason::optimal;
  }
  if (weight >= problem.target) return StopReason::target;
  // A decomposition may also be incomplete because its numbers do not fit into 64 bits.
  return !decomposition.complete() && run.should_stop() ? run.stop_reason() : StopReason::converged;
}

/// Rounds the linear program max { sum of w_uv min(x_u, x_v) : 0 <= x <= 1, sum of x = s }.
///
/// With B_1, B_2, ... the dense decomposition, an optimum x is 1 on the largest B_i of at most s vertices and
/// (s - |B_i|) / (|B_(i+1)| - |B_i|) on the next layer. The answer is the top s of x: B_i, and of the next
/// layer those of largest load, then largest weight towards B_i, then smaller number. Inside a layer all
/// loads are equal; they decide alone when the run was stopped before the decomposition was found.
///
/// Cost:    as dense_decomposition, the same for every s.
/// Returns: exactly s vertices, optimal when s is some |B_i|; stop reason optimal when the answer meets the
///          program's value (floored when weights are integral).
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic; takes no start; threads are not used.
/// Source:  M. Danisch, T-H. H. Chan, M. Sozio, WWW 2017; E. Harb, K. Quanrud, C. Chekuri, NeurIPS 2022.
Solution lp_rounding(const Problem& problem, const MethodSettings&, const RunContext& run) {
  check_problem(problem);
  const DenseDecomposition decomposition = dense_decomposition(problem.graph, run);
  VertexSet set = decomposition.complete()
                      ? top_of_program(problem.graph, decomposition, problem.s)
                      : VertexSet(decomposition.order.begin(), decomposition.order.begin() + problem.s);
  std::sort(set.begin(), set.end());
  const Weight weight = induced_totals(problem.graph, set).weight;
  const StopReason reason = reason_of(problem, decomposition, weight, run);
  return finish_solution(problem, std::move(set), {{run.elapsed(), weight, decomposition.passes}}, reason,
                         decomposition.passes, run);
}

}  // namespace

/// Statement: no s-vertex set weighs more than the linear program
///   max { sum over edges of w_uv min(x_u, x_v) : 0 <= x <= 1, sum of x = s }.
/// For every s its optimum is the sum of the s largest loads of the edge split of least squares
/// (graph/densest.hpp). The s largest loads of any other split sum to no less. One decomposition serves all
/// sizes; its time is charged to the first.
///
/// Integral weights: the exact fraction w(B_i) + (s - |B_i|) p/q, floored. Real weights, and runs stopped by
/// the deadline: the sum of the s largest loads L_v of a split. Let r_v be the true load. Then
/// r_v <= L_v (1 + e) for e = (max degree + 2) 2^-53. Adding s of them loses at most a factor
/// 1 + (s - 1) 2^-53. So the sum is multiplied by 1 + (max degree + s + 4) 2^-52, which covers both errors
/// and its own rounding. It is floored when weights are integral.
///
/// Values of vertices, c_v: the program's objective has the sum of c_v x_v too. The sum of the s largest
/// r_v + c_v is valid for every split, and that of least squares of r_v + c_v is the optimum. Loads have one
/// more term.
///
/// Cost: one dense decomposition, then O(log n) per size; O(n log n) more for real weights.
/// Source: the dual of the program is in M. Danisch, T-H. H. Chan, M. Sozio, WWW 2017, and E. Harb,
///         K. Quanrud, C. Chekuri, NeurIPS 2022; breakpoints: Y. Kawase, A. Miyauchi, arXiv 1703.03603.
constexpr BoundRule lp_rule = {
    .name = "lp",
    .statement =
        "A set weighs no more than the largest sum of w_uv min(x_u, x_v) over 0 <= x <= 1, sum of x = s",
    .cost = "O(n + m) for each of some tens of passes, which serve all sizes",
    .source = "Danisch, Chan, Sozio, WWW 2017",
    .propose = propose_lp,
    .takes_values = true,
    .proofs = {&lp_proof}};

namespace detail {

MethodRow lp_row() {
  MethodRow row;
  row.name = "lp";
  row.summary =
      "Takes the s largest entries of a linear program, which the dense decomposition solves for all sizes";
  row.objective = "sum of w_uv min(x_u, x_v)";
  row.guarantee = "Optimal at the sizes of the layers of the dense decomposition";
  row.cost = "O(n + m) for each of some tens of passes";
  row.source = "Danisch, Chan, Sozio, WWW 2017; Harb, Quanrud, Chekuri, NeurIPS 2022";
  row.uses_start = false;
  row.monotone = false;
  row.solve = lp_rounding;
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
