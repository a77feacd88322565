#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ranks/ranks.hpp"

namespace lode::cluster {

/// Ids one after another.
struct IdList {
  std::vector<std::uint64_t> ids;

  std::size_t size() const { return ids.size(); }
  std::uint64_t operator[](std::size_t i) const { return ids[i]; }
  void add(std::uint64_t id) { ids.push_back(id); }
  /// What a sample keeps of an id.
  static std::uint64_t sample_of(std::uint64_t id) { return id; }
};

/// Labels behind one another: label i is characters[begin[i]] ... characters[begin[i+1]-1].
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
  /// What a sample keeps of a label: its first bytes.
  static std::string_view sample_of(std::string_view label) { return label.substr(0, 256); }
};

/// How some vertices are called: all of a graph by ids, or all by labels.
struct Names {
  bool labelled = false;  ///< the same on every rank
  IdList ids;             ///< empty with labels
  LabelList labels;       ///< empty with ids

  std::size_t size() const { return labelled ? labels.size() : ids.size(); }
};

/// The first counts[0] names go to rank 0, and so on; `from` tells how many came from each. Together.
IdList exchange(const IdList& ids, std::span<const std::uint64_t> counts, std::vector<std::uint64_t>& from,
                const Ranks& ranks);
LabelList exchange(const LabelList& labels, std::span<const std::uint64_t> counts,
                   std::vector<std::uint64_t>& from, const Ranks& ranks);

/// How many of `names`, which increase, come behind r of the `splitters` and not behind r + 1 of them, for
/// every r. Splitters do not fall.
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
