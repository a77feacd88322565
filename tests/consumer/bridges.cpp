// A graph from Boost, on to Eigen and back.
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>

#include <lode/graph/boost.hpp>
#include <lode/graph/eigen.hpp>

int main() {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> list(5);
  add_edge(0, 1, list);
  add_edge(1, 2, list);
  add_edge(3, 4, list);
  const lode::Graph graph = lode::from_boost(list);
  const Eigen::SparseMatrix<double> matrix = lode::to_eigen(graph);
  const lode::Graph back = lode::from_eigen(matrix, lode::MatrixEntries::pattern);
  std::vector<int> component(5);
  const int components = boost::connected_components(lode::UndirectedView(back), component.data());
  return matrix.nonZeros() == 6 && back.num_edges() == 3 && components == 2 ? 0 : 1;
}
