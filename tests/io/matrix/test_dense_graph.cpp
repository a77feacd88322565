#include <algorithm>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/matrix_file.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

/// Symmetric, with zeros and a diagonal.
std::vector<double> drawn_matrix(std::uint64_t n, bool with_signs) {
  Rng rng(n, 191);
  std::vector<double> values(n * n, 0.0);
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t j = 0; j <= i; ++j) {
      const double drawn = rng.uniform() < 0.2 ? 0.0 : rng.uniform() - (with_signs ? 0.5 : 0.0);
      values[i * n + j] = values[j * n + i] = drawn;
    }
  }
  return values;
}

void check_graph(const LoadedGraph& loaded, const std::vector<double>& values, std::uint64_t n,
                 std::uint64_t first_name) {
  REQUIRE(loaded.graph.num_vertices() == n);
  EdgeCount edges = 0;
  std::uint64_t loops = 0;
  for (Vertex i = 0; i < n; ++i) {
    CHECK(loaded.graph.name(i) == std::to_string(i + first_name));
    loops += values[i * n + i] != 0.0 ? 1 : 0;
    for (Vertex j = 0; j < i; ++j) {
      const double value = values[i * n + j];
      edges += value != 0.0 ? 1 : 0;
      CHECK(loaded.graph.edge_weight(i, j).value_or(0.0) == value);
    }
  }
  CHECK(loaded.graph.num_edges() == edges);
  CHECK(loaded.report.self_loops_dropped == loops);
  CHECK(says(loaded.report.summary(), "diagonal left out"));
}

}  // namespace

TEST_CASE("dense matrices of every format are read as the same graph") {
  const test::TemporaryFolder folder;
  for (const bool with_signs : {false, true}) {
    constexpr std::uint64_t n = 23;
    const std::vector<double> values = drawn_matrix(n, with_signs);
    for (const char* ending : {".npy", ".mtx", ".csv", ".npy.gz"}) {
      const std::string path = (folder.path() / (std::string("m") + ending)).string();
      write_matrix({n, n, values}, path, Overwrite::yes);
      INFO(path);
      const LoadedGraph loaded = read_graph(path);
      check_graph(loaded, values, n, says(ending, "npy") ? 0 : 1);
      CHECK(loaded.graph.signed_weights() == with_signs);
      CHECK(read_graph(path, {.weighted = true}).graph.total_weight() == loaded.graph.total_weight());
    }
  }
}

TEST_CASE("entries 0 and 1 are no weights, and a matrix of two sides need not be square") {
  const test::TemporaryFolder folder;
  const std::string square = folder.write("a.csv", "0,1,1,0\n1,0,1,0\n1,1,0,1\n0,0,1,0\n");
  const LoadedGraph loaded = read_graph(square);
  CHECK(loaded.report.format == "CSV matrix");
  CHECK_FALSE(loaded.graph.weighted());
  CHECK(loaded.graph.num_edges() == 4);
  for (const char* const name : {"wide.csv", "wide.npy"}) {
    const std::string path = (folder.path() / name).string();
    write_matrix({2, 4, std::vector<double>{1, 0, 1, 1, 0, 0, 0, 1}}, path, Overwrite::yes);
    const LoadedArcs arcs = read_arcs(path);
    CHECK(arcs.report.shape == std::array<Vertex, 2>{2, 4});
    CHECK(arcs.arcs.num_arcs() == 4);
    CHECK(says(refusal([&] { read_graph(path); }), "--sides columns"));
  }
  // Edge lists stay edge lists.
  CHECK(read_graph(folder.write("e.csv", "0,1,5\n1,2,5\n2,0,5\n")).report.format == "edge list");
  CHECK(read_graph(folder.write("t.txt", "1 2 1 7\n1 3 1 8\n")).report.format == "edge list");
}

TEST_CASE("matrices that are no graphs are refused, naming the entry") {
  const test::TemporaryFolder folder;
  const auto path = [&](const char* name) { return (folder.path() / name).string(); };
  write_matrix({2, 3, std::vector<double>(6, 1.0)}, path("wide.npy"), Overwrite::yes);
  CHECK(says(refusal([&] { read_graph(path("wide.npy")); }), "2 rows and 3 columns"));
  std::vector<double> uneven = drawn_matrix(5, false);
  uneven[4 * 5 + 1] += 1.0;
  write_matrix({5, 5, uneven}, path("uneven.npy"), Overwrite::yes);
  CHECK(says(refusal([&] { read_graph(path("uneven.npy")); }), "row 2, column 5"));
  const std::string text = folder.write("text.npy", "1 2\n2 1\n");
  CHECK(says(refusal([&] { read_graph(text, {.format = "npy"}); }), "does not begin as .npy files do"));
  CHECK(says(refusal([&] { read_graph(path("uneven.npy"), {.labels = true}); }), "labels"));
  const std::string ragged = folder.write("ragged.csv", "0,1\n1\n");
  CHECK(says(refusal([&] { read_graph(ragged, {.format = "matrix-csv"}); }), "1 value instead of 2"));
}

TEST_CASE("the most diverse sets are found in a matrix as in its list of edges") {
  for (const auto& [name, s, value] :
       {std::tuple("eil51", 6u, 829.678685515), std::tuple("MDG-a_1_n100", 10u, 360.15)}) {
    const auto data = test::dataset(std::string("../outside/max-diversity/") + name + ".edges.gz");
    if (!data) return;
    const LoadedGraph listed = read_graph(*data, {.weighted = true});
    const Vertex n = listed.graph.num_vertices();
    std::vector<double> values(std::size_t{n} * n, 0.0);
    for (Vertex v = 0; v < n; ++v) {
      listed.graph.for_each_neighbor(v, [&](Vertex u, Weight w) { values[std::size_t{v} * n + u] = w; });
    }
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "diversity.npy").string();
    write_matrix({n, n, values}, path, Overwrite::yes);
    const LoadedGraph matrix = read_graph(path, {.weighted = true});
    CHECK(matrix.graph.total_weight() == Approx(listed.graph.total_weight()));
    CHECK(find(matrix.graph, s).answers.front().solution.weight == Approx(value));
  }
}
