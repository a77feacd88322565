#pragma once

// Golden answers: what every x86-64 machine must answer, to the last bit, wherever no clock is involved.
//
// A case is one line of the file of its topic: its name, a tab, the answer. Cases follow from the registries
// of methods and bounds, so a new row without golden answers fails.

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/least_squares/problem.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::golden {

/// Whether `--quick` runs a case too: a few for everything that is registered. These are computed with one
/// thread as well wherever there is time.
enum class Extent { full, quick };

struct Case {
  std::string name;
  Extent extent = Extent::full;
  std::function<std::string(const RunContext&)> answer;
};

/// The cases of one file. Building them computes nothing.
struct Topic {
  std::string name;          ///< of the file, without its extension
  std::string dataset = {};  ///< file in LODE_DATA that the cases need; empty: none
  std::vector<Case> cases = {};
};

// --- answers as text --------------------------------------------------------------------------------

/// SplitMix64 over a sequence of numbers.
class Hash {
 public:
  Hash& add(std::integral auto number) { return add_bits(static_cast<std::uint64_t>(number)); }
  Hash& add(double number);
  template <class T>
  Hash& add_all(std::span<const T> numbers) {
    for (const T& number : numbers) add(number);
    return *this;
  }
  std::string text() const;

 private:
  Hash& add_bits(std::uint64_t bits);
  std::uint64_t state_ = 0;
};

std::string hex(double number);                       ///< hexadecimal, every bit of it
std::string ids(std::span<const Vertex> vertices);    ///< up to 48 of them, beyond that number and hash
std::string values(std::span<const double> numbers);  ///< the same for numbers
std::string text_of(const subgraph::Solution& solution);
std::string text_of(const least_squares::Solution& solution);
/// The parts in one line with " | " between.
std::string joined(std::span<const std::string> parts);

// --- graphs -----------------------------------------------------------------------------------------

/// A graph that is made once a case needs it, and what to ask of it.
struct TestGraph {
  std::string name;
  Extent extent = Extent::full;
  bool weighted = false;
  std::vector<Vertex> sizes;
  std::vector<Vertex> hard_sizes;  ///< for bounds that cost more than the cheap ones
  std::string work;                ///< for searches that go on for a given amount of it; empty: their default
  std::function<Graph()> make;
};

/// Shared by the cases of one graph.
class SharedGraph {
 public:
  explicit SharedGraph(TestGraph description);
  const TestGraph& operator*() const { return state_->description; }
  const TestGraph* operator->() const { return &state_->description; }
  const Graph& graph() const;

 private:
  struct State {
    TestGraph description;
    std::unique_ptr<const Graph> graph;
  };
  std::shared_ptr<State> state_;
};

/// Bundled and generated graphs of up to two thousand vertices.
std::vector<SharedGraph> small_graphs();
struct RealGraph {
  std::string file;  ///< in LODE_DATA
  SharedGraph graph;
};
std::vector<RealGraph> real_graphs();

// --- topics -----------------------------------------------------------------------------------------

void add_find_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_curve_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_bound_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_density_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_least_squares_cases(std::vector<Case>& cases);
void add_generator_cases(std::vector<Case>& cases);

/// A problem without any wish but its size.
subgraph::Problem plain_problem(const SharedGraph& graph, Vertex s);

}  // namespace lode::golden
