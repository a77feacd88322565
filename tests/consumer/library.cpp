#include <cstdio>
#include <iostream>
#include <vector>

#include <lode/lode.hpp>

int main() {
  // A graph from memory: pairs in any order; weights of repeated pairs are summed.
  const std::vector<lode::WeightedEdge> edges = {{0, 1, 2.0}, {1, 2, 2.0}, {0, 2, 2.0}, {2, 3, 1.0},
                                                 {3, 4, 3.0}, {4, 5, 3.0}, {3, 5, 3.0}, {5, 6, 0.5}};
  const lode::Graph graph = lode::Graph::from_edges(edges);

  // Two sets of three vertices that share at most one; bounds as strong as two seconds allow.
  lode::FindRequest request{.sizes = {3}};
  request.top = 2;
  request.max_overlap = 0.34;
  request.effort = lode::Effort::strong;
  request.keep_proofs = true;
  try {
    const lode::RunContext run({.seed = 7, .threads = 2, .time_limit = 2.0});
    const lode::FindResult found = lode::find(graph, request, run);
    for (const lode::FindAnswer& answer : found.answers) {
      std::printf("%d. weight %g, at most %g%s:", answer.rank, answer.solution.weight, answer.bound.value,
                  answer.proven_optimal ? ", proven" : "");
      for (const lode::Vertex v : answer.solution.vertices) std::printf(" %s", graph.name(v).c_str());
      std::printf("\n");
    }
    // The proof of the bound, checked by code that shares nothing with the search.
    const lode::BoundCertificate certificate = lode::make_certificate(found, run);
    for (const lode::CheckedBound& bound : lode::check_certificate(graph, certificate)) {
      std::printf("no %u vertices weigh more than %g (%s)\n", bound.s, bound.value, bound.bound.c_str());
    }
  } catch (const lode::Error& error) {  // InvalidArgument, InputError, SystemError, ...
    std::cerr << error.what() << '\n';
    return 1;
  }
}
