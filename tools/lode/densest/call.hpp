#pragma once

#include <limits>
#include <string>

#include <lode/io/output_file.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// The options of every kind of `densest`.
struct DensestCall {
  GraphArgument graph;
  int threads = 0;
  double time = std::numeric_limits<double>::infinity();
  std::string set_path;
  std::string certificate_path;
  std::string format = "text";
  bool force = false;

  Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
  GraphArgument::Checksum checksum() const { return GraphArgument::checksum_for(format); }
  bool json() const { return format == "json"; }
  RunContext run(Session& session, const std::string& name) const {
    return session.run_context(1, threads, time, name);
  }
};

}  // namespace lode::tool
