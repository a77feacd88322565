#include "report/svg/icicle.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode::detail {
namespace {

constexpr double icicle_width = 720.0;
constexpr double icicle_height = 360.0;  // at most
constexpr double tallest_row = 24.0;
constexpr double least_width = 1.5;  // of a rectangle that is drawn
constexpr std::size_t most_rectangles = 300;

struct Place {
  double left = 0.0;
  double width = 0.0;
  std::uint32_t depth = 0;
};

/// Children from the left of their parent, the largest first. Parents come before children in the tree.
std::vector<Place> places(const ComponentTree& tree) {
  const std::size_t count = tree.nodes.size();
  double total = 0.0;
  for (const ComponentNode& node : tree.nodes) total += node.parent == no_node ? node.vertices : 0.0;
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const auto depth_order = [&](std::uint32_t a, std::uint32_t b) {
    const ComponentNode& first = tree.nodes[a];
    const ComponentNode& second = tree.nodes[b];
    if (first.parent != second.parent) return first.parent + 1 < second.parent + 1;  // roots first
    return first.vertices > second.vertices;
  };
  std::stable_sort(order.begin(), order.end(), depth_order);
  std::vector<Place> result(count);
  std::vector<double> next(count, 0.0);  // where the next child of every node begins
  double next_root = 0.0;
  for (const std::uint32_t i : order) {
    const ComponentNode& node = tree.nodes[i];
    const bool root = node.parent == no_node;
    double& left = root ? next_root : next[node.parent];
    result[i] = {left, icicle_width * node.vertices / total, root ? 0 : result[node.parent].depth + 1};
    left += result[i].width;
    next[i] = result[i].left;
  }
  return result;
}

std::string rectangle(const ComponentNode& node, const Place& place, double row) {
  const double top = place.depth * row;
  std::string out = fmt::format(
      "<g><title>k = {}: {}, {}, density {}</title>"
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
      node.k, group_thousands(format_plural(node.vertices, "vertex", "vertices")),
      group_thousands(format_plural(node.edges, "edge", "edges")),
      format_density(edge_density(node.edges, node.vertices).value()), place.left, top, place.width, row);
  if (row < 12.0) return out + "</g>\n";
  const std::string label = fmt::format("{}: {}", node.k, grouped(node.vertices));
  if (place.width > 7.0 * static_cast<double>(label.size()) + 6.0) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", place.left + 3.0, top + row / 2.0 + 4.0,
                       label);
  }
  return out + "</g>\n";
}

}  // namespace

std::string icicle(const ComponentTree& tree) {
  if (tree.nodes.empty()) return "";
  const std::vector<Place> place = places(tree);
  std::uint32_t depth = 0;
  for (const Place& one : place) depth = std::max(depth, one.depth);
  const double row = std::min(tallest_row, icicle_height / (depth + 1.0));
  std::vector<std::uint32_t> shown;
  for (std::uint32_t i = 0; i < place.size(); ++i) {
    if (place[i].width >= least_width) shown.push_back(i);
  }
  std::stable_sort(shown.begin(), shown.end(), [&](std::uint32_t a, std::uint32_t b) {
    return tree.nodes[a].vertices > tree.nodes[b].vertices;
  });
  if (shown.size() > most_rectangles) shown.resize(most_rectangles);
  std::string out = fmt::format(
      "<svg class=\"chart icicle\" viewBox=\"0 0 {} {:.1f}\" role=\"img\" "
      "aria-labelledby=\"icicle-t icicle-d\">\n"
      "<title id=\"icicle-t\">Components of the k-cores</title><desc id=\"icicle-d\">{} of {}. Below a "
      "component lie those of larger k that it holds; widths are numbers of vertices.</desc>\n",
      icicle_width, row * (depth + 1.0) + 1.0, grouped(shown.size()),
      group_thousands(format_plural(tree.nodes.size(), "component", "components")));
  for (const std::uint32_t i : shown) out += rectangle(tree.nodes[i], place[i], row);
  return out + "</svg>\n";
}

std::string_view icicle_style() {
  return R"(.icicle rect{fill:var(--series-0);fill-opacity:.12;stroke:var(--series-0);stroke-width:.75}
.chart.icicle text{fill:var(--ink);font-size:11px}
)";
}

}  // namespace lode::detail
