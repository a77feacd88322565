#pragma once

#include <vector>

#include "completion/candidates.hpp"

namespace lode::tool {

/// Adds the names of the graphs that are on this machine: of the catalogue, and of other files in the folders
/// in which names are looked up. Folders that cannot be read add nothing.
void graph_names(std::vector<Candidate>& candidates);

/// Adds every name of the catalogue, wherever the graph is.
void catalogue_names(std::vector<Candidate>& candidates);

}  // namespace lode::tool
