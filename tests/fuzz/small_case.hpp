#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/graph.hpp>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/json_mutation.hpp"

namespace lode::fuzz {

/// A graph of few vertices and a text about it. The graph is the first line of an input: the number of
/// vertices, then words u-v or u-v:weight for edges (or arcs), and v=value for values of vertices.
struct SmallCase {
  static constexpr Vertex most_vertices = 8;

  Vertex vertices = 0;
  std::vector<WeightedEdge> edges;
  bool weighted = false;
  std::vector<Weight> values;  ///< empty, or one per vertex
  std::string_view text;       ///< the rest of the input

  std::string line() const {
    std::string line = std::to_string(vertices);
    for (const WeightedEdge& edge : edges) {
      line += ' ' + std::to_string(edge.u) + '-' + std::to_string(edge.v);
      if (weighted) line += ':' + format_exact(edge.weight);
    }
    for (std::size_t v = 0; v < values.size(); ++v) {
      line += ' ' + std::to_string(v) + '=' + format_exact(values[v]);
    }
    return line;
  }
};

/// Takes a number off the front of a text.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc{};
}

/// Nothing for a line of another form, and for numbers that are no vertices or not finite.
inline std::optional<SmallCase> small_case(std::string_view input) {
  const std::size_t cut = std::min(input.find('\n'), input.size());
  std::string_view line = input.substr(0, cut);
  SmallCase found;
  found.text = input.substr(std::min(cut + 1, input.size()));
  if (!take_number(line, found.vertices)) return {};
  if (found.vertices < 1 || found.vertices > SmallCase::most_vertices) return {};
  while (!line.empty()) {
    if (line.front() != ' ') return {};
    line.remove_prefix(1);
    WeightedEdge edge;
    if (!take_number(line, edge.u) || edge.u >= found.vertices || line.empty()) return {};
    const char mark = line.front();
    line.remove_prefix(1);
    if (mark == '=') {
      found.values.resize(found.vertices);
      if (!take_number(line, found.values[edge.u]) || !std::isfinite(found.values[edge.u])) return {};
      continue;
    }
    if (mark != '-' || !take_number(line, edge.v) || edge.v >= found.vertices) return {};
    if (line.starts_with(':')) {
      line.remove_prefix(1);
      found.weighted = true;
      if (!take_number(line, edge.weight) || !std::isfinite(edge.weight)) return {};
    }
    found.edges.push_back(edge);
    if (found.edges.size() > 64) return {};
  }
  return found;
}

/// The graph of a case; nothing if it is none.
inline std::optional<Graph> graph_of(const SmallCase& found) {
  try {
    if (found.weighted) {
      return Graph::from_edges(found.edges, found.vertices, run_context(), WeightSigns::any);
    }
    std::vector<Edge> edges;
    for (const WeightedEdge& edge : found.edges) edges.push_back({edge.u, edge.v});
    return Graph::from_edges(edges, found.vertices, run_context());
  } catch (const InvalidArgument&) {
    return {};
  }
}

/// Changes an end, a weight or a value, so that what the text says of the size of the graph often stays true.
inline void change_graph(SmallCase& found, Rng& rng) {
  const std::uint64_t part = rng.below(4);
  if (part == 0 && !found.values.empty()) {
    found.values[rng.below(found.values.size())] = static_cast<double>(rng.below(16)) / 2 - 2;
  } else if (!found.edges.empty()) {
    WeightedEdge& edge = found.edges[rng.below(found.edges.size())];
    const auto vertex = static_cast<Vertex>(rng.below(found.vertices));
    if (part == 1 && found.weighted) {
      std::swap(edge.weight, found.edges[rng.below(found.edges.size())].weight);
    } else {
      (rng.below(2) == 0 ? edge.u : edge.v) = vertex;
    }
  }
}

/// The mutator of inputs that are a small graph and a JSON text about it.
inline std::size_t mutate_case(std::uint8_t* data, std::size_t size, std::size_t max_size,
                               unsigned int seed) {
  Rng rng(seed);
  auto found = small_case(text_of(data, size));
  if (!found || rng.below(16) == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(found->text);
  if (rng.below(4) == 0) {
    change_graph(*found, rng);
  } else {
    text = JsonMutation(found->text, rng).mutated(max_size);
  }
  return give(found->line() + '\n' + text, data, max_size);
}

/// One execution: hands the case and its graph to `check`, which may refuse what the text says.
template <class Check>
int look_at_case(const std::uint8_t* data, std::size_t size, const Check& check) {
  const auto found = small_case(text_of(data, size));
  if (!found) return 0;
  const auto graph = graph_of(*found);
  if (!graph) return 0;
  try {
    check(*found, *graph);
  } catch (const InputError& error) {
    require(!error.problem().empty());
  } catch (const VerificationError&) {
  } catch (const InvalidArgument&) {
  }
  return 0;
}

}  // namespace lode::fuzz
