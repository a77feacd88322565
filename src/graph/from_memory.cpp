// Graphs from edges in memory: by vertex number, by id, by label. Directed graphs by vertex number.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <lode/core/error.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>

#include "core/id_ranks.hpp"
#include "core/page_buffer.hpp"
#include "core/thread_errors.hpp"
#include "graph/csr/builder.hpp"

namespace lode {
namespace {

constexpr std::size_t edges_per_chunk = std::size_t{1} << 17;

/// Which end of an edge comes first: with the smaller one, weights of a pair are summed in the order given
/// whatever their directions.
enum class EndOrder { smaller_first, as_given };

/// Numbers of vertices are their places in arrays. A number far above the edges is an id by mistake, and
/// would take all memory: beyond a first million, 1000 vertices for every edge are allowed, unless they are
/// asked for.
constexpr std::uint64_t most_vertices_per_edge = 1000;
constexpr Vertex most_vertices_without_edges = 1'000'000;

[[noreturn]] void reject_edge(const char* array, std::size_t index, const std::string& value,
                              const std::string& problem) {
  throw InvalidArgument(fmt::format("{}[{}]", array, index), value, problem);
}

/// The number of vertices; refuses the first edge that cannot be one.
template <class E>
Vertex checked_vertices(std::span<const E> edges, Vertex num_vertices,
                        WeightSigns signs = WeightSigns::from_zero) {
  Vertex needed = 0;
  std::size_t farthest = 0;  ///< edge with the largest number
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Vertex largest = std::max(edges[i].u, edges[i].v);
    if (largest == no_vertex || (num_vertices != Graph::automatic && largest >= num_vertices)) {
      reject_edge("edges", i, fmt::format("{{{}, {}}}", edges[i].u, edges[i].v),
                  "names a vertex that does not exist");
    }
    if constexpr (std::is_same_v<E, WeightedEdge>) detail::check_weight(edges[i].weight, i, signs);
    if (largest >= needed) {
      needed = largest + 1;
      farthest = i;
    }
  }
  if (num_vertices != Graph::automatic) return num_vertices;
  if (needed > most_vertices_without_edges && (needed - 1) / most_vertices_per_edge > edges.size()) {
    throw InvalidArgument(
        fmt::format("edges[{}]", farthest), fmt::format("{{{}, {}}}", edges[farthest].u, edges[farthest].v),
        fmt::format("asks for {} vertices, far more than the number of edges, {}", needed, edges.size()),
        "give num_vertices if that is meant, or call from_ids, which numbers the ids that occur");
  }
  return needed;
}

/// Chunks for `count` edges, in parallel: end(e, 0) and end(e, 1) are the ends of edge e, and weight(e) is
/// its weight if `weighted`.
template <class End, class WeightOf>
std::vector<detail::EdgeChunk> filled_chunks(std::size_t count, bool weighted, const End& end,
                                             const WeightOf& weight) {
  std::vector<detail::EdgeChunk> chunks((count + edges_per_chunk - 1) / edges_per_chunk);
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t c) {
    const std::size_t first = c * edges_per_chunk;
    const std::size_t size = std::min(edges_per_chunk, count - first);
    detail::EdgeChunk& chunk = chunks[c];
    chunk.ends = detail::PageBuffer<Vertex>(2 * size);
    if (weighted) chunk.weights = detail::PageBuffer<Weight>(size);
    for (std::size_t i = 0; i < size; ++i) {
      chunk.ends[2 * i] = end(first + i, 0);
      chunk.ends[2 * i + 1] = end(first + i, 1);
      if (weighted) chunk.weights[i] = weight(first + i);
    }
  });
  return chunks;
}

template <class E>
std::vector<detail::EdgeChunk> chunks_of(std::span<const E> edges, EndOrder order) {
  constexpr bool weighted = std::is_same_v<E, WeightedEdge>;
  const auto end = [&](std::size_t e, int which) {
    const bool swap = order == EndOrder::smaller_first && edges[e].v < edges[e].u;
    return (which == 1) == swap ? edges[e].u : edges[e].v;
  };
  return filled_chunks(edges.size(), weighted, end, [&](std::size_t e) -> Weight {
    if constexpr (weighted) return edges[e].weight;
    return 1.0;
  });
}

/// The graph of the chunks, whose vertices have these names.
Graph built_graph(std::vector<detail::EdgeChunk> chunks, std::uint64_t num_vertices, bool weighted,
                  MergeRule merge, VertexNames names = {}, const detail::IdRanks* ranks = nullptr) {
  if (num_vertices == 0) return Graph();
  detail::BuiltCsr built = detail::build_csr(std::move(chunks), num_vertices, weighted, merge, ranks);
  if (built.conflict) {
    const std::string u = names.name(built.conflict->u);
    const std::string v = names.name(built.conflict->v);
    throw InvalidArgument(fmt::format("weights of {0} {1} and {1} {0}", u, v), "",
                          fmt::format("differ: {} and {}", built.conflict->forward, built.conflict->backward),
                          "say with option 'merge' which holds: sum, max or min");
  }
  return detail::graph_of(std::move(built), std::move(names));
}

template <class E>
Graph graph_of(std::span<const E> edges, Vertex num_vertices, EndOrder order, MergeRule merge,
               WeightSigns signs = WeightSigns::from_zero) {
  const Vertex n = checked_vertices(edges, num_vertices, signs);
  return built_graph(chunks_of(edges, order), n, std::is_same_v<E, WeightedEdge>, merge);
}

/// Returns `make()`, called in the arena of the run.
template <class Make>
Graph made_on(const RunContext& run, const Make& make) {
  run.require_time("making a graph");
  Graph graph;
  run.parallel([&] { graph = make(); });
  return graph;
}

void check_pair_weights(std::size_t pairs, std::span<const Weight> weights, WeightSigns signs) {
  if (!weights.empty() && weights.size() != pairs) {
    throw InvalidArgument("number of weights", std::to_string(weights.size()),
                          "must be 0 or the number of pairs, " + std::to_string(pairs));
  }
  for (std::size_t i = 0; i < weights.size(); ++i) detail::check_weight(weights[i], i, signs);
}

void check_name_count(std::uint64_t count) {
  if (count < no_vertex) return;
  throw InvalidArgument("number of different names", std::to_string(count), "must be below 2^32-1");
}

VertexNames kept_names(std::vector<std::uint64_t> ids) { return VertexNames::from_ids(std::move(ids)); }
VertexNames kept_names(const std::vector<std::string_view>& labels) {
  return VertexNames::from_labels(std::vector<std::string>(labels.begin(), labels.end()));
}

/// Ids with few gaps: a bitmap of the ids that occur turns them into numbers.
Graph from_dense_ids(std::span<const IdPair> edges, std::span<const Weight> weights, std::uint64_t largest,
                     MergeRule merge) {
  detail::IdRanks ranks(largest);
  std::fill(ranks.words().begin(), ranks.words().end(), detail::IdRanks::Word{0, 0});
  for (const auto& [u, v] : edges) {
    ranks.insert(static_cast<std::uint32_t>(u));
    ranks.insert(static_cast<std::uint32_t>(v));
  }
  const std::uint64_t count = ranks.finish();
  check_name_count(count);
  VertexNames names;
  if (count != largest + 1) {
    std::vector<std::uint64_t> ids;
    ids.reserve(count);
    for (std::uint64_t id = 0; id <= largest; ++id) {
      if (ranks.contains(static_cast<std::uint32_t>(id))) ids.push_back(id);
    }
    names = VertexNames::from_ids(std::move(ids));
  }
  const auto end = [&](std::size_t e, int which) {
    return static_cast<Vertex>(which == 0 ? edges[e].first : edges[e].second);
  };
  auto chunks = filled_chunks(edges.size(), !weights.empty(), end, [&](std::size_t e) { return weights[e]; });
  return built_graph(std::move(chunks), count, !weights.empty(), merge, std::move(names), &ranks);
}

/// Any names, numbered by their order.
template <class Name>
Graph from_names(std::span<const std::pair<Name, Name>> edges, std::span<const Weight> weights,
                 MergeRule merge) {
  std::unordered_map<Name, Vertex> number;
  for (const auto& [u, v] : edges) number[u] = number[v] = 0;
  check_name_count(number.size());
  std::vector<Name> names;
  names.reserve(number.size());
  for (const auto& entry : number) names.push_back(entry.first);
  tbb::parallel_sort(names);
  for (std::size_t i = 0; i < names.size(); ++i) number[names[i]] = static_cast<Vertex>(i);
  const auto end = [&](std::size_t e, int which) {
    return number.find(which == 0 ? edges[e].first : edges[e].second)->second;
  };
  auto chunks = filled_chunks(edges.size(), !weights.empty(), end, [&](std::size_t e) { return weights[e]; });
  const std::size_t count = names.size();
  return built_graph(std::move(chunks), count, !weights.empty(), merge, kept_names(std::move(names)));
}

/// True if a bitmap of all ids up to the largest is small against the edges.
bool fit_a_bitmap(std::uint64_t largest, std::size_t edges) {
  constexpr std::uint64_t always = std::uint64_t{1} << 20;
  return largest <= no_vertex && largest <= 4 * edges + always;
}

}  // namespace

Graph Graph::from_edges(std::span<const Edge> edges, Vertex num_vertices) {
  return detail::with_thread_errors(
      [&] { return graph_of(edges, num_vertices, EndOrder::smaller_first, MergeRule::sum); });
}

Graph Graph::from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices) {
  return detail::with_thread_errors(
      [&] { return graph_of(edges, num_vertices, EndOrder::smaller_first, MergeRule::sum); });
}

Graph Graph::from_edges(std::span<const Edge> edges, Vertex num_vertices, const RunContext& run) {
  return made_on(run, [&] { return from_edges(edges, num_vertices); });
}

Graph Graph::from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices, const RunContext& run,
                        WeightSigns signs) {
  return made_on(
      run, [&] { return graph_of(edges, num_vertices, EndOrder::smaller_first, MergeRule::sum, signs); });
}

Graph Graph::from_arcs(std::span<const WeightedEdge> arcs, Vertex num_vertices, MergeRule merge,
                       const RunContext& run, WeightSigns signs) {
  return made_on(run, [&] { return graph_of(arcs, num_vertices, EndOrder::as_given, merge, signs); });
}

Graph Graph::from_ids(std::span<const IdPair> edges, std::span<const Weight> weights, MergeRule merge,
                      const RunContext& run, WeightSigns signs) {
  check_pair_weights(edges.size(), weights, signs);
  if (edges.empty()) return Graph();
  std::uint64_t largest = 0;
  for (const auto& [u, v] : edges) largest = std::max({largest, u, v});
  return made_on(run, [&] {
    return fit_a_bitmap(largest, edges.size()) ? from_dense_ids(edges, weights, largest, merge)
                                               : from_names(edges, weights, merge);
  });
}

Graph Graph::from_labels(std::span<const LabelPair> edges, std::span<const Weight> weights, MergeRule merge,
                         const RunContext& run, WeightSigns signs) {
  check_pair_weights(edges.size(), weights, signs);
  if (edges.empty()) return Graph();
  return made_on(run, [&] { return from_names(edges, weights, merge); });
}

Arcs Arcs::from_arcs(std::span<const ArcEnds> arcs, Vertex num_vertices, const RunContext& run) {
  run.require_time("making a graph");
  std::vector<Edge> pairs(arcs.size());
  std::transform(arcs.begin(), arcs.end(), pairs.begin(), [](const ArcEnds& arc) {
    return Edge{arc.source, arc.target};
  });
  const std::span<const Edge> edges(pairs);
  const Vertex n = checked_vertices(edges, num_vertices);
  if (n > most_vertices) {
    throw InvalidArgument("num_vertices", std::to_string(n),
                          fmt::format("is more than the {} of a directed graph", most_vertices));
  }
  Arcs made;
  if (n == 0) return made;
  run.parallel([&] { made = detail::build_arcs(chunks_of(edges, EndOrder::as_given), n, {}); });
  return made;
}

}  // namespace lode
