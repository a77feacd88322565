#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

#include "hybrid/stationarity.hpp"
#include "hybrid/working_set.hpp"

namespace lode::hybrid {
namespace {

/// Removes a random element.
Coordinate take_any(std::vector<Coordinate>& from, Rng& rng) {
  std::swap(from[rng.below(from.size())], from.back());
  const Coordinate taken = from.back();
  from.pop_back();
  return taken;
}

}  // namespace

void check_working_set(const WorkingSetSize& size) {
  const auto refuse = [&](const char* problem, const char* remedy) {
    throw InvalidArgument("working-set", to_string(size), problem, remedy);
  };
  if (size.random < 0 || size.greedy < 0) refuse("has a negative part", "for example R6-G6");
  if (size.random > max_block_size || size.greedy > max_block_size || size.total() > max_block_size) {
    refuse("holds more than 32 coordinates", "a block has at most 32: for example R16-G16");
  }
  if (size.total() < 2) refuse("is too small", "an exchange needs two");
}

WorkingSetSize parse_working_set(std::string_view text) {
  std::string given(text);
  for (char& c : given) c = c == 'r' || c == 'g' ? static_cast<char>(c - 'a' + 'A') : c;
  WorkingSetSize size;
  if (std::sscanf(given.c_str(), "R%d-G%d", &size.random, &size.greedy) != 2 || to_string(size) != given) {
    throw InvalidArgument("working-set", std::string(text), "is not of the form R<random>-G<greedy>",
                          "for example R6-G6");
  }
  check_working_set(size);
  return size;
}

std::string to_string(const WorkingSetSize& size) {
  return "R" + std::to_string(size.random) + "-G" + std::to_string(size.greedy);
}

void sample_without_replacement(std::span<const Coordinate> from, int count, Rng& rng,
                                std::vector<Coordinate>& set) {
  if (count <= 0) return;
  if (from.size() <= static_cast<std::size_t>(count)) {
    set.insert(set.end(), from.begin(), from.end());
    return;
  }
  // Floyd's sampling: position j, or its replacement when already taken.
  const std::size_t first = set.size();
  for (std::size_t j = from.size() - static_cast<std::size_t>(count); j < from.size(); ++j) {
    const Coordinate candidate = from[rng.below(j + 1)];
    const auto begin = set.begin() + static_cast<std::ptrdiff_t>(first);
    const bool taken = std::find(begin, set.end(), candidate) != set.end();
    set.push_back(taken ? from[j] : candidate);
  }
}

void normalise(std::vector<Coordinate>& set) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

RelativeDecreaseRule::RelativeDecreaseRule(double epsilon, std::uint64_t window)
    : epsilon_(epsilon), recent_(window, 0.0) {
  if (window == 0) throw InvalidArgument("window", "0", "must be at least 1");
  if (!(epsilon >= 0.0)) throw InvalidArgument("epsilon", std::to_string(epsilon), "must be >= 0");
}

bool RelativeDecreaseRule::record(double before, double after, WorkingSetKind, std::size_t) {
  recent_[iterations_ % recent_.size()] = (before - after) / std::max(std::abs(before), 1e-12);
  if (++iterations_ < recent_.size()) return false;
  const double mean =
      std::accumulate(recent_.begin(), recent_.end(), 0.0) / static_cast<double>(recent_.size());
  return mean <= epsilon_;
}

std::uint64_t automatic_idle_blocks(std::uint64_t num_coordinates, std::uint64_t block_size) {
  return std::max<std::uint64_t>(50, 5 * num_coordinates / std::max<std::uint64_t>(1, block_size));
}

WorkingSets::WorkingSets(const AnyConstraint& constraint, WorkingSetSize size, RandomPart random)
    : kind_(std::holds_alternative<Binary>(constraint)    ? Kind::signs
            : std::holds_alternative<BinaryC>(constraint) ? Kind::ones
                                                          : Kind::values),
      size_(size),
      random_(kind_ == Kind::signs  ? RandomPart::uniform
              : kind_ == Kind::ones ? RandomPart::balanced
                                    : random) {
  if (const auto* const sparse = std::get_if<Sparse>(&constraint)) box_ = sparse->box;
}

void WorkingSets::offer(const Scored& scored, int count) {
  if (scored_.size() < static_cast<std::size_t>(count)) {
    scored_.push_back(scored);
    std::push_heap(scored_.begin(), scored_.end());
  } else if (count > 0 && scored < scored_.front()) {
    std::pop_heap(scored_.begin(), scored_.end());
    scored_.back() = scored;
    std::push_heap(scored_.begin(), scored_.end());
  }
}

void kick(const AnyConstraint& constraint, std::vector<double>& x, Rng& rng) {
  const bool signs = std::holds_alternative<Binary>(constraint);
  std::vector<Coordinate> support;
  std::vector<Coordinate> rest;
  for (std::size_t i = 0; i < x.size(); ++i) {
    (x[i] != 0.0 ? support : rest).push_back(static_cast<Coordinate>(i));
  }
  const std::size_t count = 1 + rng.below(std::max<std::size_t>(1, support.size() / 3));
  for (std::size_t i = 0; i < count && !support.empty(); ++i) {
    const Coordinate out = take_any(support, rng);
    if (std::holds_alternative<BinaryC>(constraint)) {
      if (rest.empty()) return;
      x[take_any(rest, rng)] = 1.0;
    }
    x[out] = signs ? -x[out] : 0.0;
  }
}

double exchange_count(std::uint64_t n, std::uint64_t s, int k) {
  double total = 0.0;
  double ways = 1.0;
  for (int p = 1; p <= k / 2; ++p) {
    const auto pairs = static_cast<std::uint64_t>(p);
    if (pairs > s || pairs > n - s) break;
    ways *= static_cast<double>(s - pairs + 1) / p * (static_cast<double>(n - s - pairs + 1) / p);
    total += ways;
  }
  return total;
}

}  // namespace lode::hybrid
