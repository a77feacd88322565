#include "bounds/search/cuts.hpp"

#include <set>
#include <tuple>

namespace lode::subgraph::detail {

std::optional<std::vector<SdpCut>> violated_cuts(std::span<const double> x, std::size_t n,
                                                 std::span<const SdpCut> known, std::size_t limit,
                                                 double least, const RunContext& run) {
  const auto name = [](const SdpCut& cut) { return std::tuple{cut.kind, cut.i, cut.j, cut.l}; };
  std::set<std::tuple<SdpCutKind, std::uint32_t, std::uint32_t, std::uint32_t>> names;
  for (const SdpCut& cut : known) names.insert(name(cut));
  std::vector<SdpCut> found;  // with their violations in the place of multipliers
  const auto trim = [&] {
    std::ranges::stable_sort(found, std::greater<>(), &SdpCut::multiplier);
    if (found.size() <= limit) return;
    found.resize(limit);
    least = found.back().multiplier;
  };
  const auto offer = [&](const SdpCut& cut) {
    if (cut.multiplier <= least || names.contains(name(cut))) return;
    found.push_back(cut);
    if (found.size() == 4 * limit) trim();
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    if (run.should_stop()) return std::nullopt;
    const double* const row_i = x.data() + i * n;
    for (std::uint32_t j = i + 1; j < n; ++j) {
      const double* const row_j = x.data() + j * n;
      const double ij = row_i[j];
      const double own = row_i[i] + row_j[j] - ij - 1.0;
      const double at_i = ij - row_i[i];
      const double at_j = ij - row_j[j];
      offer({SdpCutKind::within, i, j, 0, at_i});
      offer({SdpCutKind::within, j, i, 0, at_j});
      offer({SdpCutKind::cover, i, j, 0, own});
      for (std::uint32_t l = j + 1; l < n; ++l) {
        const double il = row_i[l];
        const double jl = row_j[l];
        const double ll = x[l * n + l];
        const double triangle = own + ll - il - jl;
        const double apex_l = il + jl - ll - ij;
        const double apex_i = at_i + il - jl;
        const double apex_j = at_j + jl - il;
        if (std::max(std::max(triangle, apex_l), std::max(apex_i, apex_j)) <= least) continue;
        offer({SdpCutKind::triangle, i, j, l, triangle});
        offer({SdpCutKind::meeting, i, j, l, apex_l});
        offer({SdpCutKind::meeting, j, l, i, apex_i});
        offer({SdpCutKind::meeting, i, l, j, apex_j});
      }
    }
  }
  trim();
  for (SdpCut& cut : found) cut.multiplier = 0.0;
  return found;
}

}  // namespace lode::subgraph::detail
