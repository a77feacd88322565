#pragma once

#include <string>

#include <lode/graph/cores.hpp>

namespace lode::detail {

/// A line for reports whose bounds are of the graph that the input is a core of, and a second one where some
/// of them may rest on what the input states.
std::string core_sentence(const CoreOrigin& origin);

}  // namespace lode::detail
