#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/rng.hpp>

#include "golden.hpp"

namespace lode::golden {

namespace {

constexpr std::size_t most_listed = 48;

/// -1 and 1 as signs, other numbers in full.
std::string coordinates(std::span<const double> x) {
  std::string signs;
  for (const double value : x) {
    if (std::abs(value) != 1.0) return values(x);
    signs += value > 0.0 ? '+' : '-';
  }
  return signs;
}

std::string text_of(const subgraph::StationarityReport& report) {
  const bool all = report.mode == subgraph::StationarityReport::Mode::exhaustive;
  return fmt::format(" stationary={}/{}/{}/{}", report.k, all ? "all" : "sampled", report.blocks,
                     report.holds ? "holds" : "fails");
}

}  // namespace

Hash& Hash::add(double number) { return add_bits(std::bit_cast<std::uint64_t>(number)); }

Hash& Hash::add_bits(std::uint64_t bits) {
  state_ = Rng::mix(state_ + Rng::gamma) ^ Rng::mix(bits + Rng::gamma);
  return *this;
}

std::string Hash::text() const { return fmt::format("{:016x}", state_); }

std::string exact(double number) { return fmt::format("{}", number); }

std::string ids(std::span<const Vertex> vertices) {
  if (vertices.size() <= most_listed) return fmt::format("{}", fmt::join(vertices, ","));
  return fmt::format("{}#{}", vertices.size(), Hash().add_all(vertices).text());
}

std::string values(std::span<const double> numbers) {
  if (numbers.size() <= most_listed) return fmt::format("{}", fmt::join(numbers, ","));
  return fmt::format("{}#{}", numbers.size(), Hash().add_all(numbers).text());
}

std::string text_of(const subgraph::Solution& solution) {
  std::string text =
      fmt::format("weight={} edges={} {} iterations={} set={}", solution.weight, solution.edges,
                  to_string(solution.stop_reason), solution.iterations, ids(solution.vertices));
  if (solution.upper_bound) text += " bound=" + exact(*solution.upper_bound);
  if (solution.stationarity) text += text_of(*solution.stationarity);
  if (!solution.note.empty()) text += " note=" + solution.note;
  return text;
}

std::string text_of(const least_squares::Solution& solution) {
  std::string text = fmt::format("F={} {} iterations={} ", solution.objective,
                                 to_string(solution.stop_reason), solution.iterations);
  text += fmt::format("support={} x={}", ids(solution.support), coordinates(solution.x));
  if (!solution.note.empty()) text += " note=" + solution.note;
  return text;
}

std::string joined(std::span<const std::string> parts) { return fmt::format("{}", fmt::join(parts, " | ")); }

}  // namespace lode::golden
