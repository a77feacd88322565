#pragma once

#include <petscsys.h>

namespace lode::cluster {

/// PETSc and SLEPc during the lifetime of this object, with options only from lode-cluster.
class PetscSession {
 public:
  PetscSession();
  ~PetscSession();
  PetscSession(const PetscSession&) = delete;
  PetscSession& operator=(const PetscSession&) = delete;
};

/// Throws SystemError for an error code of PETSc or SLEPc.
void check_petsc(PetscErrorCode code);

}  // namespace lode::cluster
