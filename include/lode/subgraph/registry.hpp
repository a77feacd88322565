#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/option_info.hpp>
#include <lode/subgraph/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// Settings of a method by name, as on the command line ("theta" -> "0.001"). A method throws InvalidArgument
/// for an unknown name or value.
using MethodSettings = std::map<std::string, std::string, std::less<>>;

/// One method for the densest-s-subgraph problem.
struct MethodRow {
  std::string_view name = {};                  ///< name of the method
  std::string_view summary = {};               ///< description of the method in one line
  std::string_view objective = {};             ///< objective of the method
  std::string_view guarantee = {};             ///< guarantee of the answer
  std::string_view cost = {};                  ///< asymptotic time
  std::string_view source = {};                ///< paper behind it
  std::vector<std::string_view> presets = {};  ///< names accepted as `preset`; the first one is the default
  std::vector<OptionInfo> options = {};        ///< options accepted in MethodSettings besides `preset`
  bool weights = true;                         ///< takes weighted graphs
  /// True: takes negative weights directly. Other methods take them in graphs of up to 2000 vertices, as
  /// graphs of all pairs.
  bool signs = false;
  bool uses_start = true;   ///< begins from Problem::start
  bool monotone = true;     ///< never returns less than its start
  bool anchors = false;     ///< keeps Problem::include
  bool connected = false;   ///< keeps Problem::connected
  bool exhaustive = false;  ///< ends when the optimum is proven; runs of "all" methods omit it
  std::function<Solution(const Problem&, const MethodSettings&, const RunContext&)> solve =
      {};  ///< solves one problem
  /// Solves many sizes together and returns one answer for each. It returns none if the method, or the preset
  /// asked for, can only solve one size after the other. May be unset.
  std::function<std::vector<Solution>(const Problem&, std::span<const Vertex> sizes,
                                      std::span<const double> upper_bounds, const MethodSettings&,
                                      const RunContext&)>
      solve_curve = {};

  /// True if one of `options` has this name.
  bool takes(std::string_view setting) const;
};

/// All methods, in the order in which they are listed to users.
std::span<const MethodRow> methods();
/// The method called `name`. Errors: InvalidArgument, which lists the names, for an unknown name.
const MethodRow& method(std::string_view name);
/// Solves a problem with the method called `name`.
///
/// First, the problem, the names of the settings, and the support of the method for the problem are checked.
/// Vertices to exclude are removed from the graph, for every method. For real weights, a gain below 1e-12 of
/// the heaviest edge, or of the weight of the set, does not count.
///
/// If vertices have values, the method solves a problem without values whose sets have the same objectives up
/// to a constant. Methods that keep vertices to include get a graph with one more vertex. Every answer
/// includes this vertex, and the weight of its edge to v is the value of v. For all other methods, all pairs
/// of vertices become edges; they refuse graphs of more than 2000 vertices. Methods that do not take negative
/// weights get a graph of all pairs too, with all weights raised by one constant to at least 0.
///
/// Memory:  for real weights 8 bytes per arc, and a copy of the graph if edges are left out.
/// Errors:  InvalidArgument as check_problem, for a setting that the method does not know, and for a problem
///          that the method cannot solve.
Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               const RunContext& run);

/// Solves a problem for several sizes, given in increasing order. `upper_bounds` has one proven bound per
/// size, or is empty.
///
/// Some methods solve all sizes together, so that one size helps another, others solve them in turn. The size
/// and the bound of `problem` itself are ignored. The time limit of `run` is for all sizes together.
///
/// Returns: one answer per size. After a cancelled run, the sizes that were not begun are missing.
std::vector<Solution> solve_sizes(std::string_view name, const Problem& problem,
                                  std::span<const Vertex> sizes, std::span<const double> upper_bounds,
                                  const MethodSettings& settings, const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
