#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_values.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/options.hpp"

namespace lode::tool {

void GraphArgument::add_vertex_numbers(CLI::App& command, const std::string& flag,
                                       const std::string& meaning) {
  add_option(command, flag, numbers[flag], "FILE|COLUMN",
             meaning + "\nThey are in a file of lines 'id value', where " +
                 (flag == "--costs" ? "every vertex has a line" : "a vertex without a line has 0") +
                 ", or have a name in the graph's own file: a number of the nodes in GML, GraphML and JSON; "
                 "weight or 1, 2, ... in METIS; value in lode files");
}

std::vector<double> GraphArgument::read_numbers(const std::string& flag, Loaded& loaded) const {
  const auto option = numbers.find(flag);
  if (option == numbers.end() || option->second.empty()) return {};
  const std::string& source = option->second;
  const auto held = std::ranges::find(loaded.vertex_numbers, source, &VertexNumbers::name);
  if (held != loaded.vertex_numbers.end()) {
    loaded.input.notes.push_back(fmt::format("{}: '{}' in the graph's own file", flag, source));
    return held->values;
  }
  if (source == "-" && loaded.input.path == "-") {
    throw InvalidArgument(flag, source, "is standard input, but so is the graph",
                          "give one of them as a file");
  }
  std::error_code failure;
  if (source != "-" && !std::filesystem::exists(source, failure)) {
    throw InvalidArgument(
        flag, source,
        fmt::format("is neither a file nor the name of vertex numbers in the graph, {}", loaded.input.format),
        "write lines 'id value' to a file, or name what the graph's file holds");
  }
  VertexValuesFile file = read_vertex_values(source, loaded.data);
  loaded.input.notes.push_back(fmt::format("{}: file {}, which lists {} of {} vertices", flag, source,
                                           file.listed, loaded.data.num_vertices()));
  return std::move(file.values);
}

}  // namespace lode::tool
