#pragma once

#include <cstddef>
#include <vector>

#include "report/drawing/stress.hpp"

namespace lode::detail {

/// A drawn component, or one vertex without edges. The lower left corner of its surrounding box is the
/// origin.
struct Tile {
  Drawing drawing;
  double width = 0.0;
  double height = 0.0;

  /// Moves the drawing to the origin. It has at least one vertex.
  explicit Tile(Drawing given);
};

/// Moves tiles side by side into rows, in their order, so that no two overlap and the picture is about as
/// high as wide. Tiles of a row share its middle line. Tiles from `lone` on are single vertices. They stand
/// closer, in rows of their own after the others.
void pack(std::vector<Tile>& tiles, std::size_t lone);

}  // namespace lode::detail
