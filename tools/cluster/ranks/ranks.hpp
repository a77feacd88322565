#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <mpi.h>

namespace lode::cluster {

/// What a rank has sent to the others so far, in bytes. Agreements of a few numbers are left out.
struct Traffic {
  std::uint64_t sent = 0;
};

/// The processes of a run and what they do together. Every member but those that say otherwise is a
/// collective: all ranks call it, in the same order.
///
/// What PETSc has is done with PETSc (graph/ghosts.hpp). It has no exchange of records whose receivers are
/// known only from the data, and none in pieces of bounded size; these are here.
class Ranks {
 public:
  explicit Ranks(MPI_Comm comm);

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }
  Traffic& traffic() const { return traffic_; }

  /// Runs `work`, which calls no collective, on every rank; if it fails on any, all throw the SharedFailure
  /// of the error of lowest order (then of the lowest rank).
  void together(const std::function<void()>& work) const;
  /// The same on rank 0 alone.
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

  /// The values that rank 0 has.
  template <class T>
  void broadcast(std::vector<T>& values) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::uint64_t size = values.size();
    MPI_Bcast(&size, 1, MPI_UINT64_T, 0, comm_);
    together([&] { values.resize(size); });
    broadcast_bytes(reinterpret_cast<char*>(values.data()), size * sizeof(T));
  }

  /// Sends values[begin of r, end of r) to every rank r, `counts[r]` of them in the order of the ranks;
  /// returns what came, in the order of the ranks, and in `received` how many from each.
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

  /// Hands pieces of any size to rank 0, which gets those of every rank in turn: `produce` is called on each
  /// rank with a function that takes bytes; `take` on rank 0 with the rank that they are of.
  using Sink = std::function<void(std::string_view)>;
  void stream_to_first(const std::function<void(const Sink&)>& produce,
                       const std::function<void(int, std::string_view)>& take) const;

 private:
  void broadcast_bytes(char* bytes, std::size_t size) const;
  std::vector<std::uint64_t> exchange_counts(std::span<const std::uint64_t> counts) const;
  void exchange_bytes(const char* from, std::span<const std::uint64_t> counts, char* to,
                      std::span<const std::uint64_t> received, std::size_t bytes) const;
  std::uint64_t reduce(std::uint64_t value, MPI_Op op) const;

  MPI_Comm comm_;
  int rank_ = 0;
  int size_ = 1;
  mutable Traffic traffic_;
};

}  // namespace lode::cluster
