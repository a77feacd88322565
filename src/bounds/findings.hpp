#pragma once

#include <map>
#include <memory>
#include <optional>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>

#include "bounds/core_parts.hpp"
#include "bounds/dual/core_part.hpp"
#include "subgraph/part/dense_part.hpp"

namespace lode::subgraph {

struct ConcaveMemory;
struct OutsideProgress;
struct SearchMemory;

/// What rules find out about the graph of a ledger, beside bounds. A plan (bounds/plan.hpp) makes it once and
/// hands it to every rule that it asks.
struct Findings {
  double spent = 0.0;  ///< all work done so far, in units of BoundRequest::work
  double pace = 0.0;   ///< seconds that outside took for a unit of work; 0: not measured

  // What rules share.
  std::shared_ptr<const DensePart> dense_part;  ///< given with the graph; null: none is known
  std::optional<CoreParts> parts;               ///< the graph as core_parts() has peeled it
  std::map<Vertex, Weight> peeled_weights;      ///< of the vertices peeled last, by sizes of the ledger
  VertexSet clique;                             ///< the largest that is known
  std::optional<DenseDecomposition> layers;     ///< by rule lp
  std::map<Vertex, dual::DualRest> rests;       ///< what outside has left of every size, for search
  std::map<Vertex, VertexSet> searched_sets;    ///< sets that search came across, by size

  // What one rule remembers from call to call. Each of these types stands in the file of its rule.
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

/// The cores of a ledger's graph, peeled at the first call; null where the run has no time for that.
const CoreParts* core_parts(const BoundLedger& ledger, Findings& findings, const RunContext& run);

/// Size of a core that contains all sets of s vertices that weigh more than `weight`, which is that of a
/// known set: the core whose values exceed what the bound of s - 1 vertices leaves to the last vertex. 0: no
/// core is known, or it is the whole graph.
Vertex core_of_better(const BoundLedger& ledger, const Findings& findings, Vertex s, Weight weight);
/// The s vertices that are peeled last, increasing, for the family of all sets; nothing where the graph has
/// not been peeled so far.
std::optional<VertexSet> last_peeled(const Findings& findings, Vertex s);

}  // namespace lode::subgraph
