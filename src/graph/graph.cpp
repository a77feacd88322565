#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>

#include "core/assert.hpp"
#include "graph/csr/builder.hpp"

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

/// CsrCheck::full or ranges.
void check_rows(const CsrArrays& csr, CsrCheck check, WeightSigns signs) {
  const bool simple = check == CsrCheck::full;
  const Vertex n = static_cast<Vertex>(csr.offsets.size() - 1);
  for (Vertex v = 0; v < n; ++v) {
    if (csr.offsets[v + 1] < csr.offsets[v] || csr.offsets[v + 1] > csr.targets.size()) {
      reject("offsets", v + 1, std::to_string(csr.offsets[v + 1]),
             "must be at least the previous one and at most the number of targets");
    }
    for (ArcIndex arc = csr.offsets[v]; arc < csr.offsets[v + 1]; ++arc) {
      const Vertex target = csr.targets[arc];
      if (target >= n) reject("targets", arc, std::to_string(target), "is not a vertex");
      if (simple && target == v) reject("targets", arc, std::to_string(target), "is a self-loop");
      if (simple && arc > csr.offsets[v] && csr.targets[arc - 1] >= target) {
        reject("targets", arc, std::to_string(target), "does not follow a smaller one in its row");
      }
      if (!csr.weights.empty()) detail::check_weight(csr.weights[arc], arc, signs);
    }
  }
}

[[noreturn]] void reject_one_way(const CsrArrays& csr, ArcIndex arc, Vertex source) {
  reject("targets", arc, std::to_string(csr.targets[arc]), "has no reverse arc to " + std::to_string(source));
}

/// Rows are sorted, so visiting the arcs u -> v with u < v by increasing u meets their reverse arcs of each
/// row in order: an edge takes one look into the row of its larger end.
void check_symmetry(const CsrArrays& csr) {
  const Vertex n = static_cast<Vertex>(csr.offsets.size() - 1);
  struct Row {
    ArcIndex next;  // arc that is not met yet
    ArcIndex end;
  };
  std::vector<Row> rows(n);
  for (Vertex v = 0; v < n; ++v) rows[v] = {csr.offsets[v], csr.offsets[v + 1]};
  for (Vertex u = 0; u < n; ++u) {
    const auto [next, end] = rows[u];
    if (next < end && csr.targets[next] < u) reject_one_way(csr, next, u);
    for (ArcIndex arc = next; arc < end; ++arc) {
      const Vertex v = csr.targets[arc];
      const ArcIndex reverse = rows[v].next++;
      if (reverse >= rows[v].end || csr.targets[reverse] > u) reject_one_way(csr, arc, u);
      if (csr.targets[reverse] < u) reject_one_way(csr, reverse, v);
      if (!csr.weights.empty() && csr.weights[arc] != csr.weights[reverse]) {
        reject("weights", arc, fmt::format("{}", csr.weights[arc]),
               fmt::format("differs from the weight of the reverse arc, {}", csr.weights[reverse]));
      }
    }
  }
}

void check_arrays(const CsrArrays& csr, CsrCheck check, WeightSigns signs) {
  check_sizes(csr);
  if (check == CsrCheck::trusted) signs = WeightSigns::any;
  if (LODE_ASSERTION_LEVEL >= 2) check = CsrCheck::full;
  if (check != CsrCheck::trusted) check_rows(csr, check, signs);
  if (check == CsrCheck::full) check_symmetry(csr);
}

struct VectorRows {
  std::vector<ArcIndex> offsets;
  std::vector<Vertex> ends;
};

void check_names(const VertexNames& names, Vertex n) {
  if (names.kind() == VertexNames::Kind::numbers || names.size() == n) return;
  throw InvalidArgument("number of names", std::to_string(names.size()),
                        fmt::format("must be the number of vertices, {}", n));
}

}  // namespace

void detail::check_weight(Weight weight, std::uint64_t index, WeightSigns signs) {
  const std::string place = fmt::format("weights[{}]", index);
  if (!in_domain(weight)) throw InvalidArgument(place, fmt::format("{}", weight), domain_words);
  if (weight >= 0.0 || signs == WeightSigns::any) return;
  throw InvalidArgument(place, fmt::format("{}", weight), "must be >= 0", "option 'signs' allows them");
}

WeightSummary summary_of(std::span<const Weight> weights) {
  if (weights.empty()) return {};
  detail::WeightSum sum;
  sum.add(weights);
  return sum.summary();
}

Graph::Graph() : Graph({empty_offsets, {}, {}, {}}, {}) {}

Graph::Graph(CsrArrays arrays, VertexNames names) : csr_(std::move(arrays)) {
  set_names(std::move(names));
  find_max_degree();
}

void Graph::set_names(VertexNames names) {
  check_names(names, num_vertices());
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
  const bool real_without_edges = num_arcs() == 0 && weights.kind == WeightKind::real;
  if (csr_.weights.empty() && !real_without_edges) {
    total_weight_ = weight_magnitude_ = static_cast<Weight>(num_edges());
    return;
  }
  weight_kind_ = weights.kind;
  total_weight_ = weights.total;
  signed_weights_ = weights.signed_magnitude.has_value();
  weight_magnitude_ = weights.signed_magnitude.value_or(total_weight_);
  const bool inexact = total_weight_ != std::floor(total_weight_) || weight_magnitude_ >= exact_integer_limit;
  if (weight_kind_ == WeightKind::none || !(weight_magnitude_ >= std::abs(total_weight_)) ||
      !std::isfinite(weight_magnitude_) || (integral() && inexact) ||
      (real_without_edges && total_weight_ != 0.0)) {
    throw InvalidArgument("summary of the weights", fmt::format("{}", total_weight_), "is impossible");
  }
}

Graph Graph::from_csr(CsrArrays arrays, VertexNames names, CsrCheck check, WeightSigns signs) {
  check_arrays(arrays, check, signs);
  Graph graph(std::move(arrays), std::move(names));
  graph.set_weights(summary_of(graph.weights()));
  return graph;
}

Graph Graph::from_csr(std::vector<ArcIndex> offsets, std::vector<Vertex> targets, std::vector<Weight> weights,
                      CsrCheck check) {
  struct Arrays {
    std::vector<ArcIndex> offsets;
    std::vector<Vertex> targets;
    std::vector<Weight> weights;
  };
  const auto owned =
      std::make_shared<const Arrays>(Arrays{std::move(offsets), std::move(targets), std::move(weights)});
  return from_csr({owned->offsets, owned->targets, owned->weights, owned}, {}, check);
}

Graph Graph::from_csr(CsrArrays arrays, VertexNames names, const WeightSummary& weights, CsrCheck check) {
  check_arrays(arrays, check, weights.signed_magnitude ? WeightSigns::any : WeightSigns::from_zero);
  Graph graph(std::move(arrays), std::move(names));
  graph.set_weights(weights);
  return graph;
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

void refuse_signed_weights(const Graph& graph, std::string_view what) {
  if (!graph.signed_weights()) return;
  throw InvalidArgument("weights", "", fmt::format("include negative ones, but {} need weights >= 0", what),
                        "ask for the heaviest sets of a size instead: those take weights of any sign");
}

Graph negated(const Graph& graph) {
  std::vector<Weight> weights(graph.num_arcs());
  for (ArcIndex arc = 0; arc < weights.size(); ++arc)
    weights[arc] = 0.0 - graph.arc_weight(arc);  // 0 stays 0
  return graph.with_weights(std::move(weights), !graph.integral());
}

Graph Graph::with_weights(std::vector<Weight> weights, bool real) const {
  struct Arrays {
    Graph graph;
    std::vector<Weight> weights;
  };
  const auto arrays = std::make_shared<const Arrays>(Arrays{*this, std::move(weights)});
  WeightSummary summary = summary_of(arrays->weights);
  if (real) summary.kind = WeightKind::real;
  const Graph changed = from_csr({offsets(), targets(), arrays->weights, arrays}, names_, summary);
  return changed.with_values(values_, values_owner_);
}

Graph Graph::with_names(VertexNames names) const {
  Graph renamed = *this;
  renamed.set_names(std::move(names));
  return renamed;
}

Graph Graph::with_values(std::vector<Weight> values) const {
  const auto owned = std::make_shared<const std::vector<Weight>>(std::move(values));
  return with_values(*owned, owned);
}

Graph Graph::with_values(std::span<const Weight> values, std::shared_ptr<const void> owner) const {
  if (!values.empty() && values.size() != num_vertices()) {
    throw InvalidArgument("number of values", std::to_string(values.size()),
                          "must be the number of vertices, " + std::to_string(num_vertices()));
  }
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (!in_domain(values[v])) reject("values", v, fmt::format("{}", values[v]), domain_words);
  }
  Graph valued = *this;
  valued.values_ = values;
  valued.values_owner_ = std::move(owner);
  return valued;
}

Arcs::Arcs() : rows_{empty_offsets, {}, {}} {}

Arcs Arcs::from_rows(ArcRows rows, VertexNames names, EdgeCount duplicates) {
  const std::size_t offsets = rows.offsets.size();
  if (offsets % 2 == 0 || offsets / 2 > most_vertices || rows.offsets.front() != 0 ||
      rows.offsets.back() != rows.ends.size() || 2 * rows.offsets[offsets / 2] != rows.ends.size()) {
    throw InvalidArgument(
        "offsets", fmt::format("{} values", offsets),
        fmt::format("do not describe rows of {} ends in both directions", rows.ends.size()));
  }
  check_names(names, static_cast<Vertex>(offsets / 2));
  Arcs arcs;
  arcs.rows_ = std::move(rows);
  arcs.names_ = std::move(names);
  arcs.duplicates_ = duplicates;
  for (Vertex v = 0; v < arcs.num_vertices(); ++v) arcs.loops_ += arcs.has_arc(v, v);
  return arcs;
}

bool Arcs::has_arc(Vertex u, Vertex v) const {
  const std::span<const Vertex> targets = successors(u);
  return std::binary_search(targets.begin(), targets.end(), v);
}

Arcs Arcs::with_names(VertexNames names) const {
  check_names(names, num_vertices());
  Arcs renamed = *this;
  renamed.names_ = std::move(names);
  return renamed;
}

Arcs Arcs::without_loops() const {
  if (loops_ == 0) return *this;
  auto owned = std::make_shared<VectorRows>();
  owned->offsets.reserve(rows_.offsets.size());
  owned->ends.reserve(rows_.ends.size() - 2 * loops_);
  owned->offsets.push_back(0);
  const std::size_t n = num_vertices();
  for (std::size_t i = 0; i < 2 * n; ++i) {
    std::ranges::remove_copy(row(i), std::back_inserter(owned->ends), static_cast<Vertex>(i < n ? i : i - n));
    owned->offsets.push_back(owned->ends.size());
  }
  return from_rows({owned->offsets, owned->ends, owned}, names_, duplicates_);
}

}  // namespace lode
