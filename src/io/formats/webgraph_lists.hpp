#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "io/formats/format.hpp"

namespace lode::detail {

/// What a .properties file says of the stream.
struct WebGraphProperties {
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint64_t window = 7;
  std::uint64_t least_interval = 4;  ///< 0: no intervals
  int zeta_k = 3;
};

/// Reads a .properties file.
/// Errors: InputError naming the property that is missing, wrong or not supported: a version other than 0,
///         codes other than those of published streams, nodes that do not fit 32 bits.
WebGraphProperties read_webgraph_properties(CompressedInput& input);

/// Takes a node and its successors in the stream, increasing; the list holds during the call.
using SuccessorVisitor = std::function<void(Vertex node, std::span<const Vertex> successors)>;

/// Decodes the directed arcs of a BVGraph bit stream, nodes in increasing order.
///
/// Cost:   O(nodes + arcs); memory for the window of reference lists.
/// Errors: InputError naming the byte of the stream: lists that contradict the stream's own counts, a stream
///         that ends early, has arcs to spare, or claims more than `trust` allows; SystemError when
///         interrupted.
/// Source: P. Boldi, S. Vigna, The WebGraph framework I: compression techniques, WWW 2004.
void for_each_successor_list(CompressedInput& input, const WebGraphProperties& properties,
                             const RunContext& run, const ReadTrust& trust, const SuccessorVisitor& visit);

/// Reads a BVGraph bit stream with its .properties file. Every declared node is a vertex.
///
/// Cost:   O(nodes + arcs); besides the arcs, memory for the window of reference lists.
/// Errors: those of the functions above; InvalidArgument for options without meaning.
LoadedGraph read_webgraph(CompressedInput& input, CompressedInput& properties, const ReadOptions& options,
                          const RunContext& run, const ReadTrust& trust = {});

}  // namespace lode::detail
