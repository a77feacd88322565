#include "eigenvalue.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "largest_sum.hpp"

namespace lode::cluster {
namespace {

/// The largest of all ranks.
Ratio largest_ratio(Ranks& ranks, Ratio own) {
  const std::uint64_t parts[] = {own.numerator, own.denominator};
  const std::vector<std::uint64_t> all = ranks.all(parts);
  for (std::size_t r = 0; r < all.size(); r += 2) {
    if (is_less(own, {all[r], all[r + 1]})) own = {all[r], all[r + 1]};
  }
  return own;
}

}  // namespace

bool is_less(const Ratio& a, const Ratio& b) {
  return Wide{a.numerator} * b.denominator < Wide{b.numerator} * a.denominator;
}

Ratio eigenvalue_bound(Ranks& ranks, const GraphPart& part, Ghosts& ghosts, std::uint64_t steps) {
  const std::uint64_t shift = part.edges / part.vertices();  // half the mean degree
  const int bits = std::min(40, 62 - static_cast<int>(std::bit_width(part.max_degree + shift)));
  std::vector<std::int64_t> x, product;  // x of ghosts behind the own ones
  ranks.together([&] {
    x.assign(part.own() + part.ghosts.size(), (std::int64_t{1} << bits) - 1);
    product.resize(part.own());
  });
  const std::span<std::int64_t> own(x.data(), part.own());
  const std::span<std::int64_t> others(x.data() + part.own(), part.ghosts.size());
  Ratio least{part.max_degree, 1};
  for (std::uint64_t step = 0; step < steps; ++step) {
    Ratio largest;
    std::uint64_t greatest = 0;
    for (std::uint32_t v = 0; v < part.own(); ++v) {
      std::int64_t sum = 0;
      for (const std::uint32_t u : part.row(v)) sum += x[u];
      const Ratio ratio{static_cast<std::uint64_t>(sum), static_cast<std::uint64_t>(x[v])};
      if (is_less(largest, ratio)) largest = ratio;
      product[v] = sum + static_cast<std::int64_t>(shift) * x[v];
      greatest = std::max(greatest, static_cast<std::uint64_t>(product[v]));
    }
    largest = largest_ratio(ranks, largest);
    if (is_less(largest, least)) least = largest;
    const int excess = std::max(0, static_cast<int>(std::bit_width(ranks.largest(greatest))) - bits);
    const std::int64_t round_up = (std::int64_t{1} << excess) - 1;
    for (std::uint32_t v = 0; v < part.own(); ++v) {
      own[v] = std::max<std::int64_t>((product[v] + round_up) >> excess, 1);
    }
    ghosts.fetch(own, others);
  }
  return least;
}

}  // namespace lode::cluster
