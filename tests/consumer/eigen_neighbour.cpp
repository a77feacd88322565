// A program that uses Eigen itself, and the methods of lode that do so inside: neither may take the other's
// functions.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include <lode/least_squares/problem.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/lode.hpp>

namespace {

/// Of lode's matrices' shapes and types, so that the same templates are instantiated.
double own_work() {
  Eigen::MatrixXd a = Eigen::MatrixXd::Constant(40, 40, 0.25);
  for (int i = 0; i < 40; ++i) a(i, i) = 2.0 + i;
  const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(40, -1.0, 1.0);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(a);
  return (a * a.llt().solve(b) - b).norm() + (a * a.colPivHouseholderQr().solve(b) - b).norm() +
         (eigen.eigenvectors() * eigen.eigenvalues().asDiagonal() * eigen.eigenvectors().transpose() - a)
             .norm();
}

}  // namespace

int main(int, char** argv) {
  lode::RunContext run({.seed = 1, .threads = 1});
  const lode::Graph graph = lode::read_graph(argv[1], {}, run).graph;
  for (const char* method : {"tpm", "frank-wolfe", "l2box-admm", "mpec-epm", "mpec-adm", "hybrid"}) {
    const lode::Solution found = lode::solve(method, {.graph = graph, .s = 10}, {}, run);
    std::cout << method << ' ' << found.edges << '\n';
    if (found.vertices.size() != 10 || found.edges < 18 || found.edges > 25) return 2;
  }
  namespace lsq = lode::least_squares;
  std::vector<double> values(30 * 12);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<double>(i * i % 97));
  std::vector<double> b(30);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = 2.0 * values[i] - values[30 * 5 + i];  // columns 0 and 5
  lsq::Problem problem;
  problem.instance = std::make_shared<const lsq::Instance>(lsq::Matrix::dense(30, 12, std::move(values)), b);
  problem.constraint = {.kind = lsq::ConstraintKind::sparse_c, .s = 2};
  const lsq::Solution fit = lsq::solve("hybrid", problem, {}, run);
  // x holds the values on the support alone.
  if (fit.support != std::vector<lsq::Index>{0, 5} || fit.x.size() != 2) return 3;
  if (std::abs(fit.x[0] - 2.0) > 1e-9 || std::abs(fit.x[1] + 1.0) > 1e-9) return 3;
  return own_work() < 1e-9 ? 0 : 4;
}
