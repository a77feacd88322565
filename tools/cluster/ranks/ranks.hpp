#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include <mpi.h>

namespace lode::cluster {

/// The processes of a run and their collectives. Unless stated otherwise, all ranks call every member, in the
/// same order.
///
/// PETSc is used for its own operations (graph/ghosts.hpp). It has no exchange of records whose receivers are
/// known only from the data, and no exchange in pieces of bounded size, which this class adds.
class Ranks {
 public:
  explicit Ranks(MPI_Comm comm);

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }

  /// Runs `work`, which calls no collective, on every rank. If it fails on any rank, all ranks throw the
  /// SharedFailure of the error of lowest order (then of the lowest rank).
  void together(const std::function<void()>& work) const;
  /// Runs `work` only on rank 0, with errors as above.
  void on_first(const std::function<void()>& work) const;

  std::uint64_t sum(std::uint64_t value) const;
  std::uint64_t max(std::uint64_t value) const;
  std::uint64_t min(std::uint64_t value) const;
  /// Sums element by element.
  void sum(std::span<std::uint64_t> values) const;
  /// The sum over the ranks before this one.
  std::uint64_t sum_before(std::uint64_t value) const;
  /// The values of all ranks, by rank.
  std::vector<std::uint64_t> gather(std::uint64_t value) const;

  /// Copies the values of rank 0 to all ranks.
  template <class T>
  void broadcast(std::vector<T>& values) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::uint64_t size = values.size();
    MPI_Bcast(&size, 1, MPI_UINT64_T, 0, comm_);
    together([&] { values.resize(size); });
    broadcast_bytes(reinterpret_cast<char*>(values.data()), size * sizeof(T));
  }

  /// Sends `counts[r]` values to every rank r, in rank order. Returns the received values in rank order, and
  /// in `received` their number from each rank.
  template <class T>
  std::vector<T> exchange(std::span<const T> values, std::span<const std::uint64_t> counts,
                          std::vector<std::uint64_t>& received) const {
    static_assert(std::is_trivially_copyable_v<T>);
    received = exchange_counts(counts);
    std::uint64_t total = 0;
    for (const std::uint64_t count : received) total += count;
    std::vector<T> come;
    together([&] { come.resize(total); });
    exchange_bytes(reinterpret_cast<const char*>(values.data()), counts, reinterpret_cast<char*>(come.data()),
                   received, sizeof(T));
    return come;
  }

  /// Sends the values of all ranks to rank 0, in rank order; other ranks get none.
  template <class T>
  std::vector<T> to_first(std::span<const T> values) const {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(size_), 0), received;
    counts[0] = values.size();
    return exchange<T>(values, counts, received);
  }

 private:
  void broadcast_bytes(char* bytes, std::size_t size) const;
  std::vector<std::uint64_t> exchange_counts(std::span<const std::uint64_t> counts) const;
  void exchange_bytes(const char* from, std::span<const std::uint64_t> counts, char* to,
                      std::span<const std::uint64_t> received, std::size_t bytes) const;
  std::uint64_t reduce(std::uint64_t value, MPI_Op op) const;

  MPI_Comm comm_;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace lode::cluster
