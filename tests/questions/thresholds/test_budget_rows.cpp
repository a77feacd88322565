#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/rng.hpp>

#include "questions/thresholds/budget_rows.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::subgraph::detail;

namespace {

std::vector<std::uint32_t> drawn_rows(Vertex n, std::uint64_t percent, std::uint64_t seed) {
  Rng rng(seed, 5);
  std::vector<std::uint32_t> rows(n, 0);
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      if (rng.below(100) >= percent) continue;
      rows[v] |= std::uint32_t{1} << u;
      rows[u] |= std::uint32_t{1} << v;
    }
  }
  return rows;
}

/// Whether some set of the size misses at most `missing` pairs, and its members `per_member` others.
bool some_set(const std::vector<std::uint32_t>& rows, const MissingBudget& budget) {
  for (std::uint32_t mask = 1; mask < std::uint32_t{1} << rows.size(); ++mask) {
    if (static_cast<Vertex>(std::popcount(mask)) != budget.size) continue;
    EdgeCount twice = 0;
    bool fits = true;
    for (std::size_t v = 0; v < rows.size(); ++v) {
      if ((mask >> v & 1u) == 0) continue;
      const auto missed = budget.size - 1 - static_cast<Vertex>(std::popcount(mask & rows[v]));
      twice += missed;
      fits = fits && missed <= budget.per_member;
    }
    if (fits && twice / 2 <= budget.missing) return true;
  }
  return false;
}

std::optional<std::vector<Vertex>> find(const BudgetRows& rows, const MissingBudget& budget) {
  const RunContext run;
  SearchWork work(run, std::uint64_t{1} << 40);
  return find_in_budget(
      rows, budget, {}, [](std::span<const Vertex>) { return true; }, work);
}

/// Rows in which joined(u, v), called for u < v, says whether two vertices are joined.
template <class Joined>
BudgetRows rows_of(Vertex n, Joined&& joined) {
  BudgetRows rows(n);
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      if (joined(u, v)) rows.join(u, v);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("both budgets hold together, of the set and of every member") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto drawn = drawn_rows(10, 10 + seed % 80, seed);
    const BudgetRows rows = rows_of(10, [&](Vertex u, Vertex v) { return (drawn[v] >> u & 1u) != 0; });
    for (Vertex s = 1; s <= 10; ++s) {
      for (const EdgeCount missing : {0u, 2u, 5u, 9u, 20u, 45u}) {
        for (const Vertex per_member : {0u, 1u, 2u, 4u, 9u}) {
          const MissingBudget budget{s, missing, per_member};
          CAPTURE(seed, s, missing, per_member);
          REQUIRE(find(rows, budget).has_value() == some_set(drawn, budget));
        }
      }
    }
  }
}

// Rows of many words, of which few are left below the first members.
TEST_CASE("what is hidden in a sparse graph of many words is found in short rows") {
  const Vertex planted = 12;
  Rng rng(3);
  for (const EdgeCount hidden : {0u, 3u, 5u}) {
    for (const EdgeCount missing : {2u, 3u, 4u, 5u}) {
      const BudgetRows rows = rows_of(700, [&](Vertex u, Vertex v) {
        // Every 50th vertex is planted; the planted set misses pairs of its first member.
        const bool both = u % 50 == 7 && v % 50 == 7 && v / 50 < planted;
        return both ? u != 7 || v / 50 > hidden : rng.below(100) < 4;
      });
      CAPTURE(hidden, missing);
      const auto found = find(rows, {planted, missing, planted - 1});
      REQUIRE(found.has_value() == (hidden <= missing));
      if (!found) continue;
      for (const Vertex v : *found) CHECK((v % 50 == 7 && v / 50 < planted));
    }
  }
}

TEST_CASE("members that miss as many as they may leave their neighbours in every word of a row") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed, 6);
    const BudgetRows rows = rows_of(150, [&](Vertex u, Vertex v) {
      // Every 12th vertex is planted; the planted set misses the pairs of a matching.
      const bool both = u % 12 == 5 && v % 12 == 5;
      return both ? v - u != 12 || u / 12 % 2 != 0 : rng.below(100) < 30;
    });
    CAPTURE(seed);
    const auto found = find(rows, {12, 6, 1});
    REQUIRE(found);
    for (const Vertex v : *found) CHECK(v % 12 == 5);
  }
}

// Beyond 24 levels candidates are filed too low, and the pairs are counted all the same.
TEST_CASE("members that miss many others are counted exactly") {
  const Vertex n = 64;
  // Two complete halves, with `across` edges between them in all.
  for (const Vertex across : {0u, 1u, 17u, 200u}) {
    const EdgeCount misses = std::uint64_t{n / 2} * (n / 2) - across;
    Vertex joined = 0;
    const BudgetRows rows =
        rows_of(n, [&](Vertex u, Vertex v) { return (u < n / 2) == (v < n / 2) || joined++ < across; });
    for (const EdgeCount missing : {misses - 1, misses}) {
      CAPTURE(across, missing);
      CHECK(find(rows, {n, missing, n - 1}).has_value() == (missing == misses));
    }
  }
}
