// Checks certificates of the doubly non-negative bound. Shares nothing with the solver on purpose.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/bounds/sdp/sdp.hpp"

namespace lode::subgraph {
namespace {

/// Row by row, n x n.
struct Square {
  std::size_t n = 0;
  std::vector<double> entries;
  double at(std::size_t i, std::size_t j) const { return entries[i * n + j]; }
};

[[noreturn]] void refute(std::size_t stage, const std::string& why) {
  throw VerificationError("stage " + std::to_string(stage + 1) + " of the certificate " + why);
}

constexpr std::string_view checking_stages = "checking the certificate";

/// Cholesky's algorithm, row by row; true if every pivot is positive. The lower triangle is overwritten.
bool factorises(Square& a, const RunContext& run) {
  const std::size_t n = a.n;
  for (std::size_t i = 0; i < n; ++i) {
    run.require_time(checking_stages);
    double* row = a.entries.data() + i * n;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = a.entries.data() + j * n;
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      if (j < i) {
        row[j] = sum / other[j];
      } else if (sum > 0.0) {
        row[j] = std::sqrt(sum);
      } else {
        return false;
      }
    }
  }
  return true;
}

/// A number that lambda_max of the symmetric part of U is proven not to exceed; infinity when `t` is not.
double checked_eigenvalue(const Square& u, double t, const RunContext& run) {
  const double n = static_cast<double>(u.n);
  Square shifted = u;
  double largest = 0.0;
  double trace = 0.0;
  for (std::size_t i = 0; i < u.n; ++i) {
    for (std::size_t j = 0; j < u.n; ++j) {
      shifted.entries[i * u.n + j] = (i == j ? t : 0.0) - (u.at(i, j) + u.at(j, i)) / 2.0;
      largest = std::max(largest, std::abs(shifted.at(i, j)));
    }
    trace += shifted.at(i, i);
  }
  if (largest == 0.0) return t;
  if (!(trace >= 0.0)) return HUGE_VAL;
  for (std::size_t i = 0; i < u.n; ++i) shifted.entries[i * u.n + i] -= (n + 2.0) * DBL_EPSILON * trace;
  if (!factorises(shifted, run)) return HUGE_VAL;
  return t + (n + 2.0) * DBL_EPSILON * (largest + std::abs(t));
}

/// The s largest of the r_i for sets of s vertices, and s times the eigenvalue.
double bound_of(const Square& c, Vertex s, double eigenvalue, std::vector<double>& rows) {
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

/// What one stage proves of the sets inside it.
struct StageBounds {
  double all = 0.0;          ///< every set of s vertices
  double smaller = 0.0;      ///< every set of s - 1
  std::vector<double> with;  ///< every set of s that holds the vertex
};

StageBounds bounds_of(const Graph& graph, Vertex s, const SdpStage& stage, std::size_t number,
                      const RunContext& run) {
  const Graph part = induced_subgraph(graph, stage.vertices);
  Square u{part.num_vertices(), stage.multipliers};
  if (u.entries.size() != u.n * u.n) refute(number, "does not have one multiplier per pair of vertices");
  for (const double value : u.entries) {
    if (!std::isfinite(value)) refute(number, "has a multiplier that is not a number");
  }
  const double eigenvalue = checked_eigenvalue(u, stage.eigenvalue, run);
  if (!(eigenvalue < HUGE_VAL)) refute(number, "does not bound the largest eigenvalue");
  Square c{u.n, {}};
  for (const double value : u.entries) c.entries.push_back(-value);
  for (Vertex v = 0; v < u.n; ++v) {
    part.for_each_neighbor(v, [&](Vertex w, Weight weight) { c.entries[v * u.n + w] += weight / 2.0; });
  }
  StageBounds bounds;
  std::vector<double> rows;
  if (s > 1) bounds.smaller = bound_of(c, s - 1, eigenvalue, rows);
  bounds.all = bound_of(c, s, eigenvalue, rows);
  std::vector<double> sorted = rows;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  for (const double row : rows) bounds.with.push_back(bounds.all - std::max(0.0, sorted[s - 1] - row));
  return bounds;
}

/// Checks that no set of weight above `limit` holds a vertex that the next stage lacks.
void check_step(const Graph& graph, const SdpStage& stage, const StageBounds& bounds, const VertexSet& next,
                double limit, std::size_t number) {
  std::vector<char> left(graph.num_vertices(), 0);
  std::vector<Vertex> leaving;
  for (const Vertex v : stage.vertices) left[v] = 1;
  if (!std::includes(stage.vertices.begin(), stage.vertices.end(), next.begin(), next.end())) {
    refute(number + 1, "holds a vertex that the stage before had let go");
  }
  for (std::size_t i = 0; i < stage.vertices.size(); ++i) {
    const Vertex v = stage.vertices[i];
    if (std::binary_search(next.begin(), next.end(), v)) continue;
    if (bounds.with[i] <= limit) {
      left[v] = 0;
    } else {
      leaving.push_back(v);
    }
  }
  for (bool moved = true; moved;) {
    moved = std::erase_if(leaving, [&](Vertex v) {
              double towards = 0.0;
              graph.for_each_neighbor(v, [&](Vertex u, Weight weight) { towards += left[u] ? weight : 0.0; });
              towards *= 1.0 + static_cast<double>(graph.degree(v)) * DBL_EPSILON;
              if (bounds.smaller + towards > limit) return false;
              left[v] = 0;
              return true;
            }) > 0;
  }
  if (!leaving.empty()) refute(number, "does not let vertex " + graph.name(leaving.front()) + " go");
}

}  // namespace

double check_sdp_certificate(const Graph& graph, Vertex s, const SdpCertificate& certificate,
                             const RunContext& run) {
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
    const StageBounds bounds = bounds_of(graph, s, stages[i], i, run);
    if (i + 1 == stages.size()) {
      return std::max(incumbent, graph.integral() ? std::floor(bounds.all) : bounds.all);
    }
    check_step(graph, stages[i], bounds, stages[i + 1].vertices, limit, i);
  }
}

}  // namespace lode::subgraph
