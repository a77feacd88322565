#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "io/edge_list/edge_lines.hpp"
#include "io/edge_list/layout_shapes.hpp"

namespace lode::detail {

/// The first lines of a list of labels, some of which begin with a mark of comments, at once followed by a
/// word: commented-out lines, or edges of names like "#ai". The lines are split, and outlive this.
///
/// Cost: O(fields).
class MarkedSample {
 public:
  MarkedSample(std::span<const SampleLine> lines, std::string_view marks);

  /// The least and the largest number of fields of the lines without a mark; if there are none, of all.
  std::pair<int, int> columns() const { return {least_, most_}; }

  /// What the marked lines with as many fields are. One is an edge if its other end begins with a mark, too,
  /// or if one of its names recurs; a comment if its first name recurs without the mark. They are unclear if
  /// they speak against each other, or none of them tells.
  MarkedLines judge() const;

  /// The mark that the first of them begins with.
  char mark() const { return mark_; }
  /// The number of the last of them that stands above the first line without a mark; 0: none.
  std::uint64_t line_above_edges() const { return above_edges_; }

 private:
  bool is_marked(std::string_view name) const {
    return !name.empty() && marks_.find(name.front()) != std::string_view::npos;
  }
  bool is_candidate(const SampleLine& line) const;
  std::size_t times(std::string_view name) const;

  std::span<const SampleLine> lines_;
  std::string_view marks_;
  std::unordered_map<std::string_view, std::size_t> times_;  ///< each name is an end
  int least_ = 0, most_ = 0;
  char mark_ = '\0';
  std::uint64_t above_edges_ = 0;
};

}  // namespace lode::detail
