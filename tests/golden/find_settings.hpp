#pragma once

#include <string>
#include <vector>

#include <lode/subgraph/registry.hpp>

namespace lode::golden {

/// All presets of a method; one empty name when it has none.
std::vector<std::string> presets_of(const subgraph::MethodRow& row);
/// The preset, and the work that a search may do where it takes that setting; empty: its default.
subgraph::MethodSettings find_settings(const subgraph::MethodRow& row, const std::string& preset,
                                       const std::string& work);

}  // namespace lode::golden
