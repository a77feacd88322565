#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lode/subgraph/registry.hpp>

namespace lode::subgraph {

/// Several distinct answers: the i-th shares at most floor(max_overlap * s) vertices with every earlier one.
///
/// The first is the answer of `solve`. Each next one is the best of
///   - what exchanges of one vertex find under the overlaps themselves, as under quotas (quota_search.hpp),
///     unless it must be connected;
///   - what `solve` finds when floor(max_overlap * s) vertices of every earlier answer stay allowed and its
///     others are excluded: those that the best set so far holds or is best connected with. Without such a
///     set the densest part of every answer is allowed, or what is best connected with the vertices to
///     include. Every second search begins at what is allowed of the first answer.
/// Vertices to include are always among those allowed.
///
/// What is proven: Problem::upper_bound bounds all sets, so it also bounds the later answers. How far they
/// are from the best set that keeps the overlaps is not known; but where nothing may be shared, a later
/// Solution::upper_bound is on the sets without the vertices of earlier answers. They carry no stationarity
/// report.
///
/// Cost:    one run of the method for the first answer; up to five for each later one, beside the exchanges.
///          The time limit of `run` is split evenly over the answers.
/// Returns: the answers in the order found, at least one; fewer than `count`, with a note in the last, when
///          no further one is found (which with an overlap of 0 means that there is none), or when the run is
///          cancelled or out of time.
/// Errors:  those of `solve`; InvalidArgument if count < 1, max_overlap is not in [0, 1), or more vertices
///          are to be included than two answers may share.
/// Deterministic as the method is.
std::vector<Solution> solve_several(std::string_view method, const Problem& problem,
                                    const MethodSettings& settings, std::size_t count, double max_overlap,
                                    const RunContext& run);

/// floor(max_overlap * s), and less than s, the vertices that two of several answers may share.
Vertex most_shared(double max_overlap, Vertex s);

}  // namespace lode::subgraph
