// What following the largest eigenpairs along slowly changing matrices saves: bench_eigenspace GRAPH SIZE
// [MATRICES]. The matrices are those of the sdp bound's alternating direction method; each of them wants as
// many eigenvectors as its projection onto the positive semidefinite matrices of trace SIZE has. Prints one
// JSON object per solver of the same matrices, all on one thread: LeadingEigenspace; Spectra's restarted
// Lanczos method for each matrix anew, begun at random or with the sum of the last vectors; LAPACK's
// reduction.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/eigen.hpp"
#include "core/linalg/leading_eigenspace.hpp"
#include "measure.hpp"
#include "subgraph/bounds/sdp/sdp_rows.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// As sdp.cpp has them.
constexpr double relaxation = 1.85;
constexpr double imbalance = 5.0;
constexpr double penalty_factor = 1.5;
constexpr int balance_interval = 20;
constexpr double accuracy_share = 0.03;
constexpr double least_accuracy = 1e-5;

/// Eigenvalues increasing, a column for each.
struct Pairs {
  VectorXd values;
  MatrixXd vectors;
};

Pairs pairs_of(const lode::detail::SymmetricEigen& eigen, Index n) {
  const Index columns = static_cast<Index>(eigen.vectors.size()) / n;
  const Index all = static_cast<Index>(eigen.values.size());
  return {Eigen::Map<const VectorXd>(eigen.values.data() + all - columns, columns),
          Eigen::Map<const MatrixXd>(eigen.vectors.data(), n, columns)};
}

std::span<const double> entries(const MatrixXd& a) { return {a.data(), static_cast<std::size_t>(a.size())}; }

/// The alternating direction method of sdp.cpp; column i stands for row i.
class Iteration {
 public:
  Iteration(const Graph& graph, double s) : s_(s), n_(static_cast<Index>(graph.num_vertices())) {
    weights_ = MatrixXd::Zero(n_, n_);
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      graph.for_each_neighbor(u, [&](Vertex v, Weight w) { weights_(v, u) = w; });
    }
    const double own = s / static_cast<double>(n_);
    polyhedral_ = MatrixXd::Constant(n_, n_, own * (s - 1.0) / static_cast<double>(n_ - 1));
    polyhedral_.diagonal().setConstant(own);
    semidefinite_ = polyhedral_;
    multipliers_ = MatrixXd::Zero(n_, n_);
    penalty_ = weights_.norm() / (2.0 * s);
    step_polyhedral();
  }

  double accuracy() const { return std::max(least_accuracy, accuracy_share * moved_); }

  /// What is to be projected next.
  MatrixXd matrix() {
    multipliers_ = multipliers_ / penalty_ + relaxation * polyhedral_ + (1.0 - relaxation) * semidefinite_;
    return 0.5 * (multipliers_ + multipliers_.transpose());
  }

  /// How many eigenvalues exceed the threshold above which they sum to s.
  std::size_t above_threshold(std::span<const double> values) {
    double sum = 0.0;
    std::size_t count = 0;
    for (; count < values.size(); ++count) {
      const double next = values[values.size() - 1 - count];
      if (count > 0 && sum - static_cast<double>(count) * next >= s_) break;
      sum += next;
    }
    threshold_ = (sum - s_) / static_cast<double>(count);
    return count;
  }

  void step(const Pairs& pairs) {
    const VectorXd above = (pairs.values.array() - threshold_).cwiseMax(0.0);
    semidefinite_ = pairs.vectors * above.asDiagonal() * pairs.vectors.transpose();
    multipliers_ = penalty_ * (multipliers_ - semidefinite_);
    step_polyhedral();
  }

  void balance() {
    const double primal = (semidefinite_ - polyhedral_).norm();
    if (primal > imbalance * moved_) {
      penalty_ *= penalty_factor;
    } else if (moved_ > imbalance * primal) {
      penalty_ /= penalty_factor;
    }
  }

 private:
  void step_polyhedral() {
    double squares = 0.0;
    for (Index i = 0; i < n_; ++i) {
      VectorXd row = semidefinite_.col(i) + (0.5 * weights_.col(i) - multipliers_.col(i)) / penalty_;
      const auto size = static_cast<std::size_t>(n_);
      subgraph::detail::project_row({row.data(), size}, static_cast<std::size_t>(i), s_, polyhedral_(i, i));
      squares += (row - polyhedral_.col(i)).squaredNorm();
      polyhedral_.col(i) = row;
    }
    moved_ = std::sqrt(squares);
  }

  double s_;
  Index n_;
  MatrixXd weights_, polyhedral_, semidefinite_, multipliers_;
  double penalty_ = 1.0;
  double threshold_ = 0.0;
  double moved_ = 0.0;
};

/// The `wanted` largest; `begin` may be empty: begun at random.
Pairs by_spectra(const MatrixXd& a, Index wanted, double tolerance, const VectorXd& begin) {
  const Index steps = std::min(a.rows(), std::max<Index>(20, 2 * wanted + 1));
  Spectra::DenseSymMatProd<double> product(a);
  Spectra::SymEigsSolver<Spectra::DenseSymMatProd<double>> solver(product, wanted, steps);
  if (begin.size() > 0) {
    solver.init(begin.data());
  } else {
    solver.init();
  }
  constexpr Index most_restarts = 1000;
  solver.compute(Spectra::SortRule::LargestAlge, most_restarts, tolerance, Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful) throw InternalError("Spectra did not converge");
  return {solver.eigenvalues(), solver.eigenvectors()};
}

/// What a solver took for all matrices.
struct Tally {
  std::string_view solver;
  bench::Usage used = {};
  double residual = 0.0;  ///< the largest, against the accuracy asked for

  template <class Solve>
  Pairs time(const MatrixXd& a, double accuracy, const Solve& solve) {
    Pairs pairs;
    const bench::Usage one = bench::measure([&] { pairs = solve(); });
    used.seconds += one.seconds;
    used.user += one.user;
    used.system += one.system;
    used.peak_bytes = one.peak_bytes;
    const MatrixXd rest = a * pairs.vectors - pairs.vectors * pairs.values.asDiagonal();
    residual = std::max(residual, rest.colwise().norm().maxCoeff() / accuracy);
    return pairs;
  }
};

void eigenspace(const std::string& path, double s, int matrices) {
  const Graph graph = read_graph(path, {}, RunContext({.threads = 1})).graph;
  const auto n = static_cast<Index>(graph.num_vertices());
  if (s < 2.0 || s > static_cast<double>(n))
    throw InvalidArgument("SIZE", fmt::format("{}", s), "is no size");
  Tally following{"LeadingEigenspace"};
  Tally anew{"Spectra"};
  Tally begun{"Spectra from the last vectors"};
  Tally reducing{"LAPACK"};
  Iteration iteration(graph, s);
  lode::detail::LeadingEigenspace space;
  VectorXd sum;  // of the last vectors
  Index vectors = 0;
  for (int k = 1; k <= matrices; ++k) {
    const MatrixXd a = iteration.matrix();
    const double accuracy = iteration.accuracy();
    const auto how_many = [&](std::span<const double> values) { return iteration.above_threshold(values); };
    const Pairs pairs = following.time(a, accuracy, [&] {
      const auto never = [] { return false; };
      return pairs_of(space.decompose(entries(a), static_cast<std::size_t>(n), how_many, accuracy, never), n);
    });
    const Index wanted = pairs.vectors.cols();
    vectors += wanted;
    const double tolerance = accuracy / std::abs(pairs.values[0]);  // Spectra's is relative to each value
    anew.time(a, accuracy, [&] { return by_spectra(a, wanted, tolerance, {}); });
    begun.time(a, accuracy, [&] { return by_spectra(a, wanted, tolerance, sum); });
    reducing.time(a, accuracy, [&] {
      const auto as_many = [&](std::span<const double>) { return static_cast<std::size_t>(wanted); };
      return pairs_of(lode::detail::largest_eigenpairs(entries(a), static_cast<std::size_t>(n), as_many), n);
    });
    sum = pairs.vectors.rowwise().sum();
    iteration.step(pairs);
    if (k % balance_interval == 0) iteration.balance();
  }
  for (const Tally* tally : {&following, &anew, &begun, &reducing}) {
    bench::print_json(
        "eigenspace", 1, tally->used,
        fmt::format(",\"solver\":\"{}\",\"order\":{},\"matrices\":{}", tally->solver, n, matrices) +
            bench::json_field("vectors_per_matrix", static_cast<double>(vectors) / matrices) +
            bench::json_field("worst_residual_of_accuracy", tally->residual));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: {} GRAPH SIZE [MATRICES]\n", argv[0]);
    return 2;
  }
  try {
    const int matrices = argc > 3 ? std::max(1, std::atoi(argv[3])) : 100;
    RunContext({.threads = 1}).parallel([&] { eigenspace(argv[1], std::atof(argv[2]), matrices); });
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
