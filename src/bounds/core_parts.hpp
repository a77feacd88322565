#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/set_family.hpp"

namespace lode::subgraph {

class BoundLedger;

/// The cores of one graph, by strength (by degree when unweighted), with the values of vertices added.
class CoreParts {
 public:
  /// One of them, before it is induced.
  struct Cut {
    std::size_t begin = 0;  ///< along the order of peeling
    std::size_t size = 0;   ///< vertices
    Weight outside = 0.0;   ///< as in Part
  };

  /// Peels the graph; no result if the run should stop first.
  static std::optional<CoreParts> peel(const Graph& graph, const VertexValues& values, const RunContext& run);

  /// The vertices of core value above `outside`. Cost: O(log n).
  Cut above(Weight outside) const;
  /// Cost: O(n + m).
  Part part(const Cut& cut) const;
  /// In which vertices are peeled, and their core values along it, which never fall.
  std::span<const Vertex> order() const { return order_; }
  std::span<const Weight> core_values() const { return core_; }

 private:
  CoreParts(const Graph& graph, const VertexValues& values) : graph_(graph), values_(values) {}

  Graph graph_;
  std::vector<Vertex> order_;
  VertexValues values_;
  std::vector<Weight> core_;  ///< along the order, never falling; real ones enlarged by their rounding
};

/// Weights of the sets of vertices peeled last, with their values, by size up to `most`.
std::vector<Weight> weights_of_last(const Graph& graph, std::span<const Vertex> order,
                                    const VertexValues& values, Vertex most);

/// The work of peeling a ledger's graph, in units of BoundRequest::work.
double peeling_work(const BoundLedger& ledger);

}  // namespace lode::subgraph
