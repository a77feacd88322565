#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ranks/ranks.hpp"
#include "read/read_shards.hpp"

namespace lode::cluster {

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
};

/// Numbers the labels of all ranks by increasing bytes, the same for any number of ranks: the numbers become
/// the ids of `edges`, in place of its labels. Returns those of a range of numbers, range behind range by
/// rank. Together.
///
/// Method:  every rank sorts its different labels and sends each to the owner of its range, which tells its
///          number. Ranges are about equal by bytes, as far as the first 256 of a label tell.
/// Memory:  a rank's different labels twice, some 24 bytes each more; the same of those it owns.
/// Traffic: a label's bytes and 12 more, for every rank that met it.
/// Errors:  SharedFailure for 32 GiB of labels on a rank.
LabelList number_labels(LocalEdges& edges, const Ranks& ranks);

/// Brings labels, numbered range behind range by rank, to the ranks whose numbers begin at first[r].
/// Together.
LabelList deal_labels(LabelList labels, std::span<const std::uint64_t> first, const Ranks& ranks);

/// How many of `labels`, which increase, come behind r of the `splitters` and not behind r + 1 of them, for
/// every r. Splitters do not fall.
std::vector<std::uint64_t> count_by_range(const LabelList& labels,
                                          std::span<const std::string_view> splitters);

}  // namespace lode::cluster
