#include "graph/ghosts.hpp"

namespace lode::cluster {

Ghosts::Ghosts(const Rows& rows, const Ranks& ranks) {
  PetscLayout layout = nullptr;
  check_petsc(PetscLayoutCreate(ranks.comm(), &layout));
  check_petsc(PetscLayoutSetLocalSize(layout, static_cast<PetscInt>(rows.own())));
  check_petsc(PetscLayoutSetUp(layout));
  check_petsc(PetscSFCreate(ranks.comm(), &forest_));
  static_assert(sizeof(PetscInt) == sizeof(std::uint64_t), "PETSc with 64-bit indices");
  const auto* const numbers = reinterpret_cast<const PetscInt*>(rows.ghosts.data());
  check_petsc(PetscSFSetGraphLayout(forest_, layout, static_cast<PetscInt>(rows.ghosts.size()), nullptr,
                                    PETSC_OWN_POINTER, numbers));
  check_petsc(PetscSFSetUp(forest_));
  check_petsc(PetscLayoutDestroy(&layout));
}

Ghosts::~Ghosts() { PetscSFDestroy(&forest_); }

void Ghosts::fetch(std::span<const std::uint64_t> own, std::span<std::uint64_t> ghosts) const {
  check_petsc(PetscSFBcastBegin(forest_, MPI_UINT64_T, own.data(), ghosts.data(), MPI_REPLACE));
  check_petsc(PetscSFBcastEnd(forest_, MPI_UINT64_T, own.data(), ghosts.data(), MPI_REPLACE));
}

void Ghosts::add(std::span<const std::uint32_t> ghosts, std::span<std::uint32_t> own) const {
  check_petsc(PetscSFReduceBegin(forest_, MPI_UINT32_T, ghosts.data(), own.data(), MPI_SUM));
  check_petsc(PetscSFReduceEnd(forest_, MPI_UINT32_T, ghosts.data(), own.data(), MPI_SUM));
}

}  // namespace lode::cluster
