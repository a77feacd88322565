// Compares pictures of small graphs with those of Graphviz: bench_layout [--markdown] GRAPH[:SIZE]...
//   GRAPH       a file, or a name that lode knows: the whole graph is drawn
//   GRAPH:SIZE  the set of that many vertices that `lode find --effort none` finds is drawn
//   --markdown  a table with means, in place of one JSON object per picture
// For lode, neato and sfdp (package graphviz, found on the PATH): the stress of the picture, the pairs of
// edges that cross, and milliseconds of CPU time. Stress and crossings are computed by the same functions for
// all. For lode the time is that of the call, also with a start: the picture of the graph without every tenth
// vertex. For Graphviz it is the time of the program, reading and writing included. Each time is the least of
// three.

#include "report/drawing/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>

namespace {

using namespace lode;
using detail::Place;
using Places = std::vector<Place>;

constexpr int runs = 3;

/// A picture by one program.
struct Picture {
  double stress = 0.0;
  std::uint64_t crossings = 0;
  double milliseconds = 0.0;
};

/// One line of the table.
struct Row {
  std::string name;
  Vertex vertices = 0;
  EdgeCount edges = 0;
  Picture lode, started, neato, sfdp;
};

/// CPU time so far in milliseconds: of this process (RUSAGE_SELF), or of programs that it ran
/// (RUSAGE_CHILDREN).
double cpu_milliseconds(int who) {
  rusage used{};
  ::getrusage(who, &used);
  const auto milliseconds = [](const timeval& time) {
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
  };
  return milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
}

template <class Draw>
Picture measured(const Graph& graph, int who, Draw draw) {
  Picture picture;
  picture.milliseconds = std::numeric_limits<double>::infinity();
  Places places;
  for (int i = 0; i < runs; ++i) {
    const double before = cpu_milliseconds(who);
    places = draw();
    picture.milliseconds = std::min(picture.milliseconds, cpu_milliseconds(who) - before);
  }
  picture.stress = detail::layout_stress(graph, places);
  // Crossings are counted in the unit square.
  Place low = places.at(0);
  Place high = low;
  for (const Place& place : places) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  const double side = std::max({high.x - low.x, high.y - low.y, std::numeric_limits<double>::min()});
  for (Place& place : places) place = {(place.x - low.x) / side, (place.y - low.y) / side};
  picture.crossings = detail::layout_crossings(graph, places);
  return picture;
}

/// The graph or the set that a word of the command line names.
Graph graph_of(const std::string& word) {
  const std::size_t colon = word.rfind(':');
  const std::string name = word.substr(0, colon);
  const RunContext run;
  const Graph whole = read_graph(resolve_graph(name, default_search_folders()).path, {}, run).graph;
  if (colon == std::string::npos) return whole;
  const int size = std::atoi(word.c_str() + colon + 1);
  if (size < 1) throw InvalidArgument("size", word, "is not a number of vertices", "use GRAPH:SIZE");
  FindRequest request;
  request.sizes = {static_cast<Vertex>(size)};
  request.effort = subgraph::Effort::none;
  return induced_subgraph(whole, find(whole, request, run).answers.front().solution.vertices);
}

/// The picture of the graph without every tenth vertex, as a start for the whole.
Places start_for(const Graph& graph) {
  constexpr Vertex every = 10;
  constexpr Vertex left_out = 4;
  VertexSet kept;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (v % every != left_out) kept.push_back(v);
  }
  const Places places = detail::stress_layout(induced_subgraph(graph, kept));
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Places start(graph.num_vertices(), {none, none});
  for (std::size_t i = 0; i < kept.size(); ++i) start[kept[i]] = places[i];
  return start;
}

/// The picture that a program of Graphviz draws.
class Graphviz {
 public:
  explicit Graphviz(const Graph& graph)
      : vertices_(graph.num_vertices()),
        base_(
            (std::filesystem::temp_directory_path() / fmt::format("bench_layout-{}", ::getpid())).string()) {
    std::ofstream file(base_ + ".gv");
    file << "graph {\nnode [shape=point];\n";
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      file << u << ";\n";
      for (const Vertex v : graph.neighbors(u)) {
        if (u < v) file << u << " -- " << v << ";\n";
      }
    }
    file << "}\n";
    file.close();
    if (!file) throw SystemError("cannot write " + base_ + ".gv");
  }
  ~Graphviz() {
    std::error_code ignored;
    std::filesystem::remove(base_ + ".gv", ignored);
    std::filesystem::remove(base_ + ".plain", ignored);
  }
  Graphviz(const Graphviz&) = delete;
  Graphviz& operator=(const Graphviz&) = delete;

  Places draw(const std::string& program) const {
    const std::string command = fmt::format("{0} -Tplain '{1}.gv' -o '{1}.plain'", program, base_);
    if (std::system(command.c_str()) != 0) {
      throw SystemError(command + " failed; the package graphviz is needed");
    }
    Places places(vertices_);
    Vertex read = 0;
    std::ifstream file(base_ + ".plain");
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string kind;
      std::size_t vertex = 0;
      Place place;
      if (!(words >> kind) || kind != "node" || !(words >> vertex >> place.x >> place.y)) continue;
      places.at(vertex) = place;
      ++read;
    }
    if (read != vertices_)
      throw SystemError(fmt::format("{} placed {} vertices of {}", program, read, vertices_));
    return places;
  }

 private:
  Vertex vertices_;
  std::string base_;
};

Row row_of(const std::string& word) {
  const Graph graph = graph_of(word);
  Row row;
  row.name = word;
  row.vertices = graph.num_vertices();
  row.edges = graph.num_edges();
  row.lode = measured(graph, RUSAGE_SELF, [&] { return detail::stress_layout(graph); });
  const Places start = start_for(graph);
  row.started = measured(graph, RUSAGE_SELF, [&] { return detail::stress_layout(graph, start); });
  const Graphviz graphviz(graph);
  row.neato = measured(graph, RUSAGE_CHILDREN, [&] { return graphviz.draw("neato"); });
  row.sfdp = measured(graph, RUSAGE_CHILDREN, [&] { return graphviz.draw("sfdp"); });
  return row;
}

std::string json_of(const char* program, const Picture& picture) {
  return fmt::format(",\"{}\":{{\"stress\":{:.6f},\"crossings\":{},\"cpu_milliseconds\":{:.3f}}}", program,
                     picture.stress, picture.crossings, picture.milliseconds);
}

void print_json_row(const Row& row) {
  fmt::print("{{\"graph\":\"{}\",\"vertices\":{},\"edges\":{}{}{}{}{}}}\n", row.name, row.vertices, row.edges,
             json_of("lode", row.lode), json_of("lode_with_start", row.started), json_of("neato", row.neato),
             json_of("sfdp", row.sfdp));
  std::fflush(stdout);
}

void print_head() {
  fmt::print(
      "| graph | vertices, edges | stress: lode; with a start | neato | sfdp | crossings: lode | neato | "
      "sfdp "
      "| CPU ms: lode; with a start | neato | sfdp |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

void print_markdown_row(const Row& row) {
  fmt::print(
      "| {} | {}, {} | {:.4f}; {:.4f} | {:.4f} | {:.4f} | {} | {} | {} | {:.1f}; {:.1f} | {:.0f} | {:.0f} "
      "|\n",
      row.name, row.vertices, row.edges, row.lode.stress, row.started.stress, row.neato.stress,
      row.sfdp.stress, row.lode.crossings, row.neato.crossings, row.sfdp.crossings, row.lode.milliseconds,
      row.started.milliseconds, row.neato.milliseconds, row.sfdp.milliseconds);
  std::fflush(stdout);
}

/// Means over all rows: of crossings as parts of lode's, where lode's picture has any.
void print_means(const std::vector<Row>& rows) {
  const auto mean = [&](auto value) {
    double sum = 0.0;
    for (const Row& row : rows) sum += value(row);
    return sum / static_cast<double>(rows.size());
  };
  const auto crossings = [&](Picture Row::*program) {
    double sum = 0.0;
    double count = 0.0;
    for (const Row& row : rows) {
      if (row.lode.crossings == 0) continue;
      sum += static_cast<double>((row.*program).crossings) / static_cast<double>(row.lode.crossings);
      count += 1.0;
    }
    return count > 0.0 ? sum / count : 1.0;
  };
  const auto stress = [&](Picture Row::*program) {
    return mean([&](const Row& row) { return (row.*program).stress; });
  };
  const auto time = [&](Picture Row::*program) {
    return mean([&](const Row& row) { return (row.*program).milliseconds; });
  };
  fmt::print(
      "| **mean** | | **{:.4f}**; {:.4f} | {:.4f} | {:.4f} | 1 | {:.3f} | {:.3f} | {:.1f}; {:.1f} | {:.0f} | "
      "{:.0f} |\n",
      stress(&Row::lode), stress(&Row::started), stress(&Row::neato), stress(&Row::sfdp),
      crossings(&Row::neato), crossings(&Row::sfdp), time(&Row::lode), time(&Row::started), time(&Row::neato),
      time(&Row::sfdp));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool markdown = std::erase(words, "--markdown") > 0;
  if (words.empty()) {
    fmt::print(stderr, "usage: {} [--markdown] GRAPH[:SIZE]...\n", argv[0]);
    return 2;
  }
  try {
    if (markdown) print_head();
    std::vector<Row> rows;
    for (const std::string& word : words) {
      rows.push_back(row_of(word));
      markdown ? print_markdown_row(rows.back()) : print_json_row(rows.back());
    }
    if (markdown) print_means(rows);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_layout: {}\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
