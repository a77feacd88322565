#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "support/support.hpp"

namespace lode::test {

inline const ReadOptions plain = {};

inline ReadOptions with_labels() {
  ReadOptions options;
  options.labels = true;
  return options;
}

inline ReadOptions with_weights(bool labels = false) {
  ReadOptions options;
  options.labels = labels;
  options.weighted = true;
  return options;
}

inline LoadedGraph read_list(std::string_view text, const ReadOptions& options = plain,
                             const std::string& name = "g.txt") {
  const test::TemporaryFolder folder;
  return read_graph(folder.write(name, text), options, RunContext({.threads = 2}));
}

/// "alice-bob carol-dan": the edges by names, in the order of the rows.
inline std::string edges_of(const LoadedGraph& loaded) {
  std::string text;
  for (Vertex v = 0; v < loaded.graph.num_vertices(); ++v) {
    loaded.graph.for_each_neighbor(v, [&](Vertex u, Weight weight) {
      if (u < v) return;
      text += fmt::format("{}{}-{}", text.empty() ? "" : " ", loaded.graph.name(v), loaded.graph.name(u));
      if (loaded.graph.weighted()) text += fmt::format(":{}", weight);
    });
  }
  return text;
}

inline std::string edges(std::string_view text, const ReadOptions& options = plain) {
  return edges_of(read_list(text, options));
}

/// What follows the path in the error.
inline std::string refusal(std::string_view text, const ReadOptions& options = plain,
                           const std::string& name = "g.txt") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(name, text);
  try {
    read_graph(path, options, RunContext({.threads = 1}));
  } catch (const InputError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "no error";
}

inline bool begins(const std::string& text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

/// Whether the report of the input says so.
inline bool notes(const LoadedGraph& loaded, std::string_view words) {
  return loaded.report.summary().find(words) != std::string::npos;
}

}  // namespace lode::test
