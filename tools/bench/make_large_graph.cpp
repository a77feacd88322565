// Writes a lode file of any size in one pass, row after row, without an edge list in between.
//
// make_large_graph OUT.lode LOG2_VERTICES EDGES [SEED]: vertices have ranks, and the first 2^(L-i) ranks are
// joined by pseudorandom matchings, whose number grows by 1.5 with i: degrees fall like a power of the rank,
// and cores are nested. A quarter of the edges is left out at random; the first 200 ranks have four in five
// of the edges between them. Ranks are shuffled.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "bench.hpp"
#include "io/formats/lode/stored_file.hpp"
#include "io/stream/mapped_file.hpp"

namespace {

using namespace lode;

/// A permutation of the numbers of some bits, with its inverse, in a few instructions each.
class Shuffle {
 public:
  Shuffle(unsigned bits, std::uint64_t key)
      : mask_((std::uint64_t{1} << bits) - 1),
        shift_((bits + 1) / 2),
        add_(Rng::mix(key)),
        factor_(Rng::mix(key + 1) | 1),
        inverse_(factor_) {
    for (int i = 0; i < 5; ++i) inverse_ *= 2 - factor_ * inverse_;  // Newton: correct bits double
  }
  std::uint64_t to(std::uint64_t x) const {
    x = fold((x + add_) & mask_);
    x = fold((x * factor_) & mask_);
    return fold((x * factor_) & mask_);
  }
  std::uint64_t from(std::uint64_t x) const {
    x = (fold(x) * inverse_) & mask_;
    x = (fold(x) * inverse_) & mask_;
    return (fold(x) - add_) & mask_;
  }

 private:
  std::uint64_t fold(std::uint64_t x) const { return x ^ (x >> shift_); }  // its own inverse

  std::uint64_t mask_;
  unsigned shift_;
  std::uint64_t add_, factor_, inverse_;
};

class LargeGraph {
 public:
  LargeGraph(unsigned bits, std::uint64_t edges, std::uint64_t seed)
      : seed_(seed), vertices_(std::uint64_t{1} << bits), ranks_(bits, Rng::mix(seed)) {
    double shares = 0.0;
    double matchings = 1.0;
    for (unsigned b = bits; b >= least_bits; --b, matchings *= growth) shares += level_edges(b, matchings);
    const double first = static_cast<double>(edges) / shares;
    matchings = first;
    for (unsigned b = bits; b >= least_bits; --b, matchings *= growth) {
      const auto most = static_cast<std::uint64_t>(1) << (b - 3);
      levels_.push_back({std::uint64_t{1} << b, {}});
      for (std::uint64_t j = 0; j < std::min(most, static_cast<std::uint64_t>(matchings)); ++j) {
        levels_.back().matchings.emplace_back(b, Rng::mix(seed + 1) + 1000003 * (64 * j + b));
      }
    }
  }

  std::uint64_t vertices() const { return vertices_; }

  /// Appends the neighbours of v, increasing.
  void append_row(std::uint64_t v, std::vector<Vertex>& targets) const {
    const auto begin = static_cast<std::ptrdiff_t>(targets.size());
    const std::uint64_t rank = ranks_.to(v);
    const auto add = [&](std::uint64_t other) { targets.push_back(static_cast<Vertex>(ranks_.from(other))); };
    std::uint64_t number = 0;
    for (const Level& level : levels_) {
      if (rank >= level.ranks) break;
      for (const Shuffle& matching : level.matchings) {
        const std::uint64_t other = matching.from(matching.to(rank) ^ 1);
        if (draw(++number, rank, other) % 4 != 0) add(other);
      }
    }
    for (std::uint64_t other = 0; rank < planted && other < planted; ++other) {
      if (other != rank && draw(0, rank, other) % 5 != 0) add(other);
    }
    std::sort(targets.begin() + begin, targets.end());
    targets.erase(std::unique(targets.begin() + begin, targets.end()), targets.end());
  }

 private:
  static constexpr double growth = 1.5;
  static constexpr unsigned least_bits = 12;
  static constexpr std::uint64_t planted = 200;

  struct Level {
    std::uint64_t ranks;
    std::vector<Shuffle> matchings;
  };

  static double level_edges(unsigned bits, double matchings) {
    return 0.75 * matchings * static_cast<double>(std::uint64_t{1} << (bits - 1));
  }
  /// A draw for a pair, equal from both ends.
  std::uint64_t draw(std::uint64_t number, std::uint64_t a, std::uint64_t b) const {
    return Rng::mix(Rng::mix(seed_ + (number << 34) + std::min(a, b)) + std::max(a, b)) >> 8;
  }

  std::uint64_t seed_;
  std::uint64_t vertices_;
  Shuffle ranks_;
  std::vector<Level> levels_;
};

/// A block of consecutive rows.
struct RowBlock {
  std::vector<std::uint64_t> ends;  ///< ends of the rows in `targets`
  std::vector<Vertex> targets;
};

void write_large_graph(const LargeGraph& graph, const std::string& path) {
  using namespace lode::detail;
  constexpr std::uint64_t block_rows = std::uint64_t{1} << 12;
  std::ofstream file(path, std::ios::binary);
  LodeHeader header;
  std::memcpy(header.magic, lode_magic, sizeof header.magic);
  header.vertices = graph.vertices();
  header.arcs = 2;  // the positions of the first two sections do not depend on it
  std::uint64_t offsets_end = layout_of(header).offsets + sizeof(ArcIndex);  // the first offset is 0
  std::uint64_t targets_end = layout_of(header).targets;
  const auto append = [&](std::uint64_t& end, std::string_view bytes) {
    file.seekp(static_cast<std::streamoff>(end))
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    end += bytes.size();
  };
  header.arcs = 0;
  std::array<RowBlock, 64> blocks;
  const std::uint64_t count = (graph.vertices() + block_rows - 1) / block_rows;
  for (std::uint64_t first = 0; first < count; first += blocks.size()) {
    const std::uint64_t here = std::min<std::uint64_t>(blocks.size(), count - first);
    tbb::parallel_for(std::uint64_t{0}, here, [&](std::uint64_t b) {
      RowBlock& block = blocks[b];
      block.ends.clear();
      block.targets.clear();
      const std::uint64_t begin = (first + b) * block_rows;
      for (std::uint64_t v = begin; v < std::min(begin + block_rows, graph.vertices()); ++v) {
        graph.append_row(v, block.targets);
        block.ends.push_back(block.targets.size());
      }
    });
    for (std::uint64_t b = 0; b < here; ++b) {
      for (std::uint64_t& end : blocks[b].ends) end += header.arcs;
      header.arcs += blocks[b].targets.size();
      append(offsets_end, bytes_of(std::span<const std::uint64_t>(blocks[b].ends)));
      append(targets_end, bytes_of(std::span<const Vertex>(blocks[b].targets)));
    }
  }
  header.file_bytes = layout_of(header).end;
  file.flush();
  header.data_checksum = extend_checksum(0, map_file(path).bytes.substr(sizeof header));
  header.header_checksum = checksum_of_header(header);
  file.seekp(0).write(reinterpret_cast<const char*>(&header), sizeof header);
  file.close();
  if (!file) throw SystemError(path + ": cannot write");
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage = "bench_make_large_graph OUT.lode LOG2_VERTICES EDGES [SEED]";
  return bench::run(argc, argv, 3, usage, [](const bench::Arguments& arguments) {
    const std::uint64_t bits = arguments.number(1, 0);
    const std::uint64_t edges = arguments.number(2, 0);
    if (bits < 13 || bits > 31 || edges < 1 || edges > std::uint64_t{1} << 36) {
      throw InvalidArgument("LOG2_VERTICES and EDGES", arguments.words()[1] + " " + arguments.words()[2],
                            "must be from 13 to 31 and from 1 to 2^36");
    }
    write_large_graph(LargeGraph(static_cast<unsigned>(bits), edges, arguments.number(3, 1)),
                      arguments.words()[0]);
  });
}
