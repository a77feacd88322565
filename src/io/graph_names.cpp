#include "io/graph_names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lode::detail {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

std::string folded_name(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return result;
}

std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  const std::string wanted = folded_name(name);
  for (const std::string& candidate : known) {
    const std::string other = folded_name(candidate);
    const bool contains = wanted.size() >= 3 && other.find(wanted) != std::string::npos;
    const std::size_t distance = contains ? 1 : edit_distance(wanted, other);
    if (distance <= std::max<std::size_t>(2, wanted.size() / 3)) ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> names;
  for (const auto& [distance, candidate] : ranked) {
    if (names.size() < 3) names.push_back(candidate);
  }
  return names;
}

}  // namespace lode::detail
