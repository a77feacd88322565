
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/csr/arc_collector.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/webgraph_lists.hpp"

namespace lode::detail {

extern const Format webgraph_format;

LoadedGraph read_webgraph(CompressedInput& input, CompressedInput& properties_input,
                          const ReadOptions& options, const RunContext& run, const ReadTrust& trust) {
  check_options(options, {.title = "WebGraph"});
  const WebGraphProperties properties = read_webgraph_properties(properties_input);
  ArcCollector arcs;
  for_each_successor_list(input, properties, run, trust,
                          [&](Vertex node, std::span<const Vertex> successors) {
                            for (const Vertex successor : successors) arcs.add(node, successor);
                          });
  InputReport report;
  report.format = "WebGraph";
  report.edge_lines = properties.arcs;
  return assemble(input, std::move(report), std::move(arcs), properties.nodes, {}, options.merge, run, {});
}

namespace {

CompressedInput open_properties(const CompressedInput& input) {
  const auto properties_path = companion_path(webgraph_format, input.path());
  if (!properties_path) {
    throw InputError({input.display_name()}, "has no .properties file beside it",
                     "WebGraph files come in pairs: put NAME.properties beside NAME.graph");
  }
  return CompressedInput(*properties_path);
}

LoadedGraph read_webgraph_pair(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                               const ReadTrust& trust) {
  CompressedInput properties = open_properties(input);
  return read_webgraph(input, properties, options, run, trust);
}

InputReport write_webgraph_as_lode(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                   ExternalGraph& graph, OutputFile& file) {
  check_options(options, {.title = "WebGraph"});
  CompressedInput properties_input = open_properties(input);
  const WebGraphProperties properties = read_webgraph_properties(properties_input);
  std::vector<std::uint32_t> ends;
  const auto flush = [&] {
    graph.add(ends, {});
    ends.clear();
  };
  for_each_successor_list(input, properties, run, {}, [&](Vertex node, std::span<const Vertex> successors) {
    for (const Vertex successor : successors) ends.insert(ends.end(), {node, successor});
    if (ends.size() >= std::size_t{1} << 17) flush();
  });
  flush();
  graph.declare_vertices(properties.nodes);
  ExternalResult result;
  run.parallel([&] { result = graph.write(file, input, run); });
  InputReport report;
  report.path = input.path();
  report.format = "WebGraph";
  report.compression = to_string(input.compression());
  report.edge_lines = properties.arcs;
  result.count_in(report);
  report.declared_vertices = true;
  report.bytes = input.bytes_read();
  return report;
}

}  // namespace

constinit const Format webgraph_format = {
    .name = "webgraph",
    .title = "WebGraph",
    .extensions = {".graph"},
    .companion = ".properties",
    .read = read_webgraph_pair,
    .write_as_lode = write_webgraph_as_lode,
};

}  // namespace lode::detail
