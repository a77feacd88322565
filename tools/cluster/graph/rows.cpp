#include "graph/rows.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <unordered_map>
#include <utility>

#include <lode/core/error.hpp>

namespace lode::cluster {
namespace {

/// Lines that a rank sends in one round.
constexpr std::size_t lines_per_round = std::size_t{1} << 17;

/// An arc in a message: row of the receiver, and the number of the other end, doubled, plus 1 if the row is
/// second in its line.
struct Arc {
  std::uint32_t row;
  std::uint32_t low, high;  ///< parts of the number; 12 bytes in all
};

class Assembler {
 public:
  Assembler(LocalEdges edges, Numbering numbering, const Ranks& ranks)
      : edges_(std::move(edges)), numbering_(std::move(numbering)), ranks_(ranks) {}

  Rows assemble(InputReport& report) {
    ranks_.together([&] { make_room(); });
    send_all();
    ranks_.together([&] {
      numbering_.number_of_local = {};
      edges_ = {};
      merge();
      take_ghosts();
    });
    rows_.edges = ranks_.sum(edges_merged_);
    report.vertices = rows_.vertices;
    report.edges = rows_.edges;
    report.duplicates_merged = ranks_.sum(duplicates_);
    report.reciprocal_merged = ranks_.sum(reciprocal_);
    return std::move(rows_);
  }

 private:
  void make_room() {
    rows_.vertices = numbering_.first.back();
    rows_.first = std::move(numbering_.first);
    rows_.begin = rows_.first[static_cast<std::size_t>(ranks_.rank())];
    rows_.ids = std::move(numbering_.ids);
    if (rows_.own() >= UINT32_MAX) {
      throw SystemError("a rank has more than 2^32 vertices: use more ranks");
    }
    next_.resize(rows_.own());
    rows_.offsets.assign(rows_.own() + 1, 0);
    for (std::size_t v = 0; v < rows_.own(); ++v) {
      next_[v] = rows_.offsets[v];
      rows_.offsets[v + 1] = rows_.offsets[v] + numbering_.arcs[v];
    }
    numbering_.arcs = {};
    words_ = detail::PageBuffer<std::uint64_t>(rows_.arcs(), detail::Pages::small);
  }

  std::size_t owner(std::uint64_t number) const {
    return static_cast<std::size_t>(std::upper_bound(rows_.first.begin(), rows_.first.end(), number) -
                                    rows_.first.begin()) -
           1;
  }

  /// Sends in rounds of bounded size: a rank has at most one outgoing batch and the received ones in memory.
  void send_all() {
    std::vector<std::vector<Arc>> outgoing(static_cast<std::size_t>(ranks_.size()));
    std::size_t chunk = 0, at = 0;
    std::uint64_t left = 1;
    while (left > 0) {
      std::vector<Arc> batch;
      std::vector<std::uint64_t> counts(outgoing.size(), 0);
      ranks_.together([&] {
        for (std::size_t lines = 0; lines < lines_per_round && chunk < edges_.chunks.size(); ++lines) {
          auto& pairs = edges_.chunks[chunk];
          add(outgoing, pairs[at], pairs[at + 1]);
          at += 2;
          if (at == pairs.size()) {
            pairs = {};
            ++chunk;
            at = 0;
          }
        }
        for (std::size_t r = 0; r < outgoing.size(); ++r) {
          counts[r] = outgoing[r].size();
          batch.insert(batch.end(), outgoing[r].begin(), outgoing[r].end());
          outgoing[r].clear();
        }
      });
      std::vector<std::uint64_t> from;
      for (const Arc& arc : ranks_.exchange<Arc>(batch, counts, from)) {
        words_[next_[arc.row]++] = std::uint64_t{arc.high} << 32 | arc.low;
      }
      left = ranks_.sum(edges_.chunks.size() - chunk);
    }
    next_ = {};
  }

  void add(std::vector<std::vector<Arc>>& outgoing, std::uint32_t local_u, std::uint32_t local_v) const {
    const std::uint64_t u = numbering_.number_of_local[local_u];
    const std::uint64_t v = numbering_.number_of_local[local_v];
    const std::size_t of_u = owner(u);
    const std::size_t of_v = owner(v);
    outgoing[of_u].push_back(arc(u - rows_.first[of_u], 2 * v));
    outgoing[of_v].push_back(arc(v - rows_.first[of_v], 2 * u + 1));
  }
  static Arc arc(std::uint64_t row, std::uint64_t word) {
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(word),
            static_cast<std::uint32_t>(word >> 32)};
  }

  /// Sorts every row and removes repeated neighbours. Each edge is counted in the row of its smaller end.
  void merge() {
    std::uint64_t out = 0;
    for (std::size_t v = 0; v < rows_.own(); ++v) {
      const std::uint64_t begin = rows_.offsets[v];
      const std::uint64_t end = rows_.offsets[v + 1];
      std::sort(words_.data() + begin, words_.data() + end);
      rows_.offsets[v] = out;
      for (std::uint64_t at = begin; at < end;) {
        const std::uint64_t u = words_[at] >> 1;
        std::uint64_t lines[2] = {0, 0};  // lines with v first, and second
        for (; at < end && words_[at] >> 1 == u; ++at) ++lines[words_[at] & 1];
        words_[out++] = u;
        if (u < rows_.begin + v) continue;
        ++edges_merged_;
        reciprocal_ += lines[0] > 0 && lines[1] > 0 ? 1 : 0;
        duplicates_ += lines[0] - (lines[0] > 0 ? 1 : 0) + lines[1] - (lines[1] > 0 ? 1 : 0);
      }
    }
    rows_.offsets[rows_.own()] = out;
    words_.release(out, words_.size());
  }

  /// Replaces numbers by columns of half their size, and releases the numbers progressively.
  void take_ghosts() {
    rows_.columns = detail::PageBuffer<std::uint32_t>(rows_.arcs(), detail::Pages::small);
    std::unordered_map<std::uint64_t, std::uint32_t> met;
    const auto ghost = [&](std::uint64_t u) {
      const auto [known, fresh] = met.try_emplace(u, static_cast<std::uint32_t>(met.size()));
      if (fresh) rows_.ghosts.push_back(u);
      return known->second;
    };
    const std::uint64_t own_end = rows_.begin + rows_.own();
    constexpr std::uint64_t stretch = std::uint64_t{1} << 20;
    for (std::uint64_t at = 0; at < rows_.arcs(); ++at) {
      const std::uint64_t u = words_[at];
      const bool own = u >= rows_.begin && u < own_end;
      rows_.columns[at] = own ? static_cast<std::uint32_t>(u - rows_.begin)
                              : static_cast<std::uint32_t>(rows_.own() + ghost(u));
      if ((at + 1) % stretch == 0) words_.release(at + 1 - stretch, at + 1);
    }
    words_ = {};
    if (rows_.own() + rows_.ghosts.size() >= UINT32_MAX) {
      throw SystemError("a rank has more than 2^32 vertices and neighbours: use more ranks");
    }
    sort_ghosts();
  }

  void sort_ghosts() {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    order.reserve(rows_.ghosts.size());
    for (std::size_t g = 0; g < rows_.ghosts.size(); ++g) order.emplace_back(rows_.ghosts[g], g);
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> place(order.size());
    for (std::size_t g = 0; g < order.size(); ++g) {
      rows_.ghosts[g] = order[g].first;
      place[order[g].second] = static_cast<std::uint32_t>(rows_.own() + g);
    }
    for (std::uint64_t at = 0; at < rows_.arcs(); ++at) {
      std::uint32_t& column = rows_.columns[at];
      if (column >= rows_.own()) column = place[column - rows_.own()];
    }
  }

  LocalEdges edges_;
  Numbering numbering_;
  const Ranks& ranks_;
  Rows rows_;
  std::vector<std::uint64_t> next_;  ///< free place of every row
  detail::PageBuffer<std::uint64_t> words_;
  std::uint64_t edges_merged_ = 0;
  std::uint64_t duplicates_ = 0, reciprocal_ = 0;  ///< counted in this rank's rows
};

}  // namespace

Rows assemble_rows(LocalEdges edges, Numbering numbering, const Ranks& ranks, InputReport& report) {
  return Assembler(std::move(edges), std::move(numbering), ranks).assemble(report);
}

}  // namespace lode::cluster
