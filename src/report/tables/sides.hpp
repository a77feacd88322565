#pragma once

#include <span>
#include <string>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/report/format.hpp>
#include <lode/study/question.hpp>

#include "report/tables/json.hpp"
#include "report/tables/names.hpp"

// Graphs with two sides in text and JSON.

namespace lode::detail {

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
