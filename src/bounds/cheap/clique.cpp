#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <lode/graph/cores.hpp>

#include "bounds/cheap/chain.hpp"
#include "bounds/cheap/turan.hpp"
#include "bounds/ledger.hpp"
#include "graph/cliques/bit_rows.hpp"
#include "graph/cliques/clique_tasks.hpp"

namespace lode::subgraph {
namespace {

/// Ordering and colouring so many takes some 20 ms, in which the run is not asked whether to stop.
constexpr std::size_t most_clique_vertices = 2000;
/// Of the time left: where nothing has lowered the trivial bound, only this can; and beside other rules.
constexpr double clique_share_alone = 0.8;
constexpr double clique_share_beside = 0.4;
/// Seconds per size on its own.
constexpr double clique_seconds_alone = 10.0;

/// The search that goes on where the one of turan stopped, in all calls for one ledger.
struct CliqueLimitSearch {
  std::vector<Vertex> vertices;  ///< all that can be in a clique larger than the one known by then
  std::shared_ptr<lode::detail::CliqueTasks> tasks;  ///< null: too much memory
  bool begun = false;
};

lode::detail::BitRows rows_among(const Graph& graph, const std::vector<Vertex>& vertices) {
  std::vector<Vertex> local(graph.num_vertices(), no_vertex);
  const auto n = static_cast<Vertex>(vertices.size());
  for (Vertex i = 0; i < n; ++i) local[vertices[i]] = i;
  lode::detail::BitRows rows(n, n);
  for (Vertex i = 0; i < n; ++i) {
    for (const Vertex u : graph.neighbors(vertices[i])) {
      if (local[u] != no_vertex) rows.set(i, local[u]);
    }
  }
  return rows;
}

CliqueLimitSearch& clique_limit_search(BoundLedger& ledger, const CliqueFinding& found,
                                       const RunContext& run) {
  auto& search = ledger.memory<CliqueLimitSearch>();
  if (search.begun) return search;
  const Graph& graph = ledger.graph();
  const std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  if (!cores) return search;
  search.begun = true;
  const auto least = static_cast<Vertex>(found.clique.size());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (cores->core[v] >= least) search.vertices.push_back(v);
  }
  const std::size_t n = search.vertices.size();
  if (n > most_clique_vertices) return search;
  search.tasks = std::make_shared<lode::detail::CliqueTasks>(static_cast<Vertex>(n),
                                                             rows_among(graph, search.vertices), least);
  return search;
}

/// The least that the clique number can prove, by a clique that is known.
double least_by_clique(const BoundLedger& ledger, const CliqueFinding& found, Vertex s,
                       const RunContext& run) {
  const auto known = static_cast<Vertex>(found.clique.size());
  return turan_bound_values(ledger.graph(), known, {&s, 1}, run).front();
}

double share_for_clique(BoundLedger& ledger, const BoundRequest& request, double, const RunContext& run) {
  const auto* found = ledger.remembered<CliqueFinding>();
  if (!found || found->clique.empty() || found->clique.size() >= found->limit) return 0.0;
  if (least_by_clique(ledger, *found, request.s, run) >= ledger.value(request.s)) return 0.0;
  if (!clique_limit_search(ledger, *found, run).tasks) return 0.0;
  return ledger.name(request.s) == "trivial" ? clique_share_alone : clique_share_beside;
}

/// Lowers the limit of what is known of cliques, and by it the bounds of all sizes.
void propose_clique(BoundLedger& ledger, const BoundRequest&, const RunContext& run) {
  const double start = run.elapsed();
  auto& found = ledger.memory<CliqueFinding>();
  if (found.limit == 0) found.limit = ledger.graph().num_vertices();
  const CliqueLimitSearch& search = clique_limit_search(ledger, found, run);
  if (!search.tasks) return;
  search.tasks->advance(run);
  if (search.tasks->found().size() > found.clique.size()) {
    found.clique.clear();
    for (const Vertex i : search.tasks->found()) found.clique.push_back(search.vertices[i]);
    std::sort(found.clique.begin(), found.clique.end());
  }
  found.limit = std::min(found.limit, search.tasks->upper_bound());
  const std::vector<double> values = turan_bound_values(ledger.graph(), found.limit, ledger.linked(), run);
  ledger.offer(turan_proof, "clique", values, run.elapsed() - start);
  close_chain(ledger, run);
}

std::vector<Bound> clique_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return bounds_by_ledger("clique", graph, sizes, run, clique_seconds_alone);
}

}  // namespace

/// Statement: as turan, with the clique number, or what is proven of it when the time is over.
constexpr BoundRule clique_rule = {
    .name = "clique",
    .statement = "turan with what exhaustive search for cliques proves in the time there is",
    .cost = "exponential in the clique number; memory O(n^2) bits, on at most 2000 vertices",
    .source = "Li, Fang, Xu, ICTAI 2013; San Segundo et al., Comput. Oper. Res. 64 (2015)",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = clique_bounds,
    .propose = propose_clique,
    .share = share_for_clique,
    .proofs = {&turan_proof}};

}  // namespace lode::subgraph
