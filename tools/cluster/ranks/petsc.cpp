#include "ranks/petsc.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::cluster {
namespace {

PetscErrorCode keep_quiet(MPI_Comm, int, const char*, const char*, PetscErrorCode code, PetscErrorType,
                          const char*, void*) {
  return code;
}

}  // namespace

PetscSession::PetscSession() {
  // The tool handles signals; option files and environment variables would change the results.
  check_petsc(PetscOptionsSetValue(nullptr, "-no_signal_handler", "true"));
  check_petsc(PetscOptionsSetValue(nullptr, "-skip_petscrc", "true"));
  ::unsetenv("PETSC_OPTIONS");
  check_petsc(PetscInitialize(nullptr, nullptr, nullptr, nullptr));
  check_petsc(PetscPushErrorHandler(keep_quiet, nullptr));
}

PetscSession::~PetscSession() { PetscFinalize(); }

void check_petsc(PetscErrorCode code) {
  if (code == 0) return;
  const char* text = nullptr;
  PetscErrorMessage(code, &text, nullptr);
  throw SystemError(fmt::format("PETSc: {} (error {})", text ? text : "failure", code));
}

}  // namespace lode::cluster
