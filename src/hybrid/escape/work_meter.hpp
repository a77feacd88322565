#pragma once

// Work in units that do not depend on the machine, so that what a search does with it does not either.

#include <cstdint>

namespace lode::hybrid {

/// Counts work, and says when there is enough of it without an improvement and when to look at the clock.
template <class Units = std::uint64_t>
class WorkMeter {
 public:
  /// `limit` since the last improvement, of which there need not be any; `poll_every` is the work between two
  /// polls.
  explicit WorkMeter(Units limit, Units poll_every = {}) : limit_(limit), poll_every_(poll_every) {}

  void spend(Units units) { total_ += units; }
  /// The total, where others count it.
  void set_total(Units total) { total_ = total; }
  Units total() const { return total_; }

  /// From here on the limit counts anew.
  void improved() { improved_at_ = total_; }
  bool used_up() const { return total_ - improved_at_ >= limit_; }

  /// True at first, and once for every `poll_every` units.
  bool poll_due() {
    if (total_ < next_poll_) return false;
    next_poll_ = total_ + poll_every_;
    return true;
  }

 private:
  Units limit_;
  Units poll_every_;
  Units total_ = {};
  Units improved_at_ = {};
  Units next_poll_ = {};
};

}  // namespace lode::hybrid
