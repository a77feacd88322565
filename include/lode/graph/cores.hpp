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

/// Core numbers of all vertices, and a smallest-last order.
struct CoreDecomposition {
  std::vector<Vertex> core;   ///< by vertex: the largest c such that a subgraph of minimum degree c holds it
  Vertex degeneracy = 0;      ///< largest core number
  std::vector<Vertex> order;  ///< order[i] has least degree in the subgraph of order[i], order[i+1], ...
};

/// Core numbers by peeling: repeatedly removes the vertex of least remaining degree. Ties go to the vertex
/// that has had its degree for longest, at the start to the smaller number. Weights are ignored.
///
/// Core numbers never fall along the order. So the c-core is a suffix of the order, and every vertex v has at
/// most core[v] neighbours after it.
///
/// Cost:    O(n + m) time, and 12 bytes for every vertex and every degree besides the result.
/// Source:  D. Matula, L. Beck, J. ACM 30 (1983) 417-427. Buckets: V. Batagelj, M. Zaversnik, An O(m)
///          algorithm for cores decomposition of networks, arXiv cs/0310049 (2003).
CoreDecomposition core_decomposition(const Graph& graph);
/// This overload returns nothing if the run should stop before the work is done.
std::optional<CoreDecomposition> core_decomposition(const Graph& graph, const RunContext& run);

/// The core numbers alone, by vertex, or an empty list if the run should stop before the work is done.
std::vector<Vertex> core_numbers(const Graph& graph, const RunContext& run = RunContext());

/// Core values by strength, the sum of the weights of the edges at a vertex, in place of degree.
struct StrengthCoreDecomposition {
  std::vector<Weight> core;  ///< by vertex: the largest c such that a subgraph of minimum strength c holds it
  Weight degeneracy = 0.0;   ///< largest core value
  std::vector<Vertex> order;  ///< order[i] has least strength in the subgraph of order[i], order[i+1], ...
};

/// Core values by peeling: repeatedly removes the vertex of least remaining strength. Ties go to the smaller
/// number.
///
/// Core values never fall along the order. core[v] is at least the strength of v towards the vertices after
/// it, summed afresh in row order. With real weights core values are exact up to a few ulps of the strength
/// of v. With negative weights they say nothing about cores.
///
/// Cost:    O((n + m) log n) time, and 20n bytes besides the result.
/// Source:  V. Batagelj, M. Zaversnik, Generalized cores, arXiv cs/0202039 (2002).
StrengthCoreDecomposition strength_cores(const Graph& graph);
/// This overload returns nothing if the run should stop before the work is done.
std::optional<StrengthCoreDecomposition> strength_cores(const Graph& graph, const RunContext& run);

/// The k-core of a graph, its largest subgraph of minimum degree k, without names and weights.
///
/// One scan removes the vertices of degree below k, and then vertices with too few remaining neighbours are
/// removed. k is raised by a quarter at a time until the core has at most `most_arcs` arcs. Part::outside is
/// the last k, less 1: a vertex outside has at most that many neighbours in the core and among the vertices
/// removed later.
///
/// Cost:    O(n + sum of the degrees that are at least k) time, in parallel except for vertices that are
///          removed late. It takes 4n + n/4 bytes besides the result.
/// Returns: all vertices for k = 0; a graph without vertices if there is no k-core; nothing if the run should
///          stop before the work is done.
/// Deterministic for any number of threads.
/// Source:  D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
std::optional<Part> k_core(const Graph& graph, Vertex k, const RunContext& run = RunContext(),
                           ArcIndex most_arcs = std::numeric_limits<ArcIndex>::max());

/// An upper bound from elsewhere, which lode does not check: no set of `size` vertices weighs more than
/// `value`.
struct StatedBound {
  std::uint64_t size = 0;  ///< size of the sets; 0: any size
  double value = 0.0;      ///< edges or weight, finite, at least 0
  std::string rule = {};   ///< why it holds, in a word: trivial, degree, lp, ...; never empty
};

/// Declares that a graph is a core of a larger simple graph, by degree or, with weights, by strength. This
/// bounds the weight of sets of the larger graph: in every set that is not within the core, some vertex has
/// less than `core` towards the rest of the set.
struct CoreOrigin {
  double core = 0.0;           ///< by degree: integral and at least 1; by strength: positive
  std::uint64_t vertices = 0;  ///< vertices of the larger graph; 0: not known
  std::uint64_t edges = 0;     ///< edges of the larger graph; 0: not known
  double weight = 0.0;         ///< weight of all its edges; equals `edges` when unweighted; 0: not known
  std::vector<StatedBound> bounds = {};  ///< known upper bounds of the larger graph
};

/// Checks that a graph can be its declared core: every vertex has at least degree `core` (strength when
/// weighted; real strengths may fall short by a relative 1e-9), the larger graph has at least the vertices,
/// edges and weight of this graph, and the stated bounds have possible values.
///
/// Cost:    O(n); O(n + m) when weighted.
/// Errors:  InputError that calls the graph `name`, with the first vertex whose degree is too low.
void check_core_origin(const Graph& graph, const CoreOrigin& origin, const std::string& name);

/// The declaration as text: "the 5-core of a graph with 100 vertices, 250 edges".
std::string core_origin_text(const CoreOrigin& origin);

/// A core, and the graph from which it was cut.
struct DeclaredCore {
  Graph graph;        ///< the core
  CoreOrigin origin;  ///< the graph from which it was cut
};

/// The core of minimum degree `core` (strength when weighted), with its names and weights, and its
/// declaration with the counts and the weight of the graph. Vertices whose real strength is within rounding
/// of `core` stay in. If `graph` itself is declared as a core of a larger graph, pass that declaration as
/// `of`: the result is then declared as a core of the larger graph.
///
/// Cost:    that of core_numbers or strength_cores, and that of making the core.
/// Errors:  InvalidArgument for a `core` that CoreOrigin cannot have, for a `core` below that of `of`, and if
///          there is no such core.
/// Deterministic for any number of threads.
DeclaredCore cut_core(const Graph& graph, double core, const RunContext& run = RunContext(),
                      const std::optional<CoreOrigin>& of = {});

}  // namespace lode
#pragma GCC visibility pop
