// Checks the eigenvalue in certificates of the low-rank bound. Shares nothing with the solver on purpose: an
// elimination with sums of its own, and a factorisation in doubles.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/factorisation.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph {
namespace {

using detail::CheckedSquare;
using detail::require_certified;

/// A vertex with more neighbours than this part of those left goes to the dense matrix.
constexpr double check_dense_part = 0.05;
/// Pivots of eliminated vertices are at least this part of what they were.
constexpr double check_least_pivot = 0.02;
/// The dense matrix of what is left takes 2 GiB at most.
constexpr std::size_t most_checked_rows = 16'384;
/// Of an eigenvalue, that is left to what rounding may move it by.
constexpr double check_room = 4e-6;

/// What so many operations in doubles may lose, twice.
double lost(double operations) { return (operations + 8.0) * DBL_EPSILON; }

double length_of(const std::vector<double>& x) {
  double length = 0.0;
  for (const double one : x) length = std::hypot(length, one);
  return length;
}

/// That there are multipliers for every vertex and arc, that they are numbers, and >= 0 where they should be.
void check_shape(const Graph& graph, const ClusterMultipliers& m, double eigenvalue) {
  const std::size_t n = graph.num_vertices();
  const std::size_t k = m.clusters;
  require_certified(m.s >= 1 && m.s <= n, "multipliers are for sets that the part does not have");
  require_certified(m.vertex.size() == n && m.cluster.size() == n && m.arc.size() == graph.num_arcs(),
                    "the numbers of multipliers are not those of arcs and vertices");
  require_certified(k >= 1 && k <= n && m.between.size() == k * k,
                    "the multipliers between clusters are not a square");
  require_certified(std::isfinite(eigenvalue), "an eigenvalue is not a number");
  for (const double u : m.vertex) require_certified(std::isfinite(u), "a multiplier is not a number");
  for (const auto* all : {&m.arc, &m.between}) {
    for (const double x : *all) {
      require_certified(x >= 0.0 && std::isfinite(x), "a multiplier is not a number >= 0");
    }
  }
  for (const std::uint32_t c : m.cluster) require_certified(c < k, "a cluster does not exist");
  for (std::size_t c = 0; c < k; ++c) {
    require_certified(m.between[c * k + c] == 0.0, "there is a multiplier inside a cluster");
    for (std::size_t d = 0; d < c; ++d) {
      require_certified(m.between[c * k + d] == m.between[d * k + c],
                        "multipliers between clusters are not symmetric");
    }
  }
}

/// The matrix of low_rank/eigenvalue_proof.hpp for tI - M, whose notation this uses.
class CheckedElimination {
 public:
  CheckedElimination(const Graph& graph, const ClusterMultipliers& multipliers, const RunContext& run)
      : graph_(graph), m_(multipliers), run_(run), n_(graph.num_vertices()), q_(multipliers.clusters + 1) {}

  /// Whether no eigenvalue of M is above `claimed`.
  bool holds(double claimed) {
    unit_ = claimed == 0.0 ? 1.0 : std::exp2(-std::ilogb(claimed));
    const double room = check_room * std::abs(unit_ * claimed);
    t_ = unit_ * claimed - room;
    collect_sparse();
    collect_border();
    eliminate();
    gram_.n = inner_square_ > 0.0 ? q_ : 0;
    for (std::size_t a = 0; a < gram_.n; ++a) {
      gram_.entries[a * q_ + a] += 4.0 * lost(static_cast<double>(n_ + q_)) * inner_square_;
    }
    return checked_cholesky(gram_, run_) && dense_part_holds() && lost_before() <= room;
  }

 private:
  void collect_sparse();
  void collect_border();
  void eliminate();
  bool dense_part_holds();
  double lost_before() const;

  const Graph& graph_;
  const ClusterMultipliers& m_;
  const RunContext& run_;
  std::size_t n_;
  std::size_t q_;
  double unit_ = 1.0;  ///< a power of two, by which M is scaled
  double t_ = 0.0;
  std::vector<std::map<std::uint32_t, double>> rows_;  ///< off the diagonal of what is left of Z0
  std::vector<double> diagonal_;                       ///< of what is left of Z0
  std::vector<std::vector<double>> border_;            ///< rows of W, then of Y
  std::vector<double> middle_;                         ///< C, row by row
  CheckedSquare gram_;                                 ///< V'V, then R'
  std::vector<char> gone_;
  double magnitude_ = 0.0;       ///< the largest absolute row sum of what the entries of Z0 are made of
  double entries_square_ = 0.0;  ///< |Z0|_F^2
  double factor_square_ = 0.0;   ///< |F;L|_F^2
  double border_square_ = 0.0;   ///< |W|_F^2
  double inner_square_ = 0.0;    ///< |V|_F^2
  std::size_t updates_ = 0;      ///< most eliminations that reach one vertex
};

void CheckedElimination::collect_sparse() {
  rows_.resize(n_);
  diagonal_.assign(n_, t_);
  std::vector<double> magnitude(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    diagonal_[i] += unit_ * m_.vertex[i];
    magnitude[i] += unit_ * std::abs(m_.vertex[i]);
    for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
      const Vertex j = graph_.targets()[arc];
      const double theta = unit_ * m_.between[m_.cluster[i] * m_.clusters + m_.cluster[j]];
      const double weight = unit_ * graph_.arc_weight(arc);
      const double own = unit_ * m_.arc[arc];
      diagonal_[i] -= own;
      // Both arcs of an edge add a half of what M has there.
      const double half = 0.25 * weight - 0.5 * own - 0.25 * theta;
      rows_[i][j] -= half;
      rows_[j][static_cast<std::uint32_t>(i)] -= half;
      for (const std::size_t v : {i, std::size_t{j}}) magnitude[v] += weight + own + theta;
    }
  }
  magnitude_ = *std::max_element(magnitude.begin(), magnitude.end());
  for (std::size_t i = 0; i < n_; ++i) {
    entries_square_ += diagonal_[i] * diagonal_[i];
    for (const auto& [j, x] : rows_[i]) entries_square_ += x * x;
  }
}

void CheckedElimination::collect_border() {
  const std::size_t k = m_.clusters;
  std::vector<double> power(k, 0.0);  // columns of W are divided by powers of two near their lengths
  for (const std::uint32_t c : m_.cluster) power[c] += 1.0;
  for (double& size : power) size = std::sqrt(size);
  power.push_back(length_of(m_.vertex));
  for (double& x : power) x = x > 0.0 ? std::exp2(std::floor(std::log2(x))) : 1.0;
  border_.assign(n_, std::vector<double>(q_, 0.0));
  for (std::size_t i = 0; i < n_; ++i) {
    border_[i][m_.cluster[i]] = 1.0 / power[m_.cluster[i]];
    border_[i][k] = m_.vertex[i] / power[k];
    for (const double w : border_[i]) border_square_ += w * w;
  }
  middle_.assign(q_ * q_, 0.0);
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t d = 0; d < k; ++d) {
      middle_[c * q_ + d] = unit_ * m_.between[c * k + d] / 2.0 * power[c] * power[d];
    }
    middle_[c * q_ + k] = middle_[k * q_ + c] = unit_ / (2.0 * m_.s) * power[c] * power[k];
  }
}

/// Takes out vertices of few neighbours, the fewest first, and adds up V'V.
void CheckedElimination::eliminate() {
  const std::vector<double> whole = diagonal_;
  gone_.assign(n_, 0);
  gram_.entries.assign(q_ * q_, 0.0);
  std::vector<std::size_t> reached(n_, 0);
  std::set<std::pair<std::size_t, std::uint32_t>> queue;
  for (std::uint32_t v = 0; v < n_; ++v) queue.emplace(rows_[v].size(), v);
  std::size_t left = n_;
  while (!queue.empty() &&
         static_cast<double>(queue.begin()->first) <= check_dense_part * static_cast<double>(left)) {
    run_.require_time(detail::checking);
    const std::uint32_t v = queue.begin()->second;
    queue.erase(queue.begin());
    if (!(diagonal_[v] > check_least_pivot * whole[v])) continue;
    const double root = std::sqrt(diagonal_[v]);
    factor_square_ += diagonal_[v];
    gone_[v] = 1;
    --left;
    const std::vector<std::pair<std::uint32_t, double>> column(rows_[v].begin(), rows_[v].end());
    rows_[v].clear();
    std::vector<double> own = std::move(border_[v]);
    for (double& x : own) x /= root;
    for (const auto& [i, entry] : column) {
      const double x = entry / root;
      queue.erase({rows_[i].size(), i});
      rows_[i].erase(v);
      factor_square_ += x * x;
      diagonal_[i] -= x * x;
      updates_ = std::max(updates_, ++reached[i]);
      for (const auto& [j, other] : column) {
        if (j != i) rows_[i][j] -= x * (other / root);
      }
      for (std::size_t b = 0; b < q_; ++b) border_[i][b] -= x * own[b];
      queue.emplace(rows_[i].size(), i);
    }
    for (std::size_t a = 0; a < q_; ++a) {
      inner_square_ += own[a] * own[a];
      if (own[a] == 0.0) continue;
      for (std::size_t b = 0; b <= a; ++b) gram_.entries[a * q_ + b] += own[a] * own[b];
    }
  }
}

/// What may have been lost up to D.
double CheckedElimination::lost_before() const {
  const double each = lost(static_cast<double>(updates_) + 2.0);
  const double in_matrix = each * (factor_square_ + std::sqrt(entries_square_));
  const double in_border = each * (std::sqrt(factor_square_ * inner_square_) + std::sqrt(border_square_));
  const double through = length_of(middle_) * in_border * (2.0 * std::sqrt(border_square_) + in_border);
  const double rank_two = unit_ * length_of(m_.vertex) * std::sqrt(static_cast<double>(n_)) / m_.s;
  const double made = lost(static_cast<double>(graph_.max_degree()) + 4.0) * (magnitude_ + std::abs(t_));
  return 1.05 * (in_matrix + through + made + 4.0 * DBL_EPSILON * rank_two);
}

/// Whether D less what it and its factorisation may lose is positive definite.
bool CheckedElimination::dense_part_holds() {
  std::vector<std::uint32_t> left;
  std::vector<std::vector<double>> outer;  // rows of [Y; R]
  for (std::uint32_t v = 0; v < n_; ++v) {
    if (gone_[v]) continue;
    left.push_back(v);
    outer.push_back(std::move(border_[v]));
  }
  for (std::size_t a = 0; a < gram_.n; ++a) {
    std::vector<double>& row = outer.emplace_back(q_, 0.0);
    for (std::size_t b = a; b < q_; ++b) row[b] = gram_.at(b, a);
  }
  const std::size_t size = outer.size();
  require_certified(size <= most_checked_rows, "too many rows are left of multipliers by clusters");
  double outer_square = 0.0;
  double trace = 0.0;
  double entries = 0.0;
  CheckedSquare dense{size, std::vector<double>(size * size, 0.0)};
  for (std::size_t i = 0; i < size; ++i) {
    run_.require_time(detail::checking);
    double* const row = dense.entries.data() + i * size;
    std::vector<double> turned(q_, 0.0);
    for (std::size_t b = 0; b < q_; ++b) {
      outer_square += outer[i][b] * outer[i][b];
      if (outer[i][b] == 0.0) continue;
      for (std::size_t a = 0; a < q_; ++a) turned[a] += outer[i][b] * middle_[b * q_ + a];
    }
    for (std::size_t j = 0; j <= i; ++j) row[j] = -detail::checked_dot(q_, turned.data(), outer[j].data());
    row[i] += i < left.size() ? diagonal_[left[i]] : 1.0;
    if (i < left.size()) {
      for (const auto& [v, x] : rows_[left[i]]) {
        const auto place = std::lower_bound(left.begin(), left.end(), v) - left.begin();
        if (v < left[i]) row[place] += x;
      }
    }
    if (!(row[i] > 0.0)) return false;
    trace += row[i];
    for (std::size_t j = 0; j <= i; ++j) entries += 2.0 * row[j] * row[j];
  }
  const double taken = lost(2.0 * static_cast<double>(q_)) * outer_square * length_of(middle_) +
                       2.0 * lost(static_cast<double>(size)) * (trace + std::sqrt(entries));
  for (std::size_t i = 0; i < size; ++i) dense.entries[i * size + i] -= taken;
  return checked_cholesky(dense, run_);
}

}  // namespace

void check_sparse_sdp_eigenvalue(const Graph& graph, const SparseSdpCertificate& certificate,
                                 const RunContext& run) {
  check_shape(graph, certificate.multipliers, certificate.eigenvalue);
  require_certified(CheckedElimination(graph, certificate.multipliers, run).holds(certificate.eigenvalue),
                    fmt::format("an eigenvalue of the multipliers may exceed {}", certificate.eigenvalue));
}

/// t lambda + (1 - t/s) u(S), for the t largest u where t <= s, the t smallest beyond.
long double checked_sparse_sdp_value(const Graph& graph, const SparseSdpCertificate& certificate, Vertex t) {
  const ClusterMultipliers& m = certificate.multipliers;
  require_certified(t >= 1 && t <= graph.num_vertices(), "a part has fewer vertices than a set of a step");
  check_shape(graph, m, certificate.eigenvalue);
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
  const long double first = static_cast<long double>(t) * certificate.eigenvalue;
  const long double added = std::abs(first) + std::abs(share) * magnitude;
  const long double value = first + share * sum + 0x1p-62L * (t + 8.0L) * added;
  return graph.integral() ? std::floor(value) : value;
}

}  // namespace lode::subgraph
