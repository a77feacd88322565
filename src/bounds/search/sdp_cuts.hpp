#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bounds/search/sdp_search_tree.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph::detail {

/// b of <T, X> <= b.
constexpr double right_side(SdpCutKind kind) {
  return kind == SdpCutKind::cover || kind == SdpCutKind::triangle ? 1.0 : 0.0;
}

/// Calls visit(i, j, coefficient of X_ij), i <= j, for the terms of a cut.
template <class Visit>
void over_terms(const SdpCut& cut, Visit&& visit) {
  const auto pair = [&](std::size_t i, std::size_t j, double coefficient) {
    visit(i < j ? i : j, i < j ? j : i, coefficient);
  };
  switch (cut.kind) {
    case SdpCutKind::within:
      pair(cut.i, cut.j, 1.0);
      visit(cut.i, cut.i, -1.0);
      break;
    case SdpCutKind::cover:
      visit(cut.i, cut.i, 1.0);
      visit(cut.j, cut.j, 1.0);
      pair(cut.i, cut.j, -1.0);
      break;
    case SdpCutKind::meeting:
      pair(cut.i, cut.l, 1.0);
      pair(cut.j, cut.l, 1.0);
      visit(cut.l, cut.l, -1.0);
      pair(cut.i, cut.j, -1.0);
      break;
    case SdpCutKind::triangle:
      visit(cut.i, cut.i, 1.0);
      visit(cut.j, cut.j, 1.0);
      visit(cut.l, cut.l, 1.0);
      pair(cut.i, cut.j, -1.0);
      pair(cut.i, cut.l, -1.0);
      pair(cut.j, cut.l, -1.0);
      break;
  }
}

/// The cut among vertices that have got new places; nothing if it touches one that has none (`no_place`).
inline constexpr std::uint32_t no_place = 0xFFFFFFFF;
std::optional<SdpCut> moved_cut(SdpCut cut, std::span<const std::uint32_t> place);

/// The at most `limit` cuts that a symmetric n x n matrix X violates most, by more than `least`, without
/// those in `known`; their multipliers are 0. Ties go to the one found first, in a fixed order. Nothing once
/// `stop` says yes, which is asked every n^2 / 2 triples.
///
/// Cost: n^3 / 6 triples, and O(found log found).
std::optional<std::vector<SdpCut>> violated_cuts(std::span<const double> x, std::size_t n,
                                                 std::span<const SdpCut> known, std::size_t limit,
                                                 double least, const lode::detail::StopAsked& stop);

}  // namespace lode::subgraph::detail
