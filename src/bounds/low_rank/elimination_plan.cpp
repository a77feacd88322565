#include <algorithm>
#include <numeric>

#include "bounds/low_rank/eigenvalue_proof.hpp"
#include "core/linalg/sparse_order.hpp"

namespace lode::subgraph::detail {
namespace {

/// A column with more of the rows left than this is cheaper to eliminate with dense ones.
constexpr double dense_part = 0.2;

/// Rows of the factor below the diagonal by column, in some order of elimination; none for columns of more
/// than `most` rows and those that follow from them.
struct ColumnRows {
  std::vector<std::vector<std::uint32_t>> rows;
  std::vector<char> known;
  std::vector<std::size_t> largest;  ///< rows of the column or of one that it follows from
};

ColumnRows column_rows(const Graph& graph, std::span<const std::uint32_t> order,
                       std::span<const std::uint32_t> place, std::size_t most,
                       const std::function<bool()>& stop) {
  const std::size_t n = order.size();
  ColumnRows all{std::vector<std::vector<std::uint32_t>>(n), std::vector<char>(n, 1),
                 std::vector<std::size_t>(n, 0)};
  std::vector<std::vector<std::uint32_t>> children(n);
  std::vector<std::uint32_t> seen(n, static_cast<std::uint32_t>(n));
  for (std::uint32_t k = 0; k < n && !stop(); ++k) {
    auto& rows = all.rows[k];
    const auto take = [&](std::uint32_t row) {
      if (row <= k || seen[row] == k) return;
      seen[row] = k;
      rows.push_back(row);
    };
    for (const Vertex u : graph.neighbors(order[k])) take(place[u]);
    for (const std::uint32_t child : children[k]) {
      for (const std::uint32_t row : all.rows[child]) take(row);
      all.largest[k] = std::max(all.largest[k], all.largest[child]);
    }
    all.largest[k] = std::max(all.largest[k], rows.size());
    if (!all.known[k] || rows.size() > most) {
      all.known[k] = 0;
      for (const std::uint32_t row : rows) all.known[row] = 0;
      std::vector<std::uint32_t>().swap(rows);
      continue;
    }
    if (!rows.empty()) children[*std::min_element(rows.begin(), rows.end())].push_back(k);
  }
  return all;
}

/// The most rows a column may have to be eliminated on its own: dense_part of what is left then.
std::size_t longest_column(const ColumnRows& all) {
  std::vector<std::size_t> counts;
  for (std::size_t k = 0; k < all.known.size(); ++k) {
    if (all.known[k]) counts.push_back(all.largest[k]);
  }
  std::sort(counts.begin(), counts.end());
  const std::size_t n = all.known.size();
  std::size_t longest = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (static_cast<double>(counts[k]) <= dense_part * static_cast<double>(n - k)) longest = counts[k];
  }
  return longest;
}

}  // namespace

EliminationPlan plan_elimination(const Graph& graph, const std::function<bool()>& stop) {
  const std::size_t n = graph.num_vertices();
  if (stop()) return {};
  const std::vector<std::uint32_t> order =
      lode::detail::minimum_degree_order(graph.offsets(), graph.targets());
  std::vector<std::uint32_t> place(n);
  for (std::uint32_t k = 0; k < n; ++k) place[order[k]] = k;
  ColumnRows all =
      column_rows(graph, order, place, static_cast<std::size_t>(dense_part * static_cast<double>(n)), stop);
  if (stop()) return {};
  const std::size_t longest = longest_column(all);
  // A column that is left for the dense matrix takes no other with it: what follows from it has as many rows
  // somewhere before.
  EliminationPlan plan;
  std::vector<std::uint32_t> sparse;
  std::vector<std::uint32_t> dense;
  for (std::uint32_t k = 0; k < n; ++k) {
    (all.known[k] && all.largest[k] <= longest ? sparse : dense).push_back(k);
  }
  plan.sparse = sparse.size();
  std::vector<std::uint32_t> next(n);
  for (const auto* part : {&sparse, &dense}) {
    for (const std::uint32_t k : *part) {
      next[k] = static_cast<std::uint32_t>(plan.order.size());
      plan.order.push_back(order[k]);
    }
  }
  std::vector<std::uint32_t> row_entries(n, 0);
  plan.begin.push_back(0);
  for (const std::uint32_t k : sparse) {
    const std::size_t first = plan.rows.size();
    for (const std::uint32_t row : all.rows[k]) plan.rows.push_back(next[row]);
    std::sort(plan.rows.begin() + static_cast<std::ptrdiff_t>(first), plan.rows.end());
    for (std::size_t at = first; at < plan.rows.size(); ++at) ++row_entries[plan.rows[at]];
    plan.begin.push_back(plan.rows.size());
  }
  plan.longest_row = n == 0 ? 0 : 1 + *std::max_element(row_entries.begin(), row_entries.end());
  return plan;
}

}  // namespace lode::subgraph::detail
