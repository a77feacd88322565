#pragma once

#include <vector>

#include <lode/core/rng.hpp>
#include <lode/hybrid/constraints.hpp>

namespace lode::hybrid {

/// What a kick does to a coordinate of the support.
enum class KickKind {
  flip,      ///< its sign
  exchange,  ///< it becomes 0, and a coordinate outside the support 1
  drop       ///< it becomes 0
};

constexpr KickKind kick_of(const Binary&) { return KickKind::flip; }
constexpr KickKind kick_of(const BinaryC&) { return KickKind::exchange; }
constexpr KickKind kick_of(const Sparse&) { return KickKind::drop; }
constexpr KickKind kick_of(const SparseC&) { return KickKind::drop; }

/// Kicks between one coordinate and a third of the support, drawn uniformly; a feasible x stays feasible.
/// Cost: O(n).
void kick(KickKind kind, std::vector<double>& x, Rng& rng);

}  // namespace lode::hybrid
