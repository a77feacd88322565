#include "bounds/search/cuts.hpp"

#include <algorithm>
#include <unordered_set>

namespace lode::subgraph::detail {
namespace {

struct ViolatedCut {
  double violation = 0.0;
  std::uint64_t key = 0;  ///< kind, i, j, l
};

constexpr unsigned place_bits = 20;  ///< of a vertex in a key

std::uint64_t key_of(SdpCutKind kind, std::size_t i, std::size_t j, std::size_t l) {
  return (static_cast<std::uint64_t>(kind) << (3 * place_bits)) | (std::uint64_t{i} << (2 * place_bits)) |
         (std::uint64_t{j} << place_bits) | std::uint64_t{l};
}

SdpCut cut_of(std::uint64_t key) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << place_bits) - 1;
  return {.kind = static_cast<SdpCutKind>(key >> (3 * place_bits)),
          .i = static_cast<std::uint32_t>((key >> (2 * place_bits)) & mask),
          .j = static_cast<std::uint32_t>((key >> place_bits) & mask),
          .l = static_cast<std::uint32_t>(key & mask)};
}

/// The cuts violated most so far.
class MostViolated {
 public:
  MostViolated(std::span<const SdpCut> known, std::size_t limit, double least)
      : limit_(limit), least_(least) {
    for (const SdpCut& cut : known) known_.insert(key_of(cut.kind, cut.i, cut.j, cut.l));
  }

  /// What a cut has to be violated by to be of use.
  double least() const { return least_; }

  void offer(double violation, std::uint64_t key) {
    if (violation <= least_ || known_.contains(key)) return;
    found_.push_back({violation, key});
    if (found_.size() == 4 * limit_) trim();
  }

  std::vector<SdpCut> take() {
    trim();
    std::vector<SdpCut> cuts;
    for (const ViolatedCut& each : found_) cuts.push_back(cut_of(each.key));
    return cuts;
  }

 private:
  void trim() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const ViolatedCut& a, const ViolatedCut& b) { return a.violation > b.violation; });
    if (found_.size() <= limit_) return;
    found_.resize(limit_);
    least_ = found_.back().violation;
  }

  std::unordered_set<std::uint64_t> known_;
  std::size_t limit_;
  double least_;
  std::vector<ViolatedCut> found_;
};

}  // namespace

std::optional<std::vector<SdpCut>> violated_cuts(std::span<const double> x, std::size_t n,
                                                 std::span<const SdpCut> known, std::size_t limit,
                                                 double least, const RunContext& run) {
  MostViolated most(known, limit, least);
  for (std::size_t i = 0; i < n; ++i) {
    if (run.should_stop()) return std::nullopt;
    const double* const row_i = x.data() + i * n;
    for (std::size_t j = i + 1; j < n; ++j) {
      const double* const row_j = x.data() + j * n;
      const double ij = row_i[j];
      const double own = row_i[i] + row_j[j] - ij - 1.0;
      const double at_i = ij - row_i[i];
      const double at_j = ij - row_j[j];
      most.offer(at_i, key_of(SdpCutKind::within, i, j, 0));
      most.offer(at_j, key_of(SdpCutKind::within, j, i, 0));
      most.offer(own, key_of(SdpCutKind::cover, i, j, 0));
      for (std::size_t l = j + 1; l < n; ++l) {
        const double il = row_i[l];
        const double jl = row_j[l];
        const double ll = x[l * n + l];
        const double triangle = own + ll - il - jl;
        const double apex_l = il + jl - ll - ij;
        const double apex_i = at_i + il - jl;
        const double apex_j = at_j + jl - il;
        if (std::max(std::max(triangle, apex_l), std::max(apex_i, apex_j)) <= most.least()) continue;
        most.offer(triangle, key_of(SdpCutKind::triangle, i, j, l));
        most.offer(apex_l, key_of(SdpCutKind::meeting, i, j, l));
        most.offer(apex_i, key_of(SdpCutKind::meeting, j, l, i));
        most.offer(apex_j, key_of(SdpCutKind::meeting, i, l, j));
      }
    }
  }
  return most.take();
}

}  // namespace lode::subgraph::detail
