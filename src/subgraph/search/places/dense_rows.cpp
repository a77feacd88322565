#include "subgraph/search/places/dense_rows.hpp"

#include <algorithm>
#include <limits>

#include "subgraph/problem/mean_weight.hpp"
#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph::detail {
namespace {

/// Rows of so few vertices pass as fast as the rest of an exchange goes, whatever the graph.
constexpr Vertex always_small = 512;
/// Rows of so many, 4 MB, stay in the last cache. Passing over them takes no longer than visiting one of so
/// many arcs for each cell; on graphs of lower mean degree bucket arrays win (bench_moves).
constexpr Vertex usual_vertices = 2048;
constexpr std::uint64_t usual_cells_per_arc = 64;
/// Larger ones, of up to 16 MB or 128 MB of doubles, have to be worth making.
constexpr Vertex largest_part = 4096;
constexpr Vertex largest_part_of_doubles = 2048;
constexpr std::uint64_t cells_per_arc = 8;
/// Doubles are eight times as long, but the rest of an exchange is not.
constexpr std::uint64_t cells_per_double = 4;
/// Cells that are set to zero, and that are filled, in the time of an arc of kicks.
constexpr std::uint64_t zeroed_per_arc = 32;
constexpr std::uint64_t filled_per_arc = 8;

/// Degrees into sets are kept in 16 bits, weights in 8.
constexpr Weight largest_degree = std::numeric_limits<std::int16_t>::max();
constexpr Weight largest_cell = std::numeric_limits<std::uint8_t>::max();

bool fits_small(const Graph& graph, Vertex s) {
  if (!graph.weighted()) return s < largest_degree;
  if (!graph.integral() || graph.signed_weights()) return false;
  const Weight most = graph.weights().empty() ? 0.0 : *std::ranges::max_element(graph.weights());
  return most <= largest_cell && most * (s + 1.0) < largest_degree;  // and one weight above
}

}  // namespace

DenseRows::Cells DenseRows::cells_for(const Graph& graph, Vertex s) {
  return fits_small(graph, s) ? Cells::bytes : Cells::doubles;
}

DenseRows::DenseRows(const Graph& graph, Vertex num_vertices, Cells cells)
    : num_vertices_(num_vertices),
      weighted_(graph.weighted()),
      integral_(graph.integral()),
      mean_weight_(detail::mean_weight(graph)),
      raise_(graph.signed_weights() ? least_raise(graph) : 0.0),
      stride_((num_vertices + cells_per_line - 1) / cells_per_line * cells_per_line) {
  if (cells == Cells::bytes) {
    bytes_.resize(num_vertices_ * stride_);
  } else {
    doubles_.resize(num_vertices_ * stride_);
  }
}

DenseRows::DenseRows(const Graph& graph, Vertex s)
    : DenseRows(graph, graph.num_vertices(), cells_for(graph, s)) {
  const auto same = [](Vertex v) { return v; };
  fill(graph, same, same);
}

DenseRows::DenseRows(const Graph& graph, std::span<const Vertex> within, Cells cells,
                     std::vector<Vertex>& number)
    : DenseRows(graph, static_cast<Vertex>(within.size()), cells) {
  for (Vertex i = 0; i < num_vertices_; ++i) number[within[i]] = i;
  fill(
      graph, [&](Vertex i) { return within[i]; }, [&](Vertex v) { return number[v]; });
  for (const Vertex v : within) number[v] = no_vertex;
}

template <class Original, class Number>
void DenseRows::fill(const Graph& graph, Original&& original, Number&& number) {
  const auto fill_in = [&](auto& cells) {
    using Cell = typename std::remove_reference_t<decltype(cells)>::value_type;
    for (Vertex i = 0; i < num_vertices_; ++i) {
      Cell* row = cells.data() + i * stride_;
      graph.for_each_neighbor(original(i), [&](Vertex u, Weight w) {
        if (const Vertex j = number(u); j != no_vertex) row[j] = static_cast<Cell>(w);
      });
    }
  };
  small() ? fill_in(bytes_) : fill_in(doubles_);
}

bool DenseRows::pay(const Graph& graph, Vertex s, std::size_t num_vertices, ArcIndex num_arcs) {
  if (num_vertices <= always_small) return num_vertices > 0;
  if (num_vertices > largest_part) return false;
  const std::uint64_t per_arc = num_vertices <= usual_vertices ? usual_cells_per_arc : cells_per_arc;
  return num_vertices * num_vertices <=
         (fits_small(graph, s) ? per_arc : per_arc / cells_per_double) * num_arcs;
}

Vertex DenseRows::most_vertices(const Graph& graph, Vertex s) {
  return fits_small(graph, s) ? largest_part : largest_part_of_doubles;
}

std::uint64_t DenseRows::building_work(std::size_t num_vertices, ArcIndex num_arcs) {
  return num_vertices * num_vertices / zeroed_per_arc + num_arcs / filled_per_arc;
}

}  // namespace lode::subgraph::detail
