#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>

#include "bounds/search/tree.hpp"

namespace lode::subgraph::detail {

/// The coefficients of X_ii, X_jj, X_ll, X_ij, X_il and X_jl in <T, X>, and b of <T, X> <= b, by kind.
struct CutTerms {
  double coefficients[6];
  double right_side;
};
inline constexpr CutTerms cut_terms[] = {{{-1, 0, 0, 1, 0, 0}, 0},
                                         {{1, 1, 0, -1, 0, 0}, 1},
                                         {{0, 0, -1, -1, 1, 1}, 0},
                                         {{1, 1, 1, -1, -1, -1}, 1}};
constexpr const CutTerms& terms_of(SdpCutKind kind) { return cut_terms[static_cast<std::size_t>(kind)]; }
/// Whether the cut is about three vertices.
constexpr bool has_third(SdpCutKind kind) { return terms_of(kind).coefficients[4] != 0.0; }

/// Calls visit(i, j, coefficient of X_ij), i <= j, for the terms of a cut.
template <class Visit>
void over_terms(const SdpCut& cut, Visit&& visit) {
  const std::size_t places[6][2] = {{cut.i, cut.i}, {cut.j, cut.j}, {cut.l, cut.l},
                                    {cut.i, cut.j}, {cut.i, cut.l}, {cut.j, cut.l}};
  for (std::size_t term = 0; term < 6; ++term) {
    const double coefficient = terms_of(cut.kind).coefficients[term];
    const auto [i, j] = places[term];
    if (coefficient != 0.0) visit(std::min(i, j), std::max(i, j), coefficient);
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
