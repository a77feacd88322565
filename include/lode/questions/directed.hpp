#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/arcs.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A split of all arcs between their two ends. It bounds e(S, T), the number of arcs from S to T, for all
/// pairs of sets S and T.
///
/// If no vertex gets more than x as a source and more than y as a target, then e(S, T) <= x |S| + y |T|. So
/// for the ratio a = |S| / |T| the density rho(S, T) is at most (x a + y) / sqrt a.
struct RatioSplit {
  Fraction from,  ///< smallest ratio |S| / |T| that this split is for; 0/1 is the smallest of all
      to;         ///< largest ratio that this split is for; 1/0 is the largest of all
  /// Arc number i gives shares[i] / denominator to its source, and the rest to its target. Arcs are numbered
  /// by source, then by target.
  std::vector<std::int64_t> shares;
  std::int64_t denominator = 1;  ///< unit of `shares`
};

/// The directed densest subgraph: sets S and T with the largest density rho(S, T) = e(S, T) / sqrt(|S| |T|).
/// The sets may overlap. Loops count as arcs.
struct DirectedDensest {
  VertexSet sources,            ///< the set S, in increasing order; empty if there are no arcs
      targets;                  ///< the set T, in increasing order; empty if there are no arcs
  EdgeCount arcs = 0;           ///< number of arcs from S to T
  double bound = 0.0;           ///< no pair of sets has a larger rho; equal to rho() when proven
  bool proven_optimal = false;  ///< no pair of sets is better, in exact arithmetic
  std::uint64_t ratios = 0;     ///< splits that were computed
  std::uint64_t flows = 0;      ///< largest flows among them
  /// Splits that prove the bound, if asked for. Their ranges of ratios follow each other from 0 to infinity.
  std::vector<RatioSplit> splits;

  /// The density of the pair; 0 if there are no arcs.
  double rho() const;
};

/// Choice whether to return the splits that prove a bound.
enum class KeepSplits { no, yes };

/// Finds the directed densest subgraph and proves it.
///
/// Every split of the arcs between their ends bounds rho for the ratios around one ratio (RatioSplit). Ranges
/// of ratios that no split covers yet are halved. For each range, the arcs of the core that can hold a better
/// pair are balanced. If that is not enough, a largest flow finds either a better pair or a split.
///
/// Cost:    some tens of ratios. Each takes O(m), passes over its core, and a few flows in the end. Memory:
///          24 bytes per arc, and 100 bytes per arc of the core in a flow.
/// Errors:  none.
/// Stops:   on cancel and deadline. Sets and bound are then the best known ones.
/// Deterministic for any number of threads. Threads work on different ranges.
/// Source:  C. Ma, Y. Fang, R. Cheng, L. V. S. Lakshmanan, X. Han, A convex-programming approach for
///          efficient directed densest subgraph discovery, SIGMOD 2022; M. Charikar, APPROX 2000.
DirectedDensest directed_densest(const Arcs& arcs, const RunContext& run = RunContext(),
                                 KeepSplits keep = KeepSplits::no);

/// Checks an answer that comes with its splits. It counts the arcs of the answer, and adds up the loads of
/// every split in exact integers. The check shares no code with the search.
///
/// Cost:    O(n), and O(m) for every split.
/// Errors:  VerificationError saying what does not hold. SystemError if the run is stopped.
void verify_directed(const Arcs& arcs, const DirectedDensest& answer, const RunContext& run = RunContext());

/// The certificate of an answer with its splits, as one line of JSON. docs/certificates.md describes its
/// fields. `drops_loops`: `arcs` are those of a graph whose loops were left out.
std::string directed_certificate_json(const Arcs& arcs, const DirectedDensest& densest, bool drops_loops);
/// The contents of a checked certificate.
struct CheckedDirected {
  DirectedDensest answer;    ///< the proven answer
  bool drops_loops = false;  ///< loops were dropped
};
/// Reads a certificate and checks it (verify_directed) against the graph. If the certificate says so, loops
/// are left out.
///
/// Errors:  InputError for a file that is no such certificate, and for a certificate of a graph of another
///          size. VerificationError for a certificate that does not hold. SystemError if the run is stopped.
CheckedDirected check_directed_certificate(const std::string& path, const Arcs& arcs,
                                           const RunContext& run = RunContext());

/// The densest pair: the left and right set with the largest edges / sqrt(|left| |right|), proven. The search
/// is directed_densest on the arcs from left to right.
///
/// Cost:    as directed_densest.
/// Errors:  InvalidArgument for more than Arcs::most_vertices vertices.
/// Stops:   as directed_densest.
DirectedDensest densest_pair(const SidedGraph& sides, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
