#pragma once

#include <cstdint>
#include <string>

#include <lode/core/run_context.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

namespace lode {

struct ConvertOptions {
  ReadOptions read = {};
  Overwrite overwrite = Overwrite::no;
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes for sorting
};

/// What became of both sides.
struct ConvertReport {
  InputReport input;
  OutputReport output;
};

/// Translates an edge list or a WebGraph file into a lode file in bounded memory: graphs of more edges than
/// fit in memory. The file is, byte by byte, the one that read_graph and write_graph give.
///
/// Memory: `options.memory`, a quarter byte for every number up to the largest id, and some 30 MB for every
///         thread. The rows of 4096 neighbouring vertices must fit, too.
/// Disk:   24 bytes per line in the folder of the output (32 with weights), for files that go with the
///         process, and the output itself.
/// Cost:   O(bytes + m log(max degree)) on run.threads() threads.
/// Errors: those of read_graph and OutputFile; InvalidArgument for an output that is no lode file, for labels
///         and for other input formats; InputError for ids beyond 32 bits.
ConvertReport convert_to_lode(const std::string& input, const std::string& output,
                              const ConvertOptions& options, const RunContext& run);

}  // namespace lode
