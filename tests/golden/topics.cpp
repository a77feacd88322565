#include "topics.hpp"

namespace lode::golden {

std::vector<Topic> topics() {
  Topic optima{.name = "optima"}, bounds{.name = "bounds"}, densest{.name = "densest"};
  for (const SharedGraph& graph : test_graphs()) {
    add_find_cases(graph, optima.cases);
    add_curve_cases(graph, optima.cases);
    add_bound_cases(graph, bounds.cases);
    add_density_cases(graph, densest.cases);
  }
  Topic least_squares{.name = "least_squares"};
  add_least_squares_cases(least_squares.cases);
  Topic generators{.name = "generators"};
  add_generator_cases(generators.cases);
  return {optima, bounds, densest, least_squares, generators};
}

}  // namespace lode::golden
