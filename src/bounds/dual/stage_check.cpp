// Checks bounds by a core with dummies. Shares nothing with what finds and proves them, on purpose: the core,
// what the vertices outside add, the bound of the multipliers and the largest eigenvalue are worked out
// afresh. The mathematics is at the head of dual/core_part.hpp and dual/relaxation.hpp.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <lode/graph/graph.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/proof_data.hpp"
#include "bounds/search/dense_problem.hpp"

namespace lode::subgraph {
namespace {

using detail::ProofSum;
using detail::require_certified;

/// Real strengths are compared with what is said to lie outside up to this part of it (CertificateCheck).
constexpr double outside_slack = 1e-12;

/// Rows that searches behind stages are of; a certificate takes no more memory than that.
constexpr std::size_t most_searched_rows = 3000;

/// A core with dummies, as it is checked: rows by number, dummies first.
struct CheckedRows {
  const Part& part;
  std::size_t dummies = 0;
  double dummy = 0.0;  ///< value of each dummy

  std::size_t size() const { return dummies + part.graph.num_vertices(); }
  double value(Vertex row) const {
    if (row < dummies) return dummy;
    return part.values.empty() ? 0.0 : part.values[row - dummies];
  }
  template <class Visit>
  void for_each_neighbour(Vertex row, const Visit& visit) const {
    if (row < dummies) return;
    part.graph.for_each_neighbor(static_cast<Vertex>(row - dummies),
                                 [&](Vertex u, Weight w) { visit(static_cast<Vertex>(dummies + u), w); });
  }
};

/// U is exact in doubles, as is its symmetric part. With u = 2^-53 and m the largest magnitude in tI - Z,
/// lambda_max(Z) <= t + (n + 2) 2 u m once a Cholesky factorisation in doubles of tI - Z - cI runs to its
/// end, c = (n + 2) 2 u trace(tI - Z): S. M. Rump, BIT Numer. Math. 46 (2006) 433-452; c is above gamma_{n+1}
/// / (1 - gamma_{n+1}) times the trace.
/// Infinite where t shows nothing.
double shown_eigenvalue(const DualStage& stage, const RunContext& run) {
  const std::size_t n = stage.rows.size();
  const double t = stage.eigenvalue;
  detail::CheckedSquare shifted{n, std::vector<double>(n * n)};
  double largest = 0.0;
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double mean = stage.unit * (0.5 * (static_cast<double>(stage.multipliers[i * n + j]) +
                                               static_cast<double>(stage.multipliers[j * n + i])));
      const double entry = (i == j ? t : 0.0) - mean;
      shifted.entries[i * n + j] = entry;
      largest = std::max(largest, std::abs(entry));
    }
    trace += shifted.at(i, i);
  }
  if (largest == 0.0) return t;
  if (!(trace >= 0.0)) return HUGE_VAL;
  const double order = static_cast<double>(n) + 2.0;
  for (std::size_t i = 0; i < n; ++i) shifted.entries[i * n + i] -= order * DBL_EPSILON * trace;
  if (!detail::checked_cholesky(shifted, run)) return HUGE_VAL;
  return t + order * DBL_EPSILON * (largest + std::abs(t));
}

/// By t from `least` to s, r_i for sets of t vertices, enlarged by what a sum of t terms may lose: t (t + 2)
/// 2 u times the largest magnitude.
std::vector<std::vector<double>> row_sums(const CheckedRows& rows, const DualStage& stage, Vertex least,
                                          Vertex s, const RunContext& run) {
  const std::size_t n = stage.rows.size();
  std::vector<std::size_t> place(rows.size(), n);
  for (std::size_t i = 0; i < n; ++i) place[stage.rows[i]] = i;
  std::vector<std::vector<double>> sums(s + std::size_t{1});
  for (std::size_t t = least; t <= s; ++t) sums[t].resize(n);
  std::vector<double> c(n);
  for (std::size_t i = 0; i < n; ++i) {
    run.require_time(detail::checking);
    for (std::size_t j = 0; j < n; ++j)
      c[j] = -stage.unit * static_cast<double>(stage.multipliers[i * n + j]);
    c[i] += rows.value(stage.rows[i]);
    rows.for_each_neighbour(stage.rows[i], [&](Vertex u, Weight w) {
      if (place[u] < n) c[place[u]] += w / 2.0;
    });
    double sum = c[i];
    double largest = 0.0;
    for (const double entry : c) largest = std::max(largest, std::abs(entry));
    c[i] = -HUGE_VAL;
    std::sort(c.begin(), c.end(), std::greater<>());
    for (std::size_t t = 1; t <= s; ++t) {
      if (t > 1) sum += c[t - 2];
      if (t < least) continue;
      const auto terms = static_cast<double>(t);
      sums[t][i] = sum + terms * (terms + 2.0) * DBL_EPSILON * largest;
    }
  }
  return sums;
}

/// t times the eigenvalue and the t largest r_i; u is 2^-64 in this sum.
ProofSum bound_of(std::vector<double> sums, std::size_t t, double eigenvalue) {
  std::sort(sums.begin(), sums.end(), std::greater<>());
  const auto terms = static_cast<ProofSum>(t);
  ProofSum sum = terms * eigenvalue;
  ProofSum magnitude = std::abs(sum);
  for (std::size_t i = 0; i < t; ++i) {
    sum += sums[i];
    magnitude += std::abs(sums[i]);
  }
  const ProofSum bound = sum + (terms + 3.0L) * 0x1p-63L * magnitude;
  require_certified(!std::isnan(bound), "multipliers and weights are too large to be summed");
  return bound;
}

/// Whether all sums are exact, those with dummies, too, which the certificate may say weigh anything.
bool sums_are_exact(const detail::CertificateCheck& check, const Part& part, const DualCertificate& data) {
  return check.graph().integral() && static_cast<ProofSum>(part.outside) * data.s < 0x1p60L;
}

/// The stages of one certificate. `integral`: as sums_are_exact.
class StageCheck {
 public:
  StageCheck(const detail::CertificateCheck& check, const CheckedRows& rows, const DualCertificate& data,
             bool integral)
      : check_(check), rows_(rows), data_(data), integral_(integral) {
    // Weights that are integers leave no room between the incumbent and the next one.
    limit_ = integral_ ? std::nextafter(std::floor(data.incumbent) + 1.0, 0.0) : data.incumbent;
  }

  /// By t, what no t-set weighs more than: one stage bounds all sizes, several of them, and a search, only s.
  std::vector<ProofSum> bounds() const {
    const Vertex s = data_.s;
    std::vector<ProofSum> bounds(s + std::size_t{1}, std::numeric_limits<ProofSum>::infinity());
    if (data_.stages.size() > 1 || data_.tree) {
      bounds[s] = bound_by_stages();
      return bounds;
    }
    const DualStage& stage = data_.stages.front();
    require_multipliers(stage, 0);
    const double eigenvalue = required_eigenvalue(stage, 0);
    const auto sums = row_sums(rows_, stage, 1, s, check_.run());
    bounds[0] = 0.0L;
    for (std::size_t t = 1; t <= s; ++t) bounds[t] = bound_of(sums[t], t, eigenvalue);
    return bounds;
  }

 private:
  static void require_of(bool holds, std::size_t stage, const char* what) {
    require_certified(holds, fmt::format("stage {} of multipliers {}", stage + 1, what));
  }

  void require_multipliers(const DualStage& stage, std::size_t number) const {
    const std::size_t n = stage.rows.size();
    require_of(stage.multipliers.size() == n * n, number, "does not have one multiplier per pair");
    int exponent = 0;
    require_of(stage.unit > 0x1p-900 && stage.unit < 0x1p900 && std::frexp(stage.unit, &exponent) == 0.5,
               number, "has a unit that is no power of two");
    require_of(std::isfinite(stage.eigenvalue), number, "has an eigenvalue that is not a number");
  }

  double required_eigenvalue(const DualStage& stage, std::size_t number) const {
    const double shown = shown_eigenvalue(stage, check_.run());
    require_of(shown < HUGE_VAL, number, "does not bound the largest eigenvalue");
    return shown;
  }

  ProofSum bound_by_stages() const {
    const std::vector<DualStage>& stages = data_.stages;
    const Vertex s = data_.s;
    for (std::size_t i = 0;; ++i) {
      const DualStage& stage = stages[i];
      if (i > 0 && stage.rows.size() < s) return data_.incumbent;
      const bool last = i + 1 == stages.size();
      if (last && data_.tree) {
        return detail::check_search_tree(searched_problem(stage), data_.incumbent, *data_.tree, check_.run());
      }
      require_multipliers(stage, i);
      const double eigenvalue = required_eigenvalue(stage, i);
      const auto sums = row_sums(rows_, stage, s - 1, s, check_.run());
      const ProofSum all = bound_of(sums[s], s, eigenvalue);
      if (last) return std::max<ProofSum>(data_.incumbent, integral_ ? std::floor(all) : all);
      const ProofSum smaller = s > 1 ? bound_of(sums[s - 1], s - 1, eigenvalue) : 0.0L;
      check_removal(i, sums[s], all, smaller);
    }
  }

  /// No set heavier than the incumbent holds a row that the next stage lacks.
  void check_removal(std::size_t number, const std::vector<double>& sums, ProofSum all,
                     ProofSum smaller) const {
    std::vector<double> sorted = sums;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const double last = sorted[data_.s - 1];
    const std::vector<Vertex>& rows = data_.stages[number].rows;
    const std::vector<Vertex>& next = data_.stages[number + 1].rows;
    require_of(std::includes(rows.begin(), rows.end(), next.begin(), next.end()), number + 1,
               "holds a row that the stage before had let go");
    std::vector<char> left(rows_.size(), 0);
    for (const Vertex row : rows) left[row] = 1;
    std::vector<Vertex> leaving;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::binary_search(next.begin(), next.end(), rows[i])) continue;
      if (all - std::max(0.0, last - sums[i]) <= limit_) {
        left[rows[i]] = 0;
      } else {
        leaving.push_back(rows[i]);
      }
    }
    for (bool moved = true; moved;) {
      moved = std::erase_if(leaving, [&](Vertex row) {
                ProofSum towards = rows_.value(row);
                rows_.for_each_neighbour(row, [&](Vertex u, Weight w) { towards += left[u] ? w : 0.0; });
                towards *= 1.0L + (static_cast<ProofSum>(rows.size()) + 2.0L) * 0x1p-63L;
                if (smaller + towards > limit_) return false;
                left[row] = 0;
                return true;
              }) > 0;
    }
    require_of(leaving.empty(), number, "does not let all rows go that the next stage lacks");
  }

  /// The problem of the search behind the last stage.
  detail::DenseProblem searched_problem(const DualStage& stage) const {
    require_certified(stage.rows.size() <= most_searched_rows, "a search is said to be of too many rows");
    detail::DenseProblem problem;
    problem.n = stage.rows.size();
    problem.weights.assign(problem.n * problem.n, 0.0);
    problem.s = data_.s;
    problem.integral = integral_;
    std::vector<std::size_t> place(rows_.size(), problem.n);
    for (std::size_t i = 0; i < problem.n; ++i) place[stage.rows[i]] = i;
    for (std::size_t i = 0; i < problem.n; ++i) {
      problem.linear.push_back(rows_.value(stage.rows[i]));
      rows_.for_each_neighbour(stage.rows[i], [&](Vertex u, Weight w) {
        if (place[u] < problem.n) problem.weights[i * problem.n + place[u]] = w;
      });
    }
    return problem;
  }

  const detail::CertificateCheck& check_;
  const CheckedRows& rows_;
  const DualCertificate& data_;
  bool integral_;
  double limit_;
};

/// What is left to know of the vertices outside a part: the largest value, and the largest weight of an edge.
struct OuterVertices {
  double largest_value = 0.0;
  double largest_weight = 0.0;
};

OuterVertices outer_vertices(const detail::CertificateCheck& check, const Part& part) {
  OuterVertices outer;
  for (Vertex v = 0; v < check.num_vertices(); ++v) {
    if (part.inward(v) != no_vertex) continue;
    outer.largest_value = std::max(outer.largest_value, check.value(v));
    check.graph().for_each_neighbor(
        v, [&](Vertex, Weight w) { outer.largest_weight = std::max(outer.largest_weight, w); });
  }
  return outer;
}

/// Bounds of the core with dummies by size; behind them the largest value and weight outside.
std::vector<ProofSum> check_data(const detail::CertificateCheck& check, const Part& part,
                                 const DualCertificate& data) {
  const bool integral = sums_are_exact(check, part, data);
  const double dummy = integral ? part.outside : part.outside * (1.0 + 2.0 * outside_slack);
  const CheckedRows rows{part, data.dummies, dummy};
  require_certified(data.s >= 1 && data.s <= rows.size() && data.dummies <= data.s,
                    "a core with dummies does not hold the sets that it is about");
  require_certified(data.incumbent >= 0.0 && std::isfinite(data.incumbent),
                    "an incumbent is not a number >= 0");
  require_certified(!data.stages.empty() && data.stages.front().rows.size() == rows.size(),
                    "multipliers do not begin with every row");
  for (const DualStage& stage : data.stages) {
    const std::vector<Vertex>& all = stage.rows;
    require_certified(std::adjacent_find(all.begin(), all.end(), std::greater_equal<>()) == all.end() &&
                          (all.empty() || all.back() < rows.size()),
                      "the rows of multipliers do not increase, or one does not exist");
  }
  std::vector<ProofSum> found = StageCheck(check, rows, data, integral).bounds();
  const OuterVertices outer = outer_vertices(check, part);
  found.push_back(outer.largest_value);
  found.push_back(outer.largest_weight);
  return found;
}

}  // namespace

std::optional<ProofSum> detail::check_dual_step(const CertificateCheck& check, const ClaimedStep& claimed) {
  const BoundCertificate::Step& step = claimed.step;
  const std::size_t number = claimed.number;
  const auto* data = &check.data<DualCertificate>(claimed);
  const Part& part = check.part(step.data);
  const std::vector<ProofSum>& found = check.once_found(data, [&] { return check_data(check, part, *data); });
  const Vertex t = step.s;
  require_certified(t <= data->s, fmt::format("step {} is about larger sets than its data", number));
  const bool integral = sums_are_exact(check, part, *data);
  const auto safe = [&](ProofSum sum, ProofSum magnitude) {
    return integral ? std::floor(sum) : sum + magnitude * 0x1p-50L;
  };
  const Vertex core = part.graph.num_vertices();
  if (part.whole()) return safe(found[t], std::abs(found[t]));
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

}  // namespace lode::subgraph
