#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>

#include "io/csr/external_graph.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// The properties file beside a WebGraph file: its name with .properties for .graph, plain, .gz or .zst;
/// nothing if there is none.
std::optional<std::string> webgraph_properties_path(const std::string& graph_path);

/// How much a stream may claim in few bytes: intervals and copied lists can stand for any number of arcs.
struct WebGraphTrust {
  std::uint64_t arcs = std::uint64_t{1} << 26;  ///< accepted whatever the length of the stream
  std::uint64_t arcs_per_byte = 4096;           ///< accepted beyond them
};

/// Reads a BVGraph bit stream, successor lists in increasing order of nodes. Every declared node is a vertex.
///
/// Cost:   O(nodes + arcs); besides the arcs, memory for the window of reference lists.
/// Errors: InputError naming the byte of the stream, or the property, that is wrong or not supported: a
///         version other than 0, Golomb or skewed-Golomb codes, nodes that do not fit 32 bits, lists that
///         contradict the stream's own counts, a stream that ends early, has arcs to spare, or claims more
///         than `trust` allows. InvalidArgument for options without meaning.
/// Source: P. Boldi, S. Vigna, The WebGraph framework I: compression techniques, WWW 2004.
LoadedGraph read_webgraph(CompressedInput& input, CompressedInput& properties, const ReadOptions& options,
                          const RunContext& run, const WebGraphTrust& trust = {});
/// The same with the properties file that lies beside the stream.
LoadedGraph read_webgraph(CompressedInput& input, const ReadOptions& options, const RunContext& run);

/// Brings a stream to `graph`, which is empty, and writes it as lode file, without holding it in memory.
/// Errors: as `read_webgraph`, and those of ExternalGraph.
InputReport write_webgraph_as_lode(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                   ExternalGraph& graph, OutputFile& file);

/// Takes a node and its successors in the stream, increasing; the list holds during the call.
using SuccessorVisitor = std::function<void(Vertex node, std::span<const Vertex> successors)>;

/// Decodes the directed arcs of a stream without making a graph of them, nodes in increasing order.
/// Errors: as `read_webgraph`.
void for_each_successor_list(CompressedInput& input, CompressedInput& properties, const RunContext& run,
                             const SuccessorVisitor& visit);

}  // namespace lode::detail
