#pragma once

// Random and structured graphs. All draws come from counter-based streams of the seed. So the same options
// give the same graph for any number of threads. Parallel work runs in the TBB arena of the caller. Every
// generator checks the run between blocks of lines or rows, and throws SystemError if it should stop.

#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Options of `gnp`.
struct GnpOptions {
  Vertex num_vertices = 0;   ///< number of vertices
  double probability = 0.0;  ///< probability of each edge, in [0, 1]
  std::uint64_t seed = 1;    ///< seed of the draws
};

/// The random graph G(n, p): every pair is independently an edge with probability p. Geometric
/// steps from edge to edge are drawn from 53-bit uniforms, with one stream per row.
///
/// Cost:    O(n + m) expected, and Graph::from_edges.
/// Errors:  InvalidArgument if p is not in [0, 1] or n is 2^32-1.
/// Source:  V. Batagelj, U. Brandes, Phys. Rev. E 71 (2005) 036113.
Graph gnp(const GnpOptions& options, const RunContext& run = RunContext());

/// Options of `rmat`.
struct RmatOptions {
  int scale = 10;              ///< there are 2^scale vertices; 0 <= scale <= 31
  std::uint64_t lines = 8192;  ///< edge lines to draw, self-loops and repetitions included
  double a = 0.57;             ///< probability of the first quadrant; the four sum to 1 up to 1e-9
  double b = 0.19;             ///< probability of the second quadrant
  double c = 0.19;             ///< probability of the third quadrant
  double d = 0.05;             ///< probability of the fourth quadrant
  bool permute = true;         ///< number the vertices at random, so that the number does not show the degree
  std::uint64_t seed = 1;      ///< seed of the draws
};

/// Writes the edge lines first_line, first_line+1, ... of the list that `options` describe into `lines`. So a
/// list longer than memory can be made block by block. Lines are ordered pairs.
///
/// Cost:    O(scale) per line, in parallel; no memory besides `lines`.
/// Errors:  InvalidArgument for a scale or probability outside its range, and for lines past options.lines.
/// Source:  D. Chakrabarti, Y. Zhan, C. Faloutsos, R-MAT: a recursive model for graph mining, SDM 2004.
void rmat_lines(const RmatOptions& options, std::uint64_t first_line, std::span<Edge> lines,
                const RunContext& run = RunContext());

/// All lines of the list. Cost, errors: as rmat_lines.
std::vector<Edge> rmat_edges(const RmatOptions& options, const RunContext& run = RunContext());

/// The simple undirected graph of the list, on all 2^scale vertices. Cost, errors: as rmat_lines, and
/// Graph::from_edges.
Graph rmat(const RmatOptions& options, const RunContext& run = RunContext());

/// Options of `planted`.
struct PlantedOptions {
  Vertex num_vertices = 1000;    ///< number of vertices
  double average_degree = 10.0;  ///< expected average degree of the graph around the planted set
  double exponent = 2.5;         ///< exponent of the power law of the expected degrees, > 2
  double max_degree = 0.0;       ///< largest expected degree; 0: sqrt(average_degree * num_vertices)
  Vertex planted_size = 30;      ///< number of vertices of the planted set
  double planted_density = 0.8;  ///< edges inside the planted set / pairs inside, in [0, 1]
  std::uint32_t max_weight = 0;  ///< 0: unweighted; w: integral weights 1..w, above w/2 inside the set
  std::uint64_t seed = 1;        ///< seed of the draws
};

/// A graph with a planted dense set.
struct PlantedGraph {
  Graph graph;                  ///< the graph
  std::vector<Vertex> planted;  ///< the planted set, in increasing order
  EdgeCount planted_edges = 0;  ///< number of edges inside the planted set
};

/// Makes a power-law graph with a dense subgraph planted on random vertices.
///
/// Around the planted set, the pair uv is an edge with probability min(1, w_u w_v / sum of w). The i-th
/// largest expected degree is proportional to (i + i0)^(-1/(exponent-1)) (Chung and Lu). Inside the planted
/// set, exactly round(planted_density * pairs) pairs are edges, chosen uniformly. The choice of the set does
/// not depend on the degrees.
///
/// Cost:    O(n + m + planted_size^2) expected, and Graph::from_edges.
/// Errors:  InvalidArgument for a parameter outside its range.
/// Source:  F. Chung, L. Lu, PNAS 99 (2002) 15879-15882; edge skipping as in J. Miller, A. Hagberg, Efficient
///          generation of networks with given expected degrees, WAW 2011.
PlantedGraph planted(const PlantedOptions& options, const RunContext& run = RunContext());

/// Options of `d_regular`.
struct RegularOptions {
  Vertex num_vertices = 0;  ///< number of vertices
  Vertex degree = 0;        ///< degree of every vertex
  std::uint64_t seed = 1;   ///< seed of the draws
};

/// A random simple graph in which every vertex has the same degree d.
///
/// The generator pairs the n*d half-edges at random. Then it removes self-loops and repeated edges one by
/// one, by switching them with random edges. Above d = (n-1)/2 the complement is made in that way. The
/// distribution is close to uniform if d is small compared with n. In general it is not uniform.
///
/// Cost:    O(n d log d + d^3) expected for d small against n; at most O(n^3) expected for dense graphs.
/// Errors:  InvalidArgument if n*d is odd or d >= n. (n = d = 0 is the graph without vertices.)
/// Source:  B. Bollobas, European J. Combin. 1 (1980) 311-316; switchings as in B. McKay, N. Wormald, J.
///          Algorithms 11 (1990) 52-67.
Graph d_regular(const RegularOptions& options, const RunContext& run = RunContext());

/// Options of `bipartite`.
struct BipartiteOptions {
  Vertex left = 1000;           ///< number of vertices of the left side
  Vertex right = 1000;          ///< number of vertices of the right side
  double edges = 10000.0;       ///< expected number of edges
  double left_exponent = 2.5;   ///< exponent of the power law of the weights of left vertices, > 1
  double right_exponent = 2.5;  ///< exponent of the power law of the weights of right vertices, > 1
  std::uint64_t seed = 1;       ///< seed of the draws
};

/// A random graph with two sides and power laws on both. Vertices 0 ... left-1 are the left side, the rest
/// the right side. The i-th vertex of a side, counted from 1, has weight i^(-1/(exponent-1)). The pair uv is
/// an edge with probability min(1, c w_u w_v). c is chosen so that `edges` edges are expected.
///
/// Cost:    O(left log right + m) expected, and Graph::from_edges.
/// Errors:  InvalidArgument for a side without vertices, for too many vertices, for an exponent of 1 or less,
///          and for `edges` below 0 or above 0.9 left right.
/// Source:  as planted.
Graph bipartite(const BipartiteOptions& options, const RunContext& run = RunContext());

/// The complete multipartite graph. Vertices are numbered part by part. Two vertices are adjacent exactly
/// when they are in different parts. Parts may be empty.
///
/// Cost:    O(n + m).
/// Errors:  InvalidArgument if the sizes sum to 2^32-1 or more.
Graph complete_multipartite(std::span<const Vertex> part_sizes, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
