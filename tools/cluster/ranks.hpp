#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

namespace lode::cluster {

/// How a step ended on one rank: an exit code of the tool (0: well) and one line.
struct Outcome {
  int code = 0;
  std::string message;
};

/// What the exception that is being handled means.
Outcome outcome_of_exception(int rank);

/// Thrown on all ranks together when a step failed on any of them.
class AgreedFailure : public std::exception {
 public:
  explicit AgreedFailure(Outcome outcome) : outcome_(std::move(outcome)) {}
  const Outcome& outcome() const { return outcome_; }
  const char* what() const noexcept override { return outcome_.message.c_str(); }

 private:
  Outcome outcome_;
};

/// The processes of a run and what they tell each other in a few numbers. All calls but `rank`, `size` and
/// `sent` are made by all ranks together, in the same order.
class Ranks {
 public:
  explicit Ranks(MPI_Comm comm);

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }
  /// Bytes that this rank has handed over for others.
  std::uint64_t sent() const { return sent_; }
  void count_sent(std::uint64_t bytes) { sent_ += bytes; }

  std::uint64_t sum(std::uint64_t value);
  std::uint64_t largest(std::uint64_t value);
  bool any(bool value) { return largest(value ? 1 : 0) > 0; }
  /// Sums element by element.
  void sum(std::span<std::uint64_t> values);
  /// The values of all ranks, in their order.
  std::vector<std::uint64_t> all(std::uint64_t value);
  /// Concatenated, in the order of the ranks.
  std::vector<std::uint64_t> all(std::span<const std::uint64_t> values);
  /// What every rank says, in their order, on rank 0; nothing elsewhere.
  std::vector<std::string> to_first(std::string_view text);
  /// What rank 0 says.
  std::string from_first(std::string_view text);

  /// Does work that needs no other rank. If it throws on any rank, all ranks throw AgreedFailure with what
  /// the first of these ranks says.
  template <class Work>
  void together(const Work& work) {
    Outcome outcome;
    try {
      work();
    } catch (...) {
      outcome = outcome_of_exception(rank_);
    }
    agree(outcome);
  }
  /// The same for work of rank 0 alone.
  template <class Work>
  void first_alone(const Work& work) {
    together([&] {
      if (is_first()) work();
    });
  }
  void agree(const Outcome& outcome);

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  int size_ = 1;
  std::uint64_t sent_ = 0;
};

}  // namespace lode::cluster
