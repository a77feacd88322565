#include "shell/arguments/vertex_numbers.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_values.hpp>

namespace lode::tool {

void VertexNumbersArgument::add_option(CLI::App& command, const std::string& flag,
                                       const std::string& meaning) {
  flag_ = flag;
  command
      .add_option(flag, source_,
                  meaning + "\nThey are in a file of lines 'id value', where " +
                      (flag == "--costs" ? "every vertex has a line" : "a vertex without a line has 0") +
                      ", or have a name in the graph's own file: a number of the nodes in GML, GraphML "
                      "and JSON; weight or 1, 2, ... in METIS; value in lode files")
      ->type_name("FILE|COLUMN");
}

void VertexNumbersArgument::ask(ReadOptions& options) const {
  if (given()) options.vertex_numbers.push_back(source_);
}

std::vector<double> VertexNumbersArgument::read(GraphArgument::Loaded& loaded) const {
  if (!given()) return {};
  const auto held =
      std::ranges::find(loaded.vertex_numbers, source_, [](const VertexNumbers& one) { return one.name; });
  if (held != loaded.vertex_numbers.end()) {
    loaded.report.notes.push_back(fmt::format("{}: '{}' in the graph's own file", flag_, source_));
    return held->values;
  }
  if (source_ == "-" && loaded.report.path == "-") {
    throw InvalidArgument(flag_, source_, "is standard input, but so is the graph",
                          "give one of them as a file");
  }
  std::error_code failure;
  if (source_ != "-" && !std::filesystem::exists(source_, failure)) {
    throw InvalidArgument(flag_, source_,
                          fmt::format("is neither a file nor the name of vertex numbers in the graph, {}",
                                      loaded.report.format),
                          "write lines 'id value' to a file, or name what the graph's file holds");
  }
  VertexValuesFile file = read_vertex_values(source_, loaded.graph);
  loaded.report.notes.push_back(fmt::format("{}: file {}, which lists {} of {} vertices", flag_, source_,
                                            file.listed, loaded.graph.num_vertices()));
  return std::move(file.values);
}

}  // namespace lode::tool
