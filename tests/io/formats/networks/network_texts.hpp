#pragma once

#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"

namespace lode::test {

/// One line for a graph: its names in the order of the vertices, and its edges: "a b c: a-b 2, b-c 1".
inline std::string shape_of(const Graph& graph) {
  std::string text;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) text += (v == 0 ? "" : " ") + graph.name(v);
  std::string_view before = ": ";
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      text += fmt::format("{}{}-{}", before, graph.name(u), graph.name(v));
      if (graph.weighted()) text += fmt::format(" {}", weight);
      before = ", ";
    });
  }
  return text;
}

/// "a b: a->b, b->b".
inline std::string shape_of(const Arcs& arcs) {
  std::string text;
  for (Vertex v = 0; v < arcs.num_vertices(); ++v) text += (v == 0 ? "" : " ") + arcs.names().name(v);
  std::string_view before = ": ";
  for (Vertex u = 0; u < arcs.num_vertices(); ++u) {
    for (const Vertex v : arcs.successors(u)) {
      text += fmt::format("{}{}->{}", before, arcs.names().name(u), arcs.names().name(v));
      before = ", ";
    }
  }
  return text;
}

struct NetworkOptions {
  std::string format = {};
  bool weighted = false, labels = false;
  MergeRule merge = MergeRule::error;
  WeightSigns signs = WeightSigns::from_zero;
};

inline ReadOptions options_of(const NetworkOptions& choice) {
  ReadOptions options;
  options.format = choice.format;
  options.weighted = choice.weighted;
  options.labels = choice.labels;
  options.merge = choice.merge;
  options.signs = choice.signs;
  return options;
}

inline LoadedGraph read_text(std::string_view text, const NetworkOptions& choice = {}) {
  return read_graph(std::span<const char>(text), options_of(choice), RunContext({.threads = 1}));
}
inline std::string shape_of_text(std::string_view text, const NetworkOptions& choice = {}) {
  return shape_of(read_text(text, choice).graph);
}
inline std::string arcs_of_text(std::string_view text) {
  return shape_of(read_arcs(std::span<const char>(text), {}, RunContext({.threads = 1})).arcs);
}

/// What is wrong with a text: "LINE:COLUMN: PROBLEM; REMEDY".
inline std::string error_of_text(std::string_view text, const NetworkOptions& choice = {}) {
  try {
    return "was read: " + shape_of(read_text(text, choice).graph);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(std::string_view("<memory>:").size());
  }
}
inline std::string error_of_arcs(std::string_view text) {
  try {
    return "was read: " + arcs_of_text(text);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(std::string_view("<memory>:").size());
  }
}

}  // namespace lode::test
