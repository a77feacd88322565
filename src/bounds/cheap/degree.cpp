#include "bounds/cheap/degree.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/rounding.hpp"
#include "bounds/cheap/sizes.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

/// Every row's weights in falling order, on the graph's offsets.
std::vector<Weight> sorted_rows(const Graph& graph) {
  std::vector<Weight> sorted(graph.weights().begin(), graph.weights().end());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(graph.offsets()[v]),
              sorted.begin() + static_cast<std::ptrdiff_t>(graph.offsets()[v + 1]), std::greater<>());
  }
  return sorted;
}

/// Sums over the s largest of min(degree, s - 1), by one order of the `most` largest degrees for all s.
class CappedDegrees {
 public:
  CappedDegrees(const Graph& graph, Vertex most) : sums_{0} {
    std::vector<Vertex> vertices_of(graph.max_degree() + std::size_t{1}, 0);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) ++vertices_of[graph.degree(v)];
    falling_.reserve(most);
    for (std::size_t d = vertices_of.size(); d-- > 0;) {
      falling_.insert(falling_.end(), std::min<std::size_t>(vertices_of[d], most - falling_.size()),
                      static_cast<Vertex>(d));
    }
    sums_.reserve(falling_.size() + 1);
    for (const Vertex degree : falling_) sums_.push_back(sums_.back() + degree);
  }
  EdgeCount sum(Vertex s) const {
    const auto capped = static_cast<EdgeCount>(
        std::partition_point(falling_.begin(), falling_.begin() + s, [&](Vertex d) { return d >= s - 1; }) -
        falling_.begin());
    return capped * (s - EdgeCount{1}) + sums_[s] - sums_[capped];
  }

 private:
  std::vector<Vertex> falling_;
  std::vector<EdgeCount> sums_;
};

/// Sums over the s vertices of largest strength and value: the s - 1 largest weights at a vertex, 1 each
/// without weights, and twice what it adds on its own.
class CappedStrengths {
 public:
  CappedStrengths(const Graph& graph, const VertexValues& values)
      : graph_(graph),
        values_(values),
        sorted_(graph.weighted() ? sorted_rows(graph) : std::vector<Weight>()),
        capped_(graph.num_vertices()) {}
  long double sum(Vertex s) {
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      const Vertex edges = std::min(graph_.degree(v), s - 1);
      const Weight* row = sorted_.data() + (graph_.weighted() ? graph_.offsets()[v] : 0);
      const double towards = graph_.weighted() ? std::accumulate(row, row + edges, 0.0) : edges;
      capped_[v] = towards + (values_.empty() ? 0.0L : 2.0L * values_[v]);
    }
    std::nth_element(capped_.begin(), capped_.begin() + (s - 1), capped_.end(), std::greater<>());
    // Twice an integral total may need 54 bits.
    return std::accumulate(capped_.begin(), capped_.begin() + s, 0.0L);
  }

 private:
  const Graph& graph_;
  const VertexValues& values_;
  std::vector<Weight> sorted_;
  std::vector<long double> capped_;
};

/// Terms are not negative. Where vertices have values there are twice the additions of the sums without.
std::vector<Bound> valued_degree_bounds(const Graph& graph, const VertexValues& values,
                                        std::span<const Vertex> sizes, const RunContext& run) {
  detail::check_sizes(graph, sizes);
  const bool plain = !graph.weighted() && values.empty();
  double start = run.elapsed();
  std::optional<CappedDegrees> degrees;
  std::optional<CappedStrengths> strengths;
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    const bool stopped = !plain && !bounds.empty() && run.should_stop();
    if (stopped && !values.empty()) break;
    long double twice = 2.0L * graph.total_weight();
    if (plain) {
      if (!degrees) degrees.emplace(graph, *std::ranges::max_element(sizes));
      twice = static_cast<long double>(degrees->sum(s));
    } else if (!stopped) {
      if (!strengths) strengths.emplace(graph, values);
      twice = strengths->sum(s);
    }
    const double additions = (values.empty() ? 1.0 : 2.0) *
                             std::min(static_cast<double>(s) * s, static_cast<double>(graph.num_arcs()) + s);
    const double now = run.elapsed();
    bounds.push_back(
        {"degree", s, detail::safe_upper(graph, static_cast<double>(twice / 2), additions), now - start});
    start = now;
  }
  return bounds;
}

}  // namespace

std::vector<Bound> degree_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return valued_degree_bounds(graph, {}, sizes, run);
}

namespace {

std::optional<detail::ProofSum> check_degree_step(const detail::CertificateCheck& check,
                                                  const detail::ClaimedStep& claimed) {
  using detail::ProofSum;
  const Vertex s = claimed.step.s;
  std::vector<ProofSum> capped(check.num_vertices());
  for (Vertex v = 0; v < check.num_vertices(); ++v) {
    std::vector<Weight> row;
    check.graph().for_each_neighbor(v, [&](Vertex, Weight w) { row.push_back(w); });
    capped[v] = check.sum_of_largest(std::move(row), s - 1) + 2 * check.value(v);
  }
  std::sort(capped.begin(), capped.end(), std::greater<>());
  const ProofSum twice = std::accumulate(capped.begin(), capped.begin() + s, ProofSum{0});
  return check.at_most(twice / 2, check.terms(EdgeCount{s} * s) + 2.0L * s);
}

constexpr ProofRule degree_proof = {.name = "degree", .check = check_degree_step};

void propose_degree(BoundLedger& ledger, Findings&, const BoundRequest&, const RunContext& run) {
  ledger.offer(degree_proof,
               valued_degree_bounds(ledger.graph(), ledger.vertex_values(), ledger.sizes(), run));
}

}  // namespace

constexpr BoundRule degree_rule = {
    .name = "degree",
    .statement = "A set weighs no more than half the sum of the s largest degrees, each counted up to s-1",
    .cost = "O(n) for each size, with weights O(n + m)",
    .source = "immediate",
    .compute = degree_bounds,
    .propose = propose_degree,
    .takes_values = true,
    .proofs = {&degree_proof}};

}  // namespace lode::subgraph
