#pragma once

// Random and structured graphs. All draws come from counter-based streams of the seed: the same options give
// the same graph for any number of threads. Parallel work runs in the TBB arena of the caller.
//
// The run says only when to stop: once it does, between blocks of lines or rows, every generator throws
// SystemError. What is drawn is made into a Graph without such stops.

#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

struct GnpOptions {
  Vertex num_vertices = 0;
  double probability = 0.0;  ///< of every edge, in [0, 1]
  std::uint64_t seed = 1;
};

/// The random graph G(n, p): every pair is an edge independently with probability p.
///
/// Jumps from edge to edge with geometric steps drawn from 53-bit uniforms, one stream per row.
///
/// Cost:    O(n + m) expected, and Graph::from_edges.
/// Errors:  InvalidArgument if p is not in [0, 1] or n is 2^32-1.
/// Source:  V. Batagelj, U. Brandes, Phys. Rev. E 71 (2005) 036113.
Graph gnp(const GnpOptions& options, const RunContext& run = RunContext());

struct RmatOptions {
  int scale = 10;              ///< 2^scale vertices, 0 <= scale <= 31
  std::uint64_t lines = 8192;  ///< edge lines drawn, self-loops and repetitions included
  double a = 0.57;             ///< probabilities of the four quadrants; they sum to 1 up to 1e-9
  double b = 0.19;
  double c = 0.19;
  double d = 0.05;
  bool permute = true;  ///< number the vertices at random, so that degree does not show in the number
  std::uint64_t seed = 1;
};

/// Writes edge lines first_line, first_line+1, ... of the list that `options` describe into `lines`, so that
/// a list longer than memory can be made block by block. Lines are ordered pairs.
///
/// Cost:    O(scale) per line, in parallel; no memory besides `lines`.
/// Errors:  InvalidArgument for a scale or probability outside its range, or lines past options.lines.
/// Source:  D. Chakrabarti, Y. Zhan, C. Faloutsos, R-MAT: a recursive model for graph mining, SDM 2004.
void rmat_lines(const RmatOptions& options, std::uint64_t first_line, std::span<Edge> lines,
                const RunContext& run = RunContext());

/// All lines of the list.
std::vector<Edge> rmat_edges(const RmatOptions& options, const RunContext& run = RunContext());

/// The simple undirected graph of the list, on all 2^scale vertices.
Graph rmat(const RmatOptions& options, const RunContext& run = RunContext());

struct PlantedOptions {
  Vertex num_vertices = 1000;
  double average_degree = 10.0;  ///< expected, of the graph around the planted set
  double exponent = 2.5;         ///< of the power law of the expected degrees, > 2
  double max_degree = 0.0;       ///< largest expected degree; 0: sqrt(average_degree * num_vertices)
  Vertex planted_size = 30;
  double planted_density = 0.8;  ///< edges inside the planted set / pairs inside, in [0, 1]
  std::uint32_t max_weight = 0;  ///< 0: unweighted; w: integral weights 1..w, above w/2 inside the set
  std::uint64_t seed = 1;
};

struct PlantedGraph {
  Graph graph;
  std::vector<Vertex> planted;  ///< increasing
  EdgeCount planted_edges = 0;  ///< edges inside `planted`
};

/// A dense subgraph on random vertices of a Chung-Lu power-law graph.
///
/// Around the set, the pair uv is an edge with probability min(1, w_u w_v / sum of w), where the i-th largest
/// expected degree is proportional to (i + i0)^(-1/(exponent-1)). Inside the set, exactly
/// round(planted_density * pairs) pairs, uniformly chosen, are edges. The set is independent of the degrees.
///
/// Cost:    O(n + m + planted_size^2) expected, and Graph::from_edges.
/// Errors:  InvalidArgument for a parameter outside its range.
/// Source:  F. Chung, L. Lu, PNAS 99 (2002) 15879-15882; edge skipping as in J. Miller, A. Hagberg,
///          Efficient generation of networks with given expected degrees, WAW 2011.
PlantedGraph planted(const PlantedOptions& options, const RunContext& run = RunContext());

struct RegularOptions {
  Vertex num_vertices = 0;
  Vertex degree = 0;
  std::uint64_t seed = 1;
};

/// A random simple graph in which every vertex has the same degree d.
///
/// Pairs the n*d half-edges at random, then removes self-loops and repeated edges one by one by switching
/// them with random edges; above d = (n-1)/2 the complement is made that way. Close to uniform for d small
/// against n; not uniform in general.
///
/// Cost:    O(n d log d + d^3) expected for d small against n, O(n^3) at most expected for dense graphs.
/// Errors:  InvalidArgument if n*d is odd or d >= n (n = d = 0 is the graph without vertices).
/// Source:  B. Bollobas, European J. Combin. 1 (1980) 311-316; switchings as in B. McKay, N. Wormald,
///          J. Algorithms 11 (1990) 52-67.
Graph d_regular(const RegularOptions& options, const RunContext& run = RunContext());

struct BipartiteOptions {
  Vertex left = 1000;
  Vertex right = 1000;
  double edges = 10000.0;       ///< expected number
  double left_exponent = 2.5;   ///< of the power law of the weights of left vertices, > 1
  double right_exponent = 2.5;  ///< the same of right vertices
  std::uint64_t seed = 1;
};

/// A random graph with two sides and power laws on both. Vertices 0 ... left-1 are the left side, by falling
/// weight, the others the right side, by falling weight too.
///
/// The weight of the i-th vertex of a side, from 1, is i^(-1/(exponent-1)). The pair uv is an edge with
/// probability min(1, c w_u w_v); c is such that `edges` are expected.
///
/// Cost:    O(left log right + m) expected, and Graph::from_edges.
/// Errors:  InvalidArgument for a side without vertices, too many vertices, an exponent of 1 or less, and
///          edges below 0 or above 0.9 left right.
/// Source:  as planted.
Graph bipartite(const BipartiteOptions& options, const RunContext& run = RunContext());

/// The complete multipartite graph: vertices are numbered part by part, and are adjacent exactly when their
/// parts differ. Parts may be empty.
/// Cost:   O(n + m).
/// Errors: InvalidArgument if the sizes sum to 2^32-1 or more.
Graph complete_multipartite(std::span<const Vertex> part_sizes, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
