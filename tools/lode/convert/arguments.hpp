#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include <lode/io/write_graph.hpp>

#include "convert/arithmetic.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {

/// The arguments of `lode convert`.
struct ConvertArguments {
  GraphArgument graph;
  std::string output;
  std::string names_path;
  WriteOptions write;
  GraphArithmetic arithmetic;
  std::optional<double> core;
  std::optional<std::uint64_t> memory;
  int threads = 0;
  Outputs out;

  void add_options(CLI::App& command);
};

}  // namespace lode::tool
