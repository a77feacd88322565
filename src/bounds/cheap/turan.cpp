#include <algorithm>
#include <cstdint>
#include <utility>

#include <lode/graph/clique.hpp>

#include "bounds/cheap/clique_limit.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {

namespace {

/// Work limit of the clique search beside every answer, about 0.2 s; see CliqueOptions.
constexpr std::uint64_t cheap_clique_work = 200'000'000;

Clique find_clique(const BoundLedger& ledger, const DensePart* part, Vertex largest, const RunContext& run) {
  CliqueOptions options{.work_limit = cheap_clique_work};
  if (!part) return maximum_clique(ledger.graph(), options, run);
  options.enough = largest;  // with it turan is no better than the trivial bound
  options.work_limit /= 10;  // little of such a graph is in cache
  Clique clique = maximum_clique(part->core.graph, part->cores, options, run);
  for (Vertex& v : clique.vertices) v = part->core.original[v];
  clique.upper_bound = std::max(part->core.k + 1, clique.upper_bound);
  return clique;
}

void propose_turan(BoundLedger& ledger, Findings& findings, const BoundRequest&, const RunContext& run) {
  const std::span<const Vertex> linked = ledger.linked();
  if (linked.empty()) return;
  // Peeling, where it is not done, and colouring come before the first greedy clique.
  const DensePart* part = findings.dense_part.get();
  const double seconds_per_arc = part ? 3e-8 : 6e-8;
  const auto arcs = static_cast<double>((part ? part->core.graph : ledger.graph()).num_arcs());
  if (seconds_per_arc * arcs > run.time_left()) return;
  const double start = run.elapsed();
  Clique found = find_clique(ledger, part, *std::max_element(linked.begin(), linked.end()), run);
  ledger.limit_cliques(found.upper_bound);
  findings.clique = std::move(found.vertices);
  std::vector<double> values = turan_bound_values(ledger.graph(), ledger.clique_limit(), linked, run);
  for (std::size_t i = 0; i < linked.size(); ++i) {
    values[i] = ledger.vertex_values().added_to(values[i], linked[i]);
  }
  ledger.offer(turan_proof, "turan", values, run.elapsed() - start);
}

}  // namespace

/// The bound of cheap/clique_limit.hpp with the clique number, or what the search for it proves when it is
/// stopped, at worst the number of colours of a proper colouring.
constexpr BoundRule turan_rule = {
    .name = "turan",
    .statement = "as many largest weights as s vertices have edges in a Turan graph of the clique number",
    .cost = "one clique search within a work limit",
    .source = "Turan, Mat. Fiz. Lapok 48 (1941)",
    .propose = propose_turan,
    .takes_values = true,
    .proofs = {&turan_proof}};

}  // namespace lode::subgraph
