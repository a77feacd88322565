#include "bounds/eigenvalue_bound.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "bounds/exact_sums.hpp"

namespace lode::cluster {
namespace {

constexpr int value_bits = 56;
/// Added to every entry: entries are positive, and accurate to a millionth where the eigenvector is near 0.
constexpr std::uint64_t least_value = std::uint64_t{1} << 20;
constexpr int patience = 10;

class PowerIteration {
 public:
  PowerIteration(const Rows& rows, const Ghosts& ghosts, const Ranks& ranks)
      : rows_(rows), ghosts_(ghosts), ranks_(ranks) {
    ranks_.together([&] {
      x_.assign(rows_.own() + rows_.ghosts.size(), least_value);
      product_.assign(rows_.own(), 0);
    });
    shift_ = rows_.vertices == 0 ? 0 : rows_.edges / rows_.vertices + 1;
  }

  EigenvalueBound run(int rounds) {
    EigenvalueBound best{std::numeric_limits<std::uint64_t>::max(), 0};
    std::uint64_t earlier = best.quotient;
    while (best.rounds < rounds) {
      ++best.rounds;
      best.quotient = std::min(best.quotient, step());
      if (best.rounds % patience != 0) continue;
      if (earlier - best.quotient <= earlier / 4096) break;
      earlier = best.quotient;
    }
    return best;
  }

 private:
  std::uint64_t step() {
    const std::span<std::uint64_t> all(x_);
    ghosts_.fetch(all.first(rows_.own()), all.subspan(rows_.own()));
    std::uint64_t quotient = 0;
    int bits = 0;
    for (std::size_t v = 0; v < rows_.own(); ++v) {
      uint128 sum = 0;
      rows_.for_each(v, [&](std::uint32_t u) { sum += x_[u]; });
      quotient = std::max(quotient, quotient_above(sum, x_[v]));
      product_[v] = sum + static_cast<uint128>(shift_) * x_[v];
      bits = std::max(bits, bit_length(product_[v]));
    }
    const auto down = static_cast<int>(ranks_.max(static_cast<std::uint64_t>(bits))) - value_bits;
    for (std::size_t v = 0; v < rows_.own(); ++v) x_[v] = shifted(product_[v], down) + least_value;
    return ranks_.max(quotient);
  }

  const Rows& rows_;
  const Ghosts& ghosts_;
  const Ranks& ranks_;
  std::uint64_t shift_ = 0;
  std::vector<std::uint64_t> x_;  ///< values of own vertices, then of ghosts
  std::vector<uint128> product_;
};

}  // namespace

EigenvalueBound eigenvalue_bound(const Rows& rows, const Ghosts& ghosts, int rounds, const Ranks& ranks) {
  return PowerIteration(rows, ghosts, ranks).run(rounds);
}

}  // namespace lode::cluster
