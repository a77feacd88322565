#pragma once

#include <span>
#include <vector>

#include "bounds/rule.hpp"
#include "bounds/set_family.hpp"

namespace lode::subgraph {

/// Statement: the graph at hand is the C-core of a larger simple graph. Vertices of less than C neighbours
/// (of strength below C) were removed from it, one after the other, until there were none. Take a set of s
/// vertices that does not lie inside the core. Its first vertex removed has at most C - 1 neighbours (less
/// than C strength) in the set. The other s - 1 are a set of the larger graph. So
///   f(s) <= max(f inside (s), f(s - 1) + C - 1),  C in place of C - 1 by strength.
/// Without weights f(s) <= s(s-1)/2, too. The inequality holds for sets with vertices to include, which lie
/// inside and are never removed. It also holds for sets without some other vertices.
///
/// In the reduced form of a family C - 1 is lowered by the shift of the values. Real sums are enlarged
/// by 2^-51 of their terms.
/// Source: peeling as in D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
struct LiftedBound {
  enum class Reason {
    few_vertices,  ///< no edges yet, or the pairs of vertices
    inside,        ///< the bound of the core
    outside,       ///< the bound of s - 1 plus one more vertex
    stated         ///< by the input
  };
  double value = 0.0;
  Reason reason = Reason::few_vertices;
};

/// One step of it, for sets of t vertices of the reduced graph.
LiftedBound lifted_step(const ReducedFamily& family, Vertex t, double inside, double smaller);

/// Bounds of the larger graph, by reduced size, from bounds of its core.
std::vector<LiftedBound> lifted_bounds(const ReducedFamily& family, std::span<const double> inside);

/// Upper bound of the weight that a vertex outside adds to a set, in the reduced form.
double added_outside(const ReducedFamily& family);

/// A graph as the core of its least degree (strength); no declared core if it is 0.
SetFamily as_own_core(const Graph& graph);

extern const ProofRule core_of_proof;
extern const ProofRule stated_proof;

}  // namespace lode::subgraph
