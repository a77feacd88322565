#pragma once

#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>

#include "io/formats/format.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// True for a text that begins with a section of Pajek, after comments: "*Vertices 3", "*Network", "*Arcs".
bool is_pajek(std::string_view head);

/// Reads a Pajek network: "*Vertices N", lines "V LABEL ..." for some or all of them, then sections "*Edges"
/// and
/// "*Arcs" with lines "U V [WEIGHT] ..." and "*Edgeslist" and "*Arcslist" with lines "U V1 V2 ...". Letters
/// of section names match in either case; lines that begin with % are comments.
///
/// Vertices: 1 ... N, all of them. They are called by their labels if each has one, no two are equal, and
/// none is
///           empty or holds a control byte; else by their numbers, and the report says why.
///           ReadOptions::labels makes that an error. Labels that are all integers are ids.
/// Edges:    those of all sections; directions are ignored. Several relations ("*Arcs :2") are one graph.
/// What
///           follows the weight is passed over, and so are partitions, vectors and their like in project
///           files.
/// Weights:  the third word of a line, 1 where there is none or where it is a parameter.
///
/// Cost:   O(bytes + n log n) on one thread, then `build_csr`; memory for labels and edges.
/// Errors: InputError: lines that are none of these, vertices out of range, a second line of a vertex, a
/// second
///         network, a matrix, no edge with a weight where weights are asked for, more vertices than are
///         trusted without an edge for 256 of them. InvalidArgument for options without meaning.
/// Source: A. Mrvar, V. Batagelj, Pajek: Program for Analysis and Visualization of Very Large Networks,
///         Reference Manual, University of Ljubljana.
LoadedGraph read_pajek(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                       const ReadTrust& trust);
/// The same for directed graphs. Errors: also InputError for a section *Edges or *Edgeslist with lines.
LoadedArcs read_pajek_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust& trust);

}  // namespace lode::detail
