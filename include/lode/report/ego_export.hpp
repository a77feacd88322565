#pragma once

#include <string>

#include <lode/study/ego_network.hpp>

namespace lode {

// A set and its neighbours for other programs. Vertices carry their original name as `label` and `member`,
// which is 1 for the set and 0 for its neighbours; edges of weighted graphs carry `weight`, exactly. Control
// characters and bytes that are not UTF-8 become U+FFFD in labels. Both are pure.

/// GraphML, written by Boost.Graph.
std::string render_graphml(const EgoNetwork& network);
/// GEXF 1.3, for Gephi.
std::string render_gexf(const EgoNetwork& network);

}  // namespace lode
