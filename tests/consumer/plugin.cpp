// A module that brings lode along, as bindings of other languages do.
#include <lode/lode.hpp>

extern "C" long edges_of_best(const char* path, unsigned s) {
  try {
    lode::RunContext run({.seed = 1});
    const lode::Graph graph = lode::read_graph(path, {}, run).graph;
    return static_cast<long>(lode::solve("hybrid", {.graph = graph, .s = s}, {}, run).edges);
  } catch (const lode::Error&) {
    return -1;
  }
}
