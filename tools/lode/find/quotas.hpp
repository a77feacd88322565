#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/study/quotas.hpp>

namespace lode::tool {

/// --groups and --quota: least and largest number of members of each group in a set.
struct QuotaArguments {
  std::string groups;  ///< file with the groups of vertices
  std::string limits;  ///< file with the numbers of each group

  void add_options(CLI::App& command);
  bool given() const { return !groups.empty() || !limits.empty(); }
  /// Errors: InvalidArgument if only one of them is given.
  void check() const;
  /// Errors: the errors of read_vertex_groups and read_quotas.
  std::vector<Quota> read(const Graph& graph) const;
};

}  // namespace lode::tool
