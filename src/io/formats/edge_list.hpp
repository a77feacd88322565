#pragma once

#include <cstddef>

#include <lode/io/read_graph.hpp>

#include "io/csr/external_graph.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

inline constexpr std::size_t default_block_bytes = std::size_t{1} << 20;

/// Reads an edge list, one edge per line: two ids and perhaps a weight, in columns and with separators as
/// edge_layout.hpp decides from the first lines.
///
/// Blocks of whole lines are read and unpacked by one thread while the others parse; then ids are compacted
/// and rows are built (id_compaction.hpp, csr_builder.hpp).
///
/// `block_bytes`: size of the blocks; has no influence on the result.
/// Errors: InputError; of several bad lines the first in the file is named.
LoadedGraph read_edge_list(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           std::size_t block_bytes = default_block_bytes);

/// Brings an edge list to `graph`, which is empty, and writes it as lode file, without holding it in memory.
/// Errors: as above, those of ExternalGraph, and InputError for ids beyond 32 bits.
InputReport write_edge_list_as_lode(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                    ExternalGraph& graph, OutputFile& file);

}  // namespace lode::detail
