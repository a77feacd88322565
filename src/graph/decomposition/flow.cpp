// Sets denser than a component, by the largest flow from loads above the density to loads below it.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include <lode/graph/boost.hpp>

#include "graph/decomposition/load_component.hpp"

namespace lode::detail {
namespace {

/// A density p/q as what every vertex of a component is to have: of[v] = p cost(v), in multiples of 1/scale
/// with scale = q. Where numbers are not exact the scale is 1 and of[v] is rounded, so that the sum of all is
/// that of p/q times all costs.
struct Target {
  double scale = 1.0;
  double numerator = 0.0;
  std::vector<std::int64_t> of;
};

Target lowest_terms(const LoadComponent& component, ExactDensity density) {
  Target target;
  if (!component.exact) return target;
  const auto p = static_cast<std::int64_t>(density.numerator);
  const auto q = static_cast<std::int64_t>(density.denominator);
  const std::int64_t common = std::max<std::int64_t>(std::gcd(p, q), 1);
  // NOLINTBEGIN(bugprone-integer-division): both are multiples of `common`.
  target.numerator = static_cast<double>(p / common);
  target.scale = static_cast<double>(q / common);
  // NOLINTEND(bugprone-integer-division)
  return target;
}

void set_target(const LoadComponent& component, ExactDensity density, Target& target) {
  target.of.reserve(component.size());
  if (component.exact) {
    for (Vertex v = 0; v < component.size(); ++v) {
      target.of.push_back(static_cast<std::int64_t>(target.numerator) *
                          static_cast<std::int64_t>(component.cost_of(v)));
    }
    return;
  }
  // A unit too much is a high density at a vertex of low cost: such vertices get their target
  // rounded down, and the other vertices share the rest.
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
      target.of.push_back(static_cast<std::int64_t>(due(v)));
      continue;
    }
    sum += component.cost_of(v) * rest / costs;
    const std::int64_t next = std::llround(sum);
    target.of.push_back(next - rounded);
    rounded = next;
  }
}

/// Weight and values, without their signs.
double magnitude(const LoadComponent& component) {
  double sum = component.weight.empty() ? static_cast<double>(component.edges.size()) : 0.0;
  for (const double weight : component.weight) sum += weight;
  for (const double base : component.base) sum += std::abs(base);
  return sum;
}

/// True if the numbers of a flow fit into 64 bits.
bool fits(const LoadComponent& component, ExactDensity density, const Target& target) {
  if (magnitude(component) * target.scale >= 0x1p61) return false;
  if (component.cost.empty()) return std::abs(target.numerator) < 0x1p61;
  const double most = *std::max_element(component.cost.begin(), component.cost.end());
  return std::abs(target.scale * density.value()) * most < 0x1p61;
}

/// The network as rows: the vertices, then the source, then the sink.
struct Network {
  std::vector<ArcIndex> offsets;
  std::vector<Vertex> targets;
  std::vector<std::int64_t> capacity;
  std::vector<ArcIndex> forward;  ///< position of the arc u to v of every edge
};

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

  std::int64_t& operator[](const Arc& arc) const { return (*values_)[arc.arc]; }
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

/// The component as a network, in multiples of 1/scale. An edge can move the share of u to v, and the rest
/// back; the source feeds loads above the target. Edges are taken by increasing (u, v), so that every row
/// first gets its smaller ends and then its larger ones.
Network make_network(const LoadComponent& component, const Target& target) {
  const std::size_t n = component.size();
  const auto scale = static_cast<std::int64_t>(target.scale);
  const auto source = static_cast<Vertex>(n);
  const auto sink = static_cast<Vertex>(n + 1);
  std::vector<std::int64_t> excess(n);
  for (Vertex v = 0; v < n; ++v)
    excess[v] = static_cast<std::int64_t>(component.base[v]) * scale - target.of[v];
  std::vector<std::int64_t> share(component.edges.size());
  const auto whole = [&](std::size_t i) { return static_cast<std::int64_t>(component.weight_of(i)) * scale; };
  for (std::size_t i = 0; i < share.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    share[i] = std::min(static_cast<std::int64_t>(std::llround(e.share * target.scale)), whole(i));
    excess[e.u] += share[i];
    excess[e.v] += whole(i) - share[i];
  }
  Network network;
  network.offsets.assign(n + 3, 0);
  const auto count = [&](Vertex v) { ++network.offsets[v + std::size_t{1}]; };
  for (const SplitEdge& e : component.edges) count(e.u), count(e.v);
  for (Vertex v = 0; v < n; ++v) {
    if (excess[v] != 0) count(v), count(excess[v] > 0 ? source : sink);
  }
  std::partial_sum(network.offsets.begin(), network.offsets.end(), network.offsets.begin());
  network.targets.resize(network.offsets.back());
  network.capacity.resize(network.offsets.back());
  network.forward.resize(share.size());
  std::vector<ArcIndex> next(network.offsets.begin(), network.offsets.end() - 1);
  const auto put = [&](Vertex from, Vertex to, std::int64_t capacity) {
    network.targets[next[from]] = to;
    network.capacity[next[from]] = capacity;
    return next[from]++;
  };
  std::vector<std::size_t> order(share.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return std::uint64_t{component.edges[i].u} << 32 | component.edges[i].v;
  });
  for (const std::size_t i : order) {
    const SplitEdge& e = component.edges[i];
    network.forward[i] = put(e.u, e.v, share[i]);
    put(e.v, e.u, whole(i) - share[i]);
  }
  for (Vertex v = 0; v < n; ++v) {
    if (excess[v] == 0) continue;
    const Vertex terminal = excess[v] > 0 ? source : sink;
    put(v, terminal, std::max<std::int64_t>(-excess[v], 0));
    put(terminal, v, std::max<std::int64_t>(excess[v], 0));
  }
  return network;
}

}  // namespace

std::optional<Levels> cut_by_flow(LoadComponent& component, ExactDensity density, const RunContext& run,
                                  double& work) {
  Target target = lowest_terms(component, density);
  if (!fits(component, density, target)) return std::nullopt;
  set_target(component, density, target);
  const std::size_t n = component.size();
  const Network network = make_network(component, target);
  const ArcView view(
      Graph::from_csr({network.offsets, network.targets, {}, {}}, VertexNames(), CsrCheck::trusted));
  std::vector<std::int64_t> residual(network.capacity.size());
  std::vector<Arc> predecessor(n + 2);
  std::vector<boost::default_color_type> color(n + 2);
  std::vector<long> distance(n + 2);
  std::uint64_t reads = 0;
  try {
    if (run.should_stop()) throw FlowStopped();
    boost::boykov_kolmogorov_max_flow(view, arc_values(std::span<const std::int64_t>(network.capacity)),
                                      PolledResiduals(residual, reads, work, run),
                                      get(boost::edge_reverse, view), predecessor.data(), color.data(),
                                      distance.data(), get(boost::vertex_index, view), static_cast<Vertex>(n),
                                      static_cast<Vertex>(n + 1));
  } catch (const FlowStopped&) {
    if (std::isfinite(work)) work = 0.0;
    return std::nullopt;
  }
  work = std::max(0.0, work - static_cast<double>(reads));
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    component.edges[i].share =
        std::min(static_cast<double>(residual[network.forward[i]]) / target.scale, component.weight_of(i));
  }
  recompute_loads(component);
  Levels levels;
  for (Vertex v = 0; v < n; ++v) levels.level.push_back(color[v] == color[n] ? 0 : 1);
  const auto [least, largest] = std::ranges::minmax(levels.level);
  levels.count = least == largest ? 1 : 2;
  return levels;
}

}  // namespace lode::detail
