#include "ranks/ranks.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <string>

#include "ranks/failure.hpp"

namespace lode::cluster {
namespace {

constexpr std::uint64_t no_failure = std::numeric_limits<std::uint64_t>::max();
/// Errors without an order follow errors with one.
constexpr std::uint64_t unordered = std::uint64_t{1} << 62;
/// Size of one message; MPI counts with 32 bits.
constexpr std::size_t piece_bytes = std::size_t{1} << 26;

std::uint64_t order_of(const std::exception_ptr& error, int rank) {
  try {
    std::rethrow_exception(error);
  } catch (const OrderedError& ordered) {
    return ordered.order();
  } catch (...) {
    return unordered + static_cast<std::uint64_t>(rank);
  }
}

}  // namespace

Ranks::Ranks(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

void Ranks::together(const std::function<void()>& work) const {
  std::exception_ptr error;
  try {
    work();
  } catch (...) {
    error = std::current_exception();
  }
  const std::uint64_t mine = error ? order_of(error, rank_) : no_failure;
  const std::uint64_t first = min(mine);
  if (first == no_failure) return;
  const auto teller = static_cast<int>(min(mine == first ? static_cast<std::uint64_t>(rank_) : no_failure));
  int code = 0;
  std::uint64_t length = 0;
  std::string message;
  if (rank_ == teller) {
    const SharedFailure failure = failure_of(error);
    code = failure.code();
    message = failure.what();
    length = message.size();
  }
  MPI_Bcast(&code, 1, MPI_INT, teller, comm_);
  MPI_Bcast(&length, 1, MPI_UINT64_T, teller, comm_);
  message.resize(length);
  MPI_Bcast(message.data(), static_cast<int>(length), MPI_CHAR, teller, comm_);
  throw SharedFailure(code, message);
}

void Ranks::on_first(const std::function<void()>& work) const {
  together([&] {
    if (is_first()) work();
  });
}

std::uint64_t Ranks::reduce(std::uint64_t value, MPI_Op op) const {
  std::uint64_t result = 0;
  MPI_Allreduce(&value, &result, 1, MPI_UINT64_T, op, comm_);
  return result;
}
std::uint64_t Ranks::sum(std::uint64_t value) const { return reduce(value, MPI_SUM); }
std::uint64_t Ranks::max(std::uint64_t value) const { return reduce(value, MPI_MAX); }
std::uint64_t Ranks::min(std::uint64_t value) const { return reduce(value, MPI_MIN); }

void Ranks::sum(std::span<std::uint64_t> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_UINT64_T, MPI_SUM, comm_);
}

std::uint64_t Ranks::sum_before(std::uint64_t value) const {
  std::uint64_t before = 0;
  MPI_Exscan(&value, &before, 1, MPI_UINT64_T, MPI_SUM, comm_);
  return rank_ == 0 ? 0 : before;
}

std::vector<std::uint64_t> Ranks::gather(std::uint64_t value) const {
  std::vector<std::uint64_t> values(static_cast<std::size_t>(size_));
  MPI_Allgather(&value, 1, MPI_UINT64_T, values.data(), 1, MPI_UINT64_T, comm_);
  return values;
}

void Ranks::broadcast_bytes(char* bytes, std::size_t size) const {
  for (std::size_t at = 0; at < size; at += piece_bytes) {
    MPI_Bcast(bytes + at, static_cast<int>(std::min(piece_bytes, size - at)), MPI_CHAR, 0, comm_);
  }
}

std::vector<std::uint64_t> Ranks::exchange_counts(std::span<const std::uint64_t> counts) const {
  std::vector<std::uint64_t> received(counts.size());
  MPI_Alltoall(counts.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, comm_);
  return received;
}

/// Pairs of ranks exchange in turns, so that no message exceeds MPI's counts and no rank waits for all ranks.
void Ranks::exchange_bytes(const char* from, std::span<const std::uint64_t> counts, char* to,
                           std::span<const std::uint64_t> received, std::size_t bytes) const {
  std::vector<std::uint64_t> send_begin(counts.size() + 1, 0);
  std::vector<std::uint64_t> receive_begin(counts.size() + 1, 0);
  for (std::size_t r = 0; r < counts.size(); ++r) {
    send_begin[r + 1] = send_begin[r] + counts[r] * bytes;
    receive_begin[r + 1] = receive_begin[r] + received[r] * bytes;
  }
  const auto mine = static_cast<std::size_t>(rank_);
  std::copy(from + send_begin[mine], from + send_begin[mine + 1], to + receive_begin[mine]);
  for (int turn = 1; turn < size_; ++turn) {
    const auto target = static_cast<std::size_t>((rank_ + turn) % size_);
    const auto source = static_cast<std::size_t>((rank_ + size_ - turn) % size_);
    std::uint64_t out = send_begin[target];
    std::uint64_t in = receive_begin[source];
    while (out < send_begin[target + 1] || in < receive_begin[source + 1]) {
      const std::uint64_t out_size = std::min<std::uint64_t>(piece_bytes, send_begin[target + 1] - out);
      const std::uint64_t in_size = std::min<std::uint64_t>(piece_bytes, receive_begin[source + 1] - in);
      MPI_Sendrecv(from + out, static_cast<int>(out_size), MPI_CHAR,
                   out_size > 0 ? static_cast<int>(target) : MPI_PROC_NULL, 0, to + in,
                   static_cast<int>(in_size), MPI_CHAR,
                   in_size > 0 ? static_cast<int>(source) : MPI_PROC_NULL, 0, comm_, MPI_STATUS_IGNORE);
      out += out_size;
      in += in_size;
    }
  }
}

}  // namespace lode::cluster
