#include "report/drawing/packing.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace lode::detail {
namespace {

constexpr double gap = 1.0;            // between components, in edge lengths
constexpr double lone_distance = 0.6;  // between vertices without edges

/// Moves tiles into rows of at most the given width, except for a wider tile. Tiles of a row share its middle
/// line.
///
/// Returns: the y of the next row.
double pack_rows(std::span<Tile> tiles, double width, double distance, double y) {
  for (std::size_t begin = 0; begin < tiles.size();) {
    std::size_t end = begin;
    double height = 0.0;
    double x = 0.0;
    std::vector<double> left;
    for (; end < tiles.size() && (end == begin || x + tiles[end].width <= width); ++end) {
      left.push_back(x);
      x += tiles[end].width + distance;
      height = std::max(height, tiles[end].height);
    }
    for (std::size_t t = begin; t < end; ++t) {
      Drawing& drawing = tiles[t].drawing;
      for (std::size_t i = 0; i < drawing.size(); ++i) {
        drawing.x[i] += left[t - begin];
        drawing.y[i] += y + 0.5 * (height - tiles[t].height);
      }
    }
    y += height + distance;
    begin = end;
  }
  return y;
}

}  // namespace

Tile::Tile(Drawing given) : drawing(std::move(given)) {
  const auto [left, right] = std::minmax_element(drawing.x.begin(), drawing.x.end());
  const auto [low, high] = std::minmax_element(drawing.y.begin(), drawing.y.end());
  const double x = *left;
  const double y = *low;
  width = *right - x;
  height = *high - y;
  for (std::size_t i = 0; i < drawing.size(); ++i) {
    drawing.x[i] -= x;
    drawing.y[i] -= y;
  }
}

void pack(std::vector<Tile>& tiles, std::size_t lone) {
  double width = 0.0;
  double area = 0.0;
  for (std::size_t t = 0; t < lone; ++t) {
    width = std::max(width, tiles[t].width);
    area += (tiles[t].width + gap) * (tiles[t].height + gap);
  }
  const auto count = static_cast<double>(tiles.size() - lone);
  area += count * lone_distance * lone_distance;
  // Rows are seldom full, so they may be a little longer than the side of the square.
  constexpr double spare = 1.1;
  width = std::max(width, spare * std::sqrt(area));
  const std::span<Tile> all(tiles);
  const double y = pack_rows(all.first(lone), width, gap, 0.0);
  pack_rows(all.subspan(lone), width, lone_distance, y);
}

}  // namespace lode::detail
