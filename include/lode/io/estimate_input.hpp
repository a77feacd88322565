#pragma once

#include <cstdint>
#include <string>

#include <lode/io/read_graph.hpp>

namespace lode {

/// What reading a file will take, guessed before it is read.
struct InputEstimate {
  std::string path;
  std::string format;
  bool exact = false;            ///< the counts are those of the file, not extrapolated
  std::uint64_t text_bytes = 0;  ///< after decompression
  std::uint64_t lines = 0;       ///< of data; arcs for WebGraph
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;         ///< at most: repetitions are not known before reading
  std::uint64_t reading_peak = 0;  ///< bytes of memory while reading
  std::uint64_t graph_bytes = 0;   ///< of them kept by the graph
  std::uint64_t mapped_bytes = 0;  ///< of a lode file: pages that the system takes back when it needs them
};

/// Guesses counts and memory from the size of the file, its header, and up to 16 MiB of its text.
///
/// A file that ends within the sample is counted. Else lines follow from their mean length, and vertices from
/// how the number of different ids grew within the sample, up to the largest id seen there and at the end of
/// the file; a gzip file tells its length in its last bytes, a zstd file in its first.
///
/// Cost:   O(sample log sample), a fraction of a second.
/// Errors: those of read_graph for what is wrong within the sample; InvalidArgument for standard input, for
///         GML, and for compressed files that do not tell their length.
InputEstimate estimate_input(const std::string& path, const ReadOptions& options = {},
                             const RunContext& run = RunContext());

}  // namespace lode
