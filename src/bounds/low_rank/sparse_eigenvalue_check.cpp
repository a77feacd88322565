// Checks the eigenvalue in certificates of the low-rank bound. Shares nothing with the solver on purpose: an
// elimination in another order, in doubles throughout, with sums of its own.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "bounds/low_rank/sparse_check.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph {
namespace detail {

void require_low_rank(bool holds, const std::string& what) {
  if (!holds) throw VerificationError("certificate: " + what);
}

void check_shape(const Graph& graph, const ClusterMultipliers& m, double eigenvalue) {
  const std::size_t n = graph.num_vertices();
  require_low_rank(m.s >= 1 && m.s <= n, "multipliers are for sets that the part does not have");
  require_low_rank(m.vertex.size() == n && m.cluster.size() == n && m.arc.size() == graph.num_arcs(),
                   "the numbers of multipliers are not those of arcs and vertices");
  require_low_rank(m.clusters >= 1 && m.clusters <= n && m.between.size() == m.clusters * m.clusters,
                   "the multipliers between clusters are not a square");
  const auto finite = [](double x) { return std::isfinite(x); };
  const auto allowed = [](double x) { return std::isfinite(x) && x >= 0.0; };
  require_low_rank(std::all_of(m.vertex.begin(), m.vertex.end(), finite) && finite(eigenvalue),
                   "a multiplier or an eigenvalue is not a number");
  require_low_rank(std::all_of(m.arc.begin(), m.arc.end(), allowed) &&
                       std::all_of(m.between.begin(), m.between.end(), allowed),
                   "a multiplier is not a number >= 0");
  for (const std::uint32_t c : m.cluster) require_low_rank(c < m.clusters, "a cluster does not exist");
  for (std::size_t c = 0; c < m.clusters; ++c) {
    require_low_rank(m.between[c * m.clusters + c] == 0.0, "there is a multiplier inside a cluster");
    for (std::size_t d = 0; d < c; ++d) {
      require_low_rank(m.between[c * m.clusters + d] == m.between[d * m.clusters + c],
                       "multipliers between clusters are not symmetric");
    }
  }
}

bool factor_rows(std::vector<std::vector<double>>& a, const std::function<void()>& poll) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    poll();
    for (std::size_t j = 0; j <= i; ++j) {
      const double* const x = a[i].data();
      const double* const y = a[j].data();
      double sums[4] = {};
      std::size_t k = 0;
      for (; k + 4 <= j; k += 4) {
        for (std::size_t l = 0; l < 4; ++l) sums[l] += x[k + l] * y[k + l];
      }
      for (; k < j; ++k) sums[0] += x[k] * y[k];
      const double rest = a[i][j] - ((sums[0] + sums[1]) + (sums[2] + sums[3]));
      if (j < i) {
        a[i][j] = rest / a[j][j];
      } else if (rest > 0.0) {
        a[i][i] = std::sqrt(rest);
      } else {
        return false;
      }
    }
  }
  return true;
}

}  // namespace detail

namespace {

using detail::check_shape;
using detail::checking_low_rank;
using detail::factor_rows;
using detail::lost;
using detail::require_low_rank;

/// A vertex with more neighbours than this part of those left goes to the dense matrix.
constexpr double check_dense_part = 0.15;
/// Pivots of eliminated vertices are at least this part of what they were.
constexpr double check_least_pivot = 0.02;
/// Of an eigenvalue, that is left to what rounding may move it by.
constexpr double check_room = 4e-6;

/// The matrix of low_rank/eigenvalue_proof.hpp for t I - M, whose notation this uses.
class CheckedElimination {
 public:
  CheckedElimination(const Graph& graph, const ClusterMultipliers& multipliers, const RunContext& run)
      : graph_(graph), m_(multipliers), run_(run), n_(graph.num_vertices()), q_(multipliers.clusters + 1) {}

  /// Whether no eigenvalue of M is above `claimed`.
  bool holds(double claimed) {
    unit_ = claimed == 0.0 ? 1.0 : std::exp2(-std::ilogb(claimed));
    const double scaled = unit_ * claimed;
    const double room = check_room * std::abs(scaled);
    const double t = scaled - room;
    collect();
    eliminate(t);
    return close_border() && dense_part_holds() && lost_before(t) <= room;
  }

 private:
  void collect();
  void eliminate(double claimed);
  bool close_border();
  bool dense_part_holds();
  double lost_before(double claimed) const;

  const Graph& graph_;
  const ClusterMultipliers& m_;
  const RunContext& run_;
  std::size_t n_;
  std::size_t q_;
  std::vector<std::map<std::uint32_t, double>> rows_;  ///< off the diagonal of what is left of Z0
  std::vector<double> diagonal_;                       ///< of M without clusters, then of what is left of Z0
  std::vector<std::vector<double>> border_;            ///< rows of W, then of Y
  std::vector<std::vector<double>> middle_;            ///< C
  std::vector<std::vector<double>> gram_;              ///< V'V, then R
  std::vector<char> gone_;
  double unit_ = 1.0;            ///< a power of two, by which M is scaled
  double magnitude_ = 0.0;       ///< the largest absolute row sum of what the entries of Z0 are made of
  double entries_square_ = 0.0;  ///< |Z0|_F^2
  double factor_square_ = 0.0;   ///< |F;L|_F^2
  double border_square_ = 0.0;   ///< |W|_F^2
  double inner_square_ = 0.0;    ///< |V|_F^2
  double middle_square_ = 0.0;   ///< |C|_F^2
  std::size_t updates_ = 0;      ///< most eliminations that reach one vertex
};

void CheckedElimination::collect() {
  const std::size_t k = m_.clusters;
  rows_.resize(n_);
  diagonal_.assign(n_, 0.0);
  std::vector<double> magnitude(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    diagonal_[i] -= unit_ * m_.vertex[i];
    magnitude[i] += unit_ * std::abs(m_.vertex[i]);
    for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
      const Vertex j = graph_.targets()[arc];
      const double theta = unit_ * m_.between[m_.cluster[i] * k + m_.cluster[j]];
      const double weight = unit_ * graph_.arc_weight(arc);
      const double own = unit_ * m_.arc[arc];
      diagonal_[i] += own;
      // Both arcs of an edge add a half of what M has there.
      const double half = 0.25 * weight - 0.5 * own - 0.25 * theta;
      rows_[i][j] -= half;
      rows_[j][static_cast<std::uint32_t>(i)] -= half;
      for (const std::size_t v : {i, std::size_t{j}}) {
        magnitude[v] += weight + own + theta;
      }
    }
  }
  magnitude_ = *std::max_element(magnitude.begin(), magnitude.end());
  std::vector<double> size(k, 0.0);
  for (const std::uint32_t c : m_.cluster) size[c] += 1.0;
  double length = 0.0;
  for (const double u : m_.vertex) length = std::hypot(length, u);
  std::vector<double> power;  // columns of W are divided by powers of two near their lengths
  for (std::size_t c = 0; c < q_; ++c) {
    const double of_column = c < k ? std::sqrt(size[c]) : length;
    power.push_back(of_column > 0.0 ? std::exp2(std::floor(std::log2(of_column))) : 1.0);
  }
  border_.assign(n_, std::vector<double>(q_, 0.0));
  for (std::size_t i = 0; i < n_; ++i) {
    border_[i][m_.cluster[i]] = 1.0 / power[m_.cluster[i]];
    border_[i][k] = m_.vertex[i] / power[k];
    for (const double w : border_[i]) border_square_ += w * w;
  }
  middle_.assign(q_, std::vector<double>(q_, 0.0));
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t d = 0; d < k; ++d) {
      if (c != d) middle_[c][d] = unit_ * m_.between[c * k + d] / 2.0 * power[c] * power[d];
    }
    middle_[c][k] = middle_[k][c] = unit_ / (2.0 * m_.s) * power[c] * power[k];
  }
  for (const auto& row : middle_) {
    for (const double x : row) middle_square_ += x * x;
  }
}

/// Takes out vertices of few neighbours, the fewest first, and adds up V'V.
void CheckedElimination::eliminate(double claimed) {
  for (std::size_t i = 0; i < n_; ++i) {
    diagonal_[i] = claimed - diagonal_[i];
    entries_square_ += diagonal_[i] * diagonal_[i];
    for (const auto& [j, x] : rows_[i]) entries_square_ += x * x;
  }
  const std::vector<double> whole = diagonal_;
  gone_.assign(n_, 0);
  gram_.assign(q_, std::vector<double>(q_, 0.0));
  std::vector<std::size_t> reached(n_, 0);
  std::set<std::pair<std::size_t, std::uint32_t>> queue;
  for (std::uint32_t v = 0; v < n_; ++v) queue.emplace(rows_[v].size(), v);
  std::size_t left = n_;
  while (!queue.empty() &&
         static_cast<double>(queue.begin()->first) <= check_dense_part * static_cast<double>(left)) {
    run_.require_time(checking_low_rank);
    const std::uint32_t v = queue.begin()->second;
    queue.erase(queue.begin());
    if (!(diagonal_[v] > check_least_pivot * whole[v])) continue;
    const double root = std::sqrt(diagonal_[v]);
    factor_square_ += diagonal_[v];
    gone_[v] = 1;
    --left;
    for (double& x : border_[v]) x /= root;
    std::vector<std::pair<std::uint32_t, double>> column(rows_[v].begin(), rows_[v].end());
    rows_[v].clear();
    for (auto& [i, x] : column) {
      queue.erase({rows_[i].size(), i});
      rows_[i].erase(v);
      x /= root;
    }
    for (const auto& [i, x] : column) {
      factor_square_ += x * x;
      diagonal_[i] -= x * x;
      updates_ = std::max(updates_, ++reached[i]);
      for (const auto& [j, y] : column) {
        if (j != i) rows_[i][j] -= x * y;
      }
      for (std::size_t b = 0; b < q_; ++b) border_[i][b] -= x * border_[v][b];
    }
    // A vertex whose pivot was too small is not queued again.
    for (const auto& [i, x] : column) {
      if (diagonal_[i] > check_least_pivot * whole[i]) queue.emplace(rows_[i].size(), i);
    }
    const std::vector<double> own = std::move(border_[v]);
    for (std::size_t a = 0; a < q_; ++a) {
      const double x = own[a];
      inner_square_ += x * x;
      if (x == 0.0) continue;
      for (std::size_t b = 0; b <= a; ++b) gram_[a][b] += x * own[b];
    }
  }
}

bool CheckedElimination::close_border() {
  if (inner_square_ == 0.0) {
    gram_.clear();
    return true;
  }
  for (std::size_t a = 0; a < q_; ++a) {
    gram_[a].resize(a + 1);
    gram_[a][a] += 4.0 * lost(static_cast<double>(n_ + q_)) * inner_square_;
  }
  return factor_rows(gram_, [] {});
}

double CheckedElimination::lost_before(double claimed) const {
  const double each = lost(static_cast<double>(updates_) + 2.0);
  const double in_matrix = each * (factor_square_ + std::sqrt(entries_square_));
  const double in_border = each * (std::sqrt(factor_square_ * inner_square_) + std::sqrt(border_square_));
  const double through =
      std::sqrt(middle_square_) * in_border * (2.0 * std::sqrt(border_square_) + in_border);
  double length = 0.0;
  for (const double u : m_.vertex) length = std::hypot(length, u);
  const double rank_two = unit_ * length * std::sqrt(static_cast<double>(n_)) / m_.s;
  const double made = lost(static_cast<double>(graph_.max_degree()) + 4.0) * (magnitude_ + std::abs(claimed));
  return 1.05 * (in_matrix + through + made + 4.0 * DBL_EPSILON * rank_two);
}

/// Whether D less what it and its factorisation may lose is positive definite.
bool CheckedElimination::dense_part_holds() {
  std::vector<std::uint32_t> left;
  for (std::uint32_t v = 0; v < n_; ++v) {
    if (!gone_[v]) left.push_back(v);
  }
  const std::size_t tail = left.size();
  const std::size_t size = tail + gram_.size();
  // Row i of [Y; R]: R' is the factor in gram_.
  std::vector<std::vector<double>> outer;
  for (const std::uint32_t v : left) outer.push_back(std::move(border_[v]));
  for (std::size_t a = 0; a < gram_.size(); ++a) {
    std::vector<double> row(q_, 0.0);
    for (std::size_t b = a; b < q_; ++b) row[b] = gram_[b][a];
    outer.push_back(std::move(row));
  }
  double outer_square = 0.0;
  std::vector<std::vector<double>> dense(size);
  for (std::size_t i = 0; i < size; ++i) {
    run_.require_time(checking_low_rank);
    std::vector<double> turned(q_, 0.0);
    for (std::size_t b = 0; b < q_; ++b) {
      outer_square += outer[i][b] * outer[i][b];
      if (outer[i][b] == 0.0) continue;
      for (std::size_t a = 0; a < q_; ++a) turned[a] += outer[i][b] * middle_[b][a];
    }
    dense[i].assign(i + 1, 0.0);
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (std::size_t a = 0; a < q_; ++a) sum += turned[a] * outer[j][a];
      dense[i][j] = -sum;
    }
    dense[i][i] += i < tail ? diagonal_[left[i]] : 1.0;
    if (i >= tail) continue;
    for (const auto& [v, x] : rows_[left[i]]) {
      const auto place =
          static_cast<std::size_t>(std::lower_bound(left.begin(), left.end(), v) - left.begin());
      if (place < i) dense[i][place] += x;
    }
  }
  double trace = 0.0;
  double entries = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    if (!(dense[i][i] > 0.0)) return false;
    trace += dense[i][i];
    for (const double x : dense[i]) entries += 2.0 * x * x;
  }
  const double taken = lost(2.0 * static_cast<double>(q_)) * outer_square * std::sqrt(middle_square_) +
                       2.0 * lost(static_cast<double>(size)) * (trace + std::sqrt(entries));
  for (std::size_t i = 0; i < size; ++i) dense[i][i] -= taken;
  return factor_rows(dense, [&] { run_.require_time(checking_low_rank); });
}

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

}  // namespace

void check_sparse_sdp_eigenvalue(const Graph& graph, const SparseSdpCertificate& certificate,
                                 const RunContext& run) {
  const ClusterMultipliers& m = certificate.multipliers;
  check_shape(graph, m, certificate.eigenvalue);
  require_low_rank(CheckedElimination(graph, m, run).holds(certificate.eigenvalue),
                   fmt::format("an eigenvalue of the multipliers may exceed {}", certificate.eigenvalue));
}

long double checked_sparse_sdp_value(const Graph& graph, const SparseSdpCertificate& certificate, Vertex t) {
  require_low_rank(t >= 1 && t <= graph.num_vertices(), "a part has fewer vertices than a set of a step");
  check_shape(graph, certificate.multipliers, certificate.eigenvalue);
  const long double value = value_of_multipliers(certificate.multipliers, certificate.eigenvalue, t);
  return graph.integral() ? std::floor(value) : value;
}

}  // namespace lode::subgraph
