#pragma once

#include <cstdint>
#include <span>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Returns the weight that the configuration model expects inside a set: the sum of d_u d_v / (2m) over the
/// pairs of the set, where d is the degree (strength) and m the number (weight) of all edges. Loops are left
/// out. It is 0 for a graph without edges.
///
/// Cost:    O(sum of the degrees of the set); O(size of the set) without weights.
/// Errors:  InvalidArgument for negative weights.
/// Source:  M. Newman, M. Girvan, Physical Review E 69 (2004) 026113.
Weight expected_weight(const Graph& graph, std::span<const Vertex> vertices);

/// Returns a random graph with the same degrees: two edges ab and cd become ad and cb, 10 m times. Switches
/// that would make a loop or a parallel edge are drawn again, at most 100 m draws in all. A switched edge
/// keeps its weight, so degrees stay and strengths change. Names are kept.
///
/// Cost:    O(m) expected, and Graph::from_edges.
/// Errors:  SystemError if the run should stop.
/// Deterministic for a seed.
/// Source:  R. Milo et al., On the uniform generation of random graphs with prescribed degree sequences,
///          arXiv cond-mat/0312028 (2003).
Graph rewired(const Graph& graph, std::uint64_t seed, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
