#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode::fuzz {

inline const RunContext& run_context() {
  static const RunContext run({.threads = 1});
  return run;
}

/// The bits of the first byte of an input.
inline ReadOptions options_from(std::uint8_t bits) {
  ReadOptions options;
  options.weighted = bits & 1u;
  options.lenient = bits & 2u;
  options.labels = bits & 4u;
  options.merge = static_cast<MergeRule>(bits >> 3 & 3u);
  options.attributes = bits & 32u;
  return options;
}

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// A graph that was read must be a graph, and its report must agree with it.
inline void check(const LoadedGraph& loaded) {
  Graph::from_csr(loaded.graph.csr());  // throws InvalidArgument, which nobody here catches
  require(loaded.report.vertices == loaded.graph.num_vertices() && loaded.graph.num_vertices() > 0);
  require(loaded.report.edges == loaded.graph.num_edges());
  require(loaded.report.edge_lines == loaded.report.edges + loaded.report.self_loops_dropped +
                                          loaded.report.duplicates_merged + loaded.report.reciprocal_merged);
  require(loaded.graph.names().kind() == VertexNames::Kind::numbers ||
          loaded.graph.names().size() == loaded.graph.num_vertices());
  for (const VertexTexts& attribute : loaded.attributes) {
    require(attribute.values.size() == loaded.graph.num_vertices());
    require(printable_text(attribute.name) == attribute.name);
    for (const std::string& value : attribute.values) require(printable_text(value) == value);
  }
  require(!loaded.report.summary().empty());
}

/// Reads the input with `read(text, options, run)`: a graph or an InputError, nothing else. Options the
/// format has no answer to end the run too.
template <class Read>
int run_reader(const std::uint8_t* data, std::size_t size, Read&& read) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  LoadedGraph loaded;
  try {
    loaded = read(text, options_from(data[0]), run_context());
  } catch (const InputError& error) {
    require(!error.problem().empty());
    return 0;
  } catch (const InvalidArgument&) {
    return 0;
  }
  check(loaded);
  return 0;
}

}  // namespace lode::fuzz
