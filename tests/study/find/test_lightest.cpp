#include <string>
#include <vector>

#include <lode/study/find.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("the note of lightest connected sets says which answers are missing, and no opposite weight") {
  // Two sets of one vertex have no vertex in common, and the third is not looked for: the time is over.
  const Graph graph = Graph::from_edges({{1, 2}}, 3);
  FindRequest request;
  request.sizes = {1};
  request.top = 3;
  request.max_overlap = 0.0;
  request.minimise = true;
  request.connected = true;
  request.effort = subgraph::Effort::none;
  std::vector<std::string> notes;
  FindEvents events;
  events.note = [&](std::string_view line) { notes.emplace_back(line); };
  const FindResult result = find(graph, request, events, RunContext({.time_limit = 0.0}));
  REQUIRE(result.answers.size() < 3);
  CHECK(result.answers.back().solution.note.find("no answer") == 0);
  CHECK(notes == std::vector<std::string>{result.answers.back().solution.note});
}

TEST_CASE("the note of a lightest connected set names no weight of the opposite sign") {
  // The lightest sets of two vertices are not joined.
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}, {2, 3}}, 4);
  FindRequest request;
  request.sizes = {2};
  request.connected = true;
  CHECK(find(graph, request).answers.front().solution.note.empty());
  request.minimise = true;
  const FindAnswer answer = find(graph, request).answers.front();
  CHECK(answer.solution.weight == 1);
  CHECK(answer.solution.note.empty());
}
