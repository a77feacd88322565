#pragma once

#include <cstdint>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

namespace lode::detail {

struct PassedCore {
  Part core;
  Vertex k = 0;                  ///< the core is the k-core
  int passes = 0;                ///< over the rows, in their order; later ones skip most of them
  std::uint64_t bytes_read = 0;  ///< of rows and of where they begin
  bool cut_short = false;        ///< by most_passes: k might be smaller after more of them
};

/// Memory of core_in_passes without the core, in bytes.
std::uint64_t bytes_for_passes(const Graph& graph);

/// The k-core of a graph too large for memory, for the least k >= 1 whose core fits.
///
/// Rows are read in the order of the vertices, never at random. Each pass lowers upper bounds of the core
/// numbers: the bound of a vertex becomes the largest c for which c neighbours have bounds of at least c.
/// Such bounds only fall, and they end at the core numbers. With each bound, the number of
/// neighbours without a smaller bound is kept. This number shows, without reading the row, whether the bound
/// will fall, and its sums over the vertices bound the sizes of the cores. Only vertices that can matter to
/// the least core that fits are kept up to date, and passes end when that core is known. Passes that are cut
/// short leave a part with the core inside, which is then peeled in memory.
///
/// `most_bytes` is the limit of the core as a separate graph: 4 for an arc, 12 for a vertex, and 8.
/// `most_passes`, at least 1, includes the passes that count and copy the core.
///
/// Cost:    8n + n/4 bytes and the core; a part that unfinished passes did not peel takes up to most_bytes
///          more for a while. Per pass O(n) time and O(1) per arc read, one random access
///          to the 8n bytes. One thread but for that last peeling.
/// Returns: a graph without vertices, k above the largest core number then possible, if no core fits.
/// Errors:  InvalidArgument for a graph with weights; SystemError when the run is cancelled. Deadlines are
/// not
///          looked at: rows are read, as files are.
/// Deterministic.
/// Source:  D. Wen, L. Qin, Y. Zhang, X. Lin, J. X. Yu, I/O efficient core graph decomposition at web scale,
///          ICDE 2016 (SemiCore*), restricted to the cores that matter; bounds: A. Montresor, F. De
///          Pellegrini, D. Miorandi, Distributed k-core decomposition, TPDS 24 (2013) 288-300.
PassedCore core_in_passes(const Graph& graph, std::uint64_t most_bytes, const RunContext& run,
                          int most_passes = 32);

}  // namespace lode::detail
