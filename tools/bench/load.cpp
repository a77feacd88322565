// Times read_graph on one file: bench_load FILE [THREADS [REPEATS [labels|weighted]]]. Prints one JSON object
// per repeat. Peak memory is that of the process, so it is the reader's own in the first repeat only.

#include <cstdlib>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "measure.hpp"

namespace {

void load(const std::string& path, const lode::ReadOptions& options, int threads) {
  const lode::RunContext run({.threads = threads});
  lode::LoadedGraph loaded;
  const lode::bench::Usage used =
      lode::bench::measure([&] { loaded = lode::read_graph(path, options, run); });
  const lode::InputReport& report = loaded.report;
  lode::bench::print_json(
      "load", threads, used,
      fmt::format(",\"bytes\":{},\"gb_per_second\":{:.4f},\"lines_per_second\":{:.0f},\"edges_per_second\":"
                  "{:.0f},\"peak_bytes_per_arc_read\":{:.2f},\"lines\":{},\"vertices\":{},\"edges\":{},"
                  "\"compression\":\"{}\"",
                  report.bytes, static_cast<double>(report.bytes) / 1e9 / used.seconds,
                  static_cast<double>(report.lines) / used.seconds,
                  static_cast<double>(report.edges) / used.seconds,
                  used.peak_bytes / (2.0 * static_cast<double>(report.edge_lines)), report.lines,
                  report.vertices, report.edges, report.compression));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FILE [THREADS [REPEATS [labels|weighted]]]\n", argv[0]);
    return 2;
  }
  const int threads = argc > 2 ? std::atoi(argv[2]) : 1;
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 1;
  lode::ReadOptions options;
  options.labels = argc > 4 && std::string_view(argv[4]) == "labels";
  options.weighted = argc > 4 && std::string_view(argv[4]) == "weighted";
  try {
    for (int i = 0; i < repeats; ++i) load(argv[1], options, threads);
  } catch (const lode::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
