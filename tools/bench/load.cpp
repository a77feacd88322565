// Times read_graph on one file: bench_load FILE [THREADS [REPEATS [labels|weighted]]]. Prints one JSON object
// per repeat. Peak memory is that of the process, so it is the reader's own in the first repeat only.

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <sys/resource.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

namespace {

rusage usage() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void measure(const std::string& path, const lode::ReadOptions& options, int threads) {
  const lode::RunContext run({.threads = threads});
  const rusage before = usage();
  const lode::LoadedGraph loaded = lode::read_graph(path, options, run);
  const rusage after = usage();
  const lode::InputReport& report = loaded.report;
  const double user = seconds(after.ru_utime) - seconds(before.ru_utime);
  const double system = seconds(after.ru_stime) - seconds(before.ru_stime);
  const double peak_bytes = 1024.0 * static_cast<double>(after.ru_maxrss);
  fmt::print(
      "{{\"bench\":\"load\",\"threads\":{},\"seconds\":{:.4f},\"cpu_seconds\":{:.4f},\"user_seconds\":{:.4f},"
      "\"system_seconds\":{:.4f},\"bytes\":{},\"mb_per_second\":{:.1f},\"lines_per_second\":{:.0f},"
      "\"edges_per_second\":{:.0f},\"peak_rss_bytes\":{:.0f},\"peak_bytes_per_arc_read\":{:.2f},"
      "\"lines\":{},\"vertices\":{},\"edges\":{},\"compression\":\"{}\"}}\n",
      threads, report.seconds, user + system, user, system, report.bytes,
      static_cast<double>(report.bytes) / 1e6 / report.seconds,
      static_cast<double>(report.lines) / report.seconds, static_cast<double>(report.edges) / report.seconds,
      peak_bytes, peak_bytes / (2.0 * static_cast<double>(report.edge_lines)), report.lines, report.vertices,
      report.edges, report.compression);
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
    for (int i = 0; i < repeats; ++i) measure(argv[1], options, threads);
  } catch (const lode::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
