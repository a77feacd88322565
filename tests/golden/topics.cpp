#include "topics.hpp"

namespace lode::golden {

std::vector<Topic> small_topics() {
  Topic find{.name = "find"}, curves{.name = "curves"}, bounds{.name = "bounds"}, densest{.name = "densest"};
  for (const SharedGraph& graph : small_graphs()) {
    add_find_cases(graph, find.cases);
    add_curve_cases(graph, curves.cases);
    add_bound_cases(graph, bounds.cases);
    add_density_cases(graph, densest.cases);
  }
  Topic least_squares{.name = "least_squares"};
  add_least_squares_cases(least_squares.cases);
  Topic generators{.name = "generators"};
  add_generator_cases(generators.cases);
  return {find, curves, bounds, densest, least_squares, generators};
}

std::vector<Topic> real_topics() {
  std::vector<Topic> topics;
  for (const RealGraph& real : real_graphs()) {
    Topic topic{.name = real.graph->name, .dataset = real.file};
    add_find_cases(real.graph, topic.cases);
    add_curve_cases(real.graph, topic.cases);
    add_bound_cases(real.graph, topic.cases);
    add_density_cases(real.graph, topic.cases);
    topics.push_back(std::move(topic));
  }
  return topics;
}

}  // namespace lode::golden
