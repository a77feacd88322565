// What a threshold asks of sets.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/study/threshold.hpp>
#include <lode/subgraph/nearly_complete.hpp>

namespace lode {

Weight DensityThreshold::need(Vertex s, Sums sums) const {
  const EdgeCount pairs = possible_edges(s);
  const auto least_for = [&](double level, double parts) {
    return sums == Sums::exact ? subgraph::least_count(level, parts) : level * parts;
  };
  const auto all_but = [&](EdgeCount left_out) {
    return pairs > left_out ? static_cast<Weight>(pairs - left_out) : 0.0;
  };
  Weight least = std::max(least_for(density, static_cast<double>(pairs)), least_for(average_degree, s / 2.0));
  if (missing) least = std::max(least, all_but(*missing));
  if (plex > 0) least = std::max(least, all_but(std::uint64_t{s} * (plex - 1) / 2));
  return least;
}

std::string DensityThreshold::text() const {
  std::string words;
  if (density > 0.0) words = "density >= " + format_exact(density);
  if (average_degree > 0.0) {
    words += (words.empty() ? "" : " and ") + ("average degree >= " + format_exact(average_degree));
  }
  if (missing) words = fmt::format("at most {} missing edges", *missing);
  if (plex > 0) words = fmt::format("a {}-plex", plex);
  return words;
}

double parse_threshold(std::string_view option, std::string_view text) {
  const auto number = [](std::string_view part) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && end == part.data() + part.size() ? value : 0.0;
  };
  const std::size_t slash = text.find('/');
  double level = number(text.substr(0, slash));
  if (slash != std::string_view::npos) level /= number(text.substr(slash + 1));
  if (level > 0.0 && std::isfinite(level)) return level;
  throw InvalidArgument(std::string(option), std::string(text), "is not a number above 0",
                        "write a number like 0.85, 2/3 or 1e-6");
}

}  // namespace lode
