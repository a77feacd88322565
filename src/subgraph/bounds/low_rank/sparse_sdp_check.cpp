// Checks what is left in certificates of the low-rank bound when vertices go by reserves, and what is proven
// of it. Shares nothing with the solver on purpose.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "subgraph/bounds/low_rank/sparse_check.hpp"
#include "subgraph/bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph {
namespace {

using detail::check_shape;
using detail::checking_low_rank;
using detail::factor_rows;
using detail::lost;
using detail::require_low_rank;

/// What multipliers say of t vertices of their graph, which is not looked at: t lambda + (1 - t/s) u(S), for
/// the t largest u where t <= s, the t smallest beyond.
long double value_of_multipliers(const ClusterMultipliers& m, double eigenvalue, Vertex t) {
  std::vector<double> u = m.vertex;
  std::sort(u.begin(), u.end());
  if (t <= m.s) std::reverse(u.begin(), u.end());
  long double sum = 0.0L;
  long double magnitude = 0.0L;
  for (Vertex i = 0; i < t; ++i) {
    sum += static_cast<long double>(u[i]);
    magnitude += std::abs(static_cast<long double>(u[i]));
  }
  const long double share = (static_cast<long double>(m.s) - t) / m.s;
  const long double first = static_cast<long double>(t) * eigenvalue;
  return first + share * sum + 0x1p-62L * (t + 8.0L) * (std::abs(first) + std::abs(share) * magnitude);
}

/// What is proven inside what a reduction leaves.
long double value_left(const Graph& left, const SparseSdpCertificate& certificate, Vertex t,
                       const RunContext& run) {
  if (t > left.num_vertices() || left.num_edges() == 0) return 0.0L;
  const bool of_rest =
      t < certificate.rest_of.size() && certificate.rest_of[t] != SparseSdpCertificate::no_rest;
  if (of_rest) {
    require_low_rank(certificate.rest_of[t] < certificate.rest.size(), "a part of the rest does not exist");
    SdpCertificate rest = certificate.rest[certificate.rest_of[t]];
    require_low_rank(rest.s == t || (rest.stages.size() == 1 && !rest.tree),
                     "multipliers of several stages prove one size only");
    rest.s = t;
    return check_sdp_certificate(left, t, rest, run);
  }
  require_low_rank(!certificate.multipliers.vertex.empty(),
                   fmt::format("nothing is proven of {} vertices of the rest", t));
  check_shape(left, certificate.multipliers, certificate.eigenvalue);
  return value_of_multipliers(certificate.multipliers, certificate.eigenvalue, t);
}

/// Z = tI - M as a packed lower triangle in rows, factored; the inverse's columns by it.
class CheckedReserves {
 public:
  CheckedReserves(const Graph& graph, const SparseSdpStage& stage, const RunContext& run)
      : graph_(graph), m_(stage.multipliers), run_(run) {
    require_low_rank(
        fill(stage.eigenvalue) && factor_rows(rows_, [&] { run_.require_time(checking_low_rank); }),
        fmt::format("a stage's multipliers have an eigenvalue above {}", stage.eigenvalue));
  }

  /// What holding each of these vertices takes off the weight of a set, at least.
  std::vector<long double> reserves(const VertexSet& vertices) const;

 private:
  bool fill(double t);

  static constexpr std::size_t lanes = 16;

  const Graph& graph_;
  const ClusterMultipliers& m_;
  const RunContext& run_;
  std::vector<std::vector<double>> rows_;
  double trace_ = 0.0;
};

/// Z less what its entries and its factorisation may lose; false where its diagonal is not positive.
bool CheckedReserves::fill(double t) {
  const std::size_t n = graph_.num_vertices();
  rows_.resize(n);
  std::vector<double> diagonal(n);
  for (std::size_t i = 0; i < n; ++i) {
    run_.require_time(checking_low_rank);
    const double* const theta = m_.between.data() + m_.cluster[i] * m_.clusters;
    rows_[i].resize(i + 1);
    for (std::size_t j = 0; j <= i; ++j) {
      rows_[i][j] = -(theta[m_.cluster[j]] / 2.0 + (m_.vertex[i] + m_.vertex[j]) / (2.0 * m_.s));
    }
    diagonal[i] = std::abs(t) + 2.0 * std::abs(m_.vertex[i]);
    rows_[i][i] += t + m_.vertex[i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
      const std::size_t j = graph_.targets()[arc];
      rows_[i][i] -= m_.arc[arc];
      diagonal[i] += m_.arc[arc];
      // Both arcs of an edge take a half of what M has there.
      const double theta = m_.between[m_.cluster[i] * m_.clusters + m_.cluster[j]];
      rows_[std::max(i, j)][std::min(i, j)] +=
          0.5 * m_.arc[arc] + 0.25 * theta - 0.25 * graph_.arc_weight(arc);
    }
  }
  // An entry is a sum of parts of magnitudes that these squares bound, rounded a few times; that of the
  // diagonal as often as the vertex has neighbours.
  double square = 0.0;
  double weights = 0.0;
  double lost_diagonal = 0.0;
  double most_theta = 0.0;
  double length = 0.0;
  for (const double x : m_.between) most_theta = std::max(most_theta, x);
  for (std::size_t i = 0; i < n; ++i) {
    if (!(rows_[i][i] > 0.0)) return false;
    trace_ += rows_[i][i];
    length = std::hypot(length, m_.vertex[i]);
    lost_diagonal = std::max(
        lost_diagonal, diagonal[i] * lost(static_cast<double>(graph_.degree(static_cast<Vertex>(i))) + 4.0));
    for (const double x : rows_[i]) square += 2.0 * x * x;
    for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
      const double part = graph_.arc_weight(arc) + 2.0 * m_.arc[arc];
      weights += part * part;
    }
  }
  const auto size = static_cast<double>(n);
  const double parts = size * most_theta + 2.0 * length * std::sqrt(size) / m_.s + 2.0 * std::sqrt(weights);
  const double taken = lost_diagonal + lost(16.0) * parts + 2.0 * lost(size) * (trace_ + std::sqrt(square));
  for (std::size_t i = 0; i < n; ++i) rows_[i][i] -= taken;
  return true;
}

/// By columns q of the inverse of the factor: |L'x| >= 1/|q| - lost |L|_F sqrt(s), as in reserves.hpp.
std::vector<long double> CheckedReserves::reserves(const VertexSet& vertices) const {
  const std::size_t n = rows_.size();
  const double loss = lost(static_cast<double>(n)) * std::sqrt(1.01 * trace_ * m_.s);
  std::vector<long double> all;
  std::vector<double> q(n * lanes);
  for (std::size_t first = 0; first < vertices.size(); first += lanes) {
    run_.require_time(checking_low_rank);
    const std::size_t columns = std::min(lanes, vertices.size() - first);
    const std::size_t begin = vertices[first];  // they increase
    std::fill(q.begin(), q.end(), 0.0);
    double squares[lanes] = {};
    for (std::size_t i = begin; i < n; ++i) {
      double sums[lanes] = {};
      for (std::size_t k = 0; k < columns; ++k) sums[k] = vertices[first + k] == i ? 1.0 : 0.0;
      const double* const row = rows_[i].data();
      for (std::size_t j = begin; j < i; ++j) {
        for (std::size_t k = 0; k < lanes; ++k) sums[k] -= row[j] * q[j * lanes + k];
      }
      for (std::size_t k = 0; k < lanes; ++k) {
        q[i * lanes + k] = sums[k] / row[i];
        squares[k] += q[i * lanes + k] * q[i * lanes + k];
      }
    }
    for (std::size_t k = 0; k < columns; ++k) {
      const double length = 1.0 / std::sqrt(squares[k]) - loss;
      all.push_back(length > 0.0 ? length * length * (1.0L - 1e-10L) : 0.0L);
    }
  }
  return all;
}

bool increases(const VertexSet& vertices) {
  return std::adjacent_find(vertices.begin(), vertices.end(), std::greater_equal<>()) == vertices.end();
}

/// Takes out those of `light` that weigh at most `peel` towards the others that are left; what is not one of
/// them in the end is returned.
VertexSet not_peeled(const Graph& graph, std::vector<char>& left, VertexSet light, Weight peel) {
  for (bool moved = peel > 0.0; moved;) {
    moved = std::erase_if(light, [&](Vertex v) {
              long double towards = 0.0L;
              graph.for_each_neighbor(v, [&](Vertex u, Weight weight) { towards += left[u] ? weight : 0.0; });
              if (!graph.integral()) towards *= 1.0L + 0x1p-62L * (graph.degree(v) + 1.0L);
              if (towards > static_cast<long double>(peel)) return false;
              left[v] = 0;
              return true;
            }) > 0;
  }
  return light;
}

/// That every vertex of a stage which the next one lacks may go.
void check_stage(const Graph& graph, const SparseReduction& reduction, std::size_t number,
                 const VertexSet& next, const RunContext& run) {
  const SparseSdpStage& stage = reduction.stages[number];
  require_low_rank(std::includes(stage.vertices.begin(), stage.vertices.end(), next.begin(), next.end()),
                   "a stage holds a vertex that was let go before");
  const Graph part = induced_subgraph(graph, stage.vertices);
  const ClusterMultipliers& m = stage.multipliers;
  check_shape(part, m, stage.eigenvalue);
  require_low_rank(m.s + std::size_t{1} == reduction.goals.size(), "a stage is for sets of another size");
  long double needed = 0.0L;
  for (Vertex t = 1; t <= m.s; ++t) {
    const long double goal = reduction.goals[t];
    const long double value = value_of_multipliers(m, stage.eigenvalue, t);
    const long double least =
        graph.integral() ? std::floor(goal) + 1.0L - 1e-9L * (1.0L + std::abs(goal)) : goal;
    if (std::isfinite(goal)) needed = std::max(needed, value - least);
  }
  std::vector<char> left(part.num_vertices(), 1);
  VertexSet going;
  for (Vertex v = 0; v < part.num_vertices(); ++v) {
    if (!std::binary_search(next.begin(), next.end(), stage.vertices[v])) going.push_back(v);
  }
  const std::vector<long double> reserves = CheckedReserves(part, stage, run).reserves(going);
  VertexSet light;
  for (std::size_t i = 0; i < going.size(); ++i) {
    if (reserves[i] >= needed && needed >= 0.0L) {
      left[going[i]] = 0;
    } else {
      light.push_back(going[i]);
    }
  }
  const VertexSet kept = not_peeled(part, left, std::move(light), reduction.peel);
  if (!kept.empty()) {
    require_low_rank(false,
                     fmt::format("stage {} does not let vertex {} go", number + 1, part.name(kept.front())));
  }
}

}  // namespace

void check_sparse_sdp_reduction(const Graph& graph, Weight outside, const SparseSdpCertificate& certificate,
                                const RunContext& run) {
  if (!certificate.reduction) {
    require_low_rank(certificate.rest.empty() && certificate.rest_of.empty(),
                     "there is a rest of what is not reduced");
    return;
  }
  const SparseReduction& reduction = *certificate.reduction;
  require_low_rank(reduction.peel >= 0.0 && reduction.peel <= outside,
                   "vertices are peeled that weigh more than what is outside");
  require_low_rank(reduction.goals.size() > 1 && !reduction.stages.empty(),
                   "a reduction has no goals or stages");
  for (const double goal : reduction.goals) {
    require_low_rank(goal >= 0.0, "a goal is not a number >= 0");
  }
  for (std::size_t i = 0; i <= reduction.stages.size(); ++i) {
    const VertexSet& vertices = i < reduction.stages.size() ? reduction.stages[i].vertices : reduction.left;
    require_low_rank(increases(vertices) && (vertices.empty() || vertices.back() < graph.num_vertices()),
                     "the vertices of a stage do not increase, or do not exist");
    require_low_rank(i > 0 || vertices.size() == graph.num_vertices(),
                     "a reduction does not begin with every vertex");
  }
  for (std::size_t i = 0; i < reduction.stages.size(); ++i) {
    const bool last = i + 1 == reduction.stages.size();
    check_stage(graph, reduction, i, last ? reduction.left : reduction.stages[i + 1].vertices, run);
  }
}

long double checked_sparse_sdp_value(const Graph& graph, const SparseSdpCertificate& certificate, Vertex t,
                                     const RunContext& run) {
  require_low_rank(t >= 1 && t <= graph.num_vertices(), "a part has fewer vertices than a set of a step");
  long double value = 0.0L;
  if (certificate.reduction) {
    const SparseReduction& reduction = *certificate.reduction;
    if (t >= reduction.goals.size() || !std::isfinite(reduction.goals[t])) return HUGE_VALL;
    const Graph left = induced_subgraph(graph, reduction.left);
    value = std::max(static_cast<long double>(reduction.goals[t]), value_left(left, certificate, t, run));
  } else {
    check_shape(graph, certificate.multipliers, certificate.eigenvalue);
    value = value_of_multipliers(certificate.multipliers, certificate.eigenvalue, t);
  }
  return graph.integral() ? std::floor(value) : value;
}

}  // namespace lode::subgraph
