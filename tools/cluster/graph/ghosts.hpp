#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <petscsf.h>

#include "graph/rows.hpp"
#include "ranks/petsc.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// Exchanges values between ghosts and their owners by PETSc's star forests. Every call is a collective.
class Ghosts {
 public:
  Ghosts(const Rows& rows, const Ranks& ranks);
  ~Ghosts();
  Ghosts(const Ghosts&) = delete;
  Ghosts& operator=(const Ghosts&) = delete;

  /// Sets ghosts[i] to the owner's value; `own` has one per vertex of this rank.
  void fetch(std::span<const std::uint64_t> own, std::span<std::uint64_t> ghosts) const;
  /// Adds the values of ghosts to the values of their owners.
  void add(std::span<const std::uint32_t> ghosts, std::span<std::uint32_t> own) const;

 private:
  PetscSF forest_ = nullptr;
};

}  // namespace lode::cluster
