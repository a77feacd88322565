// Checks bounds by a core with dummies. Shares nothing with what finds and proves them, on purpose: the core,
// what the vertices outside add, the bound of the multipliers and the largest eigenvalue are worked out
// afresh. The mathematics is at the head of dual/outside.hpp and dual/relaxation.hpp.
#include "subgraph/bounds/dual/outside_check.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/bounds/certificate/check.hpp"
#include "subgraph/bounds/certificate/factorisation.hpp"
#include "subgraph/bounds/dual/certificate.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"

namespace lode::subgraph {
namespace {

using detail::ProofSum;
using detail::require_certified;

/// Real strengths are compared with what is said to lie outside up to this part of it (CertificateCheck).
constexpr double outside_slack = 1e-12;

/// lambda_max of the symmetric part of U, or less than what is returned. U is exact in doubles, as is its
/// symmetric part; the rounding of the factorisation is that of sdp/sdp.hpp.
double proven_eigenvalue(const OutsideCertificate& data, std::size_t n, const RunContext& run) {
  detail::CheckedSquare shifted{n, std::vector<double>(n * n)};
  double largest = 0.0;
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double mean = data.unit * (0.5 * (static_cast<double>(data.multipliers[i * n + j]) +
                                              static_cast<double>(data.multipliers[j * n + i])));
      const double entry = (i == j ? data.eigenvalue : 0.0) - mean;
      shifted.entries[i * n + j] = entry;
      largest = std::max(largest, std::abs(entry));
    }
    trace += shifted.at(i, i);
  }
  if (largest == 0.0) return data.eigenvalue;
  require_certified(trace >= 0.0, "multipliers with dummies do not bound the largest eigenvalue");
  const double order = static_cast<double>(n) + 2.0;
  for (std::size_t i = 0; i < n; ++i) shifted.entries[i * n + i] -= order * DBL_EPSILON * trace;
  require_certified(detail::checked_cholesky(shifted, run),
                    "multipliers with dummies do not bound the largest eigenvalue");
  return data.eigenvalue + order * DBL_EPSILON * (largest + std::abs(data.eigenvalue));
}

/// By t, what no t-set of the core with dummies exceeds: t times the eigenvalue and the t largest r_i.
std::vector<ProofSum> bounds_with_dummies(const detail::CheckedPart& part, const OutsideCertificate& data,
                                          double dummy, const RunContext& run) {
  const std::size_t dummies = data.dummies;
  const std::size_t n = dummies + part.graph.num_vertices();
  const double eigenvalue = proven_eigenvalue(data, n, run);
  std::vector<std::vector<double>> rows(data.s + std::size_t{1}, std::vector<double>(n));
  std::vector<double> c(n);
  for (std::size_t i = 0; i < n; ++i) {
    run.require_time(detail::checking);
    for (std::size_t j = 0; j < n; ++j) c[j] = -data.unit * static_cast<double>(data.multipliers[i * n + j]);
    if (i < dummies) {
      c[i] += dummy;
    } else {
      const auto v = static_cast<Vertex>(i - dummies);
      if (!part.values.empty()) c[i] += part.values[v];
      part.graph.for_each_neighbor(v, [&](Vertex u, Weight w) { c[dummies + u] += w / 2.0; });
    }
    double sum = c[i];
    double largest = 0.0;
    for (const double entry : c) largest = std::max(largest, std::abs(entry));
    c[i] = -HUGE_VAL;
    std::sort(c.begin(), c.end(), std::greater<>());
    for (std::size_t t = 1; t <= data.s; ++t) {
      if (t > 1) sum += c[t - 2];
      const auto terms = static_cast<double>(t);
      rows[t][i] = sum + terms * (terms + 2.0) * DBL_EPSILON * largest;
    }
  }
  std::vector<ProofSum> bounds = {0.0L};
  for (std::size_t t = 1; t <= data.s; ++t) {
    std::sort(rows[t].begin(), rows[t].end(), std::greater<>());
    const auto terms = static_cast<ProofSum>(t);
    ProofSum sum = terms * eigenvalue;
    ProofSum magnitude = std::abs(sum);
    for (std::size_t i = 0; i < t; ++i) {
      sum += rows[t][i];
      magnitude += std::abs(rows[t][i]);
    }
    bounds.push_back(sum + (terms + 3.0L) * 0x1p-63L * magnitude);
  }
  return bounds;
}

/// What is left to know of the vertices outside a part: the largest value, and the largest weight of an edge.
struct OuterVertices {
  double largest_value = 0.0;
  double largest_weight = 0.0;
};

OuterVertices outer_vertices(const detail::CertificateCheck& check, const VertexSet& part) {
  OuterVertices outer;
  for (Vertex v = 0; v < check.num_vertices(); ++v) {
    if (std::binary_search(part.begin(), part.end(), v)) continue;
    outer.largest_value = std::max(outer.largest_value, check.value(v));
    check.graph().for_each_neighbor(
        v, [&](Vertex, Weight w) { outer.largest_weight = std::max(outer.largest_weight, w); });
  }
  return outer;
}

/// Bounds with dummies by size; behind them the largest value and weight outside.
std::vector<ProofSum> check_data(const detail::CertificateCheck& check, const detail::CheckedPart& part,
                                 const VertexSet& vertices, const OutsideCertificate& data) {
  const std::size_t n = std::size_t{data.dummies} + part.graph.num_vertices();
  require_certified(data.s >= 2 && data.s <= n && data.dummies <= data.s,
                    "a core with dummies does not hold the sets that it is about");
  require_certified(data.multipliers.size() == n * n,
                    "multipliers with dummies are not one per pair of vertices");
  int exponent = 0;
  require_certified(data.unit > 0x1p-900 && data.unit < 0x1p900 && std::frexp(data.unit, &exponent) == 0.5,
                    "the unit of multipliers is no power of two");
  require_certified(std::isfinite(data.eigenvalue), "an eigenvalue is not a number");
  std::vector<ProofSum> found = bounds_with_dummies(
      part, data, check.graph().integral() ? part.outside : part.outside * (1.0 + 2.0 * outside_slack),
      check.run());
  const OuterVertices outer = outer_vertices(check, vertices);
  found.push_back(outer.largest_value);
  found.push_back(outer.largest_weight);
  return found;
}

std::optional<ProofSum> check_outside_step(const detail::CertificateCheck& check,
                                           const detail::ClaimedStep& claimed) {
  const BoundCertificate::Step& step = claimed.step;
  const std::size_t number = claimed.number;
  const auto& all = check.certificate().multipliers;
  require_certified(step.data < all.size(), fmt::format("step {} has no data", number));
  const CorePart& part = all[step.data]->part;
  const auto* data = std::get_if<OutsideCertificate>(&all[step.data]->multipliers);
  require_certified(data != nullptr, fmt::format("step {} has data of another kind", number));
  const std::vector<ProofSum>& found =
      check.once_found(data, [&] { return check_data(check, check.part(step.data), part.vertices, *data); });
  const Vertex t = step.s;
  require_certified(t <= data->s, fmt::format("step {} is about larger sets than its data", number));
  const bool integral = check.graph().integral();
  const auto safe = [&](ProofSum sum, ProofSum magnitude) {
    return integral ? std::floor(sum) : sum + magnitude * 0x1p-50L;
  };
  const std::size_t core = part.vertices.size();
  if (core == check.num_vertices()) return safe(found[t], std::abs(found[t]));
  require_certified(t + data->dummies >= data->s, fmt::format("step {} has too few dummies", number));
  const ProofSum g = integral ? part.outside : part.outside * (1.0L + 2.0L * outside_slack);
  const ProofSum larger = integral ? std::floor(found[data->s]) : found[data->s];
  const ProofSum taken = g * static_cast<ProofSum>(data->s - t);
  ProofSum proven =
      std::min(safe(larger - taken, std::abs(larger) + taken), safe(found[t], std::abs(found[t])));
  // Sets with fewer than s - dummies vertices in the core.
  const ProofSum a = found[data->s + std::size_t{1}];
  const ProofSum w = found[data->s + std::size_t{2}];
  const auto limit = static_cast<std::size_t>(data->s - data->dummies);
  std::vector<ProofSum> few(limit, std::numeric_limits<ProofSum>::infinity());
  if (limit > 0) few[0] = 0.0L;
  for (const BoundCertificate::Step* rest : claimed.tail) {
    if (rest->s < limit) few[rest->s] = std::min<ProofSum>(few[rest->s], rest->value);
  }
  ProofSum added = 0.0L;
  for (std::size_t j = t; j-- > 0;) {
    added += std::min<ProofSum>(g, a + w * static_cast<ProofSum>(j));
    if (j >= limit || j > core) continue;
    require_certified(few[j] < std::numeric_limits<ProofSum>::infinity(),
                      fmt::format("step {} forgets sets of {} vertices of the core", number, j));
    proven = std::max(proven, safe(few[j] + added, few[j] + added));
  }
  return proven;
}

}  // namespace

std::optional<detail::ProofSum> check_outside(const detail::CertificateCheck& check,
                                              const detail::ClaimedStep& claimed) {
  return check_outside_step(check, claimed);
}

}  // namespace lode::subgraph
