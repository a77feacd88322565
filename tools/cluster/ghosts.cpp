#include "ghosts.hpp"

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::cluster {

void check_petsc(PetscErrorCode code, const char* what) {
  if (code == 0) return;
  const char* text = nullptr;
  PetscErrorMessage(code, &text, nullptr);
  throw SystemError(fmt::format("{}: PETSc fails: {}", what, text ? text : "unknown error"));
}

Ghosts::Ghosts(Ranks& ranks, const GraphPart& part) : ranks_(ranks) {
  constexpr auto what = "ghosts";
  const auto count = static_cast<PetscInt>(part.ghosts.size());
  PetscSFNode* remote = nullptr;
  ranks.together([&] {
    check_petsc(PetscMalloc1(count, &remote), what);
    for (PetscInt i = 0; i < count; ++i) {
      const std::uint64_t number = part.ghosts[static_cast<std::size_t>(i)];
      const std::uint32_t owner = part.owner_of(number);
      remote[i] = {static_cast<PetscInt>(owner), static_cast<PetscInt>(number - part.first[owner])};
    }
  });
  // Fails, if it does, on all ranks, for want of memory; that ends the run.
  check_petsc(PetscSFCreate(ranks.comm(), &forest_), what);
  check_petsc(PetscSFSetGraph(forest_, static_cast<PetscInt>(part.own()), count, nullptr, PETSC_COPY_VALUES,
                              remote, PETSC_OWN_POINTER),
              what);
  check_petsc(PetscSFSetUp(forest_), what);
  const PetscInt* degree = nullptr;
  check_petsc(PetscSFComputeDegreeBegin(forest_, &degree), what);
  check_petsc(PetscSFComputeDegreeEnd(forest_, &degree), what);
  for (std::uint32_t v = 0; v < part.own(); ++v) copies_ += static_cast<std::uint64_t>(degree[v]);
}

Ghosts::~Ghosts() {
  if (forest_) PetscSFDestroy(&forest_);
}

void Ghosts::fetch(std::span<const std::int64_t> own, std::span<std::int64_t> ghosts) {
  constexpr auto what = "exchange of ghost values";
  check_petsc(PetscSFBcastBegin(forest_, MPIU_INT, own.data(), ghosts.data(), MPI_REPLACE), what);
  check_petsc(PetscSFBcastEnd(forest_, MPIU_INT, own.data(), ghosts.data(), MPI_REPLACE), what);
  ranks_.count_sent(copies_ * sizeof(PetscInt));
}

}  // namespace lode::cluster
