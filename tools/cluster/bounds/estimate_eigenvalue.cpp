#include <vector>

#include <slepceps.h>

#include "bounds/eigenvalue_bound.hpp"

namespace lode::cluster {
namespace {

struct Adjacency {
  const Rows& rows;
  const Ghosts& ghosts;
  std::vector<double> x;  ///< values of own vertices, then of ghosts
};

PetscErrorCode multiply(Mat matrix, Vec in, Vec out) {
  void* context = nullptr;
  const PetscScalar* from = nullptr;
  PetscScalar* to = nullptr;
  PetscCall(MatShellGetContext(matrix, &context));
  auto& a = *static_cast<Adjacency*>(context);
  const std::size_t own = a.rows.own();
  PetscCall(VecGetArrayRead(in, &from));
  std::copy_n(from, own, a.x.begin());
  PetscCall(VecRestoreArrayRead(in, &from));
  const std::span<double> all(a.x);
  a.ghosts.fetch(all.first(own), all.subspan(own));
  PetscCall(VecGetArrayWrite(out, &to));
  for (std::size_t v = 0; v < own; ++v) {
    double sum = 0.0;
    a.rows.for_each(v, [&](std::uint32_t u) { sum += a.x[u]; });
    to[v] = sum;
  }
  PetscCall(VecRestoreArrayWrite(out, &to));
  return 0;
}

}  // namespace

double estimate_eigenvalue(const Rows& rows, const Ghosts& ghosts, const Ranks& ranks) {
  if (rows.vertices == 1) return 0.0;  // SLEPc needs a space of two dimensions
  Adjacency adjacency{rows, ghosts, {}};
  ranks.together([&] { adjacency.x.assign(rows.own() + rows.ghosts.size(), 0.0); });
  const auto own = static_cast<PetscInt>(rows.own());
  Mat matrix = nullptr;
  EPS solver = nullptr;
  Vec start = nullptr;
  check_petsc(MatCreateShell(ranks.comm(), own, own, PETSC_DETERMINE, PETSC_DETERMINE, &adjacency, &matrix));
  check_petsc(MatShellSetOperation(matrix, MATOP_MULT, reinterpret_cast<void (*)()>(multiply)));
  check_petsc(MatCreateVecs(matrix, &start, nullptr));
  check_petsc(VecSet(start, 1.0));
  check_petsc(EPSCreate(ranks.comm(), &solver));
  check_petsc(EPSSetOperators(solver, matrix, nullptr));
  check_petsc(EPSSetProblemType(solver, EPS_HEP));
  check_petsc(EPSSetWhichEigenpairs(solver, EPS_LARGEST_REAL));
  check_petsc(EPSSetDimensions(solver, 1, PETSC_DEFAULT, PETSC_DEFAULT));
  check_petsc(EPSSetTolerances(solver, 1e-6, 20));
  check_petsc(EPSSetInitialSpace(solver, 1, &start));
  check_petsc(EPSSolve(solver));
  PetscInt converged = 0;
  PetscScalar value = 0.0;
  check_petsc(EPSGetConverged(solver, &converged));
  if (converged > 0) check_petsc(EPSGetEigenvalue(solver, 0, &value, nullptr));
  check_petsc(VecDestroy(&start));
  check_petsc(EPSDestroy(&solver));
  check_petsc(MatDestroy(&matrix));
  return value;
}

}  // namespace lode::cluster
