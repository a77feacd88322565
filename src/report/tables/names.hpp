#pragma once

#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/graph/graph.hpp>
#include <lode/report/format.hpp>
#include <lode/study/question.hpp>

#include "core/json.hpp"
#include "io/text/fields.hpp"
#include "report/tables/json.hpp"

// Original names of vertices of a graph, or of arcs, in text and JSON.

namespace lode::detail {

template <class Named>
bool has_labels(const Named& graph) {
  return graph.names().kind() == VertexNames::Kind::labels;
}

template <class Named>
Json json_names(const Named& graph, std::span<const Vertex> vertices) {
  return json_list(vertices, [&](Vertex v) { return json_name(graph.name(v), has_labels(graph)); });
}

/// A title, and the names below it in lines of at most about 100 characters.
template <class Named>
std::string names_text(const char* title, const Named& graph, std::span<const Vertex> vertices) {
  std::vector<std::string> names;
  for (const Vertex v : vertices) names.push_back(escape_terminal(quoted_if_needed(graph.name(v))));
  return std::string("  ") + title + '\n' + wrapped_words(names, "    ");
}

/// One line per vertex: the side, a tab, the name.
template <class Named>
std::string side_lines(const char* side, const Named& graph, std::span<const Vertex> vertices) {
  std::string text;
  for (const Vertex v : vertices) {
    const std::string name = graph.name(v);
    text += std::string(side) + '\t' + (has_labels(graph) ? quoted_if_needed(name) : name) + '\n';
  }
  return text;
}

// Graphs with two sides.

/// The first lines about a graph with two sides.
inline std::string sides_text(const QuestionData<SidedGraph>& read) {
  return fmt::format("{}: {}\nsides: {} left and {} right vertices, {}\n", escape_terminal(read.name),
                     escape_terminal(read.input.summary()), read.data.left, read.data.right(),
                     format_plural(read.data.graph.num_edges(), "edge", "edges"));
}

inline Json json_sides(const QuestionData<SidedGraph>& read) {
  Json json = json_graph(read.name, read.input);
  json["left"] = read.data.left;
  json["right"] = read.data.right();
  return json;
}

/// The names of a left and a right set for people.
inline std::string both_sides_text(const SidedGraph& sides, std::span<const Vertex> left,
                                   std::span<const Vertex> right) {
  return names_text("left", sides.graph, left) + names_text("right", sides.graph, right);
}

/// A pair of sets as text: "# edges N", then one vertex per line: "left" or "right", a tab, the original
/// name.
inline std::string pair_lines(const SidedGraph& sides, std::span<const Vertex> left,
                              std::span<const Vertex> right, EdgeCount edges) {
  return fmt::format("# edges {}\n", edges) + side_lines("left", sides.graph, left) +
         side_lines("right", sides.graph, right);
}

}  // namespace lode::detail
