#include "hybrid/block/box_search.hpp"

#include <bit>
#include <cmath>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/hybrid/block.hpp>

#include "hybrid/block/bits.hpp"
#include "hybrid/block/checks.hpp"

namespace lode::hybrid {
namespace {

class BoxSearch {
 public:
  using Fit = std::function<BoxFit(std::uint64_t)>;

  BoxSearch(double lambda, double upper, const Fit& fit, const StopPoll& stop)
      : lambda_(lambda), fit_(fit), stop_(stop) {
    result_.value = upper;
  }

  BoxSearchResult run(int size) {
    const BoxFit all = fit_(detail::all_items(size));
    offer(all);
    offer(fit_(0));
    // Fits are rounded. What they differ by may not open nodes. `upper` may be large, so a fit comes first.
    slack_ = 1e-13 * (std::abs(result_.value) + std::abs(all.loss));
    node(all, 0, detail::all_items(size));
    return std::move(result_);
  }

 private:
  void offer(const BoxFit& fit) {
    double value = fit.loss;
    for (const double z : fit.values) value += z != 0.0 ? lambda_ : 0.0;
    if (!(value < result_.value)) return;
    result_.value = value;
    result_.values = fit.values;
    result_.found = true;
  }

  /// All sets that hold `in` and some of `open`; `fit` is that of both together.
  void node(BoxFit fit, std::uint64_t in, std::uint64_t open) {
    for (;;) {
      ++result_.nodes;
      if (stop_ && stop_()) result_.exact = false;
      const double bound = fit.loss + lambda_ * std::popcount(in);
      if (!result_.exact || bound >= result_.value - slack_) return;
      const int next = largest(fit, open);
      if (next < 0) return;
      open ^= detail::bit(next);
      BoxFit without = fit_(in | open);
      offer(without);
      node(fit, in | detail::bit(next), open);
      fit = std::move(without);
    }
  }

  /// The variable of `open` of largest magnitude; -1 when all of them are 0.
  static int largest(const BoxFit& fit, std::uint64_t open) {
    int best = -1;
    double most = 0.0;
    for (; open; open &= open - 1) {
      const int i = std::countr_zero(open);
      const double magnitude = std::abs(fit.values[static_cast<std::size_t>(i)]);
      if (magnitude > most) {
        most = magnitude;
        best = i;
      }
    }
    return best;
  }

  double lambda_;
  const Fit& fit_;
  const StopPoll& stop_;
  double slack_ = 0.0;
  BoxSearchResult result_;
};

}  // namespace

BoxSearchResult search_in_box(int size, double lambda, double upper,
                              const std::function<BoxFit(std::uint64_t)>& fit, const StopPoll& stop) {
  detail::check_block_size(size, max_block_size);
  if (!fit) throw InvalidArgument("fit", "empty", "must be a function");
  return BoxSearch(lambda, upper, fit, stop).run(size);
}

}  // namespace lode::hybrid
