#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/compare/view.hpp"

// The sections of the page that hold figures, and how its parts are fitted.

namespace lode::detail {

/// Every method against size: a figure for each graph, or those of the experiment.
std::string size_section(const ComparisonView& view);
/// Objective against time: a group of figures per size, and buttons to choose the group that is shown.
std::string time_section(const ComparisonView& view);
/// CSS that makes the choice of a size show its group.
std::string choice_style(const Comparison& comparison);

/// The name of a case as markup, cut to what a heading holds.
std::string case_name(const ComparisonView& view, std::size_t place);
/// The sum over the cases of how many methods run on them.
std::size_t methods_of_cases(const Comparison& comparison);
/// How many of `limit` entries there are for each size, at least `least`.
std::size_t room_per_size(std::size_t limit, std::size_t entries_per_size, std::size_t least);
/// At most `room` of the sizes of a case, spread evenly.
std::vector<std::uint32_t> spread_sizes(const std::vector<std::uint32_t>& sizes, std::size_t room);
/// Whether a case has more sizes than `room`.
bool any_above(const Comparison& comparison, std::size_t room);

}  // namespace lode::detail
