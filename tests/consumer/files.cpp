#include <cstdio>
#include <iostream>

#include <lode/io/vertex_set.hpp>
#include <lode/lode.hpp>
#include <lode/study/verify.hpp>

int main() {
  try {
    lode::write_file("calls.csv",
                     "who,whom,minutes\nann,bob,12\nann,cem,40\nbob,cem,7\ncem,dan,3\ndan,ann,5\n",
                     lode::Overwrite::yes);

    // Words as vertices, and the weights of a column. "calls.csv.gz" and "-" are read in the same way.
    const lode::ReadOptions options{.weighted = true, .weight_column = {"minutes"}, .labels = true};
    const lode::LoadedGraph loaded = lode::read_graph("calls.csv", options);
    const lode::Graph& graph = loaded.graph;
    const lode::FindResult found = lode::find(graph, 3);
    const lode::Solution& best = found.answers.front().solution;

    // The set, its induced subgraph, and the answer with its bound.
    lode::write_vertex_set(graph, best.vertices, best.edges, "best.txt", lode::Overwrite::yes);
    lode::write_graph(lode::part_of(graph, best.vertices).graph, "best.graphml",
                      {.overwrite = lode::Overwrite::yes});
    const lode::FindReport report{
        .graph = "calls", .input = loaded.report, .results = found.answers, .provenance = {}};
    lode::write_file("best.json", lode::find_json(report), lode::Overwrite::yes);

    // Both are read back by the names of the vertices. Every claim of the JSON is counted again.
    const lode::VertexSetFile set = lode::read_vertex_set("best.txt", graph);
    for (const lode::Vertex v : set.vertices) std::printf("%s ", graph.name(v).c_str());
    const lode::FindClaims claims = lode::read_find_claims("best.json", graph);
    const auto totals = lode::verify_claim(graph, {}, claims.results.front(), lode::RunContext());
    std::printf("talked for %g minutes\n", totals.weight);
  } catch (const lode::InputError& error) {  // says file, line, column and remedy
    std::cerr << error.what() << '\n';
    return 3;
  } catch (const lode::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
