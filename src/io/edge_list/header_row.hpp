#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "io/edge_list/column_names.hpp"
#include "io/edge_list/layout_shapes.hpp"

namespace lode::detail {

/// The first line of a table, as names of its columns. The lines are split, and outlive this.
class FirstRow {
 public:
  FirstRow(std::span<const SampleLine> lines, const ReadOptions& options)
      : lines_(lines), options_(options) {}

  /// True if the line names the columns instead of being an edge, as ReadOptions describes.
  bool is_header() const;

  /// The column called `name`, from 1; 0: none. Case counts only if names differ in nothing else.
  int column_called(std::string_view name) const;

  /// The columns whose names are surest those of both ends; of names that differ in their case alone those in
  /// small letters, else the first.
  std::optional<EndColumns> ends_called() const;

  /// True if the ends of this line are words that are no end of a later line, and there is one.
  bool names_nothing_below() const;

  /// True if the ends of this line have usual names, and one of them is a vertex of a later line, but others
  /// of a series, as node1 and node7, are not.
  bool names_ends_and_vertices() const;

  /// True for a table written with its index.
  bool has_nameless_first_column() const;

 private:
  struct EndName {
    int column = 0;
    NameWords words;
    bool capitals = false;
  };

  /// What stands at the ends of the lines below the first one.
  struct NamesBelow {
    bool same = false;   ///< a name of the first line
    bool alike = false;  ///< another one of its series, as node1 and node7; or no line follows such names
  };

  const SampleLine& first() const { return lines_.front(); }
  std::vector<EndName> end_names() const;
  bool names_column(int column) const;
  std::optional<EndColumns> usual_ends() const;
  bool words_instead_of_ids() const;
  bool words_that_name_columns() const;
  bool are_called_like_ends(const EndColumns& ends) const;
  NamesBelow names_below(const EndColumns& ends) const;
  bool vertices_are_called(const EndColumns& ends) const;
  bool stands_above(int column, bool (*is_value)(std::string_view)) const;
  bool stands_above_numbers(const EndColumns& ends) const;

  std::span<const SampleLine> lines_;
  const ReadOptions& options_;
};

/// True if, in either order, a header row with these names tells where the ends of the edges stand.
bool are_names_of_ends(std::string_view a, std::string_view b);

}  // namespace lode::detail
