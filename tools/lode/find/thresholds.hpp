#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/study/threshold.hpp>

namespace lode::tool {

/// --min-density, --min-average-degree, --missing and --plex: requests for the largest set in place of sizes.
struct ThresholdArguments {
  std::string min_density;
  std::string min_average_degree;
  std::optional<EdgeCount> missing;
  Vertex plex = 0;

  void add_options(CLI::App& command);
  bool given() const { return !min_density.empty() || !min_average_degree.empty() || missing || plex > 0; }
  /// The densities. Errors: InvalidArgument for anything but numbers above 0.
  std::vector<double> densities() const;
  /// One threshold for each density, each with the average degree. Errors: InvalidArgument for anything but
  /// numbers above 0.
  std::vector<DensityThreshold> parse() const;
};

}  // namespace lode::tool
