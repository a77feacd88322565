#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// Adds --threads.
void add_threads(CLI::App& command, int& threads);

/// Options of the run, common to commands that search.
struct RunArguments {
  std::uint64_t seed = 1;
  int threads = 0;

  void add_options(CLI::App& command);
};

}  // namespace lode::tool
