#pragma once

#include <string>
#include <string_view>

#include <lode/study/density_report.hpp>

namespace lode::detail {

/// The adjacency matrix of a set of s vertices and neighbours as an <svg>: members first, both ordered by
/// their weight into the set, ties by vertex number. Below 80 kB for picture_limit vertices.
std::string spy_plot(const EgoNetwork& network, Vertex s);

/// CSS of the plot, besides chart_style().
std::string_view spy_style();

}  // namespace lode::detail
