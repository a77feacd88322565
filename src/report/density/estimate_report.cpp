#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include <lode/report/graph_report.hpp>

#include "report/tables/json.hpp"

namespace lode {
namespace {

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

/// Bytes of the whole program.
struct EstimatedPeaks {
  std::uint64_t reading, working, highest;

  EstimatedPeaks(const InputEstimate& input, const MemoryEstimate& memory)
      : reading(memory.program + input.reading_peak),
        working(memory.program + input.graph_bytes + memory.work),
        highest(std::max(reading, working)) {}
};

}  // namespace

std::string estimate_text(const std::string& graph, const InputEstimate& input,
                          const MemoryEstimate& memory) {
  const EstimatedPeaks peaks(input, memory);
  std::string text = fmt::format("{}: {}, {} {}, {} vertices{}\n", graph, input.format, input.lines,
                                 input.mapped_bytes > 0 ? "edges" : "lines", input.vertices,
                                 input.exact ? "" : " (estimated from a sample)");
  text += fmt::format("memory to read  {}\n", megabytes(peaks.reading));
  text += fmt::format("memory to work  {}\n", megabytes(peaks.working));
  text += fmt::format("memory at peak  {}\n", megabytes(peaks.highest));
  if (input.mapped_bytes > 0) {
    text += fmt::format("mapped file     {}, which the system takes back when it needs the memory\n",
                        megabytes(input.mapped_bytes));
  }
  return text;
}

std::string estimate_json(const std::string& graph, const InputEstimate& input,
                          const MemoryEstimate& memory) {
  const EstimatedPeaks peaks(input, memory);
  const detail::Json document = {{"schema_version", 1},
                                 {"command", "estimate"},
                                 {"graph", graph},
                                 {"format", input.format},
                                 {"exact_counts", input.exact},
                                 {"text_bytes", input.text_bytes},
                                 {"lines", input.lines},
                                 {"vertices", input.vertices},
                                 {"edges_at_most", input.edges},
                                 {"reading_bytes", peaks.reading},
                                 {"graph_bytes", input.graph_bytes},
                                 {"work_bytes", peaks.working},
                                 {"peak_bytes", peaks.highest},
                                 {"mapped_bytes", input.mapped_bytes}};
  return document.dump(2) + "\n";
}

}  // namespace lode
