// Checks certificates of the low-rank bound. Shares nothing with the solver on purpose: an elimination in
// another order, in doubles throughout, with sums of its own.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "subgraph/bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph {
namespace {

constexpr std::string_view checking_low_rank = "checking the certificate";
/// A vertex with more neighbours than this part of those left goes to the dense matrix.
constexpr double check_dense_part = 0.15;
/// Pivots of eliminated vertices are at least this part of what they were.
constexpr double check_least_pivot = 0.02;
/// Of an eigenvalue, that is left to what rounding may move it by.
constexpr double check_room = 4e-6;

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

/// What n operations in doubles may lose, twice.
double lost(double operations) { return (operations + 8.0) * DBL_EPSILON; }

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

/// Cholesky's algorithm on the lower triangle in rows; false at a pivot that is not positive.
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

}  // namespace

void check_sparse_sdp_eigenvalue(const Graph& graph, const SparseSdpCertificate& certificate,
                                 const RunContext& run) {
  const ClusterMultipliers& m = certificate.multipliers;
  if (certificate.reduction && m.vertex.empty()) return;  // the rest is all there is
  const Graph left = certificate.reduction ? induced_subgraph(graph, certificate.reduction->left) : graph;
  check_shape(left, m, certificate.eigenvalue);
  require_low_rank(CheckedElimination(left, m, run).holds(certificate.eigenvalue),
                   fmt::format("an eigenvalue of the multipliers may exceed {}", certificate.eigenvalue));
}

namespace {

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
