// Times the exact searches for nearly complete sets:
//   bench_nearly_complete [--threads T] [--time S] [--work W] --table FILE.csv [GRAPH [GAMMA]]
//   bench_nearly_complete [--threads T] [--time S] --defective K | --plex K | --density P/Q GRAPH...
//   --table FILE  rows "graph,vertices,edges,gamma,size,..." of the largest sets known, whose graphs are
//                 GRAPH.edges.gz in its folder: each is proven, or the remaining interval is printed
//   --threads T   default 1
//   --time S      CPU seconds for a row when T is 1, else seconds (default 60)
//   --work W      work limit in millions of words (default: none)
// Prints one JSON object per row.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/threshold.hpp>
#include <lode/subgraph/nearly_complete.hpp>

#include "measure.hpp"
#include "thread_cpu_clock.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

struct Request {
  int threads = 1;
  double time = 60.0;
  std::uint64_t work = std::numeric_limits<std::uint64_t>::max();
  std::string table;
  std::string kind;
  std::string value;
  std::vector<std::string> words;
};

Request read_arguments(int argc, char** argv) {
  Request request;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--", 0) != 0) {
      request.words.push_back(word);
      continue;
    }
    if (++i == argc) throw InvalidArgument("arguments", word, "needs a value");
    if (word == "--threads") {
      request.threads = std::atoi(argv[i]);
    } else if (word == "--time") {
      request.time = std::atof(argv[i]);
    } else if (word == "--work") {
      request.work = 1'000'000 * std::strtoull(argv[i], nullptr, 10);
    } else if (word == "--table") {
      request.table = argv[i];
    } else if (word == "--defective" || word == "--plex" || word == "--density") {
      request.kind = word;
      request.value = argv[i];
    } else {
      throw InvalidArgument("arguments", word, "is not known");
    }
  }
  return request;
}

void measure_row(const Request& request, const std::string& name, const std::string& question, Vertex known,
                 const std::function<LargestSet(const RunContext&)>& solve) {
  const ThreadCpuClock cpu;
  const RunContext run({.threads = request.threads,
                        .time_limit = request.time,
                        .clock = request.threads == 1 ? &cpu : nullptr});
  LargestSet answer;
  const bench::Usage used = bench::measure([&] { answer = solve(run); });
  bench::print_json(
      "nearly_complete", request.threads, used,
      fmt::format(",\"graph\":\"{}\",\"question\":\"{}\",\"known\":{},\"size\":{},\"missing\":{},"
                  "\"upper_bound\":{},\"proven\":{},\"nodes\":{},\"work\":{}",
                  name, question, known, answer.size(), answer.missing, answer.upper_bound,
                  answer.proven_optimal(), answer.nodes, answer.work));
  std::fflush(stdout);
}

void measure_table(const Request& request) {
  std::ifstream file(request.table);
  if (!file) throw InvalidArgument("table", request.table, "cannot be read");
  const std::filesystem::path folder = std::filesystem::path(request.table).parent_path();
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string name, vertices, edges, gamma, size;
    for (std::string* field : {&name, &vertices, &edges, &gamma, &size}) std::getline(fields, *field, ',');
    if (!request.words.empty() && request.words[0] != name) continue;
    if (request.words.size() > 1 && request.words[1] != gamma) continue;
    const Graph graph = read_graph((folder / (name + ".edges.gz")).string(), {}, RunContext()).graph;
    NearlyCompleteOptions options;
    options.work_limit = request.work;
    measure_row(request, name, "density " + gamma, static_cast<Vertex>(std::stoul(size)),
                [&](const RunContext& run) {
                  return largest_quasi_clique(graph, parse_threshold("density", gamma), graph.num_vertices(),
                                              options, run);
                });
  }
}

void measure_kind(const Request& request, const std::string& path) {
  const Graph graph = read_graph(path, {}, RunContext()).graph;
  NearlyCompleteOptions options;
  options.work_limit = request.work;
  measure_row(request, path, request.kind.substr(2) + " " + request.value, 0, [&](const RunContext& run) {
    if (request.kind == "--density") {
      return largest_quasi_clique(graph, parse_threshold("density", request.value), graph.num_vertices(),
                                  options, run);
    }
    const auto k = static_cast<Vertex>(std::stoul(request.value));
    return request.kind == "--plex" ? largest_plex(graph, k, options, run)
                                    : largest_defective_clique(graph, k, options, run);
  });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Request request = read_arguments(argc, argv);
    if (!request.table.empty()) {
      measure_table(request);
    } else {
      for (const std::string& path : request.words) measure_kind(request, path);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_nearly_complete: {}\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
