#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <type_traits>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/hybrid/selection.hpp>

#include "hybrid/selection_values.hpp"

namespace lode::hybrid {
namespace {

using namespace detail;

/// Calls step(out, in) for every set after the first, {0, ..., t-1}.
template <class Step>
void revolving_door(int k, int t, Step&& step) {
  if (t == 0 || t == k) return;
  std::array<int, max_block_size + 2> c{};  // c[1] < ... < c[t], c[t+1] = k
  for (int j = 1; j <= t; ++j) c[static_cast<std::size_t>(j)] = j - 1;
  c[static_cast<std::size_t>(t + 1)] = k;
  const bool odd = t % 2 == 1;
  for (;;) {
    if (odd && c[1] + 1 < c[2]) {
      step(c[1], c[1] + 1);
      ++c[1];
      continue;
    }
    if (!odd && c[1] > 0) {
      step(c[1], c[1] - 1);
      --c[1];
      continue;
    }
    bool decrease = odd;
    bool moved = false;
    for (int j = 2; j <= t && !moved;) {
      int& high = c[static_cast<std::size_t>(j)];
      int& low = c[static_cast<std::size_t>(j - 1)];
      if (decrease) {
        if (high >= j) {
          step(high, j - 2);
          high = low;
          low = j - 2;
          moved = true;
        } else {
          ++j;
          decrease = false;
        }
      } else if (high + 1 < c[static_cast<std::size_t>(j + 1)]) {
        step(low, high + 1);
        low = high;
        ++high;
        moved = true;
      } else {
        ++j;
        decrease = true;
      }
    }
    if (!moved) return;
  }
}

double number_of_sets(int size, int t) {
  double sets = 1.0;
  for (int i = 1; i <= std::min(t, size - t); ++i) sets = sets * (size - i + 1) / i;
  return sets;
}

/// Refuses what takes too long to enumerate.
void check_number_of_sets(int size, int t) {
  const double sets = number_of_sets(size, t);
  if (sets > 0x1.0p40) {
    throw InvalidArgument("number of sets", std::to_string(sets), "is too large to enumerate",
                          "use branch and bound");
  }
}

/// Set by set.
template <class Problem>
auto enumerate(const Problem& problem, std::uint64_t incumbent, Ties ties) {
  using Value = std::decay_t<decltype(problem.linear[0])>;
  const int t = std::popcount(incumbent);
  SelectionResult<Value> best{incumbent, value_to_beat(selection_value(problem, incumbent), ties), true, 1};
  std::uint64_t chosen = all_items(t);
  Value value = selection_value(problem, chosen);
  const auto consider = [&] {
    ++best.nodes;
    if (value > best.value) {
      best.value = value;
      best.chosen = chosen;
    }
  };
  consider();
  revolving_door(problem.size, t, [&](int out, int in) {
    chosen ^= bit(out);
    value += gain_of(problem, in, chosen) - gain_of(problem, out, chosen);
    chosen |= bit(in);
    consider();
  });
  best.value = selection_value(problem, best.chosen);  // without the rounding of running sums of doubles
  return best;
}

/// Small items of a set, by how many there are.
struct LowSets {
  std::vector<std::uint64_t> sets;
  std::vector<std::size_t> begin;  ///< sets of 0, 1, ... items; one more
};

LowSets low_sets(int items) {
  LowSets low;
  for (int count = 0; count <= items; ++count) {
    low.begin.push_back(low.sets.size());
    for (std::uint64_t set = 0; set < bit(items); ++set) {
      if (std::popcount(set) == count) low.sets.push_back(set);
    }
  }
  low.begin.push_back(low.sets.size());
  return low;
}

/// With bit rows: for every set of large items, the values of all sets of small items that fill it up stand
/// in a table. One large item more or less changes the table by a row of link counts, which the compiler
/// vectorises. Lane holds the value of every set.
template <class Lane, class Value>
class TableEnumeration {
 public:
  TableEnumeration(const BitSelection<Value>& problem, std::uint64_t incumbent, Ties ties)
      : problem_(problem),
        t_(std::popcount(incumbent)),
        low_(std::min(problem.size / 2, largest_low)),
        all_(low_sets(low_)),
        best_{incumbent, value_to_beat(selection_value(problem, incumbent), ties), true, 1} {}

  SelectionResult<Value> run() {
    const int high = problem_.size - low_;
    for (int in_high = std::max(0, t_ - low_); in_high <= std::min(t_, high); ++in_high) {
      make_tables(t_ - in_high);
      high_ = all_items(in_high) << low_;
      value_ = selection_value(problem_, high_);
      for_each_item(high_, [&](int item) { shift(item, Lane{1}); });
      look();
      revolving_door(high, in_high, [&](int out, int in) {
        high_ ^= bit(out + low_);
        value_ += gain_of(problem_, in + low_, high_) - gain_of(problem_, out + low_, high_);
        high_ |= bit(in + low_);
        exchange(out + low_, in + low_);
        look();
      });
    }
    best_.value = selection_value(problem_, best_.chosen);
    return best_;
  }

 private:
  static constexpr int largest_low = 10;

  /// The sets of so many small items: their values alone, and the links of every large item to them.
  void make_tables(int count) {
    const auto first = static_cast<std::ptrdiff_t>(all_.begin[static_cast<std::size_t>(count)]);
    const auto last = static_cast<std::ptrdiff_t>(all_.begin[static_cast<std::size_t>(count) + 1]);
    sets_.assign(all_.sets.begin() + first, all_.sets.begin() + last);
    values_.clear();
    for (const std::uint64_t set : sets_) {
      values_.push_back(static_cast<Lane>(selection_value(problem_, set)));
    }
    links_.clear();
    for (int item = low_; item < problem_.size; ++item) {
      for (const std::uint64_t set : sets_) {
        links_.push_back(
            static_cast<Lane>(std::popcount(problem_.rows[static_cast<std::size_t>(item)] & set)));
      }
    }
  }
  const Lane* links(int item) const {
    return links_.data() + static_cast<std::size_t>(item - low_) * sets_.size();
  }

  /// A large item joins (1) or leaves (-1).
  void shift(int item, Lane sign) {
    const Lane* const row = links(item);
    for (std::size_t i = 0; i < sets_.size(); ++i) values_[i] += sign * row[i];
  }
  void exchange(int out, int in) {
    const Lane* const less = links(out);
    const Lane* const more = links(in);
    Lane* const values = values_.data();
    const std::size_t count = sets_.size();
    for (std::size_t i = 0; i < count; ++i) values[i] += more[i] - less[i];
  }

  void look() {
    best_.nodes += sets_.size();
    const Lane* const values = values_.data();
    Lane largest = values[0];
    const std::size_t count = sets_.size();
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, values[i]);
    if (value_ + static_cast<Value>(largest) <= best_.value) return;
    best_.value = value_ + static_cast<Value>(largest);
    const auto at = std::find(values_.begin(), values_.end(), largest) - values_.begin();
    best_.chosen = high_ | sets_[static_cast<std::size_t>(at)];
  }

  const BitSelection<Value>& problem_;
  int t_;
  int low_;  ///< items below this one are small
  LowSets all_;
  std::vector<std::uint64_t> sets_;  ///< of small items, of one size
  std::vector<Lane> values_;         ///< of those, links to the large items included
  std::vector<Lane> links_;          ///< by large item and set
  std::uint64_t high_ = 0;
  Value value_ = 0;  ///< of the large items
  SelectionResult<Value> best_;
};

template <class Value>
SelectionResult<Value> enumerate_bits(const BitSelection<Value>& problem, std::uint64_t incumbent,
                                      Ties ties) {
  if constexpr (std::is_integral_v<Value>) {
    constexpr Value limit = (1 << 28) / max_block_size;
    const bool fits = std::all_of(problem.linear.begin(), problem.linear.end(),
                                  [](Value v) { return v < limit && v > -limit; });
    // Tables take some time to make.
    if (fits && number_of_sets(problem.size, std::popcount(incumbent)) >= 2000.0) {
      return TableEnumeration<std::int32_t, Value>(problem, incumbent, ties).run();
    }
  }
  return enumerate(problem, incumbent, ties);
}

}  // namespace

template <class Value>
SelectionResult<Value> select_by_enumeration(const BitSelection<Value>& problem, std::uint64_t incumbent,
                                             Ties ties) {
  check_size(problem.size);
  check_number_of_sets(problem.size, std::popcount(incumbent));
  return enumerate_bits(problem, incumbent, ties);
}
SelectionResult<double> select_by_enumeration(const DenseSelection& problem, std::uint64_t incumbent,
                                              Ties ties) {
  check_size(problem.size);
  check_number_of_sets(problem.size, std::popcount(incumbent));
  return enumerate(problem, incumbent, ties);
}

template SelectionResult<std::int64_t> select_by_enumeration(const BitSelection<std::int64_t>&, std::uint64_t,
                                                             Ties);
template SelectionResult<double> select_by_enumeration(const BitSelection<double>&, std::uint64_t, Ties);

}  // namespace lode::hybrid
