#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>

#include "graph/decomposition/density_units.hpp"
#include "graph/decomposition/proof_split.hpp"

namespace lode {
namespace {

constexpr double most_units = 0x1p53;  // doubles hold every number of units below
constexpr double exact_limit = 0x1p53;

bool is_integer(double number) { return std::abs(number) < exact_limit && std::floor(number) == number; }

}  // namespace

DensityTracker::DensityTracker(const Graph& graph, const DensityTerms& terms, const EdgeSplit* split)
    : terms_(terms) {
  // NOLINTNEXTLINE(bugprone-unused-raii): the constructor refuses terms that are not valid.
  detail::DensityUnits(graph, terms);
  if (split) detail::check_split(graph, *split);
  vertices_.resize(graph.num_vertices());
  whole_ = terms.costs.empty() && graph.integral();
  weighted_ = graph.weighted();
  magnitude_ = graph.total_weight();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (!terms.costs.empty()) vertices_[v].cost = terms.costs[v];
    if (terms.values.empty()) continue;
    magnitude_ += std::abs(terms.values[v]);
    whole_ = whole_ && is_integer(terms.values[v]);
  }
  edges_.reserve(graph.num_edges());
  EdgeSplit halves;
  if (!split) {
    halves.denominator = 2;
    halves.share.reserve(graph.num_edges());
  }
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v) return;
      edges_[key_of(v, u)].weight = w;
      if (!split) halves.share.push_back(w);
    });
  }
  take(graph, split ? *split : halves);
}

DensityTracker::Key DensityTracker::key_of(Vertex u, Vertex v) {
  return Key{std::min(u, v)} << 32 | std::max(u, v);
}

bool DensityTracker::has_edge(Vertex u, Vertex v) const { return edges_.count(key_of(u, v)) != 0; }

/// The least number of units that is at least so much.
DensityTracker::Units DensityTracker::units_of(double number) const {
  double units = number * units_per_one_;
  if (std::fma(number, units_per_one_, -units) > 0.0) {
    units = std::nextafter(units, std::numeric_limits<double>::infinity());
  }
  if (number > 0.0) units = std::max(units, 1.0);  // the product may have been too small for doubles
  return static_cast<Units>(std::ceil(units));
}

/// The finest unit for which all loads stay below 2^53 units until the weights are four times as much: a part
/// of 1 / denominator where numbers are integers.
void DensityTracker::choose_unit(double denominator) {
  if (magnitude_ >= most_units / 8.0) whole_ = false;
  const double start = whole_ ? denominator : 1.0;
  int exponent = 0;
  std::frexp(most_units / 8.0 / std::max(magnitude_, 1e-300) / start, &exponent);
  const double unit = std::ldexp(start, std::clamp(exponent - 1, -1000, 1000));
  set_unit(whole_ && unit < start ? std::ldexp(1.0, std::ilogb(unit)) : unit);
}

/// Carries the present shares over.
void DensityTracker::set_unit(double per_one) {
  const double factor = per_one / units_per_one_;
  units_per_one_ = per_one;
  for (auto& [key, edge] : edges_) {
    const double share = std::nearbyint(static_cast<double>(edge.share) * factor);
    edge.whole = units_of(edge.weight);
    edge.share = std::clamp(static_cast<Units>(share), Units{0}, edge.whole);
  }
  sum_loads();
}

void DensityTracker::take(const Graph& graph, const EdgeSplit& split) {
  for (auto& [key, edge] : edges_) edge.share = 0;
  choose_unit(static_cast<double>(split.denominator));
  const double factor = units_per_one_ / static_cast<double>(split.denominator);
  std::size_t at = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const Vertex u : graph.neighbors(v)) {
      if (u < v) continue;
      TrackedEdge& edge = edges_.find(key_of(v, u))->second;
      const double share = std::min(std::nearbyint(split.share[at++] * factor), most_units);
      edge.share = std::clamp(static_cast<Units>(share), Units{0}, edge.whole);
    }
  }
  sum_loads();
}

void DensityTracker::sum_loads() {
  for (Vertex v = 0; v < num_vertices(); ++v) {
    vertices_[v].load = terms_.values.empty() ? 0 : units_of(terms_.values[v]);
    vertices_[v].in_heap = vertices_[v].changed = false;
  }
  for (const auto& [key, edge] : edges_) {
    vertices_[key >> 32].load += edge.share;
    vertices_[key & UINT32_MAX].load += edge.whole - edge.share;
  }
  heap_.clear();
  raised_.clear();
  largest_ = std::numeric_limits<double>::infinity();
  holder_ = no_vertex;
  fell_ = true;
}

void DensityTracker::grow(Vertex last) {
  if (last < num_vertices()) return;
  constexpr std::uint64_t most_new = 1'000'000;
  if (last == no_vertex || last >= num_vertices() + most_new) {
    throw InvalidArgument("vertex", std::to_string(last),
                          fmt::format("is more than a million above the {} vertices", num_vertices()),
                          "number the vertices one after the other");
  }
  const Vertex first = num_vertices();
  vertices_.resize(last + std::size_t{1});
  if (!terms_.values.empty()) terms_.values.resize(vertices_.size(), 0.0);
  if (!terms_.costs.empty()) terms_.costs.resize(vertices_.size(), 1.0);
  for (Vertex v = first; v < num_vertices(); ++v) gain(v, 0);
}

/// Takes a coarser unit before the loads could pass 2^53 units.
void DensityTracker::make_room(double magnitude) {
  magnitude_ += magnitude;
  if (magnitude_ * units_per_one_ + static_cast<double>(edges_.size()) < most_units / 2.0) return;
  magnitude_ = 0.0;
  for (const auto& [key, edge] : edges_) magnitude_ += edge.weight;
  for (const double value : terms_.values) magnitude_ += std::abs(value);
  magnitude_ += magnitude;
  choose_unit(1.0);
}

void DensityTracker::gain(Vertex v, Units units) {
  TrackedVertex& vertex = vertices_[v];
  vertex.load += units;
  if (!vertex.changed) {
    vertex.changed = true;
    raised_.push_back(v);
  }
  const double ratio = ratio_of(v);
  if (ratio < largest_) return;
  largest_ = ratio;  // also above what the largest one was before it fell
  holder_ = v;
  fell_ = false;
}

void DensityTracker::lose(Vertex v, Units units) {
  vertices_[v].load -= units;
  if (v == holder_ && units != 0) fell_ = true;
}

void DensityTracker::add(Vertex u, Vertex v, Weight weight) {
  if (u == v) {
    throw InvalidArgument("edge", fmt::format("{} {}", u, v), "joins a vertex to itself");
  }
  constexpr double most_weight = 0x1p900;
  if (!(weight >= 0.0 && weight <= most_weight)) {
    throw InvalidArgument("weight", fmt::format("{}", weight), "is not between 0 and 2^900");
  }
  grow(std::max(u, v));
  make_room(weight);
  TrackedEdge& edge = edges_[key_of(u, v)];
  weighted_ = weighted_ || edge.weight != 0.0 || weight != 1.0;
  edge.weight += weight;
  if (whole_ && !is_integer(edge.weight)) whole_ = false;
  const Units whole = units_of(edge.weight);
  const Units more = std::max(whole - edge.whole, Units{0});
  edge.whole += more;
  const auto then = [&](Vertex x) {
    return static_cast<double>(vertices_[x].load + more) / vertices_[x].cost;
  };
  const Vertex end = then(u) <= then(v) ? u : v;
  if (end == std::min(u, v)) edge.share += more;
  gain(end, more);
}

void DensityTracker::remove(Vertex u, Vertex v) {
  const auto found = edges_.find(key_of(u, v));
  if (found == edges_.end()) {
    throw InvalidArgument("edge", fmt::format("{} {}", u, v), "does not exist");
  }
  const TrackedEdge edge = found->second;
  edges_.erase(found);
  lose(std::min(u, v), edge.share);
  lose(std::max(u, v), edge.whole - edge.share);
}

/// Lists what was raised, then lowers the first entry to what its vertex has until it is right.
void DensityTracker::find_largest() {
  const auto list = [&](Vertex v) {
    vertices_[v].listed = ratio_of(v);
    vertices_[v].in_heap = true;
    heap_.push_back({vertices_[v].listed, v});
  };
  if (heap_.size() + raised_.size() > 4 * vertices_.size() || heap_.empty()) {
    heap_.clear();
    for (Vertex v = 0; v < num_vertices(); ++v) {
      vertices_[v].changed = false;
      list(v);
    }
    std::make_heap(heap_.begin(), heap_.end());
  } else {
    for (const Vertex v : raised_) {
      vertices_[v].changed = false;
      if (vertices_[v].in_heap && vertices_[v].listed >= ratio_of(v)) continue;
      list(v);
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
  raised_.clear();
  while (!heap_.empty()) {
    const Entry first = heap_.front();
    TrackedVertex& vertex = vertices_[first.vertex];
    if (first.ratio == vertex.listed && first.ratio == ratio_of(first.vertex)) {
      largest_ = first.ratio;
      holder_ = first.vertex;
      break;
    }
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    if (first.ratio != vertex.listed) continue;  // another entry of the vertex holds
    list(first.vertex);
    std::push_heap(heap_.begin(), heap_.end());
  }
  fell_ = false;
}

double DensityTracker::bound() {
  if (vertices_.empty()) return 0.0;
  if (fell_) find_largest();
  const double bound = largest_ / units_per_one_;
  if (whole_) return bound;
  constexpr double up = std::numeric_limits<double>::infinity();
  return std::nextafter(std::nextafter(bound, up), up);  // two divisions were rounded
}

std::vector<DensityTracker::Key> DensityTracker::sorted_edges() const {
  std::vector<Key> keys;
  keys.reserve(edges_.size());
  for (const auto& [key, edge] : edges_) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

Graph DensityTracker::graph() const {
  std::vector<Edge> plain;
  std::vector<WeightedEdge> weighted;
  for (const Key key : sorted_edges()) {
    const Edge edge{static_cast<Vertex>(key >> 32), static_cast<Vertex>(key & UINT32_MAX)};
    if (weighted_) {
      weighted.push_back({edge.u, edge.v, edges_.at(key).weight});
    } else {
      plain.push_back(edge);
    }
  }
  return weighted_ ? Graph::from_edges(weighted, num_vertices()) : Graph::from_edges(plain, num_vertices());
}

DensestSubgraph DensityTracker::solve(const RunContext& run) {
  const Graph present = graph();
  EdgeSplit warm;
  const bool in_units = is_integer(units_per_one_);
  if (in_units) warm.denominator = static_cast<std::int64_t>(units_per_one_);
  warm.share.reserve(edges_.size());
  for (const Key key : sorted_edges()) {
    const TrackedEdge& edge = edges_.at(key);
    const double share = static_cast<double>(edge.share) / (in_units ? 1.0 : units_per_one_);
    const double most = in_units ? edge.weight * units_per_one_ : edge.weight;
    warm.share.push_back(std::min(share, most));
  }
  DensestSubgraph found = densest_subgraph(present, terms_, run, KeepSplit::yes, &warm);
  if (!found.split) return found;
  magnitude_ = present.total_weight();
  for (const double value : terms_.values) magnitude_ += std::abs(value);
  take(present, *found.split);
  return found;
}

}  // namespace lode
