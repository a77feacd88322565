#pragma once

#include <vector>

#include "golden.hpp"

namespace lode::golden {

/// Bundled and generated graphs, generated instances.
std::vector<Topic> small_topics();
/// One topic per graph of LODE_DATA.
std::vector<Topic> real_topics();

}  // namespace lode::golden
