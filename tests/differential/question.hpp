#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/study/find.hpp>

#include "support/hard_families.hpp"

namespace lode::differential {

/// A question about a small graph, drawn by number: which sizes, which sets, by which method, with how much
/// work, on how many threads.
struct Question {
  Graph graph;                   ///< the graph of the family, or a core of it (request.core_of)
  std::vector<Vertex> original;  ///< the vertices of `graph` by their numbers in the family's graph
  FindRequest request;
  RunOptions run;
  std::string text;  ///< what was drawn, for messages
};

/// How many questions are asked about one graph.
inline constexpr std::uint64_t questions_per_graph = 8;

/// Every fourth graph has weights of both signs.
test::HardFamily family_of(std::uint64_t number);

/// Draws a question. Values are always those of the family; vertices to include and exclude are those of the
/// family or none. Where the family is that of all sets of a graph with whole weights, some questions are
/// about a core of the graph, declared as such.
Question draw_question(const test::HardFamily& family, std::uint64_t number);

}  // namespace lode::differential
