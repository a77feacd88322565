#pragma once

#include <lode/hybrid/working_set.hpp>

#include "core/options/option_table.hpp"

namespace lode::hybrid {

/// The values of an option that is a working set.
inline constexpr lode::detail::OptionForm<WorkingSetSize> working_set_form = {
    "R<random>-G<greedy>, 2 to 64 in all", parse_working_set, to_string, check_working_set};

}  // namespace lode::hybrid
