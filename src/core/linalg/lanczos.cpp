#include "core/linalg/lanczos.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>

namespace lode::detail {
namespace {

/// Thrown through Spectra in place of what an operator throws, which cannot be told from its own errors.
struct OperatorFailed {};

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
  }
  [[noreturn]] void rethrow() const { std::rethrow_exception(failure_); }

 private:
  Eigen::Index n_;
  const SymmetricOperator* multiply_;
  mutable std::exception_ptr failure_;
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
  } catch (const std::logic_error&) {  // Spectra's own
  } catch (const std::runtime_error&) {
  }
  return std::nullopt;
}

}  // namespace lode::detail
