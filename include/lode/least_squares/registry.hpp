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

/// Settings of a method by name, as on the command line. A method throws InvalidArgument for unknown names
/// and values.
using MethodSettings = std::map<std::string, std::string, std::less<>>;

/// One method for least squares under a constraint.
struct MethodRow {
  std::string_view name = {};                    ///< name of the method
  std::string_view summary = {};                 ///< purpose, in one line
  std::vector<ConstraintKind> constraints = {};  ///< constraints it supports
  std::string_view guarantee = {};               ///< proven about the answer
  std::string_view cost = {};                    ///< asymptotic time
  std::string_view source = {};                  ///< paper behind it
  std::vector<std::string_view> presets = {};    ///< names accepted as `preset`; the first one is the default
  std::vector<OptionInfo> options = {};          ///< options accepted in MethodSettings besides `preset`
  bool uses_start = false;                       ///< it begins from Problem::start
  bool monotone = false;                         ///< F never rises from the start to the answer
  bool logistic = false;                         ///< it takes Loss::logistic
  std::function<Solution(const Problem&, const MethodSettings&, const RunContext&)> solve =
      {};  ///< solves one problem

  /// True if one of `options` has this name.
  bool takes(std::string_view setting) const;
};

/// All methods, in the order in which they are listed to users.
std::span<const MethodRow> methods();
/// The method called `name`. Errors: InvalidArgument, which lists the names, if unknown.
const MethodRow& method(std::string_view name);
/// Solves a problem with the method called `name`. The problem, the names of the settings, and whether the
/// method is defined for the constraint and the loss are checked first.
///
/// Errors:  InvalidArgument if a check fails.
Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               const RunContext& run);

/// Options of `solve_path`.
struct PathOptions {
  int sweeps = 2;  ///< largest number of sweeps in both directions after the first one; they end early if
                   ///< nothing changes
};

/// Best supports of every size from 1 to S, where S is the s of the problem (sparse-c, squared loss). There
/// is one answer per size.
///
/// The first sweep has two candidates for every s: forward selection to s, and the support of s - 1 with its
/// best addition. Exchange descent follows on both, and the better one stays. Further sweeps go back and
/// forth. For every size they try the neighbour's support without its cheapest member, or with its best
/// addition, again with exchange descent. So every answer is at least as good as forward selection followed
/// by exchanges, and F never rises with s. If no remaining column lowers F, larger sizes repeat the answer.
///
/// Cost:    the Gram matrix if n <= 4096; then O(S^2 n) per size and O(S n) per exchange.
/// Errors:  InvalidArgument as check_problem, for another constraint or loss, for a start, and for sweeps <
///          0.
/// Stops:   on cancel and deadline. Sizes that were not begun are missing.
/// Deterministic.
std::vector<Solution> solve_path(const Problem& problem, const PathOptions& options, const RunContext& run);

}  // namespace lode::least_squares
#pragma GCC visibility pop
