#pragma once

#include <span>
#include <string>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/report/format.hpp>

#include "core/json.hpp"
#include "io/text/fields.hpp"

// Original names of vertices of a graph, or of arcs.

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

}  // namespace lode::detail
