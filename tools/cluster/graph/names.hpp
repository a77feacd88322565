#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ranks/ranks.hpp"

namespace lode::cluster {

/// A list of ids.
struct IdList {
  std::vector<std::uint64_t> ids;

  std::size_t size() const { return ids.size(); }
  std::uint64_t operator[](std::size_t i) const { return ids[i]; }
  void add(std::uint64_t id) { ids.push_back(id); }
  /// The part of an id that a sample keeps.
  static std::uint64_t sample_of(std::uint64_t id) { return id; }
};

/// A list of labels: label i is characters[begin[i]] ... characters[begin[i+1]-1].
struct LabelList {
  std::vector<std::uint64_t> begin = {0};
  std::vector<char> characters;

  std::size_t size() const { return begin.size() - 1; }
  std::string_view operator[](std::size_t i) const {
    return {characters.data() + begin[i], begin[i + 1] - begin[i]};
  }
  void add(std::string_view label) {
    characters.insert(characters.end(), label.begin(), label.end());
    begin.push_back(characters.size());
  }
  /// The part of a label that a sample keeps: its first bytes.
  static std::string_view sample_of(std::string_view label) { return label.substr(0, 256); }
};

/// Names of some vertices: all are ids, or all are labels.
struct Names {
  bool labelled = false;  ///< equal on all ranks
  IdList ids;             ///< empty with labels
  LabelList labels;       ///< empty with ids

  std::size_t size() const { return labelled ? labels.size() : ids.size(); }
};

/// Sends the first counts[0] names to rank 0, and so on; `from`: number of names from each rank. Collective.
IdList exchange(const IdList& ids, std::span<const std::uint64_t> counts, std::vector<std::uint64_t>& from,
                const Ranks& ranks);
LabelList exchange(const LabelList& labels, std::span<const std::uint64_t> counts,
                   std::vector<std::uint64_t>& from, const Ranks& ranks);

/// For every r, the number of `names` (increasing) after r and not r + 1 of the `splitters` (non-decreasing).
template <class List>
std::vector<std::uint64_t> count_by_range(const List& names, const List& splitters) {
  std::vector<std::uint64_t> counts(splitters.size() + 1, 0);
  std::size_t r = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    while (r < splitters.size() && splitters[r] < names[i]) ++r;
    ++counts[r];
  }
  return counts;
}

}  // namespace lode::cluster
