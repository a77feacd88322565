#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lode/io/read_graph.hpp>

namespace lode::detail {

inline constexpr auto number_remedy = "numbers of vertices are finite, of any sign";

/// Collects the numbers of vertices that a caller wants, as a reader meets them
/// (ReadOptions::vertex_numbers).
///
/// Cost: O(names) for a number. Memory: 8 bytes for every name that is found and every vertex.
class NumberColumns {
 public:
  /// `names` must outlive this.
  explicit NumberColumns(const std::vector<std::string>& names) : names_(names), columns_(names.size()) {}

  bool wants(std::string_view name) const;
  /// A finite number. Vertices may come in any order. False if the vertex has a number of this name.
  bool add(std::string_view name, std::uint64_t vertex, double number);
  /// Those that were found, in the order of the names, 0 for vertices without a number. Adds to the notes.
  /// Must be the last call.
  std::vector<VertexNumbers> take(std::uint64_t num_vertices, std::vector<std::string>& notes);

 private:
  const std::vector<std::string>& names_;
  std::vector<std::vector<double>> columns_;  ///< by name; NaN: the vertex has none
};

}  // namespace lode::detail
