
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

namespace {

/// All arcs of a stream, and what its properties say.
struct StreamArcs {
  WebGraphProperties properties;
  ArcCollector arcs;
  InputReport report;
};

StreamArcs stream_arcs(CompressedInput& input, CompressedInput& properties_input, const ReadOptions& options,
                       const RunContext& run, const ReadTrust& trust) {
  check_options(options, {.title = "WebGraph"});
  StreamArcs stream;
  stream.properties = read_webgraph_properties(properties_input);
  for_each_successor_list(input, stream.properties, run, trust,
                          [&](Vertex node, std::span<const Vertex> successors) {
                            for (const Vertex successor : successors) stream.arcs.add(node, successor);
                          });
  stream.report.format = "WebGraph";
  stream.report.edge_lines = stream.properties.arcs;
  return stream;
}

}  // namespace

LoadedGraph read_webgraph(CompressedInput& input, CompressedInput& properties, const ReadOptions& options,
                          const RunContext& run, const ReadTrust& trust) {
  StreamArcs stream = stream_arcs(input, properties, options, run, trust);
  return assemble(input, std::move(stream.report), std::move(stream.arcs), stream.properties.nodes, {},
                  options.merge, run, {});
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

LoadedArcs read_webgraph_pair_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                   const ReadTrust& trust) {
  CompressedInput properties = open_properties(input);
  StreamArcs stream = stream_arcs(input, properties, options, run, trust);
  return assemble_arcs(input, std::move(stream.report), std::move(stream.arcs), stream.properties.nodes, {},
                       run);
}

LoadedGraph read_webgraph_external(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                   ExternalGraph& graph) {
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
  ExternalCsr built = graph.build(input, run);
  LoadedGraph loaded;
  loaded.report.format = "WebGraph";
  loaded.report.edge_lines = properties.arcs;
  loaded.graph = graph_of_built(std::move(built.csr), {}, loaded.report);
  describe(loaded.report, input, loaded.graph);
  return loaded;
}

}  // namespace

constinit const Format webgraph_format = {
    .name = "webgraph",
    .title = "WebGraph",
    .extensions = {".graph"},
    .companion = ".properties",
    .read = read_webgraph_pair,
    .read_arcs = read_webgraph_pair_arcs,
    .read_external = read_webgraph_external,
};

}  // namespace lode::detail
