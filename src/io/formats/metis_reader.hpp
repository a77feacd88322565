#pragma once

#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// Reads a METIS graph: a line "N M [FMT [NCON]]", then for every vertex a line with its neighbours, an empty
/// one for an isolated vertex; lines that begin with '%' are comments.
///
/// Vertices: 1 ... N, all of them; so they are called. Vertex sizes and weights are checked and ignored.
/// Edges:    each stands in the lists of both of its ends, which must agree; this is the format, and the
///           report counts no reciprocals for it. A vertex in its own list is a self-loop and dropped; a
///           neighbour listed again is a duplicate. The lists must hold 2M entries; M may or may not count
///           self-loops.
/// Weights:  those of the edges (FMT ends in 1), with ReadOptions::weighted: sums over duplicates; both ends
///           must agree, or ReadOptions::merge settles it.
///
/// Cost:   O(bytes + sum over unsorted lists of d log d) on one thread; memory for the arcs and 16 bytes a
///         vertex, never for vertices without a line.
/// Errors: InputError: a wrong header, more or fewer lines than vertices, neighbours out of range, weights
///         missing or wrong, a neighbour that does not list the vertex in turn, a number of entries that
///         contradicts M, weights asked of a file without. InvalidArgument for options without meaning.
/// Source: G. Karypis, METIS 5.1.0 manual, section 4.1.1.
LoadedGraph read_metis(CompressedInput& input, const ReadOptions& options, const RunContext& run);

}  // namespace lode::detail
