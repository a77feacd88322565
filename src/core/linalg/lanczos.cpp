#include "core/linalg/lanczos.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>

#include <Spectra/SymEigsSolver.h>

namespace lode::detail {
namespace {

/// Thrown through Spectra instead of an operator's exception, which would look like an error of Spectra.
struct OperatorFailed {};
/// Thrown through Spectra where the first product is 0: it would divide by its norm.
struct ProductVanishes {};

/// An operator as Spectra takes it.
class SpectraOperator {
 public:
  using Scalar = double;
  SpectraOperator(Eigen::Index n, const SymmetricOperator& multiply) : n_(n), multiply_(&multiply) {}
  Eigen::Index rows() const { return n_; }
  Eigen::Index cols() const { return n_; }
  void perform_op(const double* x, double* y) const {
    try {
      (*multiply_)(x, y);
    } catch (...) {
      failure_ = std::current_exception();
      throw OperatorFailed();
    }
    if (std::exchange(is_first_, false) && !(Eigen::Map<const Eigen::VectorXd>(y, n_).norm() > 0.0))
      throw ProductVanishes();
  }
  [[noreturn]] void rethrow() const { std::rethrow_exception(failure_); }

 private:
  Eigen::Index n_;
  const SymmetricOperator* multiply_;
  mutable bool is_first_ = true;
  mutable std::exception_ptr failure_;
};

/// An operator in single precision; its exceptions pass through.
class SpectraFloatOperator {
 public:
  using Scalar = float;
  SpectraFloatOperator(Eigen::Index n, const FloatOperator& multiply) : x_(n), y_(n), multiply_(&multiply) {}
  Eigen::Index rows() const { return x_.size(); }
  Eigen::Index cols() const { return x_.size(); }
  void perform_op(const float* x, float* y) const {
    x_ = Eigen::Map<const Eigen::VectorXf>(x, rows());
    (*multiply_)(x_, y_);
    if (std::exchange(is_first_, false) && !(y_.norm() > 0.0F)) throw ProductVanishes();
    Eigen::Map<Eigen::VectorXf>(y, rows()) = y_;
  }

 private:
  mutable bool is_first_ = true;
  mutable Eigen::VectorXf x_;
  mutable Eigen::VectorXf y_;
  const FloatOperator* multiply_;
};

}  // namespace

std::optional<double> extreme_ritz_value(Eigen::Index n, const SymmetricOperator& multiply, SpectrumEnd end,
                                         const LanczosOptions& options) {
  SpectraOperator matrix(n, multiply);
  const auto rule =
      end == SpectrumEnd::largest ? Spectra::SortRule::LargestAlge : Spectra::SortRule::SmallestAlge;
  try {
    Spectra::SymEigsSolver<SpectraOperator> solver(matrix, 1, std::min(n, options.subspace));
    solver.init();
    solver.compute(rule, options.max_restarts, options.tolerance);
    if (solver.info() == Spectra::CompInfo::Successful && std::isfinite(solver.eigenvalues()[0])) {
      return solver.eigenvalues()[0];
    }
  } catch (const OperatorFailed&) {
    matrix.rethrow();
  } catch (const ProductVanishes&) {
  } catch (const std::logic_error&) {  // Spectra's own
  } catch (const std::runtime_error&) {
  }
  return std::nullopt;
}

RitzPair largest_ritz_pair(const FloatOperator& multiply, const Eigen::VectorXf& start, Eigen::Index steps) {
  const Eigen::Index n = start.size();
  steps = std::min(steps, n);
  using Arnoldi = Spectra::ArnoldiOp<float, SpectraFloatOperator, Spectra::IdentityBOp>;
  const SpectraFloatOperator matrix(n, multiply);
  const RitzPair none{0.0, 0.0, start.normalized()};
  Spectra::Lanczos<float, Arnoldi> lanczos(Arnoldi(matrix, Spectra::IdentityBOp()), steps);
  Eigen::Index products = 0;
  Eigen::Map<const Eigen::VectorXf> first(start.data(), n);
  try {
    lanczos.init(first, products);
  } catch (const ProductVanishes&) {
    return none;
  }
  if (!std::isfinite(lanczos.f_norm())) return none;  // products too large for floats
  lanczos.factorize_from(1, steps, products);
  const Eigen::MatrixXd small = lanczos.matrix_H().cast<double>();
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz;
  const Eigen::VectorXd diagonal = small.diagonal();
  const Eigen::VectorXd below = small.diagonal<-1>();
  ritz.computeFromTridiagonal(diagonal, below);
  RitzPair top;
  top.value = ritz.eigenvalues()[steps - 1];
  top.residual = static_cast<double>(lanczos.f_norm()) * std::abs(ritz.eigenvectors()(steps - 1, steps - 1));
  top.vector = lanczos.matrix_V() * ritz.eigenvectors().col(steps - 1).cast<float>();
  return top;
}

}  // namespace lode::detail
