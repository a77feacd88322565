// Gaps between bounds and known values: bench_bounds FILE.csv [options]. FILE has the columns graph, s, edges
// and upper_bound, as a table of best known values. Prints one JSON object per row, then one for all: rows
// proven optimal, mean gap, rows whose bound is above the table's.
//
//   --time SEC        per row for the strong bounds; default 10     --threads N
//   --effort WORD     cheap or strong; default strong               --rows TEXT,TEXT  rows "graph s" with one
//   --most-edges N    leave out larger graphs                       --cpu             CPU seconds of the
//   thread

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>

#include "bounds/plan.hpp"
#include "thread_cpu_clock.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

struct Row {
  std::string graph;
  Vertex s = 0;
  double edges = 0.0;
  double upper_bound = 0.0;
};

std::vector<Row> read_rows(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::vector<Row> rows;
  if (!std::getline(in, line)) throw InputError({path}, "is empty or missing", "name a table of best values");
  const auto names = split(line, ',');
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  while (std::getline(in, line)) {
    const auto fields = split(line, ',');
    rows.push_back({fields.at(column("graph")), static_cast<Vertex>(std::stoul(fields.at(column("s")))),
                    std::stod(fields.at(column("edges"))), std::stod(fields.at(column("upper_bound")))});
  }
  return rows;
}

struct Options {
  double time = 10.0;
  int threads = 1;
  Effort effort = Effort::strong;
  std::vector<std::string> rows;
  EdgeCount most_edges = 10'000'000;
  bool cpu = false;
};

const ThreadCpuClock thread_cpu_clock;

RunContext context(const Options& options, double time_limit = std::numeric_limits<double>::infinity()) {
  return RunContext({.threads = options.threads,
                     .time_limit = time_limit,
                     .clock = options.cpu ? &thread_cpu_clock : nullptr});
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 2; i < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--cpu") {
      options.cpu = true;
      --i;
      continue;
    }
    if (i + 1 == argc) throw InvalidArgument("option", name, "needs a value");
    const std::string value = argv[i + 1];
    if (name == "--time") {
      options.time = std::stod(value);
    } else if (name == "--threads") {
      options.threads = std::stoi(value);
    } else if (name == "--effort") {
      options.effort = parse_effort(value);
    } else if (name == "--rows") {
      options.rows = split(value, ',');
    } else if (name == "--most-edges") {
      options.most_edges = std::stoull(value);
    } else {
      throw InvalidArgument("option", name, "is not known");
    }
  }
  return options;
}

bool wanted(const Row& row, const Options& options) {
  const std::string name = fmt::format("{} {}", row.graph, row.s);
  return options.rows.empty() ||
         std::any_of(options.rows.begin(), options.rows.end(),
                     [&](const std::string& part) { return name.find(part) != std::string::npos; });
}

struct Score {
  int rows = 0;
  int proven = 0;
  int above_table = 0;
  double gaps = 0.0;
};

void measure(const std::vector<Row>& rows, const Options& options, Score& score) {
  const RunContext run = context(options);
  const Graph graph =
      read_graph(resolve_graph(rows.front().graph, default_search_folders()).path, {}, run).graph;
  if (graph.num_edges() > options.most_edges) return;
  std::vector<Vertex> sizes;
  for (const Row& row : rows) sizes.push_back(row.s);
  const RunContext cheap_run = context(options);
  BoundPlan plan(graph, sizes, run, Proofs::drop);
  plan.add_cheap(cheap_run);
  const double cheap_seconds = cheap_run.elapsed();
  std::vector<double> seconds(rows.size(), 0.0);
  for (std::size_t i = 0; i < rows.size() && options.effort != Effort::cheap; ++i) {
    const RunContext part = context(options, options.time);
    plan.tighten(rows[i].s, rows[i].edges, part);
    seconds[i] = part.elapsed();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Bound bound = plan.ledger().best(rows[i].s);
    const double gap = relative_gap(bound.value, rows[i].edges);
    const bool proven = proves_optimal(graph, bound.value, rows[i].edges);
    ++score.rows;
    score.proven += proven;
    score.above_table += bound.value > rows[i].upper_bound;
    score.gaps += gap;
    fmt::print(
        "{{\"bench\":\"bounds\",\"graph\":\"{}\",\"s\":{},\"edges\":{},\"table_bound\":{},\"bound\":{},"
        "\"by\":\"{}\",\"gap\":{:.5f},\"proven\":{},\"cheap_seconds\":{:.3f},\"seconds\":{:.3f}}}\n",
        rows[i].graph, rows[i].s, rows[i].edges, rows[i].upper_bound, bound.value, bound.name, gap, proven,
        cheap_seconds, seconds[i]);
  }
  std::fflush(stdout);
}

void run_bench(int argc, char** argv) {
  if (argc < 2) throw InvalidArgument("usage: bench_bounds FILE.csv [options], see the source");
  const Options options = parse(argc, argv);
  std::map<std::string, std::vector<Row>> by_graph;
  for (Row& row : read_rows(argv[1])) {
    if (wanted(row, options)) by_graph[row.graph].push_back(row);
  }
  Score score;
  for (const auto& [name, rows] : by_graph) measure(rows, options, score);
  fmt::print("{{\"bench\":\"bounds\",\"rows\":{},\"proven\":{},\"mean_gap\":{:.5f},\"above_table\":{}}}\n",
             score.rows, score.proven, score.rows == 0 ? 0.0 : score.gaps / score.rows, score.above_table);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run_bench(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_bounds: {}\n", error.what());
    return 2;
  }
  return 0;
}
