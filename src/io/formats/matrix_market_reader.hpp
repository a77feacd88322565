#pragma once

#include <cstdint>

#include <lode/io/read_graph.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// Reads a Matrix Market file as the adjacency matrix of a graph: coordinate, pattern, real or integer,
/// general or symmetric, square.
///
/// Vertices: 1 ... n, all of them, whether or not a row has entries; so they are called.
/// Edges:    every stored entry, off the diagonal. In a general matrix i j and j i are the two directions of
///           one edge (counted as reciprocal); a symmetric one stores an edge once, on or below the diagonal.
/// Weights:  the values, with ReadOptions::weighted; otherwise they must be numbers and are ignored.
/// Lenient:  bad entries are skipped and counted; they count as entries of the size line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a banner that is wrong or names an array, a complex, hermitian or skew-symmetric
/// matrix;
///         a matrix that is not square; a number of entries other than the one declared; entries outside the
///         matrix or above the diagonal of a symmetric one; weights asked of a pattern; more than `on_trust`
///         vertices without an edge for 256 of them. InvalidArgument for options without meaning.
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market exchange formats, NISTIR 5935, 1996.
LoadedGraph read_matrix_market(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                               std::uint64_t on_trust = vertices_on_trust);

}  // namespace lode::detail
