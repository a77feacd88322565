// Times read_graph on one file, and Graph::from_edges on its edges: bench_load FILE [THREADS [REPEATS
// [labels|weighted]]]. Prints two JSON objects per repeat. Peak memory is measured for the process, so only
// the first repeat shows the reader's.

#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "bench.hpp"

namespace {

/// The edges of a graph as from a caller, from the last vertex to the first.
std::vector<lode::WeightedEdge> edges_of(const lode::Graph& graph) {
  std::vector<lode::WeightedEdge> edges;
  for (lode::Vertex v = graph.num_vertices(); v-- > 0;) {
    graph.for_each_neighbor(v, [&](lode::Vertex u, lode::Weight weight) {
      if (u < v) edges.push_back({v, u, weight});
    });
  }
  return edges;
}

void build(const lode::Graph& graph, const lode::RunContext& run, int threads) {
  const std::vector<lode::WeightedEdge> weighted = edges_of(graph);
  std::vector<lode::Edge> plain;
  for (const lode::WeightedEdge& e : weighted) plain.push_back({e.u, e.v});
  const lode::bench::Usage used = lode::bench::measure([&] {
    run.parallel([&] {
      const lode::Vertex n = graph.num_vertices();
      graph.weighted() ? lode::Graph::from_edges(std::span<const lode::WeightedEdge>(weighted), n)
                       : lode::Graph::from_edges(std::span<const lode::Edge>(plain), n);
    });
  });
  lode::bench::print_json("from_edges", threads, used,
                          fmt::format(",\"edges_per_second\":{:.0f},\"edges\":{}",
                                      static_cast<double>(weighted.size()) / used.seconds, weighted.size()));
}

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
  build(loaded.graph, run, threads);
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage = "bench_load FILE [THREADS [REPEATS [labels|weighted]]]";
  return lode::bench::run(argc, argv, 1, usage, [](const lode::bench::Arguments& arguments) {
    lode::ReadOptions options;
    options.labels = arguments.word(3, "") == "labels";
    options.weighted = arguments.word(3, "") == "weighted";
    for (std::uint64_t i = 0; i < arguments.number(2, 1); ++i) {
      load(arguments.words()[0], options, static_cast<int>(arguments.number(1, 1)));
    }
  });
}
