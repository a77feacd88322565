#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>

#include "bounds/search/tree.hpp"

namespace lode::subgraph::detail {

/// b of <T, X> <= b.
constexpr double right_side(SdpCutKind kind) {
  return kind == SdpCutKind::cover || kind == SdpCutKind::triangle ? 1.0 : 0.0;
}

/// Whether the cut is about three vertices.
constexpr bool has_third(SdpCutKind kind) {
  return kind == SdpCutKind::meeting || kind == SdpCutKind::triangle;
}

/// Calls visit(i, j, coefficient of X_ij), i <= j, for the terms of a cut.
template <class Visit>
void over_terms(const SdpCut& cut, Visit&& visit) {
  const auto pair = [&](std::size_t i, std::size_t j, double coefficient) {
    visit(std::min(i, j), std::max(i, j), coefficient);
  };
  switch (cut.kind) {
    case SdpCutKind::within:
      pair(cut.i, cut.j, 1.0);
      visit(cut.i, cut.i, -1.0);
      break;
    case SdpCutKind::meeting:
      pair(cut.i, cut.l, 1.0);
      pair(cut.j, cut.l, 1.0);
      visit(cut.l, cut.l, -1.0);
      pair(cut.i, cut.j, -1.0);
      break;
    case SdpCutKind::triangle:
      visit(cut.l, cut.l, 1.0);
      pair(cut.i, cut.l, -1.0);
      pair(cut.j, cut.l, -1.0);
      [[fallthrough]];
    case SdpCutKind::cover:
      visit(cut.i, cut.i, 1.0);
      visit(cut.j, cut.j, 1.0);
      pair(cut.i, cut.j, -1.0);
      break;
  }
}

/// The at most `limit` cuts that a symmetric n x n matrix X violates most, by more than `least`, without
/// those in `known`; their multipliers are 0. Ties go to the one found first, in a fixed order. Nothing once
/// the run stops, which is asked every n^2 / 2 triples.
///
/// Cost: n^3 / 6 triples, and O(found log found).
std::optional<std::vector<SdpCut>> violated_cuts(std::span<const double> x, std::size_t n,
                                                 std::span<const SdpCut> known, std::size_t limit,
                                                 double least, const RunContext& run);

}  // namespace lode::subgraph::detail
