#include "bounds/search/cuts.hpp"

#include <set>
#include <tuple>

namespace lode::subgraph::detail {
namespace {

/// The cuts violated most so far, with their violations in the place of multipliers.
class MostViolated {
 public:
  MostViolated(std::span<const SdpCut> known, std::size_t limit, double least)
      : limit_(limit), least_(least) {
    for (const SdpCut& cut : known) known_.insert(name(cut));
  }

  /// What a cut has to be violated by to be of use.
  double least() const { return least_; }

  void offer(const SdpCut& cut) {
    if (cut.multiplier <= least_ || known_.contains(name(cut))) return;
    found_.push_back(cut);
    if (found_.size() == 4 * limit_) trim();
  }

  std::vector<SdpCut> take() {
    trim();
    for (SdpCut& cut : found_) cut.multiplier = 0.0;
    return std::move(found_);
  }

 private:
  static std::tuple<SdpCutKind, std::uint32_t, std::uint32_t, std::uint32_t> name(const SdpCut& cut) {
    return {cut.kind, cut.i, cut.j, cut.l};
  }

  void trim() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const SdpCut& a, const SdpCut& b) { return a.multiplier > b.multiplier; });
    if (found_.size() <= limit_) return;
    found_.resize(limit_);
    least_ = found_.back().multiplier;
  }

  std::set<std::tuple<SdpCutKind, std::uint32_t, std::uint32_t, std::uint32_t>> known_;
  std::size_t limit_;
  double least_;
  std::vector<SdpCut> found_;
};

}  // namespace

std::optional<std::vector<SdpCut>> violated_cuts(std::span<const double> x, std::size_t n,
                                                 std::span<const SdpCut> known, std::size_t limit,
                                                 double least, const RunContext& run) {
  MostViolated most(known, limit, least);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (run.should_stop()) return std::nullopt;
    const double* const row_i = x.data() + i * n;
    for (std::uint32_t j = i + 1; j < n; ++j) {
      const double* const row_j = x.data() + j * n;
      const double ij = row_i[j];
      const double own = row_i[i] + row_j[j] - ij - 1.0;
      const double at_i = ij - row_i[i];
      const double at_j = ij - row_j[j];
      most.offer({SdpCutKind::within, i, j, 0, at_i});
      most.offer({SdpCutKind::within, j, i, 0, at_j});
      most.offer({SdpCutKind::cover, i, j, 0, own});
      for (std::uint32_t l = j + 1; l < n; ++l) {
        const double il = row_i[l];
        const double jl = row_j[l];
        const double ll = x[l * n + l];
        const double triangle = own + ll - il - jl;
        const double apex_l = il + jl - ll - ij;
        const double apex_i = at_i + il - jl;
        const double apex_j = at_j + jl - il;
        if (std::max(std::max(triangle, apex_l), std::max(apex_i, apex_j)) <= most.least()) continue;
        most.offer({SdpCutKind::triangle, i, j, l, triangle});
        most.offer({SdpCutKind::meeting, i, j, l, apex_l});
        most.offer({SdpCutKind::meeting, j, l, i, apex_i});
        most.offer({SdpCutKind::meeting, i, l, j, apex_j});
      }
    }
  }
  return most.take();
}

}  // namespace lode::subgraph::detail
