#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "io/formats/lode/stored_file.hpp"

namespace lode::detail {

/// `values` rise, not strictly, from 0 to `last`. They stand at byte `begin` of the file, and `what` names
/// one of them in messages.
void check_rising(std::span<const std::uint64_t> values, std::uint64_t begin, std::uint64_t last,
                  std::string_view what, const LodeFailure& fail);

/// Checks what is used as an index or counted with, before an array is given to a graph. Each array is read
/// once, from its begin to its end, on the threads of the surrounding arena. What has been read of a mapped
/// file leaves the process, so that files larger than memory are checked, too.
///
/// Cost:   O(n) for row_lengths, O(m) for the others; no memory for the arrays.
/// Errors: `fail` is called with the first byte that is wrong; SystemError where the run is interrupted.
class LodeArrayCheck {
 public:
  /// `owner` keeps the arrays. `offsets` have been checked to rise to the number of targets.
  LodeArrayCheck(std::span<const ArcIndex> offsets, const LodeLayout& layout,
                 const std::shared_ptr<const void>& owner, const std::string& name, const LodeFailure& fail,
                 const RunContext& run)
      : offsets_(offsets), layout_(layout), owner_(owner), name_(name), fail_(fail), run_(run) {}

  /// A row names every other vertex at most.
  void row_lengths() const;
  /// Rows increase, and hold other vertices alone. False if some edge is named at one of its ends alone; by
  /// chance it is true nevertheless in one case of 2^64.
  bool targets(std::span<const Vertex> targets) const;
  /// Weights are finite, and not less than 0 unless `with_signs`.
  void weights(std::span<const Weight> weights, bool with_signs) const;

 private:
  template <class T, class Result, class Look, class Join, class Take>
  void in_pieces(std::span<const T> values, const Result& start, const Look& look, const Join& join,
                 const Take& take) const;
  [[noreturn]] void fail_at_target(std::span<const Vertex> targets, std::size_t first,
                                   std::size_t last) const;
  std::size_t row_of(std::size_t arc) const;

  std::span<const ArcIndex> offsets_;
  const LodeLayout& layout_;
  const std::shared_ptr<const void>& owner_;
  const std::string& name_;
  const LodeFailure& fail_;
  const RunContext& run_;
};

}  // namespace lode::detail
