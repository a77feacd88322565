#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::test {

/// A clock that moves only on request, or by a fixed step at every reading.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(double step = 0.0) : step_(step) {}
  double seconds() const override {
    ++readings_;
    return now_.fetch_add(step_) + step_;
  }
  void advance(double seconds) { now_ += seconds; }
  std::uint64_t readings() const { return readings_; }

 private:
  double step_;
  mutable std::atomic<double> now_{0.0};
  mutable std::atomic<std::uint64_t> readings_{0};
};

/// A temporary folder, removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Writes `content` byte for byte and returns the full path.
  std::string write(const std::string& name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path);

/// Path of a graph file in a folder of LODE_DATA. If the file is missing, prints "skipped: ..." and returns
/// nullopt.
std::optional<std::string> dataset(const std::string& file_name);

/// G(n, p) with weights of the given kind; for brute-force comparisons on small n.
enum class TestWeights { none, integral, real };
Graph random_graph(Vertex n, double p, std::uint64_t seed, TestWeights weights = TestWeights::none,
                   double scale = 1.0);

/// Largest weight of an s-vertex subset, by enumeration of all of them (n <= 20).
double brute_force_densest(const Graph& graph, Vertex s);
/// Largest weight of the subsets, as bit masks, that `accepts` takes; empty if it takes none.
std::optional<double> brute_force_densest(const Graph& graph, Vertex s,
                                          const std::function<bool(std::uint32_t)>& accepts);
/// The bit mask of a set of vertices below 32.
std::uint32_t mask_of(std::span<const Vertex> vertices);
/// Weight of the edges inside a set, given as a bit mask.
double weight_inside(const Graph& graph, std::uint32_t set);
/// True if the set is not empty and induces a connected subgraph, by search from its first vertex.
bool induces_connected(const Graph& graph, std::span<const Vertex> vertices);
bool induces_connected(const Graph& graph, std::uint32_t set);

}  // namespace lode::test
