// What compressed adjacency would bring: bench_gaps FILE [REPEATS]. Encodes every row as differences, seven
// bits to the byte, and prints one JSON object per repeat: bytes per arc, and the CPU time of a pass over all
// arcs that adds the targets up, plain and decoded, and of one that asks of every target whether its degree
// is large, as the search for a core does.

#include <cstdlib>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "measure.hpp"

namespace {

using namespace lode;

/// Rows one after the other; the first target of a row is written whole, the others as what they exceed the
/// one before by, less one.
struct GapRows {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> begin;
};

void append(std::vector<std::uint8_t>& bytes, Vertex value) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(value));
}

GapRows encode(const Graph& graph) {
  GapRows rows;
  rows.begin.reserve(graph.num_vertices() + std::size_t{1});
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    rows.begin.push_back(rows.bytes.size());
    Vertex next = 0;
    for (const Vertex u : graph.neighbors(v)) {
      append(rows.bytes, u - next);
      next = u + 1;
    }
  }
  rows.begin.push_back(rows.bytes.size());
  return rows;
}

template <class Visit>
void for_each_target(const GapRows& rows, const Visit& visit) {
  for (std::size_t v = 0; v + 1 < rows.begin.size(); ++v) {
    const std::uint8_t* p = rows.bytes.data() + rows.begin[v];
    const std::uint8_t* const end = rows.bytes.data() + rows.begin[v + 1];
    for (Vertex next = 0; p < end;) {
      Vertex gap = *p & 0x7Fu;
      for (unsigned shift = 7; *p++ >= 0x80; shift += 7) gap |= static_cast<Vertex>(*p & 0x7Fu) << shift;
      visit(next + gap);
      next += gap + 1;
    }
  }
}

void gaps(const Graph& graph) {
  GapRows rows;
  const bench::Usage encoding = bench::measure([&] { rows = encode(graph); });
  std::vector<bool> large(graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) large[v] = graph.degree(v) >= 50;
  std::uint64_t sums[2] = {0, 0};
  std::uint64_t counts[2] = {0, 0};
  const bench::Usage plain = bench::measure([&] {
    for (const Vertex u : graph.targets()) sums[0] += u;
  });
  const bench::Usage decoded =
      bench::measure([&] { for_each_target(rows, [&](Vertex u) { sums[1] += u; }); });
  const bench::Usage plain_asking = bench::measure([&] {
    for (const Vertex u : graph.targets()) counts[0] += large[u] ? 1u : 0u;
  });
  const bench::Usage decoded_asking =
      bench::measure([&] { for_each_target(rows, [&](Vertex u) { counts[1] += large[u] ? 1u : 0u; }); });
  if (sums[0] != sums[1] || counts[0] != counts[1]) throw InternalError("rows and their encoding differ");
  const auto arcs = static_cast<double>(graph.num_arcs());
  bench::print_json("gaps", 1, encoding,
                    fmt::format(",\"vertices\":{},\"edges\":{}", graph.num_vertices(), graph.num_edges()) +
                        bench::json_field("bytes_per_arc", static_cast<double>(rows.bytes.size()) / arcs) +
                        bench::json_field("pass_cpu_seconds", plain.cpu()) +
                        bench::json_field("decoding_pass_cpu_seconds", decoded.cpu()) +
                        bench::json_field("asking_pass_cpu_seconds", plain_asking.cpu()) +
                        bench::json_field("decoding_asking_pass_cpu_seconds", decoded_asking.cpu()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FILE [REPEATS]\n", argv[0]);
    return 2;
  }
  try {
    const Graph graph = read_graph(argv[1], {}, RunContext()).graph;
    for (int i = 0; i < (argc > 2 ? std::atoi(argv[2]) : 1); ++i) gaps(graph);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
