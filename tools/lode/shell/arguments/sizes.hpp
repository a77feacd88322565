#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/core/types.hpp>

#include "shell/arguments/graph.hpp"

namespace lode::tool {

/// Adds -s for sizes of sets.
CLI::Option* add_sizes(
    CLI::App& command, std::string& sizes,
    const std::string& meaning = "Sizes of the sets: 50, 10,20,50, 2:200 or 10:200:10, both ends included");

/// Sizes of vertex sets of a graph of n vertices (lode::parse_sizes).
std::vector<Vertex> parse_sizes(const std::string& text, Vertex n);

/// Sizes for a graph that may be a declared core.
std::vector<Vertex> parse_sizes(const std::string& text, const GraphArgument::Loaded& loaded);

/// Refuses sizes whose sets would take too much memory: together they may have `most_listed_vertices`
/// (study/find.hpp) vertices, with `copies` sets per size. Errors: InvalidArgument.
void check_room(const std::vector<Vertex>& sizes, const std::string& text, std::uint64_t copies = 1);

}  // namespace lode::tool
