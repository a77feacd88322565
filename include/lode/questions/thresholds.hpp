#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Asks for the largest set that reaches each threshold.
struct ThresholdRequest {
  std::vector<DensityThreshold> thresholds;  ///< the thresholds
  /// Demands on sets, method, effort and proofs, as for sets of a given size. `sizes` is ignored. With `top`,
  /// several sets of the largest size that reach the threshold are found. They are among the heaviest sets of
  /// that size. With `plex`, these are often of another kind: then the set of the exhaustive search is always
  /// one of the answers, and others may be missing.
  FindRequest find;
};

/// The answers to a request for largest sets.
struct ThresholdResult {
  /// One answer for each threshold in the order asked (`top` answers by rank). FindAnswer::largest has the
  /// proven limits of the size. After an interruption some may be missing.
  std::vector<FindAnswer> answers;
  /// Proof that no larger set reaches the thresholds, with one claim for each threshold that has a proof. A
  /// claim says that no set of that size weighs more than a number below the need. Thresholds that rule out
  /// the same size share the strongest claim. Empty unless proofs were to be kept.
  subgraph::BoundCertificate certificate;
  double seconds = 0.0;  ///< time of the whole call
};

/// Finds the largest sets of at least some density, each with the proof about larger sets, as `lode find
/// --min-density` does.
///
/// The density of the densest s vertices never rises with s. So sizes are tried by doubling steps and then by
/// halving. Each trial is a search (lode::find) that ends once enough edges are found. Orders of peeling and
/// of the dense decomposition give a first set. An upper bound on s vertices below their need rules out every
/// larger size. The loads of a dense decomposition give a first such size. Then all rules of bounds are
/// asked. Sizes with few missing edges are searched exhaustively (subgraph/nearly_complete.hpp).
///
/// With vertices to include, and with an average degree to reach, a size may be reached although a smaller
/// size is not. The proof then says that no size above `largest_possible` is reached.
///
/// Cost:    the time limit of the run, shared evenly between the remaining thresholds; without one, about
///          twenty searches, and bounds as the effort says (`proof`: until the largest size is proven). Kept
///          proofs are written down even after the time limit. If the run is cancelled, claims that are not
///          written by then are left out, and `events.note` says so.
/// Errors:  InvalidArgument for a request without thresholds, for a threshold without demands, and if all
///          vertices are excluded. InvalidArgument for a density above 1 in a graph without weights, and for
///          numbers that are neither 0 nor from 1e-100 to 1e100. InvalidArgument for `target`, `known`,
///          `values`, `core_of` and `memory`; the errors of lode::find. Vertices to include that no set joins
///          are no error: then no set reaches the threshold.
/// Deterministic as lode::find.
/// Source:  J. Pattillo et al., On the maximum quasi-clique problem, Discrete Applied Mathematics 161 (2013)
///          244-257: densities fall with the size.
ThresholdResult largest_sets(const Graph& graph, const ThresholdRequest& request,
                             const FindEvents& events = {}, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
