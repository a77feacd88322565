#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

namespace lode::test {

/// One line of a generated edge list.
template <class Id>
struct NaiveLine {
  Id u, v;
  double weight = 1.0;
};

/// What a reader must find, by the plainest means: ordered maps of ordered pairs.
template <class Id>
struct NaiveGraph {
  explicit NaiveGraph(const std::vector<NaiveLine<Id>>& lines, MergeRule merge = MergeRule::sum) {
    std::map<std::pair<Id, Id>, double> ordered;
    for (const auto& line : lines) {
      vertices[line.u];
      vertices[line.v];
      if (line.u == line.v) {
        ++self_loops;
      } else if (const auto [at, fresh] = ordered.insert({{line.u, line.v}, line.weight}); !fresh) {
        at->second += line.weight;
        ++duplicates;
      }
    }
    Vertex next = 0;
    for (auto& vertex : vertices) vertex.second = next++;
    for (const auto& [pair, weight] : ordered) {
      const auto reverse = ordered.find({pair.second, pair.first});
      double merged = weight;
      if (reverse != ordered.end() && pair.first < pair.second) ++reciprocal;
      if (reverse != ordered.end()) {
        if (merge == MergeRule::sum)
          merged =
              std::min(pair, reverse->first) == pair ? weight + reverse->second : reverse->second + weight;
        if (merge == MergeRule::max) merged = std::max(weight, reverse->second);
        if (merge == MergeRule::min) merged = std::min(weight, reverse->second);
      }
      rows[{vertices[pair.first], vertices[pair.second]}] = merged;
      rows[{vertices[pair.second], vertices[pair.first]}] = merged;
    }
  }

  std::map<Id, Vertex> vertices;
  std::map<std::pair<Vertex, Vertex>, double> rows;  ///< both directions
  std::uint64_t self_loops = 0, duplicates = 0, reciprocal = 0;
};

}  // namespace lode::test
