#pragma once

#include <span>
#include <string>
#include <vector>

#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/registry.hpp>

namespace lode {

/// Upper bounds of one graph, grouped by size.
struct BoundsReport {
  std::string graph;  ///< its name
  Vertex vertices = 0;
  EdgeCount edges = 0;
  bool weighted = false;
  std::vector<std::vector<Bound>> bounds;  ///< one inner list per size, none empty
  std::span<const BoundRow> rows;          ///< what each name means
  double seconds = 0.0;
};

/// A table of bounds on the weight, one line per size and one column per bound, then what each proves.
std::string bounds_text(const BoundsReport& report);
std::string bounds_json(const BoundsReport& report);
/// One line per size and bound: s,bound,upper_bound,density_bound,best,seconds.
std::string bounds_csv(const BoundsReport& report);

/// Every method and bound with objective, guarantee, cost, weights, presets and paper.
std::string methods_text(std::span<const MethodRow> methods, std::span<const BoundRow> bounds);
/// Two Markdown tables, methods then bounds.
std::string methods_markdown(std::span<const MethodRow> methods, std::span<const BoundRow> bounds);
std::string methods_json(std::span<const MethodRow> methods, std::span<const BoundRow> bounds);

}  // namespace lode
