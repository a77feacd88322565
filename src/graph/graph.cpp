#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "core/assert.hpp"
#include "core/page_buffer.hpp"
#include "graph/csr/csr_builder.hpp"

namespace lode {
namespace {

constexpr ArcIndex empty_offsets[] = {0};

[[noreturn]] void reject(const std::string& place, std::uint64_t index, const std::string& value,
                         const std::string& problem) {
  throw InvalidArgument(place + "[" + std::to_string(index) + "]", value, problem);
}

void check_sizes(const CsrArrays& csr) {
  if (csr.offsets.empty()) throw InvalidArgument("offsets", "empty", "must hold n+1 values");
  if (csr.offsets.size() - 1 >= no_vertex) {
    throw InvalidArgument("number of vertices", std::to_string(csr.offsets.size() - 1),
                          "must be below 2^32-1");
  }
  if (csr.offsets.front() != 0) reject("offsets", 0, std::to_string(csr.offsets.front()), "must be 0");
  if (csr.offsets.back() != csr.targets.size()) {
    reject("offsets", csr.offsets.size() - 1, std::to_string(csr.offsets.back()),
           "must be the number of targets, " + std::to_string(csr.targets.size()));
  }
  if (!csr.weights.empty() && csr.weights.size() != csr.targets.size()) {
    throw InvalidArgument("number of weights", std::to_string(csr.weights.size()),
                          "must be 0 or the number of targets, " + std::to_string(csr.targets.size()));
  }
}

void check_weight(Weight weight, std::uint64_t index) {
  if (!std::isfinite(weight) || weight < 0.0) {
    reject("weights", index, fmt::format("{}", weight), "must be finite and not negative");
  }
}

void check_rows(const CsrArrays& csr) {
  const Vertex n = static_cast<Vertex>(csr.offsets.size() - 1);
  for (Vertex v = 0; v < n; ++v) {
    if (csr.offsets[v + 1] < csr.offsets[v] || csr.offsets[v + 1] > csr.targets.size()) {
      reject("offsets", v + 1, std::to_string(csr.offsets[v + 1]),
             "must not fall and not exceed the targets");
    }
    for (ArcIndex arc = csr.offsets[v]; arc < csr.offsets[v + 1]; ++arc) {
      const Vertex target = csr.targets[arc];
      if (target >= n) reject("targets", arc, std::to_string(target), "is not a vertex");
      if (target == v) reject("targets", arc, std::to_string(target), "is a self-loop");
      if (arc > csr.offsets[v] && csr.targets[arc - 1] >= target) {
        reject("targets", arc, std::to_string(target), "row must be strictly increasing");
      }
      if (!csr.weights.empty()) check_weight(csr.weights[arc], arc);
    }
  }
}

/// Rows are sorted, so visiting all arcs by increasing source meets the reverse arcs of each row in order.
void check_symmetry(const CsrArrays& csr) {
  const Vertex n = static_cast<Vertex>(csr.offsets.size() - 1);
  std::vector<ArcIndex> next(csr.offsets.begin(), csr.offsets.end() - 1);
  for (Vertex u = 0; u < n; ++u) {
    for (ArcIndex arc = csr.offsets[u]; arc < csr.offsets[u + 1]; ++arc) {
      const Vertex v = csr.targets[arc];
      const ArcIndex reverse = next[v]++;
      if (reverse >= csr.offsets[v + 1] || csr.targets[reverse] != u) {
        reject("targets", arc, std::to_string(v), "has no reverse arc to " + std::to_string(u));
      }
      if (!csr.weights.empty() && csr.weights[arc] != csr.weights[reverse]) {
        reject("weights", arc, fmt::format("{}", csr.weights[arc]),
               fmt::format("differs from the weight of the reverse arc, {}", csr.weights[reverse]));
      }
    }
  }
}

WeightSummary summary_of(std::span<const Weight> weights) {
  bool integral = true;
  long double sum = 0.0L;
  for (const Weight weight : weights) {
    sum += weight;
    integral = integral && weight == std::floor(weight);
  }
  return {integral ? WeightKind::integral : WeightKind::real, static_cast<Weight>(sum / 2.0L)};
}

/// Refuses the first edge that cannot be one.
template <class E>
void check_edges(std::span<const E> edges, Vertex num_vertices) {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Vertex largest = std::max(edges[i].u, edges[i].v);
    if (largest == no_vertex || (num_vertices != Graph::automatic && largest >= num_vertices)) {
      reject("edges", i, "{" + std::to_string(edges[i].u) + ", " + std::to_string(edges[i].v) + "}",
             "names a vertex that does not exist");
    }
    if constexpr (std::is_same_v<E, WeightedEdge>) check_weight(edges[i].weight, i);
  }
}

/// The edges, each with the smaller end first, so that weights of repeated pairs are summed in the order
/// given whatever their directions; and the largest end.
template <class E>
std::pair<std::vector<detail::EdgeChunk>, Vertex> chunks_of(std::span<const E> edges) {
  constexpr std::size_t chunk_edges = std::size_t{1} << 17;
  std::vector<detail::EdgeChunk> chunks((edges.size() + chunk_edges - 1) / chunk_edges);
  std::vector<Vertex> largest(chunks.size(), 0);
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t c) {
    const auto part = edges.subspan(c * chunk_edges, std::min(chunk_edges, edges.size() - c * chunk_edges));
    detail::EdgeChunk& chunk = chunks[c];
    chunk.ends = detail::PageBuffer<Vertex>(2 * part.size());
    if constexpr (std::is_same_v<E, WeightedEdge>) chunk.weights = detail::PageBuffer<Weight>(part.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
      std::tie(chunk.ends[2 * i], chunk.ends[2 * i + 1]) = std::minmax(part[i].u, part[i].v);
      largest[c] = std::max(largest[c], chunk.ends[2 * i + 1]);
      if constexpr (std::is_same_v<E, WeightedEdge>) chunk.weights[i] = part[i].weight;
    }
  });
  return {std::move(chunks), largest.empty() ? 0 : *std::max_element(largest.begin(), largest.end())};
}

template <class E>
CsrArrays arrays_of(std::span<const E> edges, Vertex num_vertices) {
  const bool automatic = num_vertices == Graph::automatic;
  check_edges(edges, num_vertices);
  auto [chunks, largest] = chunks_of(edges);
  const Vertex n = !automatic ? num_vertices : edges.empty() ? 0 : largest + 1;
  if (n == 0) return {empty_offsets, {}, {}, {}};
  constexpr bool weighted = std::is_same_v<E, WeightedEdge>;
  return detail::build_csr(std::move(chunks), n, weighted, MergeRule::sum).arrays;
}

}  // namespace

Graph::Graph() : Graph({empty_offsets, {}, {}, {}}, {}) {}

Graph::Graph(CsrArrays arrays, VertexNames names) : csr_(std::move(arrays)) {
  set_names(std::move(names));
  find_max_degree();
}

void Graph::set_names(VertexNames names) {
  if (names.kind() != VertexNames::Kind::numbers && names.size() != num_vertices()) {
    throw InvalidArgument("number of names", std::to_string(names.size()),
                          "must be the number of vertices, " + std::to_string(num_vertices()));
  }
  names_ = std::move(names);
}

void Graph::find_max_degree() {
  ArcIndex largest = 0;
  for (std::size_t v = 0; v + 1 < csr_.offsets.size(); ++v) {
    largest = std::max(largest, csr_.offsets[v + 1] - csr_.offsets[v]);
  }
  max_degree_ = static_cast<Vertex>(largest);
}

void Graph::set_weights(const WeightSummary& weights) {
  if (csr_.weights.empty()) {
    total_weight_ = static_cast<Weight>(num_edges());
    return;
  }
  weight_kind_ = weights.kind;
  total_weight_ = weights.total;
  if (!std::isfinite(total_weight_) || (integral() && total_weight_ >= exact_integer_limit)) {
    throw InvalidArgument("sum of the weights", fmt::format("{}", total_weight_),
                          integral() ? "integer weights must sum below 2^53" : "must be finite",
                          "scale the weights down");
  }
  if (weight_kind_ == WeightKind::none || !(total_weight_ >= 0.0) ||
      (integral() && total_weight_ != std::floor(total_weight_))) {
    throw InvalidArgument("summary of the weights", fmt::format("{}", total_weight_), "is impossible");
  }
}

Graph Graph::from_csr(CsrArrays arrays, VertexNames names, CsrCheck check) {
  check_sizes(arrays);
  if (check == CsrCheck::full || LODE_ASSERTION_LEVEL >= 2) {
    check_rows(arrays);
    check_symmetry(arrays);
  }
  Graph graph(std::move(arrays), std::move(names));
  graph.set_weights(summary_of(graph.weights()));
  return graph;
}

Graph Graph::from_csr(CsrArrays arrays, VertexNames names, const WeightSummary& weights) {
  check_sizes(arrays);
  if (LODE_ASSERTION_LEVEL >= 2) {
    check_rows(arrays);
    check_symmetry(arrays);
  }
  Graph graph(std::move(arrays), std::move(names));
  graph.set_weights(weights);
  return graph;
}

Graph Graph::from_csr(std::span<const ArcIndex> offsets, std::span<const Vertex> targets,
                      std::span<const Weight> weights) {
  return from_csr(CsrArrays{offsets, targets, weights, {}});
}

Graph Graph::from_csr(std::vector<ArcIndex>&& offsets, std::vector<Vertex>&& targets,
                      std::vector<Weight>&& weights) {
  struct GivenArrays {
    std::vector<ArcIndex> offsets;
    std::vector<Vertex> targets;
    std::vector<Weight> weights;
  };
  auto arrays = std::make_shared<GivenArrays>(std::move(offsets), std::move(targets), std::move(weights));
  return from_csr(CsrArrays{arrays->offsets, arrays->targets, arrays->weights, arrays});
}

Graph Graph::from_edges(std::span<const Edge> edges, Vertex num_vertices) {
  return from_csr(arrays_of(edges, num_vertices), {}, CsrCheck::trusted);
}

Graph Graph::from_edges(std::span<const WeightedEdge> edges, Vertex num_vertices) {
  return from_csr(arrays_of(edges, num_vertices), {}, CsrCheck::trusted);
}

Weight Graph::strength(Vertex v) const {
  if (!weighted()) return degree(v);
  Weight sum = 0.0;
  for (const Weight weight : neighbor_weights(v)) sum += weight;
  return sum;
}

std::optional<Weight> Graph::edge_weight(Vertex u, Vertex v) const {
  if (degree(u) > degree(v)) std::swap(u, v);
  const auto row = neighbors(u);
  const auto it = std::lower_bound(row.begin(), row.end(), v);
  if (it == row.end() || *it != v) return std::nullopt;
  return arc_weight(csr_.offsets[u] + static_cast<ArcIndex>(it - row.begin()));
}

Graph Graph::with_names(VertexNames names) const {
  Graph renamed = *this;
  renamed.set_names(std::move(names));
  return renamed;
}

}  // namespace lode
