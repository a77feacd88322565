#include <iostream>

#include <lode/lode.hpp>

int main(int argc, char** argv) {
  if (argc < 2) return 2;  // the path of a graph is needed
  lode::RunContext run({.seed = 1});
  const lode::Graph graph = lode::read_graph(argv[1], {}, run).graph;
  const lode::Solution best = lode::solve("hybrid", {.graph = graph, .s = 5}, {}, run);
  for (const lode::Vertex v : best.vertices) std::cout << graph.name(v) << ' ';
  std::cout << "hold " << best.edges << " edges\n";
}
