// Checks certificates of the doubly non-negative bound. Shares nothing with the solver on purpose.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/bounds/certificate/factorisation.hpp"
#include "subgraph/bounds/certificate/tree_check.hpp"
#include "subgraph/bounds/sdp/sdp.hpp"

namespace lode::subgraph {
namespace {

[[noreturn]] void refute(std::size_t stage, const std::string& why) {
  throw VerificationError("stage " + std::to_string(stage + 1) + " of the certificate " + why);
}

/// What a factorisation of tI - Z shows, Z the symmetric part of U.
struct ShownEigenvalue {
  double eigenvalue =
      HUGE_VAL;  ///< lambda_max(Z) is proven not to exceed this; infinite when t shows nothing
  detail::CheckedSquare factor;  ///< its lower triangle; no entries when the matrix is zero
  double trace = 0.0;            ///< of tI - Z
};

ShownEigenvalue shown_eigenvalue(const detail::CheckedSquare& u, double t, const RunContext& run) {
  const double n = static_cast<double>(u.n);
  ShownEigenvalue shown;
  detail::CheckedSquare shifted = u;
  double largest = 0.0;
  for (std::size_t i = 0; i < u.n; ++i) {
    for (std::size_t j = 0; j < u.n; ++j) {
      shifted.entries[i * u.n + j] = (i == j ? t : 0.0) - (u.at(i, j) + u.at(j, i)) / 2.0;
      largest = std::max(largest, std::abs(shifted.at(i, j)));
    }
    shown.trace += shifted.at(i, i);
  }
  if (largest == 0.0) {
    shown.eigenvalue = t;
    return shown;
  }
  if (!(shown.trace >= 0.0)) return shown;
  for (std::size_t i = 0; i < u.n; ++i) shifted.entries[i * u.n + i] -= (n + 2.0) * DBL_EPSILON * shown.trace;
  if (!detail::checked_cholesky(shifted, run)) return shown;
  shown.eigenvalue = t + (n + 2.0) * DBL_EPSILON * (largest + std::abs(t));
  shown.factor = std::move(shifted);
  return shown;
}

/// The s largest of the r_i for sets of s vertices, and s times the eigenvalue.
double bound_of(const detail::CheckedSquare& c, Vertex s, double eigenvalue, std::vector<double>& rows) {
  rows.clear();
  std::vector<double> others;
  for (std::size_t i = 0; i < c.n; ++i) {
    others.clear();
    double largest = std::abs(c.at(i, i));
    for (std::size_t j = 0; j < c.n; ++j) {
      if (j != i) others.push_back(c.at(i, j));
      largest = std::max(largest, std::abs(c.at(i, j)));
    }
    std::sort(others.begin(), others.end(), std::greater<>());
    const double sum = std::accumulate(others.begin(), others.begin() + (s - 1), c.at(i, i));
    rows.push_back(sum + s * (s + 2.0) * DBL_EPSILON * largest);
  }
  std::vector<double> terms = rows;
  std::sort(terms.begin(), terms.end(), std::greater<>());
  terms.resize(s);
  terms.push_back(s * eigenvalue);
  double sum = 0.0;
  double magnitude = 0.0;
  for (const double term : terms) {
    sum += term;
    magnitude += std::abs(term);
  }
  return sum + (s + 3.0) * DBL_EPSILON * magnitude;
}

/// Column `own` of the inverse of the lower triangle of `factor`, by forward substitution; its length.
double inverse_column_length(const detail::CheckedSquare& factor, std::size_t own) {
  std::vector<double> q(factor.n, 0.0);
  double squares = 0.0;
  for (std::size_t i = own; i < factor.n; ++i) {
    double sum = i == own ? 1.0 : 0.0;
    for (std::size_t j = own; j < i; ++j) sum -= factor.at(i, j) * q[j];
    q[i] = sum / factor.at(i, i);
    squares += q[i] * q[i];
  }
  return std::sqrt(squares);
}

/// What one stage proves of the sets inside it.
struct StageBounds {
  double all = 0.0;              ///< every set of s vertices
  double smaller = 0.0;          ///< every set of s - 1
  std::vector<double> relief;    ///< a set of s that holds the vertex: so much less than `all`
  double with_reserve = 0.0;     ///< every set of s, before its reserve
  double reserve_loss = 0.0;     ///< of the length whose square a reserve is, by rounding
  detail::CheckedSquare factor;  ///< of the matrix that reserves are of; no entries without
};

/// Of a vertex; 0 where they have none.
double stage_value(std::span<const Weight> values, Vertex v) { return values.empty() ? 0.0 : values[v]; }

StageBounds bounds_of(const Graph& graph, std::span<const Weight> values, Vertex s, const SdpStage& stage,
                      std::size_t number, const RunContext& run) {
  const Graph part = induced_subgraph(graph, stage.vertices);
  detail::CheckedSquare u{part.num_vertices(), stage.multipliers};
  if (u.entries.size() != u.n * u.n) refute(number, "does not have one multiplier per pair of vertices");
  for (const double value : u.entries) {
    if (!std::isfinite(value)) refute(number, "has a multiplier that is not a number");
  }
  const double eigenvalue = shown_eigenvalue(u, stage.eigenvalue, run).eigenvalue;
  if (!(eigenvalue < HUGE_VAL)) refute(number, "does not bound the largest eigenvalue");
  detail::CheckedSquare c{u.n, {}};
  for (const double value : u.entries) c.entries.push_back(-value);
  for (Vertex v = 0; v < u.n; ++v) {
    c.entries[v * u.n + v] += stage_value(values, stage.vertices[v]);
    part.for_each_neighbor(v, [&](Vertex w, Weight weight) { c.entries[v * u.n + w] += weight / 2.0; });
  }
  StageBounds bounds;
  std::vector<double> rows;
  if (s > 1) bounds.smaller = bound_of(c, s - 1, eigenvalue, rows);
  bounds.all = bound_of(c, s, eigenvalue, rows);
  std::vector<double> sorted = rows;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  for (const double row : rows) bounds.relief.push_back(std::max(0.0, sorted[s - 1] - row));
  if (stage.reserve_shift == 0.0) return bounds;
  if (!(stage.reserve_shift > 0.0)) refute(number, "has a shift that is not a number >= 0");
  ShownEigenvalue shown = shown_eigenvalue(u, stage.eigenvalue + stage.reserve_shift, run);
  if (!(shown.eigenvalue < HUGE_VAL)) refute(number, "does not bound the largest eigenvalue with its shift");
  bounds.with_reserve = bound_of(c, s, shown.eigenvalue, rows);
  bounds.reserve_loss = (static_cast<double>(u.n) + 4.0) * 2.0 * DBL_EPSILON * std::sqrt(s * shown.trace);
  bounds.factor = std::move(shown.factor);
  return bounds;
}

/// No set that holds the vertex at place `i` of the stage weighs more.
double bound_with(const StageBounds& bounds, std::size_t i) {
  const double by_row = bounds.all - bounds.relief[i];
  if (bounds.factor.entries.empty()) return by_row;
  const double length = 1.0 / inverse_column_length(bounds.factor, i) - bounds.reserve_loss;
  const double reserve = length > 0.0 ? length * length * (1.0 - 8.0 * DBL_EPSILON) : 0.0;
  return std::min(by_row, bounds.with_reserve - bounds.relief[i] - reserve);
}

/// Checks that no set of weight above `limit` holds a vertex that the next stage lacks.
void check_step(const Graph& graph, std::span<const Weight> values, const SdpStage& stage,
                const StageBounds& bounds, const VertexSet& next, double limit, std::size_t number) {
  std::vector<char> left(graph.num_vertices(), 0);
  std::vector<Vertex> leaving;
  for (const Vertex v : stage.vertices) left[v] = 1;
  if (!std::includes(stage.vertices.begin(), stage.vertices.end(), next.begin(), next.end())) {
    refute(number + 1, "holds a vertex that the stage before had let go");
  }
  for (std::size_t i = 0; i < stage.vertices.size(); ++i) {
    const Vertex v = stage.vertices[i];
    if (std::binary_search(next.begin(), next.end(), v)) continue;
    if (bound_with(bounds, i) <= limit) {
      left[v] = 0;
    } else {
      leaving.push_back(v);
    }
  }
  for (bool moved = true; moved;) {
    moved = std::erase_if(leaving, [&](Vertex v) {
              double towards = stage_value(values, v);
              graph.for_each_neighbor(v, [&](Vertex u, Weight weight) { towards += left[u] ? weight : 0.0; });
              towards *=
                  1.0 + (static_cast<double>(graph.degree(v)) + (values.empty() ? 0.0 : 1.0)) * DBL_EPSILON;
              if (bounds.smaller + towards > limit) return false;
              left[v] = 0;
              return true;
            }) > 0;
  }
  if (!leaving.empty()) refute(number, "does not let vertex " + graph.name(leaving.front()) + " go");
}

/// The problem of the search behind the last stage.
detail::DenseProblem searched_problem(const Graph& graph, std::span<const Weight> values, Vertex s,
                                      const VertexSet& vertices) {
  const Graph part = induced_subgraph(graph, vertices);
  detail::DenseProblem problem;
  problem.n = part.num_vertices();
  problem.weights.assign(problem.n * problem.n, 0.0);
  problem.linear.assign(problem.n, 0.0);
  problem.s = s;
  problem.integral = graph.integral();
  for (Vertex v = 0; v < problem.n; ++v) {
    problem.linear[v] = stage_value(values, vertices[v]);
    part.for_each_neighbor(v, [&](Vertex u, Weight weight) { problem.weights[v * problem.n + u] = weight; });
  }
  return problem;
}

double rounded_up(detail::ProofSum value) {
  const auto near = static_cast<double>(value);
  return near >= value ? near : std::nextafter(near, HUGE_VAL);
}

}  // namespace

double check_sdp_certificate(const Graph& graph, Vertex s, const SdpCertificate& certificate,
                             const RunContext& run, std::span<const Weight> values) {
  const std::vector<SdpStage>& stages = certificate.stages;
  if (certificate.s != s) {
    throw VerificationError("the certificate is for s = " + std::to_string(certificate.s));
  }
  if (!(certificate.incumbent >= 0.0))
    throw VerificationError("the certificate's incumbent is no number >= 0");
  if (s < 1 || s > graph.num_vertices() || stages.empty() ||
      stages.front().vertices.size() != graph.num_vertices()) {
    throw VerificationError("the certificate does not begin with every vertex of the graph");
  }
  // Weights that are integers leave no room between the incumbent and the next one.
  const double incumbent = certificate.incumbent;
  const double limit = graph.integral() ? std::nextafter(std::floor(incumbent) + 1.0, 0.0) : incumbent;
  for (std::size_t i = 0;; ++i) {
    const VertexSet& vertices = stages[i].vertices;
    if (std::adjacent_find(vertices.begin(), vertices.end(), std::greater_equal<>()) != vertices.end()) {
      refute(i, "does not list its vertices in increasing order");
    }
    if (!vertices.empty() && vertices.back() >= graph.num_vertices()) {
      refute(i, "lists a vertex that the graph does not have");
    }
    if (stages[i].vertices.size() < s && i > 0) return incumbent;
    if (i + 1 == stages.size() && certificate.tree) {
      const detail::ProofSum bound = detail::check_search_tree(searched_problem(graph, values, s, vertices),
                                                               incumbent, *certificate.tree, run);
      return rounded_up(bound);
    }
    const StageBounds bounds = bounds_of(graph, values, s, stages[i], i, run);
    if (i + 1 == stages.size()) {
      return std::max(incumbent, graph.integral() ? std::floor(bounds.all) : bounds.all);
    }
    check_step(graph, values, stages[i], bounds, stages[i + 1].vertices, limit, i);
  }
}

}  // namespace lode::subgraph
