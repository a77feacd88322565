#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lode/subgraph/registry.hpp>

namespace lode::subgraph {

/// Several distinct answers: each shares at most floor(max_overlap * s) vertices with every earlier answer.
///
/// The first answer is that of `solve`. Each later answer is the better of
/// - the set that exchanges of single vertices find, with the earlier answers as groups with limits
///   (limited_search.hpp), unless it must be connected;
/// - the set that `solve` finds when floor(max_overlap * s) vertices of every earlier answer are allowed and
///   its other vertices excluded. Allowed are vertices to include, then the vertices that the best set so far
///   contains or is best connected with; without such a set, the densest part of every answer. Every second
///   search begins at the allowed vertices of the first answer.
///
/// Problem::upper_bound bounds the later answers, too. If nothing may be shared, Solution::upper_bound of a
/// later answer bounds the sets without the vertices of earlier answers. Later answers have no stationarity
/// report.
///
/// Cost:    one run of the method for the first answer; up to five for each later answer, and the exchanges.
///          The time limit of `run` is split evenly over the answers.
/// Returns: the answers in the order found, at least one. If no further answer is found (with an overlap of 0
///          none exists then), or the run is cancelled or out of time, there are fewer than `count`, and the
///          last answer has a note.
/// Errors:  those of `solve`; InvalidArgument if count < 1, max_overlap is not in [0, 1), or more vertices
///          are to be included than two answers may share.
/// Deterministic as the method is.
std::vector<Solution> solve_several(std::string_view method, const Problem& problem,
                                    const MethodSettings& settings, std::size_t count, double max_overlap,
                                    const RunContext& run);

/// The vertices that two answers may share: floor(max_overlap * s), but less than s.
Vertex most_shared(double max_overlap, Vertex s);

}  // namespace lode::subgraph
