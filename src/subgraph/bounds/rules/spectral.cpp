#include "subgraph/bounds/rules/spectral.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <lode/graph/spectra.hpp>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/exact.hpp"
#include "subgraph/bounds/rules/rounding.hpp"
#include "subgraph/bounds/rules/sizes.hpp"

namespace lode::subgraph {

double eigenvalue_upper_bound(const Graph& graph, int steps, const RunContext& run,
                              std::span<const Weight> values) {
  const Vertex n = graph.num_vertices();
  if (graph.total_weight() == 0.0 && values.empty()) return 0.0;
  const AdjacencyOperator adjacency(graph);
  const Weight all_values = std::accumulate(values.begin(), values.end(), 0.0);
  const double shift = (graph.total_weight() + all_values) / n;
  std::vector<double> x(n, 1.0);
  std::vector<double> product(n);
  double least = std::numeric_limits<double>::infinity();
  for (int step = 0; step < steps; ++step) {
    if (step > 0 && run.should_stop()) break;
    adjacency.perform_op(x.data(), product.data());
    for (Vertex v = 0; v < values.size(); ++v) product[v] += 2.0 * values[v] * x[v];
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;
    double largest = 0.0;
    for (Vertex v = 0; v < n; ++v) {
      if (product[v] > 0.0) {
        low = std::min(low, product[v] / x[v]);
        high = std::max(high, product[v] / x[v]);
      }
      x[v] = product[v] + shift * x[v];
      largest = std::max(largest, x[v]);
    }
    least = std::min(least, high);
    if (high - low <= 1e-10 * high) break;
    // Entries stay far above the smallest double, so that ratios keep their accuracy.
    for (double& value : x) value = std::max(value / largest, 1e-150);
  }
  const double operations = graph.max_degree() + 4.0;
  return least * (1.0 + operations * std::numeric_limits<double>::epsilon());
}

namespace {

std::vector<Bound> valued_spectral_bounds(const Graph& graph, std::span<const Weight> values,
                                          std::span<const Vertex> sizes, const RunContext& run) {
  detail::check_sizes(graph, sizes);
  const double start = run.elapsed();
  std::vector<Bound> bounds;
  if (sizes.empty()) return bounds;
  const double eigenvalue = eigenvalue_upper_bound(graph, 400, run, values);
  for (const Vertex s : sizes) {
    // The margin covers the product; s and 1/2 are exact.
    const double value = s * eigenvalue / 2.0 * (1.0 + 2.0 * std::numeric_limits<double>::epsilon());
    bounds.push_back(
        {"spectral", s, detail::safe_upper(graph, value, 0.0), bounds.empty() ? run.elapsed() - start : 0.0});
  }
  return bounds;
}

}  // namespace

std::vector<Bound> spectral_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return valued_spectral_bounds(graph, {}, sizes, run);
}

namespace {

/// Never the best bound: lp is not above it.
void write_spectral(const ProofStep&, double, detail::CertificateWriter&, BoundCertificate::Step& written) {
  written.rule = search_proof_rule.name;
}

constexpr ProofRule spectral_proof = {.name = "spectral", .write = write_spectral};

void propose_spectral(BoundLedger& ledger, const BoundRequest&, const RunContext& run) {
  constexpr double seconds_per_arc = 1e-8;  // of the first step, which does not look at the clock
  if (seconds_per_arc * static_cast<double>(ledger.graph().num_arcs()) > run.time_left()) return;
  if (run.should_stop()) return;
  const std::span<const Weight> values = ledger.vertex_values().all();
  const std::vector<Bound> bounds = valued_spectral_bounds(ledger.graph(), values, ledger.sizes(), run);
  if (values.empty()) return ledger.offer(spectral_proof, bounds);
  // The split that lp ends with need not be the best one: shown, and no step.
  for (const Bound& bound : bounds) {
    ledger.record(bound.s, bound.name, std::max(bound.value, ledger.value(bound.s)), bound.seconds);
  }
}

}  // namespace

constexpr BoundRule spectral_rule = {.name = "spectral",
                                     .statement = "s/2 times the largest eigenvalue of the weights",
                                     .cost = "O(n + m) per step, up to 400 steps",
                                     .source = "Collatz 1942, Wielandt 1950",
                                     .tier = BoundTier::compare,
                                     .compute = spectral_bounds,
                                     .propose = propose_spectral,
                                     .takes_values = true,
                                     .proofs = {&spectral_proof, &search_proof_rule}};

}  // namespace lode::subgraph
