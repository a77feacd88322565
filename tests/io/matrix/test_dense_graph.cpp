#include <algorithm>
#include <functional>
#include <string>
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
    const ReadOptions options{.weighted = true,
                              .signs = with_signs ? WeightSigns::any : WeightSigns::from_zero};
    for (const char* ending : {".npy", ".mtx", ".csv", ".npy.gz"}) {
      const std::string path = (folder.path() / (std::string("m") + ending)).string();
      write_matrix({n, n, values}, path, Overwrite::yes);
      ReadOptions of_file = options;
      if (std::string(ending) == ".csv") of_file.format = "matrix-csv";
      INFO(path);
      const LoadedGraph loaded = read_graph(path, of_file);
      check_graph(loaded, values, n, says(ending, "npy") ? 0 : 1);
      CHECK(loaded.graph.signed_weights() == with_signs);
      of_file.weighted = false;
      of_file.signs = WeightSigns::from_zero;
      CHECK(read_graph(path, of_file).graph.num_edges() == loaded.graph.num_edges());
      if (!with_signs) continue;
      of_file.weighted = true;
      CHECK(says(refusal([&] { read_graph(path, of_file); }), "option 'signs'"));
    }
  }
}

TEST_CASE("matrices that are no graphs are refused, naming the entry") {
  const test::TemporaryFolder folder;
  const auto path = [&](const char* name) { return (folder.path() / name).string(); };
  const ReadOptions weighted{.weighted = true};
  write_matrix({2, 3, std::vector<double>(6, 1.0)}, path("wide.npy"), Overwrite::yes);
  CHECK(says(refusal([&] { read_graph(path("wide.npy"), weighted); }), "2 rows and 3 columns"));
  std::vector<double> uneven = drawn_matrix(5, false);
  uneven[4 * 5 + 1] += 1.0;
  write_matrix({5, 5, uneven}, path("uneven.npy"), Overwrite::yes);
  CHECK(says(refusal([&] { read_graph(path("uneven.npy"), weighted); }), "row 2, column 5"));
  const std::string text = folder.write("text.npy", "1 2\n2 1\n");
  CHECK(says(refusal([&] { read_graph(text, {.format = "npy"}); }), "does not begin as .npy files do"));
  CHECK(says(refusal([&] { read_graph(path("uneven.npy"), {.labels = true}); }), "labels"));
  const std::string ragged = folder.write("ragged.csv", "0,1\n1\n");
  CHECK(says(refusal([&] { read_graph(ragged, {.format = "matrix-csv"}); }), "1 value instead of 2"));
}

TEST_CASE("the most diverse sets are found in a matrix as in its list of edges") {
  const auto data = test::dataset("../outside/max-diversity/MDG-a_1_n100.edges.gz");
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
  CHECK(find(matrix.graph, 10).answers.front().solution.weight == Approx(360.15));
}
