#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/arcs.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A split of all arcs between their ends. It bounds e(S, T), the number of arcs from S to T, for all pairs
/// of sets: if no vertex bears more than x as a source and more than y as a target, e(S, T) <= x |S| + y |T|,
/// and rho(S, T) <= (x a + y) / sqrt a for the ratio a = |S| / |T|.
struct RatioSplit {
  Fraction from, to;  ///< the ratios that this split is for; 0/1 and 1/0 are the ends of all ratios
  /// Of arc number i, shares[i] / denominator goes to its source, the rest to its target. Arcs are numbered
  /// by source, then by target.
  std::vector<std::int64_t> shares;
  std::int64_t denominator = 1;
};

/// The directed densest subgraph: the sets S and T of most rho(S, T) = e(S, T) / sqrt(|S| |T|). The sets may
/// overlap; loops count as arcs.
struct DirectedDensest {
  VertexSet sources, targets;  ///< S and T, increasing; empty if there are no arcs
  EdgeCount arcs = 0;          ///< from S to T
  double bound = 0.0;          ///< no pair has a larger rho; equal to rho() when proven
  bool proven = false;         ///< no pair is better, in exact arithmetic
  std::uint64_t ratios = 0;    ///< splits that were computed
  std::uint64_t flows = 0;     ///< largest flows among them
  /// Splits that prove the bound: their ranges of ratios follow each other from 0 to infinity. Only if asked
  /// for.
  std::vector<RatioSplit> splits;

  double rho() const;
};

enum class KeepSplits { no, yes };

/// Finds the directed densest subgraph and proves it.
///
/// Every split of the arcs between their ends bounds rho for the ratios around one ratio (RatioSplit). Ranges
/// of ratios that no split covers yet are halved. For each, the arcs of the core that can hold a better pair
/// are balanced; where that does not suffice, a largest flow finds the pair that is in the way, or a split.
/// First all ratios are covered for 10 %, 1 %, and then for no more than the best pair.
///
/// Cost:    some tens of ratios; each O(m) and passes over its core, and a few flows in the end. 24 bytes per
///          arc, 100 bytes per arc of the core in a flow.
/// Errors:  none.
/// Stops:   on cancel and deadline; sets and bound are then the best so far.
/// Deterministic for any number of threads, which work on different ranges.
/// Source:  C. Ma, Y. Fang, R. Cheng, L. V. S. Lakshmanan, X. Han, A convex-programming approach for
/// efficient
///          directed densest subgraph discovery, SIGMOD 2022; M. Charikar, APPROX 2000.
DirectedDensest directed_densest(const Arcs& arcs, const RunContext& run = RunContext(),
                                 KeepSplits keep = KeepSplits::no);

/// Checks an answer that comes with its splits: counts its arcs, and adds up the loads of every split in
/// exact integers. Shares nothing with the search. Errors: VerificationError saying what does not hold.
void verify_directed(const Arcs& arcs, const DirectedDensest& answer);

}  // namespace lode
#pragma GCC visibility pop
