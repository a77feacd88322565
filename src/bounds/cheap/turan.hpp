#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/bounds/bounds.hpp>

namespace lode::subgraph {

/// Work limit of the clique search beside every answer, about 0.2 s; see CliqueOptions.
inline constexpr std::uint64_t cheap_clique_work = 200'000'000;

/// The bound of cheap/clique_limit.hpp with the clique number, or what the search for it proves when it is
/// stopped, at worst the number of colours of a proper colouring.
///
/// Cost:     one clique search within cheap_clique_work, one sort of the weights; O(1) per size.
/// Errors:   InvalidArgument for a size below 1 or above n.
std::vector<Bound> turan_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run);

}  // namespace lode::subgraph
