#include "io/formats/networks/number_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lode/core/text.hpp>

namespace lode::detail {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

bool NumberColumns::wants(std::string_view name) const {
  return std::ranges::find(names_, name) != names_.end();
}

bool NumberColumns::add(std::string_view name, std::uint64_t vertex, double number) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] != name) continue;
    std::vector<double>& column = columns_[i];
    if (column.size() <= vertex) column.resize(vertex + 1, no_number);
    if (!std::isnan(column[vertex])) return false;
    column[vertex] = number;
  }
  return true;
}

std::vector<VertexNumbers> NumberColumns::take(std::uint64_t num_vertices, std::vector<std::string>& notes) {
  std::vector<VertexNumbers> taken;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::vector<double>& column = columns_[i];
    if (column.empty()) continue;
    column.resize(num_vertices, no_number);
    std::uint64_t without = 0;
    for (double& number : column) {
      if (!std::isnan(number)) continue;
      number = 0.0;
      ++without;
    }
    if (without > 0) {
      notes.push_back(fmt::format("{} without '{}', which count as 0",
                                  format_plural(without, "node", "nodes"), names_[i]));
    }
    taken.push_back({names_[i], std::move(column)});
  }
  return taken;
}

}  // namespace lode::detail
