#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bounds/certificate/enumeration_check.hpp"
#include "bounds/enumeration/exact_search.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph {
namespace {

/// Work of the kicks that exact search begins with: answers are the caller's business.
constexpr std::uint64_t search_start_work = 300'000;
/// Within limited work: those of one set, of one size.
constexpr std::uint64_t limited_start_work = 100'000;
/// Least price of a set looked at by the search: 1200 to 2000 measured.
constexpr double exact_set_price = 2000.0;
/// Price of a set for each neighbour that a vertex has on average: the search looks at all of them, and sorts
/// those of a weighted graph.
constexpr double exact_neighbor_price = 20.0;
constexpr double exact_weighted_price = 200.0;
/// For every size up to s, price of an arc of the graph, which is copied and cut down to a core a few times.
constexpr double exact_arc_price = 10.0;
/// Vertices with values become a graph of all their pairs, up to so many: 24 MB.
constexpr Vertex most_valued_vertices = 1000;

double set_price(const Graph& graph) {
  const double neighbors = static_cast<double>(graph.num_arcs()) / std::max<Vertex>(1, graph.num_vertices());
  return std::max(exact_set_price,
                  (graph.weighted() ? exact_weighted_price : exact_neighbor_price) * neighbors);
}

double copies_work(const Graph& graph, Vertex s) {
  return exact_arc_price * s * static_cast<double>(graph.num_arcs());
}

ExactResult search_exactly(Findings& findings, const BoundRequest& request, Graph graph, ExactOptions options,
                           const RunContext& run) {
  const double copies = copies_work(graph, request.s);
  const double price = set_price(graph);
  options.work = steps_within({.work = std::max(0.0, request.work - copies)}, price);
  options.start_work = options.work == 0 ? search_start_work : limited_start_work;
  Problem problem;
  problem.graph = std::move(graph);
  problem.s = request.s;
  ExactResult result = exact_search(problem, options, run);
  findings.spent += price * static_cast<double>(result.nodes) + copies;
  return result;
}

/// Of vertices with values: one size at a time, as its pairs are those of no other.
void propose_exact_values(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                          const RunContext& run) {
  const Vertex s = request.s;
  if (s < 2 || ledger.graph().num_vertices() > most_valued_vertices) return;
  const double start = run.elapsed();
  Graph pairs = graph_of_pairs(ledger.graph(), ledger.vertex_values().all(), s);
  const bool exact = pairs.integral();
  const ExactResult result = search_exactly(findings, request, std::move(pairs), {}, run);
  double bound = result.upper_bound / (s - 1.0);
  if (!exact) bound *= 1.0 + pair_rounding;
  if (ledger.graph().integral()) bound = std::floor(bound);
  ledger.lower({s, bound, &search_proof_rule, "exact"});
  ledger.record(s, "exact", bound, run.elapsed() - start);
}

/// Exhaustive search of all sizes up to s, with what is known: it settles small ones first, and they carry
/// the others.
void propose_exact(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                   const RunContext& run) {
  if (!ledger.vertex_values().empty()) return propose_exact_values(ledger, findings, request, run);
  // The graph is copied, and cut down once, before the search looks at the clock.
  if (copies_work(ledger.graph(), 2) > work_per_second * run.time_left()) return;
  const double start = run.elapsed();
  const ExactResult result =
      search_exactly(findings, request, ledger.graph(), {.known_bounds = ledger.values()}, run);
  for (Vertex t = 1; t <= request.s; ++t) {
    ledger.lower({t, result.upper_bounds[t], &search_proof_rule, "exact"});
    ledger.record(t, "exact", result.upper_bounds[t], t == request.s ? run.elapsed() - start : 0.0);
  }
}

}  // namespace

bool exact_begins(const BoundLedger& ledger, const BoundRequest& request) {
  return 2.0 * copies_work(ledger.graph(), request.s) <= request.work;
}

constexpr BoundRule exact_rule = {
    .name = "exact",
    .statement =
        "Exhaustive search finds the best set; when it is stopped, no set exceeds what it has left open",
    .cost = "Exponential in s",
    .source = "enumeration: Uno, Algorithmica 56 (2010)",
    .repeatable = false,
    .propose = propose_exact,
    .takes_values = true,
    .proofs = {&search_proof_rule, &enumeration_proof}};

}  // namespace lode::subgraph
