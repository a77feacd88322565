#include <algorithm>
#include <limits>
#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/eigen.hpp>

namespace lode {

Eigen::SparseMatrix<double> to_eigen(const Graph& graph) {
  constexpr int limit = std::numeric_limits<int>::max();
  if (graph.num_arcs() > ArcIndex{limit} || graph.num_vertices() > Vertex{limit}) {
    throw InvalidArgument("number of arcs", std::to_string(graph.num_arcs()),
                          "does not fit the 32-bit indices of Eigen::SparseMatrix", "use AdjacencyOperator");
  }
  const auto n = static_cast<Eigen::Index>(graph.num_vertices());
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.resizeNonZeros(static_cast<Eigen::Index>(graph.num_arcs()));
  const auto to_int = [](auto value) { return static_cast<int>(value); };
  std::ranges::transform(graph.offsets(), matrix.outerIndexPtr(), to_int);
  std::ranges::transform(graph.targets(), matrix.innerIndexPtr(), to_int);
  if (graph.weighted()) {
    std::ranges::copy(graph.weights(), matrix.valuePtr());
  } else {
    std::fill_n(matrix.valuePtr(), graph.num_arcs(), 1.0);
  }
  return matrix;
}

}  // namespace lode
