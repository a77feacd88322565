#include "find/thresholds.hpp"

#include <string_view>

#include <lode/core/error.hpp>

#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
void ThresholdArguments::add_options(CLI::App& command) {
  begin_section(command, heading::question);
  command
      .add_option(
          "--min-density", min_density,
          "In place of -s: the largest set of this density, as 0.9, 2/3 or 0.7,0.8\n"
          "That is the number of edges, or the weight, per pair of vertices. With --sides, 1 asks for the "
          "biclique of largest area")
      ->type_name("DENSITIES");
  begin_section(command, heading::question, Shown::in_full);
  command
      .add_option("--min-average-degree", min_average_degree,
                  "In place of -s, or together with --min-density: the largest set whose average degree is "
                  "at least this")
      ->type_name("DEGREE");
  command
      .add_option("--missing", missing,
                  "In place of -s: the largest set in which at most this many pairs of vertices have no edge")
      ->type_name("PAIRS")
      ->check(whole_number<EdgeCount>());
  command
      .add_option(
          "--plex", plex,
          "In place of -s: the largest K-plex, a set in which every vertex has edges to all others but "
          "K - 1; a 1-plex is a clique")
      ->type_name("K")
      ->check(whole_number<Vertex>(1));
}

std::vector<double> ThresholdArguments::densities() const {
  std::vector<double> densities;
  for (std::size_t at = 0; !min_density.empty();) {
    const std::size_t end = min_density.find(',', at);
    densities.push_back(parse_threshold("--min-density", std::string_view(min_density).substr(at, end - at)));
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return densities;
}

std::vector<DensityThreshold> ThresholdArguments::parse() const {
  std::vector<DensityThreshold> thresholds;
  DensityThreshold threshold;
  const int alone = (missing ? 1 : 0) + (plex > 0 ? 1 : 0);
  if (alone > 1 || (alone == 1 && !(min_density.empty() && min_average_degree.empty()))) {
    throw InvalidArgument("--missing and --plex stand alone: ask for one of them");
  }
  if (alone == 1) {
    threshold.missing = missing;
    threshold.plex = plex;
    return {threshold};
  }
  if (!min_average_degree.empty()) {
    threshold.average_degree = parse_threshold("--min-average-degree", min_average_degree);
    if (min_density.empty()) thresholds.push_back(threshold);
  }
  for (const double density : densities()) {
    threshold.density = density;
    thresholds.push_back(threshold);
  }
  return thresholds;
}

}  // namespace lode::tool
