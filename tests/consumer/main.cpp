#include <iostream>

#include <lode/lode.hpp>

int main(int argc, char** argv) {
  if (argc < 2) return 2;  // the path of a graph is needed
  const lode::RunContext run({.seed = 1, .time_limit = 1.0});
  const lode::Graph graph = lode::read_graph(argv[1], {}, run).graph;
  const lode::FindAnswer best = lode::find(graph, 5, run).answers.front();
  for (const lode::Vertex v : best.solution.vertices) std::cout << graph.name(v) << ' ';
  std::cout << "hold " << best.solution.edges << " edges, and no 5 hold more than " << best.bound.value
            << '\n';
}
