#pragma once

#include <petscsys.h>

namespace lode::cluster {

/// PETSc during the lifetime of this object, with options only from lode-cluster.
class PetscSession {
 public:
  PetscSession();
  ~PetscSession();
  PetscSession(const PetscSession&) = delete;
  PetscSession& operator=(const PetscSession&) = delete;
};

/// Throws SystemError for an error code of PETSc.
void check_petsc(PetscErrorCode code);

}  // namespace lode::cluster
