#pragma once

#include <cstdint>
#include <span>

#include <petscsf.h>

#include "graph_part.hpp"
#include "ranks.hpp"

namespace lode::cluster {

/// Throws SystemError with what PETSc says.
void check_petsc(PetscErrorCode code, const char* what);

/// Brings values of vertices to the ranks that have them as ghosts, by a star forest of PETSc: own vertices
/// are roots, ghosts are leaves.
///
/// Source: J. Zhang et al., The PetscSF scalable communication layer, IEEE TPDS 33 (2022) 842-853.
class Ghosts {
 public:
  Ghosts(Ranks& ranks, const GraphPart& part);
  ~Ghosts();
  Ghosts(const Ghosts&) = delete;
  Ghosts& operator=(const Ghosts&) = delete;

  /// ghosts[i] = the value that the owner of ghost i has of it.
  void fetch(std::span<const std::int64_t> own, std::span<std::int64_t> ghosts);
  /// Ghosts of the own vertices on other ranks.
  std::uint64_t copies() const { return copies_; }

 private:
  Ranks& ranks_;
  PetscSF forest_ = nullptr;
  std::uint64_t copies_ = 0;
};

}  // namespace lode::cluster
