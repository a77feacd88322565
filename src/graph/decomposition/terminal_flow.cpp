#include "graph/decomposition/terminal_flow.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include <lode/graph/boost.hpp>

namespace lode::detail {
namespace {

/// The network as rows: the vertices, then the source, then the sink.
struct Network {
  std::vector<ArcIndex> offsets;
  std::vector<Vertex> targets;
  std::vector<std::int64_t> capacity;
  std::vector<ArcIndex> forward;  ///< position of the arc u to v of every edge
};

/// Stands for the end of a run inside Boost's algorithm.
struct FlowStopped {};

/// The residual of every arc. Reading one looks at the run every now and then, and throws FlowStopped.
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

/// Takes the edges by increasing (u, v), so that every row first gets its smaller ends and then its larger
/// ones.
Network make_network(std::span<const std::int64_t> supply, std::span<const FlowEdge> edges) {
  const std::size_t n = supply.size();
  const auto source = static_cast<Vertex>(n);
  const auto sink = static_cast<Vertex>(n + 1);
  Network network;
  network.offsets.assign(n + 3, 0);
  const auto count = [&](Vertex v) { ++network.offsets[v + std::size_t{1}]; };
  for (const FlowEdge& e : edges) count(e.u), count(e.v);
  for (Vertex v = 0; v < n; ++v) {
    if (supply[v] != 0) count(v), count(supply[v] > 0 ? source : sink);
  }
  for (std::size_t v = 0; v < n + 2; ++v) network.offsets[v + 1] += network.offsets[v];
  network.targets.resize(network.offsets.back());
  network.capacity.resize(network.offsets.back());
  network.forward.resize(edges.size());
  std::vector<ArcIndex> next(network.offsets.begin(), network.offsets.end() - 1);
  const auto put = [&](Vertex from, Vertex to, std::int64_t capacity) {
    network.targets[next[from]] = to;
    network.capacity[next[from]] = capacity;
    return next[from]++;
  };
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::uint64_t{edges[i].u} << 32 | edges[i].v; });
  for (const std::size_t i : order) {
    const FlowEdge& e = edges[i];
    network.forward[i] = put(e.u, e.v, e.forward);
    put(e.v, e.u, e.backward);
  }
  for (Vertex v = 0; v < n; ++v) {
    if (supply[v] == 0) continue;
    const Vertex terminal = supply[v] > 0 ? source : sink;
    put(v, terminal, std::max<std::int64_t>(-supply[v], 0));
    put(terminal, v, std::max<std::int64_t>(supply[v], 0));
  }
  return network;
}

}  // namespace

std::optional<TerminalFlow> terminal_flow(std::span<const std::int64_t> supply,
                                          std::span<const FlowEdge> edges, double most_reads,
                                          const RunContext& run) {
  const std::size_t n = supply.size();
  const Network network = make_network(supply, edges);
  const ArcView view(
      Graph::from_csr({network.offsets, network.targets, {}, {}}, VertexNames(), CsrCheck::trusted));
  std::vector<std::int64_t> residual(network.capacity.size());
  std::vector<Arc> predecessor(n + 2);
  std::vector<boost::default_color_type> color(n + 2);
  std::vector<long> distance(n + 2);
  std::uint64_t reads = 0;
  if (run.should_stop()) return std::nullopt;
  try {
    boost::boykov_kolmogorov_max_flow(view, arc_values(std::span<const std::int64_t>(network.capacity)),
                                      PolledResiduals(residual, reads, most_reads, run),
                                      get(boost::edge_reverse, view), predecessor.data(), color.data(),
                                      distance.data(), get(boost::vertex_index, view), static_cast<Vertex>(n),
                                      static_cast<Vertex>(n + 1));
  } catch (const FlowStopped&) {
    return std::nullopt;
  }

  TerminalFlow flow;
  flow.reads = reads;
  flow.side.reserve(n);
  for (Vertex v = 0; v < n; ++v) {
    flow.side.push_back(color[v] == color[n]       ? FlowSide::source
                        : color[v] == color[n + 1] ? FlowSide::sink
                                                   : FlowSide::free);
  }
  flow.forward.reserve(edges.size());
  for (const ArcIndex arc : network.forward) flow.forward.push_back(residual[arc]);
  return flow;
}

}  // namespace lode::detail
