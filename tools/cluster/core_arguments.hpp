#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "ranks/ranks.hpp"
#include "run/core_run.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::cluster {

/// What both commands ask of the core, as options.
struct CoreArguments {
  std::vector<std::string> files;
  tool::GraphArgument graph;  ///< how files are read
  std::string sizes;
  std::string memory = "8G";
  std::uint64_t core = 0;  ///< 0: by memory
  std::string output;
  std::string cores_path;
  std::string checkpoint;
  std::string stop_after;
  std::uint64_t range_bytes = 0;
  BoundOptions bounds;
  std::string format = "text";
  bool resume = false;
  bool force = false;

  void add_options(CLI::App& command);
  /// Checks them before anything is read. Errors: InvalidArgument, SystemError for what cannot be written.
  CoreRequest request() const;
  Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }

  /// Runs it and writes the core, if a file is named. Together.
  CoreResult run(tool::Session& session, const Ranks& ranks) const;
};

}  // namespace lode::cluster
