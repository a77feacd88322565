#include "ranks.hpp"

#include <new>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "shell/session.hpp"

namespace lode::cluster {

Outcome outcome_of_exception(int rank) {
  try {
    throw;
  } catch (const AgreedFailure& error) {
    return error.outcome();
  } catch (const InvalidArgument& error) {
    return {tool::usage, error.what()};
  } catch (const InputError& error) {
    return {tool::bad_input, error.what()};
  } catch (const std::bad_alloc&) {
    return {tool::failure, fmt::format("rank {}: out of memory; use more ranks", rank)};
  } catch (const std::exception& error) {
    return {tool::failure, error.what()};
  }
}

Ranks::Ranks(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

std::uint64_t Ranks::sum(std::uint64_t value) {
  sum(std::span(&value, 1));
  return value;
}

std::uint64_t Ranks::largest(std::uint64_t value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_MAX, comm_);
  return value;
}

void Ranks::sum(std::span<std::uint64_t> values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_UINT64_T, MPI_SUM, comm_);
}

std::vector<std::uint64_t> Ranks::all(std::uint64_t value) {
  std::vector<std::uint64_t> values(static_cast<std::size_t>(size_));
  MPI_Allgather(&value, 1, MPI_UINT64_T, values.data(), 1, MPI_UINT64_T, comm_);
  return values;
}

std::vector<std::uint64_t> Ranks::all(std::span<const std::uint64_t> values) {
  std::vector<int> counts, begins;
  int total = 0;
  for (const std::uint64_t count : all(values.size())) {
    begins.push_back(total);
    counts.push_back(static_cast<int>(count));
    total += counts.back();
  }
  std::vector<std::uint64_t> joined(static_cast<std::size_t>(total));
  MPI_Allgatherv(values.data(), static_cast<int>(values.size()), MPI_UINT64_T, joined.data(), counts.data(),
                 begins.data(), MPI_UINT64_T, comm_);
  count_sent(values.size_bytes() * static_cast<std::uint64_t>(size_ - 1));
  return joined;
}

std::vector<std::string> Ranks::to_first(std::string_view text) {
  std::vector<int> counts, begins;
  int total = 0;
  for (const std::uint64_t bytes : all(text.size())) {
    begins.push_back(total);
    counts.push_back(static_cast<int>(bytes));
    total += counts.back();
  }
  std::string joined(static_cast<std::size_t>(total), ' ');
  MPI_Gatherv(text.data(), static_cast<int>(text.size()), MPI_BYTE, joined.data(), counts.data(),
              begins.data(), MPI_BYTE, 0, comm_);
  if (!is_first()) count_sent(text.size());
  std::vector<std::string> texts;
  for (std::size_t r = 0; is_first() && r < counts.size(); ++r) {
    texts.push_back(joined.substr(static_cast<std::size_t>(begins[r]), static_cast<std::size_t>(counts[r])));
  }
  return texts;
}

std::string Ranks::from_first(std::string_view text) {
  std::string said(text);
  std::uint64_t bytes = said.size();
  MPI_Bcast(&bytes, 1, MPI_UINT64_T, 0, comm_);
  said.resize(bytes);
  MPI_Bcast(said.data(), static_cast<int>(bytes), MPI_BYTE, 0, comm_);
  return said;
}

void Ranks::agree(const Outcome& outcome) {
  int failed = outcome.code == 0 ? size_ : rank_;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MIN, comm_);
  if (failed == size_) return;
  int head[2] = {outcome.code, static_cast<int>(outcome.message.size())};
  MPI_Bcast(head, 2, MPI_INT, failed, comm_);
  std::string message = outcome.message;
  message.resize(static_cast<std::size_t>(head[1]));
  MPI_Bcast(message.data(), head[1], MPI_BYTE, failed, comm_);
  throw AgreedFailure({head[0], message});
}

}  // namespace lode::cluster
