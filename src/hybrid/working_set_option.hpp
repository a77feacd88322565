#pragma once

#include <lode/hybrid/working_set.hpp>

#include "core/options/option_table.hpp"

namespace lode::hybrid {

/// An option whose value is a working set, for example R6-G6.
inline constexpr lode::detail::OptionForm<WorkingSetSize> working_set_form = {
    "R<random>-G<greedy>, 2 to 32 in all", parse_working_set, to_string, check_working_set};

}  // namespace lode::hybrid
