#include "number_phase.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "exchange.hpp"

namespace lode::cluster {
namespace {

constexpr std::uint64_t samples_per_rank = 256;

/// The ids of a share by increasing id, with the ends of pairs at them.
struct SortedIds {
  std::vector<std::uint64_t> ids;    ///< by number
  std::vector<std::uint64_t> ends;   ///< by number
  std::vector<std::uint32_t> order;  ///< numbers by increasing id
};

SortedIds sorted_ids(Share& share) {
  SortedIds sorted;
  sorted.ids = share.take_ids();
  sorted.ends.assign(sorted.ids.size(), 0);
  share.for_each_pair([&](const Share::Pair& pair) {
    ++sorted.ends[pair.u];
    ++sorted.ends[pair.v];
  });
  sorted.order.resize(sorted.ids.size());
  std::iota(sorted.order.begin(), sorted.order.end(), 0u);
  std::sort(sorted.order.begin(), sorted.order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return sorted.ids[a] < sorted.ids[b]; });
  return sorted;
}

/// Ids in increasing order, each followed by the ends (a vertex counting as one more) since the one before.
std::vector<std::uint64_t> sample(const SortedIds& sorted) {
  const std::uint64_t all =
      std::accumulate(sorted.ends.begin(), sorted.ends.end(), std::uint64_t{0}) + sorted.ids.size();
  const std::uint64_t step = all / samples_per_rank + 1;
  std::vector<std::uint64_t> chosen;
  std::uint64_t ends = 0;
  for (std::size_t i = 0; i < sorted.order.size(); ++i) {
    ends += sorted.ends[sorted.order[i]] + 1;
    if (ends < step && i + 1 < sorted.order.size()) continue;
    chosen.insert(chosen.end(), {sorted.ids[sorted.order[i]], ends});
    ends = 0;
  }
  return chosen;
}

/// For every rank but the last the first id that is no longer for it.
std::vector<std::uint64_t> splitters(const std::vector<std::uint64_t>& samples, int ranks) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_id;
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < samples.size(); i += 2) {
    by_id.emplace_back(samples[i], samples[i + 1]);
    all += samples[i + 1];
  }
  std::sort(by_id.begin(), by_id.end());
  std::vector<std::uint64_t> limits;
  std::uint64_t passed = 0;
  for (const auto& [id, ends] : by_id) {
    passed += ends;
    while (limits.size() + 1 < static_cast<std::size_t>(ranks) &&
           passed >= all / static_cast<std::uint64_t>(ranks) * (limits.size() + 1)) {
      limits.push_back(id + (id < UINT64_MAX ? 1 : 0));
    }
  }
  limits.resize(static_cast<std::size_t>(ranks) - 1, UINT64_MAX);
  return limits;
}

struct IdEnds {
  std::uint64_t id, ends;
};

/// Joins the increasing ids of all ranks; every one's place among them takes the place of its ends.
void join(std::vector<std::vector<IdEnds>>& lists, Numbering& numbering) {
  for (const auto& list : lists) {
    for (const IdEnds& told : list) numbering.ids.push_back(told.id);
  }
  std::sort(numbering.ids.begin(), numbering.ids.end());
  numbering.ids.erase(std::unique(numbering.ids.begin(), numbering.ids.end()), numbering.ids.end());
  numbering.ids.shrink_to_fit();
  if (numbering.ids.size() >> 31 != 0) {
    throw InvalidArgument("ranks", std::to_string(lists.size()),
                          fmt::format("one of them would own {} vertices", numbering.ids.size()),
                          "use more ranks");
  }
  numbering.ends.assign(numbering.ids.size(), 0);
  for (auto& list : lists) {
    std::size_t own = 0;
    for (IdEnds& told : list) {
      while (numbering.ids[own] != told.id) ++own;
      numbering.ends[own] += told.ends;
      told.ends = own;
    }
  }
}

/// Every rank learns where the ids are that it has told of.
void answer(Ranks& ranks, const std::vector<std::vector<IdEnds>>& lists, const SortedIds& sorted,
            const std::vector<std::uint64_t>& told_to, Numbering& numbering) {
  std::size_t source = 0, at = 0;
  const auto next = [&](Outgoing<std::uint32_t>& out) {
    while (source < lists.size() && at == lists[source].size()) {
      ++source;
      at = 0;
    }
    if (source == lists.size()) return false;
    out.put(static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(lists[source][at++].ends));
    return true;
  };
  std::vector<std::uint64_t> answered(told_to.size(), 0);
  std::exclusive_scan(told_to.begin(), told_to.end(), answered.begin(), std::uint64_t{0});
  exchange<std::uint32_t>(ranks, next, [&](std::uint32_t rank, std::span<const std::uint32_t> places) {
    for (const std::uint32_t own : places) numbering.places[sorted.order[answered[rank]++]] = {rank, own};
  });
}

}  // namespace

Numbering number_vertices(Ranks& ranks, Share& share) {
  SortedIds sorted;
  std::vector<std::uint64_t> samples;
  Numbering numbering;
  ranks.together([&] {
    sorted = sorted_ids(share);
    samples = sample(sorted);
    numbering.places.resize(sorted.ids.size());
  });
  const std::vector<std::uint64_t> limits = splitters(ranks.all(samples), ranks.size());
  std::vector<std::vector<IdEnds>> lists(static_cast<std::size_t>(ranks.size()));
  std::vector<std::uint64_t> told_to(lists.size(), 0);
  std::size_t at = 0;
  std::uint32_t owner = 0;
  const auto next = [&](Outgoing<IdEnds>& out) {
    if (at == sorted.order.size()) return false;
    const std::uint32_t number = sorted.order[at++];
    const std::uint64_t id = sorted.ids[number];
    while (owner < limits.size() && id >= limits[owner]) ++owner;
    out.put(owner, {id, sorted.ends[number]});
    ++told_to[owner];
    return true;
  };
  exchange<IdEnds>(ranks, next, [&](std::uint32_t source, std::span<const IdEnds> ids) {
    lists[source].insert(lists[source].end(), ids.begin(), ids.end());
  });
  ranks.together([&] {
    sorted.ids = {};
    sorted.ends = {};
    join(lists, numbering);
  });
  answer(ranks, lists, sorted, told_to, numbering);
  numbering.first.push_back(0);
  for (const std::uint64_t own : ranks.all(numbering.ids.size())) {
    numbering.first.push_back(numbering.first.back() + own);
  }
  return numbering;
}

}  // namespace lode::cluster
