#include "find/thresholds.hpp"

#include <string_view>

#include <lode/core/error.hpp>

namespace lode::tool {

void ThresholdArguments::add_options(CLI::App& command) {
  command
      .add_option("--min-density", min_density,
                  "In place of -s: the largest set with at least so many edges (so much weight) per pair of "
                  "vertices, 0.9 or 0.7,0.8,0.9")
      ->type_name("DENSITIES");
  command
      .add_option(
          "--min-average-degree", min_average_degree,
          "In place of -s, or beside --min-density: the largest set with at least that average degree")
      ->type_name("DEGREE");
}

std::vector<DensityThreshold> ThresholdArguments::parse() const {
  std::vector<DensityThreshold> thresholds;
  DensityThreshold threshold;
  const auto positive = [](const char* option, std::string_view text) {
    const Fraction number = parse_decimal(option, text);
    if (number.numerator > 0) return number;
    throw InvalidArgument(option, std::string(text), "asks nothing: every set reaches it",
                          "give a number above 0");
  };
  if (!min_average_degree.empty()) {
    threshold.average_degree = positive("--min-average-degree", min_average_degree);
    if (min_density.empty()) thresholds.push_back(threshold);
  }
  for (std::size_t at = 0; !min_density.empty();) {
    const std::size_t end = min_density.find(',', at);
    threshold.density = positive("--min-density", std::string_view(min_density).substr(at, end - at));
    thresholds.push_back(threshold);
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return thresholds;
}

}  // namespace lode::tool
