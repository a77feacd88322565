#pragma once

#include <vector>

#include "golden.hpp"

namespace lode::golden {

/// All cases: bundled and generated graphs, generated instances, graphs of LODE_DATA.
std::vector<Topic> topics();

}  // namespace lode::golden
