// Sets denser than a component, by the largest flow from loads above the density to loads below it.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "graph/decomposition/load_component.hpp"

namespace lode::detail {
namespace {

/// A density p/q as what every vertex of a component is to have: of[v] = p cost(v), in multiples of 1/scale
/// with scale = q. Where numbers are not exact the scale is 1 and of[v] is rounded, so that the sum of all is
/// that of p/q times all costs.
struct Target {
  double scale = 1.0;
  std::vector<std::int64_t> of = {};
};

/// Rounded targets. A unit too much is a high density at a vertex of low cost: such vertices get their target
/// rounded down, and the other vertices share the rest.
std::vector<std::int64_t> rounded_targets(const LoadComponent& component, ExactDensity density) {
  std::vector<std::int64_t> of;
  long double costs = 0.0L;
  for (Vertex v = 0; v < component.size(); ++v) costs += component.cost_of(v);
  const long double t = static_cast<long double>(density.numerator) / density.denominator;
  const long double low = costs / component.size() / 4.0L;
  const auto due = [&](Vertex v) { return std::floor(t * component.cost_of(v)); };
  long double rest = t * costs;
  for (Vertex v = 0; v < component.size(); ++v) {
    if (component.cost_of(v) >= low) continue;
    rest -= due(v);
    costs -= component.cost_of(v);
  }
  long double sum = 0.0L;
  std::int64_t rounded = 0;
  for (Vertex v = 0; v < component.size(); ++v) {
    if (component.cost_of(v) < low) {
      of.push_back(static_cast<std::int64_t>(due(v)));
      continue;
    }
    sum += component.cost_of(v) * rest / costs;
    const std::int64_t next = std::llround(sum);
    of.push_back(next - rounded);
    rounded = next;
  }
  return of;
}

/// The target of a density; nothing if the numbers of a flow do not fit into 64 bits.
std::optional<Target> target_of(const LoadComponent& component, ExactDensity density) {
  Target target;
  std::int64_t numerator = 0;
  if (component.exact) {
    const auto p = static_cast<std::int64_t>(density.numerator);
    const auto q = static_cast<std::int64_t>(density.denominator);
    const std::int64_t common = std::max<std::int64_t>(std::gcd(p, q), 1);
    numerator = p / common;
    target.scale = static_cast<double>(q) / static_cast<double>(common);
  }
  double magnitude = component.weight.empty() ? static_cast<double>(component.edges.size()) : 0.0;
  for (const double weight : component.weight) magnitude += weight;
  for (const double base : component.base) magnitude += std::abs(base);
  const double most_cost = component.cost.empty() ? 1.0 : *std::ranges::max_element(component.cost);
  const double most_target = std::abs(target.scale * density.value()) * most_cost;
  if (magnitude * target.scale >= 0x1p61 || most_target >= 0x1p61) return std::nullopt;
  if (!component.exact) {
    target.of = rounded_targets(component, density);
    return target;
  }
  for (Vertex v = 0; v < component.size(); ++v) {
    target.of.push_back(numerator * static_cast<std::int64_t>(component.cost_of(v)));
  }
  return target;
}

/// The number of an arc in the order in which arcs are given to the network.
struct GivenArc {
  std::size_t number = 0;
};
using Rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, GivenArc,
                                                boost::no_property, Vertex, ArcIndex>;
using Arc = boost::graph_traits<Rows>::edge_descriptor;

/// The rows of the vertices, then of the source, then of the sink, with a value for every arc.
struct Network {
  Rows rows;
  std::vector<std::int64_t> capacity;
  std::vector<Arc> reverse;
  std::vector<ArcIndex> forward;  ///< the arc u to v of every edge
};

/// The component as a network, in multiples of 1/scale. An edge can move the share of u to v, and the rest
/// back; the source feeds loads above the target. Edges are taken by increasing (u, v), so that every row
/// first gets its smaller ends and then its larger ones.
Network make_network(const LoadComponent& component, const Target& target) {
  const Vertex n = component.size();
  const auto scale = static_cast<std::int64_t>(target.scale);
  std::vector<std::int64_t> excess(n);
  for (Vertex v = 0; v < n; ++v)
    excess[v] = static_cast<std::int64_t>(component.base[v]) * scale - target.of[v];
  std::vector<std::pair<Vertex, Vertex>> arcs;  // every arc is followed by its reverse
  std::vector<std::int64_t> capacity;
  const auto add = [&](Vertex u, Vertex v, std::int64_t there, std::int64_t back) {
    arcs.insert(arcs.end(), {{u, v}, {v, u}});
    capacity.insert(capacity.end(), {there, back});
  };
  std::vector<std::size_t> order(component.edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return std::uint64_t{component.edges[i].u} << 32 | component.edges[i].v;
  });
  for (const std::size_t i : order) {
    const SplitEdge& e = component.edges[i];
    const std::int64_t whole = static_cast<std::int64_t>(component.weight_of(i)) * scale;
    const auto share = std::min<std::int64_t>(std::llround(e.share * target.scale), whole);
    excess[e.u] += share;
    excess[e.v] += whole - share;
    add(e.u, e.v, share, whole - share);
  }
  for (Vertex v = 0; v < n; ++v) {
    if (excess[v] > 0) add(v, n, 0, excess[v]);
    if (excess[v] < 0) add(v, n + 1, -excess[v], 0);
  }
  std::vector<GivenArc> given(arcs.size());
  for (std::size_t i = 0; i < given.size(); ++i) given[i].number = i;
  Network network{
      Rows(boost::edges_are_unsorted_multi_pass, arcs.begin(), arcs.end(), given.begin(), n + 2), {}, {}, {}};
  std::vector<Arc> placed(arcs.size());
  for (auto [arc, end] = edges(network.rows); arc != end; ++arc) placed[network.rows[*arc].number] = *arc;
  network.capacity.resize(arcs.size());
  network.reverse.resize(arcs.size());
  for (std::size_t i = 0; i < placed.size(); ++i) {
    network.capacity[placed[i].idx] = capacity[i];
    network.reverse[placed[i].idx] = placed[i ^ 1];
  }
  network.forward.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) network.forward[order[i]] = placed[2 * i].idx;
  return network;
}

/// Stands for the end of a run inside Boost's algorithm.
struct FlowStopped {};

/// The residual of every arc. Reads check the run at intervals and throw FlowStopped.
class PolledResiduals {
 public:
  using key_type = Arc;
  using value_type = std::int64_t;
  using reference = std::int64_t&;
  using category = boost::lvalue_property_map_tag;

  PolledResiduals(std::vector<std::int64_t>& values, std::uint64_t& reads, double most_reads,
                  const RunContext& run)
      : values_(&values), reads_(&reads), most_reads_(most_reads), run_(&run) {}

  std::int64_t& operator[](const Arc& arc) const { return (*values_)[arc.idx]; }
  friend std::int64_t get(const PolledResiduals& map, const Arc& arc) {
    map.poll();
    return map[arc];
  }
  friend void put(const PolledResiduals& map, const Arc& arc, std::int64_t value) { map[arc] = value; }

 private:
  static constexpr std::uint64_t poll_interval = 1 << 14;

  void poll() const {
    if (++*reads_ % poll_interval != 0) return;
    if (static_cast<double>(*reads_) > most_reads_ || run_->should_stop()) throw FlowStopped();
  }

  std::vector<std::int64_t>* values_;
  std::uint64_t* reads_;
  double most_reads_;
  const RunContext* run_;
};

}  // namespace

std::optional<Levels> cut_by_flow(LoadComponent& component, ExactDensity density, const RunContext& run,
                                  double& work) {
  const std::optional<Target> target = target_of(component, density);
  if (!target) return std::nullopt;
  const Vertex n = component.size();
  Network network = make_network(component, *target);
  std::vector<std::int64_t> residual(network.capacity.size());
  std::vector<Arc> predecessor(n + std::size_t{2});
  std::vector<boost::default_color_type> color(n + std::size_t{2});
  std::vector<long> distance(n + std::size_t{2});
  std::uint64_t reads = 0;
  try {
    if (run.should_stop()) throw FlowStopped();
    const auto of_arcs = [&](auto& values) {
      return boost::make_iterator_property_map(values.begin(), get(boost::edge_index, network.rows));
    };
    boost::boykov_kolmogorov_max_flow(network.rows, of_arcs(network.capacity),
                                      PolledResiduals(residual, reads, work, run), of_arcs(network.reverse),
                                      predecessor.data(), color.data(), distance.data(),
                                      get(boost::vertex_index, network.rows), n, n + 1);
  } catch (const FlowStopped&) {
    if (std::isfinite(work)) work = 0.0;
    return std::nullopt;
  }
  work = std::max(0.0, work - static_cast<double>(reads));
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    component.edges[i].share =
        std::min(static_cast<double>(residual[network.forward[i]]) / target->scale, component.weight_of(i));
  }
  recompute_loads(component);
  Levels levels;
  for (Vertex v = 0; v < n; ++v) levels.level.push_back(color[v] == color[n] ? 0 : 1);
  const auto [least, largest] = std::ranges::minmax(levels.level);
  levels.count = least == largest ? 1 : 2;
  return levels;
}

}  // namespace lode::detail
