#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/study/quotas.hpp>

namespace lode::tool {

/// --groups and --quota: how many vertices of each group a set must have and may have.
struct QuotaArguments {
  std::string groups;  ///< a file: which vertex belongs to which groups
  std::string limits;  ///< a file: how many of each group

  void add_options(CLI::App& command);
  bool given() const { return !groups.empty() || !limits.empty(); }
  /// Errors: InvalidArgument for one of the two without the other.
  void check() const;
  /// Errors: those of read_vertex_groups and read_quotas.
  std::vector<Quota> read(const Graph& graph) const;
};

}  // namespace lode::tool
