#include "bounds/cheap/clique.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <lode/graph/cores.hpp>

#include "bounds/cheap/clique_limit.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "graph/cliques/bit_rows.hpp"
#include "graph/cliques/clique_tasks.hpp"

namespace lode::subgraph {

/// The search that goes on where the one of turan stopped.
struct CliqueMemory {
  std::vector<Vertex> vertices;  ///< all that can be in a clique larger than the one known by then
  std::shared_ptr<lode::detail::CliqueTasks> tasks;  ///< null: too much memory
  bool begun = false;
};

namespace {

/// Ordering and colouring so many takes some 20 ms, in which the run is not asked whether to stop.
constexpr std::size_t most_clique_vertices = 2000;

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

CliqueMemory& clique_memory(const BoundLedger& ledger, Findings& findings, const RunContext& run) {
  CliqueMemory& memory = made(findings.clique_memory);
  if (memory.begun) return memory;
  const Graph& graph = ledger.graph();
  const std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  if (!cores) return memory;
  memory.begun = true;
  const auto least = static_cast<Vertex>(findings.clique.size());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (cores->core[v] >= least) memory.vertices.push_back(v);
  }
  const std::size_t n = memory.vertices.size();
  if (n > most_clique_vertices) return memory;
  memory.tasks = std::make_shared<lode::detail::CliqueTasks>(static_cast<Vertex>(n),
                                                             rows_among(graph, memory.vertices), least);
  return memory;
}

/// Lowers the limit of what is known of cliques, and by it the bounds of all sizes.
void propose_clique(BoundLedger& ledger, Findings& findings, const BoundRequest&, const RunContext& run) {
  const double start = run.elapsed();
  const CliqueMemory& memory = clique_memory(ledger, findings, run);
  if (!memory.tasks) return;
  memory.tasks->advance(run);
  if (memory.tasks->found().size() > findings.clique.size()) {
    findings.clique.clear();
    for (const Vertex i : memory.tasks->found()) findings.clique.push_back(memory.vertices[i]);
    std::sort(findings.clique.begin(), findings.clique.end());
  }
  ledger.limit_cliques(memory.tasks->upper_bound());
  const std::vector<double> values =
      turan_bound_values(ledger.graph(), ledger.clique_limit(), ledger.linked(), run);
  ledger.offer(turan_proof, "clique", values, run.elapsed() - start);
}

}  // namespace

bool clique_may_lower(const BoundLedger& ledger, Findings& findings, Vertex s, const RunContext& run) {
  const auto known = static_cast<Vertex>(findings.clique.size());
  if (known == 0 || known >= ledger.clique_limit()) return false;
  // The least that the clique number can prove.
  const double least = turan_bound_values(ledger.graph(), known, {&s, 1}, run).front();
  return least < ledger.value(s) && clique_memory(ledger, findings, run).tasks;
}

/// Statement: as turan, with the clique number, or what is proven of it when the time is over.
constexpr BoundRule clique_rule = {
    .name = "clique",
    .statement = "turan with what exhaustive search for cliques proves in the time there is",
    .cost = "exponential in the clique number; memory O(n^2) bits, on at most 2000 vertices",
    .source = "Li, Fang, Xu, ICTAI 2013; San Segundo et al., Comput. Oper. Res. 64 (2015)",
    .repeatable = false,
    .propose = propose_clique,
    .proofs = {&turan_proof}};

}  // namespace lode::subgraph
