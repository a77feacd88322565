#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/option_info.hpp>
#include <lode/least_squares/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// Settings of a method by name, as given on the command line. A method refuses names and values it does not
/// know with InvalidArgument.
using MethodSettings = std::map<std::string, std::string, std::less<>>;

/// One method for least squares under a constraint.
struct MethodRow {
  std::string_view name = {};
  std::string_view summary = {};                 ///< one line: what it does
  std::vector<ConstraintKind> constraints = {};  ///< those it is defined for
  std::string_view guarantee = {};               ///< what is proven of its answer
  std::string_view cost = {};                    ///< asymptotic time
  std::string_view source = {};                  ///< paper
  std::vector<std::string_view> presets = {};    ///< names accepted as `preset`, the first is the default
  std::vector<OptionInfo> options = {};          ///< accepted in MethodSettings besides `preset`
  bool uses_start = false;                       ///< begins from Problem::start
  bool monotone = false;                         ///< F never rises from the start to the answer
  bool logistic = false;                         ///< takes Loss::logistic
  std::function<Solution(const Problem&, const MethodSettings&, const RunContext&)> solve = {};

  /// Whether one of `options` has that name.
  bool takes(std::string_view setting) const;
};

/// All methods in the order they are listed to users.
std::span<const MethodRow> methods();
/// The row called `name`; InvalidArgument listing the names otherwise.
const MethodRow& method(std::string_view name);
/// Solves with the method called `name` after checking the problem, the settings' names, and that the method
/// is defined for the constraint and the loss.
Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               const RunContext& run);

struct PathOptions {
  int sweeps = 2;  ///< of both directions after the first one, at most; each ends early where nothing changes
};

/// Best supports of every size from 1 to S, S the problem's s (sparse-c, squared loss): one answer per size.
///
/// A first sweep has two candidates for every s: forward selection to s, and the support of s - 1 with its
/// best addition. Exchange descent follows on both, and the better one stays. Then sweeps back and forth try
/// for every size the neighbour's support without its cheapest member, or with its best addition, again with
/// exchange descent. So every answer is at least as good as forward selection followed by exchanges, and F
/// never rises with s. Where no column is left that lowers F, larger sizes repeat the answer.
///
/// Cost:   the Gram matrix where n <= 4096, then O(S^2 n) per size and O(S n) per exchange.
/// Errors: InvalidArgument as check_problem, for another constraint or loss, or a start, or sweeps < 0.
/// Deterministic. A run that is stopped leaves out the sizes it has not begun.
std::vector<Solution> solve_path(const Problem& problem, const PathOptions& options, const RunContext& run);

}  // namespace lode::least_squares
#pragma GCC visibility pop
