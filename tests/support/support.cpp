#include "support/support.hpp"

#include <atomic>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <vector>

#include <unistd.h>

#include <lode/core/rng.hpp>

namespace lode::test {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  static std::atomic<unsigned> counter{0};
  path_ = fs::temp_directory_path() /
          ("lode-test-" + std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1)));
  fs::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, std::string_view content) const {
  const fs::path file = path_ / name;
  std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  return file.string();
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::optional<std::string> dataset(const std::string& file_name) {
  const char* folders = std::getenv("LODE_DATA");
  std::istringstream list(folders ? folders : "");
  for (std::string folder; std::getline(list, folder, ':');) {
    if (fs::exists(fs::path(folder) / file_name)) return (fs::path(folder) / file_name).string();
  }
  std::cout << "skipped: " << file_name
            << (folders ? " is not in a folder of LODE_DATA" : " is needed and LODE_DATA is not set")
            << std::endl;
  return std::nullopt;
}

Graph random_graph(Vertex n, double p, std::uint64_t seed, TestWeights weights, double scale) {
  Rng rng(seed, 900);
  std::vector<Edge> edges;
  std::vector<WeightedEdge> weighted;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      if (rng.uniform() >= p) continue;
      if (weights == TestWeights::none) {
        edges.push_back({u, v});
      } else {
        const double x =
            weights == TestWeights::integral ? static_cast<double>(rng.below(10)) : rng.uniform();
        weighted.push_back({u, v, x * scale});
      }
    }
  }
  return weights == TestWeights::none ? Graph::from_edges(std::span<const Edge>(edges), n)
                                      : Graph::from_edges(std::span<const WeightedEdge>(weighted), n);
}

double weight_inside(const Graph& graph, std::uint32_t set) {
  double weight = 0.0;
  for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
    const auto v = static_cast<Vertex>(std::countr_zero(rest));
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += u > v && (set >> u & 1) != 0 ? w : 0.0; });
  }
  return weight;
}

std::optional<double> brute_force_densest(const Graph& graph, Vertex s,
                                          const std::function<bool(std::uint32_t)>& accepts) {
  const Vertex n = graph.num_vertices();
  std::optional<double> best;
  for (std::uint32_t set = 0; set < (std::uint32_t{1} << n); ++set) {
    if (static_cast<Vertex>(std::popcount(set)) != s || !accepts(set)) continue;
    best = std::max(best.value_or(0.0), weight_inside(graph, set));
  }
  return best;
}

double brute_force_densest(const Graph& graph, Vertex s) {
  return *brute_force_densest(graph, s, [](std::uint32_t) { return true; });
}

std::uint32_t mask_of(std::span<const Vertex> vertices) {
  std::uint32_t mask = 0;
  for (const Vertex v : vertices) mask |= std::uint32_t{1} << v;
  return mask;
}

bool induces_connected(const Graph& graph, std::span<const Vertex> vertices) {
  if (vertices.empty()) return false;
  std::set<Vertex> unseen(vertices.begin() + 1, vertices.end());
  std::vector<Vertex> open = {vertices.front()};
  while (!open.empty()) {
    const Vertex v = open.back();
    open.pop_back();
    for (const Vertex u : graph.neighbors(v)) {
      if (unseen.erase(u) > 0) open.push_back(u);
    }
  }
  return unseen.empty();
}

bool induces_connected(const Graph& graph, std::uint32_t set) {
  std::uint32_t met = set & (~set + 1);
  for (std::uint32_t before = 0; before != met;) {
    before = met;
    for (std::uint32_t rest = before; rest != 0; rest &= rest - 1) {
      for (const Vertex u : graph.neighbors(static_cast<Vertex>(std::countr_zero(rest)))) {
        met |= set & std::uint32_t{1} << u;
      }
    }
  }
  return set != 0 && met == set;
}

}  // namespace lode::test
