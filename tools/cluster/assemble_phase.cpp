#include "assemble_phase.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "exchange.hpp"
#include "io/csr/id_table.hpp"

namespace lode::cluster {
namespace {

/// An end of a row and whether the line led from the row to it, in one number. Sorting puts what leads to the
/// same vertex together.
std::uint64_t packed(std::uint64_t number, bool outward) { return number << 1 | (outward ? 1 : 0); }

struct ArcRecord {
  std::uint32_t own;
  std::uint32_t low, high;  ///< of the packed end; 12 bytes in all
};

/// Rows of packed ends, repetitions included.
struct RawRows {
  std::vector<std::uint64_t> next;  ///< where every row goes on; at last, where it ends
  detail::PageBuffer<std::uint64_t> ends;
};

RawRows receive_rows(Ranks& ranks, Share& share, Numbering& numbering) {
  RawRows rows;
  ranks.together([&] {
    rows.next.resize(numbering.ends.size());
    std::exclusive_scan(numbering.ends.begin(), numbering.ends.end(), rows.next.begin(), std::uint64_t{0});
    const std::uint64_t all = rows.next.empty() ? 0 : rows.next.back() + numbering.ends.back();
    numbering.ends = {};
    rows.ends = detail::PageBuffer<std::uint64_t>(all);
  });
  const auto next = [&](Outgoing<ArcRecord>& out) {
    Share::Pair pair;
    if (!share.take_pair(pair)) return false;
    const Place u = numbering.places[pair.u];
    const Place v = numbering.places[pair.v];
    const auto record = [&](const Place& row, const Place& end, bool outward) {
      const std::uint64_t ends = packed(numbering.first[end.rank] + end.own, outward);
      return ArcRecord{row.own, static_cast<std::uint32_t>(ends), static_cast<std::uint32_t>(ends >> 32)};
    };
    out.put(u.rank, record(u, v, true));
    out.put(v.rank, record(v, u, false));
    return true;
  };
  exchange<ArcRecord>(ranks, next, [&](std::uint32_t, std::span<const ArcRecord> arcs) {
    for (const ArcRecord& arc : arcs) {
      rows.ends[rows.next[arc.own]++] = std::uint64_t{arc.high} << 32 | arc.low;
    }
  });
  numbering.places = {};
  return rows;
}

/// Merges what a sorted row holds more than once, and counts it where the row's vertex is the smaller end.
/// Returns how many ends are left, at its beginning, and as plain numbers.
std::size_t merge_row(std::span<std::uint64_t> row, std::uint64_t number, InputCounts& counts) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < row.size();) {
    const std::uint64_t end = row[i] >> 1;
    std::uint64_t times[2] = {0, 0};
    for (; i < row.size() && row[i] >> 1 == end; ++i) ++times[row[i] & 1];
    if (number < end) {
      for (const std::uint64_t count : times) counts.duplicates_merged += count > 0 ? count - 1 : 0;
      counts.reciprocal_merged += times[0] > 0 && times[1] > 0;
    }
    row[left++] = end;
  }
  return left;
}

/// Sorts and merges all rows, and moves them together.
void merge_rows(RawRows& rows, GraphPart& part, InputCounts& counts) {
  part.offsets.assign(part.ids.size() + 1, 0);
  std::uint64_t begin = 0;
  for (std::uint32_t v = 0; v < part.own(); ++v) {
    const std::span<std::uint64_t> row(rows.ends.data() + begin, rows.ends.data() + rows.next[v]);
    begin = rows.next[v];
    std::sort(row.begin(), row.end());
    const std::size_t degree = merge_row(row, part.first_own() + v, counts);
    std::copy_n(row.begin(), degree, rows.ends.data() + part.offsets[v]);
    part.offsets[v + 1] = part.offsets[v] + degree;
    part.max_degree = std::max<std::uint64_t>(part.max_degree, degree);
  }
  rows.next = {};
}

/// Ends that are not own get numbers as they are met, then by their own numbers; `ends` is freed on the way.
void find_ghosts(detail::PageBuffer<std::uint64_t> ends, GraphPart& part) {
  using Table = detail::IdTable<>;
  constexpr std::size_t freed_at_once = std::size_t{1} << 18;
  const std::uint64_t arcs = part.offsets.back();
  ends.release(arcs, ends.size());
  part.targets = detail::PageBuffer<std::uint32_t>(arcs);
  const std::uint64_t own = part.own();
  Table table;
  for (std::size_t i = 0; i < arcs; ++i) {
    const std::uint64_t place = ends[i] - part.first_own();
    if (place < own) {
      part.targets[i] = static_cast<std::uint32_t>(place);
    } else {
      if (table.size() + own >= UINT32_MAX) {
        throw InvalidArgument("ranks", std::to_string(part.first.size() - 1),
                              "one of them would have more than 2^32 vertices and ghosts", "use more ranks");
      }
      part.targets[i] = static_cast<std::uint32_t>(own + table.number(ends[i], Table::hash(ends[i])));
    }
    if ((i + 1) % freed_at_once == 0) ends.release(i + 1 - freed_at_once, i + 1);
  }
  ends.reset();
  part.ghosts = std::move(table).take_ids();
  std::vector<std::uint32_t> order(part.ghosts.size()), rank(part.ghosts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return part.ghosts[a] < part.ghosts[b]; });
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  for (std::uint32_t& target : part.targets) {
    if (target >= own) target = static_cast<std::uint32_t>(own + rank[target - own]);
  }
  std::sort(part.ghosts.begin(), part.ghosts.end());
}

}  // namespace

GraphPart assemble(Ranks& ranks, Share& share, Numbering& numbering, InputCounts& counts) {
  GraphPart part;
  part.first = numbering.first;
  part.rank = ranks.rank();
  part.ids = std::move(numbering.ids);
  RawRows rows = receive_rows(ranks, share, numbering);
  InputCounts own;
  ranks.together([&] {
    merge_rows(rows, part, own);
    find_ghosts(std::move(rows.ends), part);
  });
  std::uint64_t sums[] = {own.duplicates_merged, own.reciprocal_merged, part.offsets.back()};
  ranks.sum(sums);
  counts.duplicates_merged = sums[0];
  counts.reciprocal_merged = sums[1];
  part.edges = sums[2] / 2;
  part.max_degree = ranks.largest(part.max_degree);
  return part;
}

}  // namespace lode::cluster
