#include "graph/directed/load_balance.hpp"

#include <algorithm>
#include <numeric>

namespace lode::detail {
namespace {

constexpr int passes_between_looks = 8;

}  // namespace

LoadBalance::LoadBalance(const TwoSides& sides, double x, double y)
    : sides_(sides),
      x_(x),
      y_(y),
      shares_(sides.num_arcs()),
      left_(sides.left.size()),
      right_(sides.right.size()) {
  for (std::size_t u = 0; u < sides.left.size(); ++u) {
    const double out = static_cast<double>(sides.out_degree(u)) * y;
    for (ArcIndex arc = sides.out_begin[u]; arc < sides.out_begin[u + 1]; ++arc) {
      const Vertex v = sides.heads[arc];
      const double in = static_cast<double>(sides.in_degree(v)) * x;
      const auto share = static_cast<std::int32_t>(whole * (in / (in + out)));
      shares_[arc] = share;
      left_[u] += share;
      right_[v] += whole - share;
    }
  }
}

void LoadBalance::pass() {
  const double of_right = x_ / (x_ + y_);
  const double of_left = y_ / (x_ + y_);
  for (std::size_t u = 0; u < sides_.left.size(); ++u) {
    double load = left_[u];
    for (ArcIndex arc = sides_.out_begin[u]; arc < sides_.out_begin[u + 1]; ++arc) {
      double& other = right_[sides_.heads[arc]];
      const double wanted = other * of_right - load * of_left;
      const std::int32_t share = shares_[arc];
      const auto moved = static_cast<std::int32_t>(
          std::clamp(wanted, static_cast<double>(-share), static_cast<double>(whole - share)));
      shares_[arc] = share + moved;
      load += moved;
      other -= moved;
    }
    left_[u] = load;
  }
}

bool LoadBalance::met() const {
  const auto below = [](const std::vector<double>& loads, double limit) {
    return std::all_of(loads.begin(), loads.end(), [&](double load) { return load <= limit; });
  };
  return below(left_, x_ * whole) && below(right_, y_ * whole);
}

bool LoadBalance::run_passes(int most, const RunContext& run) {
  for (int done = 0; done < most && !run.should_stop(); ++done) {
    pass();
    if ((done + 1) % passes_between_looks == 0 && met()) return true;
  }
  return met();
}

ArcSplit LoadBalance::split() const {
  ArcSplit split{whole, {shares_.begin(), shares_.end()}, 0, 0};
  for (const double load : left_)
    split.largest_left = std::max(split.largest_left, static_cast<std::int64_t>(load));
  for (const double load : right_)
    split.largest_right = std::max(split.largest_right, static_cast<std::int64_t>(load));
  return split;
}

VertexPair LoadBalance::best_pair() const {
  const std::size_t left = left_.size();
  const std::size_t all = left + right_.size();
  std::vector<double> key(all);
  for (std::size_t i = 0; i < all; ++i) key[i] = i < left ? left_[i] / x_ : right_[i - left] / y_;
  std::vector<Vertex> order(all);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::sort(order.begin(), order.end(),
            [&](Vertex a, Vertex b) { return key[a] != key[b] ? key[a] > key[b] : a < b; });
  std::vector<Vertex> place(all);
  for (std::size_t i = 0; i < all; ++i) place[order[i]] = static_cast<Vertex>(i);
  std::vector<std::uint64_t> closed(all);  // arcs whose later end stands at this place
  for (std::size_t u = 0; u < left; ++u) {
    for (ArcIndex arc = sides_.out_begin[u]; arc < sides_.out_begin[u + 1]; ++arc) {
      ++closed[std::max(place[u], place[left + sides_.heads[arc]])];
    }
  }
  PairCount now, best;
  std::size_t best_end = 0;
  for (std::size_t i = 0; i < all; ++i) {
    ++(order[i] < left ? now.sources : now.targets);
    now.arcs += closed[i];
    if (compare_rho(now, best) > 0) {
      best = now;
      best_end = i + 1;
    }
  }
  VertexPair pair;
  pair.count = best;
  for (std::size_t i = 0; i < best_end; ++i) {
    if (order[i] < left) {
      pair.sources.push_back(sides_.left[order[i]]);
    } else {
      pair.targets.push_back(sides_.right[order[i] - left]);
    }
  }
  std::sort(pair.sources.begin(), pair.sources.end());
  std::sort(pair.targets.begin(), pair.targets.end());
  return pair;
}

}  // namespace lode::detail
