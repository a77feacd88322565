#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Core numbers and a smallest-last order.
struct CoreDecomposition {
  std::vector<Vertex> core;   ///< largest c such that v lies in a subgraph of minimum degree c
  Vertex degeneracy = 0;      ///< largest core number
  std::vector<Vertex> order;  ///< order[i] has least degree in the subgraph of order[i], order[i+1], ...
};

/// Core numbers by peeling the vertex of least remaining degree.
///
/// Ties go to the vertex that has had that degree for longest; from the start, to the smaller number. Core
/// numbers never fall along the order, so the c-core is a suffix of it, and every vertex has at most
/// core[v] neighbours after it.
///
/// Cost:    O(n log n + m) time, one random access per arc; 16n bytes besides the result, and 4 more for
///          every degree by which a vertex falls within a window of some 16 degrees. Weights are ignored.
/// Source:  D. Matula, L. Beck, J. ACM 30 (1983) 417-427; buckets as in V. Batagelj, M. Zaversnik,
///          An O(m) algorithm for cores decomposition of networks, arXiv cs/0310049 (2003).
CoreDecomposition core_decomposition(const Graph& graph);
/// The same, or nothing where the run should stop before it is done.
std::optional<CoreDecomposition> core_decomposition(const Graph& graph, const RunContext& run);

/// The core numbers alone, by vertex: all vertices of least degree are removed at once, level by level.
///
/// Cost:    O(m + sum of the core numbers) time, shared by the threads of the run; 12n bytes besides the
/// result.
///          Weights are ignored.
/// Returns: an empty list where the run should stop before it is done.
/// Deterministic, whatever the number of threads.
/// Source:  H. Kabir, K. Madduri, Parallel k-core decomposition on multicore platforms, IPDPSW 2017.
std::vector<Vertex> core_numbers(const Graph& graph, const RunContext& run = RunContext());

/// Core values with degree replaced by strength.
struct StrengthCoreDecomposition {
  std::vector<Weight> core;   ///< largest c such that v lies in a subgraph of minimum strength c
  Weight degeneracy = 0.0;    ///< largest core value
  std::vector<Vertex> order;  ///< order[i] has least strength in the subgraph of order[i], order[i+1], ...
};

/// Strength cores by peeling the vertex of least remaining strength; ties go to the smaller number.
///
/// core never falls along the order, and core[v] is at least the strength of v towards the vertices after
/// it, summed afresh in row order. Exact for integral weights; with real weights the order follows running
/// differences, and core values are exact up to their rounding, a few ulps of the strength of v.
///
/// With negative weights the order is the same, and core values never fall below 0, but say nothing of cores.
///
/// Cost:    O((n + m) log n) time, 20n bytes besides the result. Every weight is 1 in an unweighted graph.
/// Source:  V. Batagelj, M. Zaversnik, Generalized cores, arXiv cs/0202039 (2002).
StrengthCoreDecomposition strength_cores(const Graph& graph);
/// The same, or nothing where the run should stop before it is done.
std::optional<StrengthCoreDecomposition> strength_cores(const Graph& graph, const RunContext& run);

/// The k-core of a graph: its largest subgraph of minimum degree k, without names and weights.
///
/// There is no full order of peeling: vertices of degree below k go first, in one scan, then those that have
/// too few neighbours left. The rest is mostly small enough to be peeled in cache.
///
/// k is raised, by a quarter at a time, until the core has at most `most_arcs` arcs. Part::outside is the
/// last k, less 1: a vertex outside has at most so many neighbours among those removed later.
///
/// Cost:    O(n + sum of the degrees that are at least k) time, in parallel but for vertices that go late;
///          4n bytes and n/4 besides the result.
/// Returns: all vertices for k = 0; a graph without vertices when there is no k-core; nothing where the run
///          should stop before it is done. Weights are ignored.
/// Deterministic, whatever the number of threads.
/// Source:  D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
std::optional<Part> k_core(const Graph& graph, Vertex k, const RunContext& run = RunContext(),
                           ArcIndex most_arcs = std::numeric_limits<ArcIndex>::max());

/// An upper bound that somebody else computed: no set of `size` vertices of a graph weighs more than `value`.
/// It is taken on trust.
struct StatedBound {
  std::uint64_t size = 0;  ///< of the sets; 0: of any size
  double value = 0.0;      ///< edges or weight, finite, at least 0
  std::string rule = {};   ///< why it holds, in a word: trivial, degree, lp, spectral, ...; never empty
};

/// Declares a graph to be a core of a larger simple graph: what is left when vertices of less than `core`
/// neighbours, or strength where the graph has weights, are removed until there are none. Nothing else is
/// needed of the larger graph to bound the weight of its sets: of one that is not within the core, some
/// vertex has less than `core` towards the others.
struct CoreOrigin {
  double core = 0.0;  ///< at least 1, and integral, by degree; positive by strength
  // Of the larger graph; 0: not known.
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  double weight = 0.0;                   ///< sum over all edges; their number in a graph without weights
  std::vector<StatedBound> bounds = {};  ///< of the larger graph
};

/// Checks that a graph can be the core it is declared to be. Every vertex has to have degree `core` at least
/// (strength when weighted; real ones may fall short by 1e-9 of it). The larger graph must have no fewer
/// vertices and edges than this one, and no less weight. The stated bounds must have values that bounds can
/// have.
///
/// Cost:   O(n); O(n + m) when weighted.
/// Errors: InputError that calls the graph `name`, with the first vertex whose degree is too low.
void check_core_origin(const Graph& graph, const CoreOrigin& origin, const std::string& name);

/// "the 5-core of a graph with 100 vertices, 250 edges", with what is known of that graph.
std::string core_origin_text(const CoreOrigin& origin);

/// A core and what it was cut from.
struct DeclaredCore {
  Graph graph;
  CoreOrigin origin;
};

/// The graph's core of minimum degree `core` (strength when weighted), with its names and weights, and what
/// declares it: counts and weight of the graph. Real strengths within rounding of `core` stay in. A graph
/// that is declared to be a core itself, `of` a larger one, has a core of that one.
///
/// Cost:   that of core_numbers or strength_cores, and of the core.
/// Errors: InvalidArgument for a `core` that CoreOrigin cannot have, one below that of `of`, and where no
/// such
///         core exists.
/// Deterministic, whatever the number of threads.
DeclaredCore cut_core(const Graph& graph, double core, const RunContext& run = RunContext(),
                      const std::optional<CoreOrigin>& of = {});

}  // namespace lode
#pragma GCC visibility pop
