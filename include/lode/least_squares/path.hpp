#pragma once

#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

struct PathOptions {
  int sweeps = 2;  ///< of both directions after the first one, at most; each ends early where nothing changes
};

/// Best supports of every size from 1 to S, S the problem's s (sparse-c, squared loss): one answer per size.
///
/// A first sweep takes for every s the better of forward selection to s and of the support of s - 1 with its
/// best addition, both followed by exchange descent. Then sweeps back and forth chain the sizes: each tries
/// the neighbour's support without its cheapest member, or with its best addition, again followed by exchange
/// descent. So every answer is at least as good as forward selection followed by exchanges, and F never rises
/// with s. Where no column is left that lowers F, larger sizes repeat the answer.
///
/// Cost:   the Gram matrix where n <= 4096, then O(S^2 n) per size and O(S n) per exchange.
/// Errors: InvalidArgument as check_problem, for another constraint or loss, or a start, or sweeps < 0.
/// Deterministic. A run that is stopped leaves out the sizes it has not begun.
std::vector<Solution> solve_path(const Problem& problem, const PathOptions& options, const RunContext& run);

}  // namespace lode::least_squares
