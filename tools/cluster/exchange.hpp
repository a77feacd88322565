#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "core/page_buffer.hpp"
#include "ranks.hpp"

namespace lode::cluster {

enum class Ending {
  when_told,  ///< when `next` has said no on every rank: it is not called after that
  when_quiet  ///< when, besides, nothing was on its way: what comes can give `next` more to put
};

/// Records on their way to their ranks: a bounded number per destination.
template <class Record>
class Outgoing {
 public:
  Outgoing(int ranks, std::size_t capacity)
      : capacity_(capacity),
        records_(capacity * static_cast<std::size_t>(ranks)),
        used_(static_cast<std::size_t>(ranks), 0) {}

  /// True while two more records fit, wherever they go.
  bool has_room() const { return !full_; }
  void put(std::uint32_t rank, const Record& record) {
    records_[rank * capacity_ + used_[rank]++] = record;
    full_ |= used_[rank] + 2 > capacity_;
  }

 private:
  template <class R, class Next, class Take>
  friend std::uint64_t exchange(Ranks& ranks, const Next& next, const Take& take, Ending ending);

  void clear() {
    std::fill(used_.begin(), used_.end(), std::size_t{0});
    full_ = false;
  }
  bool empty() const {
    return std::all_of(used_.begin(), used_.end(), [](std::size_t used) { return used == 0; });
  }

  std::size_t capacity_;
  detail::PageBuffer<Record> records_;
  std::vector<std::size_t> used_;
  bool full_ = false;
};

/// Bytes of the records that a rank sends, and at most receives, at a time.
inline constexpr std::size_t exchange_bytes = std::size_t{8} << 20;

/// Brings records to the ranks they are for, in batches.
///
/// next(outgoing) puts at most two records and says whether it put any; it is called until it says no.
/// take(source, records) gets what has come, in the order in which each source has put it. What either throws
/// becomes an AgreedFailure of all ranks. Returns the number of batches.
template <class Record, class Next, class Take>
std::uint64_t exchange(Ranks& ranks, const Next& next, const Take& take, Ending ending = Ending::when_told) {
  static_assert(std::is_trivially_copyable_v<Record>);
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::size_t capacity = std::max<std::size_t>(exchange_bytes / sizeof(Record) / size, 8);
  std::vector<Outgoing<Record>> buffer;
  detail::PageBuffer<Record> arrived;
  std::vector<int> counts, begins, arriving, arriving_begins;
  ranks.together([&] {
    buffer.emplace_back(ranks.size(), capacity);
    arrived = detail::PageBuffer<Record>(capacity * size);
    for (std::vector<int>* list : {&counts, &begins, &arriving, &arriving_begins}) list->resize(size);
  });
  Outgoing<Record>& out = buffer.front();
  for (std::size_t r = 0; r < size; ++r) begins[r] = static_cast<int>(r * capacity);
  MPI_Datatype type;
  MPI_Type_contiguous(sizeof(Record), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  Outcome outcome;
  std::uint64_t batches = 0;
  for (bool done = false;;) {
    ++batches;
    out.clear();
    if (ending == Ending::when_quiet) done = outcome.code != 0;
    try {
      while (!done && out.has_room()) done = !next(out);
    } catch (...) {
      outcome = outcome_of_exception(ranks.rank());
      out.clear();
      done = true;
    }
    std::transform(out.used_.begin(), out.used_.end(), counts.begin(),
                   [](std::size_t used) { return static_cast<int>(used); });
    MPI_Alltoall(counts.data(), 1, MPI_INT, arriving.data(), 1, MPI_INT, ranks.comm());
    std::exclusive_scan(arriving.begin(), arriving.end(), arriving_begins.begin(), 0);
    MPI_Alltoallv(out.records_.data(), counts.data(), begins.data(), type, arrived.data(), arriving.data(),
                  arriving_begins.data(), type, ranks.comm());
    for (std::size_t r = 0; r < size; ++r) {
      if (r != static_cast<std::size_t>(ranks.rank())) ranks.count_sent(out.used_[r] * sizeof(Record));
    }
    try {
      for (std::size_t r = 0; r < size && outcome.code == 0; ++r) {
        const auto begin = static_cast<std::size_t>(arriving_begins[r]);
        take(static_cast<std::uint32_t>(r),
             std::span<const Record>(arrived.data() + begin, static_cast<std::size_t>(arriving[r])));
      }
    } catch (...) {
      outcome = outcome_of_exception(ranks.rank());
      done = true;
    }
    const bool quiet = ending == Ending::when_told || out.empty();
    if (!ranks.any(!done || !quiet)) break;
  }
  MPI_Type_free(&type);
  ranks.agree(outcome);
  return batches;
}

}  // namespace lode::cluster
