#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lode/subgraph/registry.hpp>

namespace lode {

/// Several distinct answers: the i-th shares at most floor(max_overlap * s) vertices with every earlier one.
///
/// The first is the answer of `solve`. For each next one, some choices of which floor(max_overlap * s)
/// vertices of every earlier answer stay allowed (its densest part, its weakest, random ones, and those best
/// connected with the best set found so far) are solved with its other vertices excluded, and the best is
/// kept; every other one begins at what is allowed of the first answer. Vertices to include are always among
/// those allowed.
///
/// What is proven: Problem::upper_bound bounds all sets, so it also bounds the later answers; how far they
/// are from the best set that keeps the overlaps is not known. They carry no stationarity report.
///
/// Cost:    one run of the method for the first answer, up to eight for each later one. The time limit of
///          `run` is split evenly over the answers.
/// Returns: the answers in the order found, at least one; fewer than `count`, with a note in the last, when
///          fewer than s vertices are left for another (or no connected set, when that is asked for), or when
///          the run is cancelled or out of time.
/// Errors:  those of `solve`; InvalidArgument if count < 1, max_overlap is not in [0, 1), or more vertices
///          are to be included than two answers may share.
/// Deterministic as the method is.
std::vector<Solution> solve_several(std::string_view method, const Problem& problem,
                                    const MethodSettings& settings, std::size_t count, double max_overlap,
                                    RunContext& run);

/// floor(max_overlap * s), the vertices that two of several answers may share.
Vertex most_shared(double max_overlap, Vertex s);

}  // namespace lode
