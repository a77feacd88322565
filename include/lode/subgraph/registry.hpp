#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/option_info.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Settings of a method by name, as given on the command line ("theta" -> "0.001"). A method refuses names
/// and values it does not know with InvalidArgument.
using MethodSettings = std::map<std::string, std::string, std::less<>>;

/// One method for the densest-s-subgraph problem.
struct MethodRow {
  std::string_view name = {};
  std::string_view summary = {};               ///< one line: what it does
  std::string_view objective = {};             ///< what it optimises
  std::string_view guarantee = {};             ///< what is proven of its answer
  std::string_view cost = {};                  ///< asymptotic time
  std::string_view source = {};                ///< paper
  std::vector<std::string_view> presets = {};  ///< names accepted as `preset`, the first is the default
  std::vector<OptionInfo> options = {};        ///< accepted in MethodSettings besides `preset`
  bool weights = true;                         ///< takes weighted graphs
  bool uses_start = true;                      ///< begins from Problem::start
  bool monotone = true;                        ///< never returns less than its start
  bool anchors = false;                        ///< keeps Problem::include
  bool connected = false;                      ///< keeps Problem::connected
  bool exhaustive = false;  ///< ends when the optimum is proven: runs of "all" methods leave it out
  std::function<Solution(const Problem&, const MethodSettings&, const RunContext&)> solve = {};
  /// Many sizes at once, one solution each; empty when the method, or the preset asked for, knows no better
  /// way than one after the other. May be unset.
  std::function<std::vector<Solution>(const Problem&, std::span<const Vertex> sizes,
                                      std::span<const double> upper_bounds, const MethodSettings&,
                                      const RunContext&)>
      solve_curve = {};

  /// Whether one of `options` has that name.
  bool takes(std::string_view setting) const;
};

/// All methods in the order they are listed to users.
std::span<const MethodRow> methods();
/// The row called `name`; InvalidArgument listing the names otherwise.
const MethodRow& method(std::string_view name);
/// Solves with the method called `name` after checking the problem, the settings' names, and that the method
/// keeps what the problem asks for. Vertices to exclude are taken out of the graph beforehand, for any
/// method. Real weights are multiplied by a power of two that takes the heaviest edge that an answer can hold
/// to between 1 and 2, and edges that none can hold are left out: gains below 1e-12 of that edge, or of the
/// set's weight, do not count. Memory: 8 bytes per arc for that, and a copy of the graph where edges are left
/// out.
Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               const RunContext& run);

/// Solves for several sizes, increasing; `upper_bounds` holds one proven bound per size, or nothing. Methods
/// that know how let the sizes help each other; the others solve one after the other. The problem's own size
/// and bound are not looked at; the time limit of `run` is that of all sizes together. Sizes not begun when
/// the run is cancelled are left out at the end.
std::vector<Solution> solve_sizes(std::string_view name, const Problem& problem,
                                  std::span<const Vertex> sizes, std::span<const double> upper_bounds,
                                  const MethodSettings& settings, const RunContext& run);

}  // namespace lode::subgraph
