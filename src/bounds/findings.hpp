#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/part.hpp>

#include "bounds/ledger.hpp"
#include "subgraph/part/dense_part.hpp"

namespace lode::subgraph {

/// The cores of a graph, by strength (by degree when unweighted), with the values of vertices added.
struct CoreParts {
  /// One of them, before it is induced.
  struct Cut {
    std::size_t begin = 0;  ///< along the order of peeling
    std::size_t size = 0;   ///< vertices
    Weight outside = 0.0;   ///< as in Part
  };

  Graph graph;
  VertexValues values;
  std::vector<Vertex> order;  ///< in which vertices are peeled
  std::vector<Weight> core;   ///< core values along it, never falling; real ones enlarged by their rounding

  /// Peels the graph; no result if the run should stop first.
  static std::optional<CoreParts> peel(const Graph& graph, const VertexValues& values, const RunContext& run);
  /// The vertices of core value above `outside`. Cost: O(log n).
  Cut above(Weight outside) const;
  /// Cost: O(n + m).
  Part part(const Cut& cut) const;
};

namespace dual {
struct DualRest;
}
struct ConcaveMemory;
struct OutsideProgress;
struct SearchMemory;

/// Results of rules about the graph of a ledger other than bounds. A plan (bounds/plan/plan.hpp) passes it to
/// every rule it asks.
struct Findings {
  double spent = 0.0;  ///< all work done, in units of BoundRequest::work
  double pace = 0.0;   ///< seconds that outside took for a unit of work; 0: not measured

  // Shared by rules.
  std::shared_ptr<const DensePart> dense_part;  ///< from the search; null: unknown
  std::optional<CoreParts> parts;               ///< the graph as core_parts() has peeled it
  std::map<Vertex, Weight> peeled_weights;      ///< of the vertices peeled last, by sizes of the ledger
  VertexSet clique;                             ///< the largest known
  std::optional<DenseDecomposition> layers;     ///< by rule lp
  std::map<Vertex, std::shared_ptr<const dual::DualRest>> rests;  ///< rows left by outside, by size
  std::map<Vertex, VertexSet> searched_sets;                      ///< sets found by rule search, by size

  // Memory of one rule between calls. The file of the rule defines each of these types.
  std::shared_ptr<ConcaveMemory> concave_memory;
  std::shared_ptr<std::map<Vertex, OutsideProgress>> outside_progress;
  std::shared_ptr<SearchMemory> search_memory;
};

/// The object of a rule, made at the first call.
template <class Memory>
Memory& made(std::shared_ptr<Memory>& memory) {
  if (!memory) memory = std::make_shared<Memory>();
  return *memory;
}

/// The work of peeling a ledger's graph, in units of BoundRequest::work.
double peeling_work(const BoundLedger& ledger);
/// The cores of a ledger's graph, peeled at the first call; null if the run has no time for it.
const CoreParts* core_parts(const BoundLedger& ledger, Findings& findings, const RunContext& run);
/// Weights of the sets of vertices peeled last, with their values, by size up to `most`.
std::vector<Weight> weights_of_last(const Graph& graph, std::span<const Vertex> order,
                                    const VertexValues& values, Vertex most);

/// The s vertices that are peeled last, increasing, for the family of all sets; no result for a graph that
/// has not been peeled.
std::optional<VertexSet> last_peeled(const Findings& findings, Vertex s);

}  // namespace lode::subgraph
