#include "bounds/search/lifted_dual.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph::detail {
namespace {

/// t as a share of k / n, or of the distance to 1 when more than half of the vertices are chosen: values
/// between 0.2 and 0.6 serve equally well.
constexpr double shift_share = 0.4;
/// Times the margin of certificate/proof_data.hpp, so that a check in another order succeeds.
constexpr double proof_room = 2.0;

Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}
Eigen::Map<const Eigen::MatrixXd> as_square(std::span<const double> values, std::size_t n) {
  return {values.data(), static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n)};
}

}  // namespace

DenseProblem dense_problem(const Graph& graph, Vertex s) {
  const std::size_t n = graph.num_vertices();
  DenseProblem problem{n, std::vector<double>(n * n), std::vector<double>(n), s, 0.0, graph.integral()};
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { problem.weights[v * n + u] = w; });
  }
  return problem;
}

DenseProblem part_of(const DenseProblem& problem, std::span<const std::size_t> left,
                     std::span<const std::size_t> chosen) {
  DenseProblem part;
  part.n = left.size();
  part.s = problem.s - static_cast<Vertex>(chosen.size());
  part.base = value_of(problem, chosen);
  part.integral = problem.integral;
  part.weights.reserve(part.n * part.n);
  for (const std::size_t i : left) {
    double linear = problem.linear[i];
    for (const std::size_t v : chosen) linear += problem.weight(i, v);
    part.linear.push_back(linear);
    for (const std::size_t j : left) part.weights.push_back(problem.weight(i, j));
  }
  return part;
}

double value_of(const DenseProblem& problem, std::span<const std::size_t> set) {
  double value = problem.base;
  for (std::size_t a = 0; a < set.size(); ++a) {
    double added = problem.linear[set[a]];
    for (std::size_t b = 0; b < a; ++b) added += problem.weight(set[a], set[b]);
    value += added;
  }
  return value;
}

ValuedSet improved_set(const DenseProblem& problem, std::span<const double> scores,
                       std::size_t most_exchanges) {
  const std::size_t n = problem.n;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  std::vector<char> inside(n, 0);
  std::vector<double> gains =
      problem.linear;  // by a vertex that enters, or weight of a member towards the set
  double largest = 0.0;
  for (std::size_t place = 0; place < problem.s; ++place) {
    inside[order[place]] = 1;
    for (std::size_t v = 0; v < n; ++v) gains[v] += problem.weight(order[place], v);
  }
  for (const double gain : gains) largest = std::max(largest, std::abs(gain));
  const double least = problem.integral ? 0.5 : 1e-12 * largest;  // rounding must not send it in circles
  for (std::size_t exchange = 0; exchange < most_exchanges; ++exchange) {
    double largest_gain = least;
    std::size_t leaving = n;
    std::size_t entering = n;
    for (std::size_t out = 0; out < n; ++out) {
      if (!inside[out]) continue;
      const double* const row = problem.weights.data() + out * n;
      for (std::size_t in = 0; in < n; ++in) {
        const double gain = gains[in] - gains[out] - row[in];
        if (gain <= largest_gain || inside[in]) continue;
        largest_gain = gain;
        leaving = out;
        entering = in;
      }
    }
    if (leaving == n) break;
    inside[leaving] = 0;
    inside[entering] = 1;
    for (std::size_t v = 0; v < n; ++v) gains[v] += problem.weight(entering, v) - problem.weight(leaving, v);
  }
  ValuedSet set;
  for (std::size_t v = 0; v < n; ++v) {
    if (inside[v]) set.vertices.push_back(v);
  }
  set.value = value_of(problem, set.vertices);
  return set;
}

ValuedSet best_of_few(const DenseProblem& problem) {
  std::vector<double> scores = problem.linear;  // weight of a vertex alone, or towards all vertices
  for (std::size_t i = 0; i < problem.n && problem.s > 1; ++i) {
    for (std::size_t j = 0; j < problem.n; ++j) scores[i] += problem.weight(i, j);
  }
  return improved_set(problem, scores, 0);
}

SdpLift lift_of(std::size_t vertices, Vertex size) {
  const auto n = static_cast<double>(vertices);
  const auto k = static_cast<double>(size);
  const double t = 2.0 * k <= n ? shift_share * k / n : 1.0 - shift_share * (1.0 - k / n);
  return {t, k * (1.0 - 2.0 * t) + t * t * n};
}

LiftedDual::LiftedDual(const DenseProblem& problem, double alpha, const RunContext& run)
    : problem_(problem), run_(run), n_(problem.n), k_(static_cast<double>(problem.s)), alpha_(alpha) {
  const SdpLift lift = lift_of(n_, problem.s);
  t_ = lift.shift;
  kappa_ = lift.kappa;
  q_ = 2.0 * t_ / (1.0 - 2.0 * t_);
  const double half = 0.5 * static_cast<double>(n_);
  const double diagonal = -k_ + q_ * (half - k_);
  scale_ = 1.0 / std::sqrt(half + diagonal * diagonal);
  const auto rows = static_cast<Eigen::Index>(n_);
  for (auto* square : {&centre_, &lifted_, &matrix_, &optimum_, &primal_}) square->setZero(rows, rows);
}

std::vector<double> LiftedDual::point_of(const SdpNodeProof& multipliers) {
  cuts = multipliers.cuts;
  std::vector<double> point(first_cut(), 0.0);
  for (std::size_t i = 0; i < multipliers.rows.size(); ++i) point[i] = multipliers.rows[i] / scale_;
  for (const SdpPair& pair : multipliers.pairs) {
    const std::size_t i = pair.i;
    point[n_ + i * (2 * n_ - i - 1) / 2 + (pair.j - i - 1)] = pair.multiplier;
  }
  for (const SdpCut& cut : cuts) point.push_back(cut.multiplier);
  return point;
}

SdpNodeProof LiftedDual::multipliers_at(std::span<const double> point) const {
  SdpNodeProof all;
  all.shift = t_;
  all.eigenvalue = eigenvalue_;
  const double* value = point.data();
  for (std::size_t i = 0; i < n_; ++i) all.rows.push_back(scale_ * *value++);
  for (std::uint32_t i = 0; i < n_; ++i) {
    for (std::uint32_t j = i + 1; j < n_; ++j, ++value) {
      if (*value > 0.0) all.pairs.push_back({i, j, *value});
    }
  }
  for (SdpCut cut : cuts) {
    cut.multiplier = *value++;
    if (cut.multiplier > 0.0) all.cuts.push_back(cut);
  }
  return all;
}

void LiftedDual::centre_at(std::span<const double> x) {
  centre_ = as_square(x, n_);
  const Eigen::VectorXd own = (t_ * (0.5 * t_ - centre_.diagonal().array())).matrix();
  centre_.colwise() += own;
  centre_.rowwise() += own.transpose();
}

/// P and the constant.
void LiftedDual::assemble(std::span<const double> point) {
  const auto y = as_vector(point);
  const auto w = as_square(problem_.weights, n_);
  const auto n = static_cast<Eigen::Index>(n_);
  const Eigen::VectorXd half = 0.5 * scale_ * y.head(n);
  lifted_.diagonal() = as_vector(problem_.linear) + 2.0 * (1.0 - k_) * half;
  Eigen::Index pair = n;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index below = n - i - 1;
    lifted_.col(i).tail(below) =
        ((0.5 * w.col(i) + half).tail(below) + y.segment(pair, below)).array() + half[i];
    pair += below;
  }
  constant_ = problem_.base;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    const double g = point[first_cut() + c];
    constant_ += g * terms_of(cuts[c].kind).right_side;
    over_terms(cuts[c], [&](std::size_t i, std::size_t j, double coefficient) {
      lifted_(j, i) -= g * (i == j ? coefficient : 0.5 * coefficient);
    });
  }
  const Eigen::VectorXd sums = lifted_.selfadjointView<Eigen::Lower>() * Eigen::VectorXd::Ones(n);
  lifted_.diagonal() += q_ * sums;
  constant_ -= t_ * t_ * sums.sum() / (1.0 - 2.0 * t_);
}

/// How many eigenvalues belong to Z*: p_j = max(0, (mu_j - threshold) / alpha), summing to kappa.
std::size_t LiftedDual::spread(std::span<const double> values) {
  const double wanted = alpha_ * kappa_;
  double sum = 0.0;
  std::size_t count = 0;
  while (count < values.size()) {
    const double next = values[values.size() - 1 - count];
    if (count > 0 && sum - static_cast<double>(count) * next >= wanted) break;
    sum += next;
    ++count;
  }
  const double threshold = (sum - wanted) / static_cast<double>(count);
  weights_.resize(static_cast<Eigen::Index>(count));
  value_ = constant_ - 0.5 * alpha_ * centre_.squaredNorm();
  for (std::size_t c = 0; c < count; ++c) {
    const double mu = values[values.size() - count + c];
    double& weight = weights_[static_cast<Eigen::Index>(c)];
    weight = std::max(0.0, (mu - threshold) / alpha_);
    value_ += weight * (mu - 0.5 * alpha_ * weight);
  }
  return count;
}

/// The eigenpairs of matrix_; false when stopped.
bool LiftedDual::decompose(const lode::detail::TopEigenpairs::Count& count) {
  if (run_.should_stop()) return false;
  eigen_.decompose(matrix_, count);
  return true;
}

bool LiftedDual::evaluate(std::span<const double> point) {
  assemble(point);
  matrix_ = lifted_ + alpha_ * centre_;
  if (!decompose([&](std::span<const double> values) { return spread(values); })) return false;
  form_primal();
  form_gradient();
  ++evaluations_;
  return true;
}

/// Z* and X*.
void LiftedDual::form_primal() {
  const Eigen::MatrixXd factor = eigen_.vectors() * weights_.cwiseSqrt().asDiagonal();
  optimum_.setZero();
  optimum_.selfadjointView<Eigen::Lower>().rankUpdate(factor);
  optimum_.triangularView<Eigen::StrictlyUpper>() = optimum_.transpose();
  const Eigen::VectorXd own =
      (t_ * ((optimum_.diagonal().array() - t_ * t_) / (1.0 - 2.0 * t_) - 0.5 * t_)).matrix();
  primal_ = optimum_;
  primal_.colwise() += own;
  primal_.rowwise() += own.transpose();
}

void LiftedDual::form_gradient() {
  const auto n = static_cast<Eigen::Index>(n_);
  gradient_.resize(static_cast<Eigen::Index>(first_cut() + cuts.size()));
  gradient_.head(n) = scale_ * (primal_.colwise().sum().transpose() - k_ * primal_.diagonal());
  Eigen::Index at = n;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index below = n - i - 1;
    gradient_.segment(at, below) = 2.0 * primal_.col(i).tail(below);
    at += below;
  }
  for (const SdpCut& cut : cuts) {
    double left = terms_of(cut.kind).right_side;
    over_terms(
        cut, [&](std::size_t i, std::size_t j, double coefficient) { left -= coefficient * primal_(j, i); });
    gradient_[at++] = left;
  }
}

std::optional<double> LiftedDual::estimated_bound() {
  matrix_ = lifted_;
  if (!decompose([](std::span<const double>) { return std::size_t{0}; })) return std::nullopt;
  return constant_ + kappa_ * eigen_.values()[lifted_.rows() - 1];
}

std::optional<double> LiftedDual::prove(std::span<const double> point, double wanted, double path_room) {
  assemble(point);
  eigenvalue_ = (wanted - constant_) / kappa_;
  const double order = static_cast<double>(n_) + 2.0;
  const auto y = as_vector(point);
  const auto n = static_cast<Eigen::Index>(n_);
  const auto pairs = static_cast<Eigen::Index>(first_cut()) - n;
  double magnitude = as_vector(problem_.linear).lpNorm<1>() + 0.5 * as_vector(problem_.weights).lpNorm<1>() +
                     (order + k_) * scale_ * y.head(n).lpNorm<1>() +
                     2.0 * y.segment(n, pairs).lpNorm<1>();                // A
  double sums = std::abs(problem_.base) + kappa_ * std::abs(eigenvalue_);  // G
  std::vector<std::uint32_t> cuts_at(n_ * n_, 0);
  std::uint32_t most_cuts = 0;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    const double g = point[first_cut() + c];
    sums += g;
    over_terms(cuts[c], [&](std::size_t i, std::size_t j, double coefficient) {
      magnitude += g * std::abs(coefficient);
      most_cuts = std::max(most_cuts, ++cuts_at[i * n_ + j]);
    });
  }
  matrix_ = -lifted_;
  matrix_.diagonal().array() += eigenvalue_;
  const double trace = matrix_.trace();
  const double largest = matrix_.lpNorm<Eigen::Infinity>();  // entries above the diagonal stay 0
  if (!(trace >= 0.0) || !std::isfinite(largest)) return std::nullopt;
  // A check in another order succeeds with half of this margin.
  matrix_.diagonal().array() -= 4.0 * order * DBL_EPSILON * trace;
  const auto outcome = lode::detail::factorise_cholesky(matrix_, [this] { return run_.should_stop(); });
  if (outcome != lode::detail::CholeskyOutcome::done) return std::nullopt;
  const double shown = eigenvalue_ + order * DBL_EPSILON * (largest + std::abs(eigenvalue_));
  const double terms = 4.0 + most_cuts + 2.0 * static_cast<double>(n_) + 16.0;
  const double rounding =
      terms * (1.0 + 3.0 * std::abs(q_)) * magnitude + (static_cast<double>(cuts.size()) + 8.0) * sums;
  return constant_ + kappa_ * shown + proof_room * DBL_EPSILON * rounding + path_room;
}

std::optional<std::vector<SdpCut>> violated_cuts(std::span<const double> x, std::size_t n,
                                                 std::span<const SdpCut> known, std::size_t limit,
                                                 double least, const RunContext& run) {
  const auto name = [](const SdpCut& cut) { return std::tuple{cut.kind, cut.i, cut.j, cut.l}; };
  std::set<std::tuple<SdpCutKind, std::uint32_t, std::uint32_t, std::uint32_t>> names;
  for (const SdpCut& cut : known) names.insert(name(cut));
  std::vector<SdpCut> found;  // with their violations in the place of multipliers
  const auto trim = [&] {
    std::ranges::stable_sort(found, std::greater<>(), &SdpCut::multiplier);
    if (found.size() <= limit) return;
    found.resize(limit);
    least = found.back().multiplier;
  };
  const auto offer = [&](const SdpCut& cut) {
    if (cut.multiplier <= least || names.contains(name(cut))) return;
    found.push_back(cut);
    if (found.size() == 4 * limit) trim();
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    if (run.should_stop()) return std::nullopt;
    const double* const row_i = x.data() + i * n;
    for (std::uint32_t j = i + 1; j < n; ++j) {
      const double* const row_j = x.data() + j * n;
      const double ij = row_i[j];
      const double own = row_i[i] + row_j[j] - ij - 1.0;
      const double at_i = ij - row_i[i];
      const double at_j = ij - row_j[j];
      offer({SdpCutKind::within, i, j, 0, at_i});
      offer({SdpCutKind::within, j, i, 0, at_j});
      offer({SdpCutKind::cover, i, j, 0, own});
      for (std::uint32_t l = j + 1; l < n; ++l) {
        const double il = row_i[l];
        const double jl = row_j[l];
        const double ll = x[l * n + l];
        const double triangle = own + ll - il - jl;
        const double apex_l = il + jl - ll - ij;
        const double apex_i = at_i + il - jl;
        const double apex_j = at_j + jl - il;
        if (std::max(std::max(triangle, apex_l), std::max(apex_i, apex_j)) <= least) continue;
        offer({SdpCutKind::triangle, i, j, l, triangle});
        offer({SdpCutKind::meeting, i, j, l, apex_l});
        offer({SdpCutKind::meeting, j, l, i, apex_i});
        offer({SdpCutKind::meeting, i, l, j, apex_j});
      }
    }
  }
  trim();
  for (SdpCut& cut : found) cut.multiplier = 0.0;
  return found;
}

}  // namespace lode::subgraph::detail
