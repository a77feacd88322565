#pragma once

// Golden answers: what every x86-64 machine must answer, to the last bit, wherever no clock is involved.
// Builds for other targets must answer the same wherever sums of Eigen do not decide.
//
// A case answers with a fact, with bits, or with both. A fact is a proven value, a bound or a table: only a
// change of the arithmetic may move it. It is one line of its topic's file: the name of the case, a tab, the
// fact. Bits are what a search happened to do: its set, its iterations. They are the same for one thread and
// two, and `--show` prints them. Cases follow from the registries of methods and bounds: a new row without
// golden facts fails.

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

struct Answer {
  std::string fact = {};
  std::string bits = {};  ///< its first word is the value of the answer
};

struct Case {
  std::string name;
  bool heuristic = false;  ///< the answer has bits alone
  Extent extent = Extent::full;
  std::string dataset = {};  ///< file in LODE_DATA that the case needs; empty: none
  /// Sums of Eigen decide the last digits, which depend on the vector instructions of the build: the answer
  /// is compared in builds for the target that the files were written by.
  bool by_target = false;
  std::function<Answer(const RunContext&)> answer = {};
};

/// The cases whose facts stand in one file. Building them computes nothing.
struct Topic {
  std::string name;  ///< of the file, without its extension
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

std::string exact(double number);                   ///< the shortest decimal that reads back as the same bits
std::string ids(std::span<const Vertex> vertices);  ///< up to 48 of them, beyond that number and hash
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
  std::string dataset = {};  ///< file in LODE_DATA that `make` reads; empty: none
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

/// Bundled and generated graphs of up to two thousand vertices, and three graphs of LODE_DATA.
std::vector<SharedGraph> test_graphs();

// --- topics -----------------------------------------------------------------------------------------

void add_find_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_curve_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_bound_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_density_cases(const SharedGraph& graph, std::vector<Case>& cases);
void add_least_squares_cases(std::vector<Case>& cases);
void add_generator_cases(std::vector<Case>& cases);

/// A case of a graph, without its group and its answer.
Case case_of(const SharedGraph& graph, std::string name);
/// A problem without any wish but its size.
subgraph::Problem plain_problem(const SharedGraph& graph, Vertex s);

}  // namespace lode::golden
