#pragma once

#include <string>
#include <string_view>

#include <lode/graph/hierarchy.hpp>

namespace lode::detail {

/// The components of the k-cores as an <svg>: a rectangle for each, as wide as its share of the vertices,
/// below the component that holds it. The largest ones at most; the title of each says its k and size. Below
/// 60 kB. A tree without nodes is an empty text.
std::string icicle(const ComponentTree& tree);

/// CSS of the picture, besides chart_style().
std::string_view icicle_style();

}  // namespace lode::detail
