#include "bounds/largest.hpp"

#include <algorithm>
#include <functional>

#include <lode/core/error.hpp>

#include "bounds/exact_sums.hpp"

namespace lode::cluster {
namespace {

std::size_t list_length = 0;  // of the running reduction: MPI passes counts of whole lists

void merge_lists(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* from = static_cast<const std::uint64_t*>(in);
  auto* to = static_cast<std::uint64_t*>(inout);
  for (int i = 0; i < *count; ++i, from += list_length, to += list_length) {
    merge_largest({from, list_length}, {to, list_length});
  }
}

}  // namespace

std::vector<std::uint64_t> largest_values(std::span<const std::uint64_t> values, std::uint64_t count,
                                          const Ranks& ranks) {
  std::vector<std::uint64_t> mine;
  ranks.together([&] {
    if (count > INT32_MAX) throw SystemError("more than 2^31 vertices in a set");
    mine.assign(values.begin(), values.end());
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count, mine.size()));
    std::partial_sort(mine.begin(), mine.begin() + kept, mine.end(), std::greater<>());
    mine.resize(count, 0);
    std::fill(mine.begin() + kept, mine.end(), 0);
  });
  list_length = count;
  MPI_Datatype list = MPI_DATATYPE_NULL;
  MPI_Op merge = MPI_OP_NULL;
  MPI_Type_contiguous(static_cast<int>(count), MPI_UINT64_T, &list);
  MPI_Type_commit(&list);
  MPI_Op_create(merge_lists, 1, &merge);
  MPI_Allreduce(MPI_IN_PLACE, mine.data(), 1, list, merge, ranks.comm());
  MPI_Op_free(&merge);
  MPI_Type_free(&list);
  if (ranks.size() > 1) ranks.traffic().sent += count * sizeof(std::uint64_t);
  return mine;
}

}  // namespace lode::cluster
