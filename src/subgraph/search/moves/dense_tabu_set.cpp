#include "subgraph/search/moves/dense_tabu_set.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <lode/hybrid/block.hpp>

#include "core/assert.hpp"

namespace lode::subgraph::detail {
namespace {

/// Cells of rows passed in the time of an arc of a search over bucket arrays (bench_moves).
constexpr std::size_t small_cells_passed = 32;
constexpr std::size_t doubles_passed = 4;
/// Work of an exchange besides its rows, in arcs: the choice.
constexpr std::uint64_t dense_choice = 100;
/// Real weights are summed afresh after so many exchanges: that costs as much as s / 2 of them.
constexpr std::uint64_t exchanges_between_sums(Vertex s) { return 16 * std::uint64_t{s}; }

/// Cell: of the rows; Degree: of d_S and its limits.
template <class Cell, class Degree>
class DenseTabuSet final : public TabuSet {
 public:
  DenseTabuSet(std::shared_ptr<const DenseRows> rows, const VertexSet& members, const VertexSet& anchors,
               const TabuRules& rules, Rng& draws)
      : rows_(std::move(rows)),
        n_(rows_->stride()),
        s_(static_cast<Vertex>(members.size())),
        rules_(rules),
        draws_(draws),
        margin_(rows_->weighted() ? static_cast<Degree>(rules.margin * rows_->mean_weight()) : Degree{0}),
        tenures_(rows_->num_vertices(), s_, rules.slack),
        expiring_(tenures_.longest()),
        partition_(rows_->num_vertices()),
        side_(rows_->num_vertices(), Side::outsider),
        degree_(n_, Degree{0}),
        out_limit_(n_, -top),
        in_limit_(n_, top),
        anchors_(anchors),
        lowest_(n_ + 1),
        highest_(n_) {
    for (const Vertex v : anchors_) {
      partition_.freeze(v);
      side_[v] = Side::anchor;
      weight_ += static_cast<Weight>(degree_[v]);
      pass<Move::in>(row(v), nullptr);
    }
    for (Vertex v = 0; v < rows_->num_vertices(); ++v) set_limits(v);
    for (const Vertex v : members) {
      if (side_[v] != Side::anchor) add(v);
    }
  }

  Weight weight() const override { return weight_; }
  std::span<const Vertex> members() const override { return partition_.support(); }
  std::span<const Vertex> outsiders() const override { return partition_.rest(); }
  bool is_member(Vertex v) const override { return side_[v] == Side::member; }
  bool is_outsider(Vertex v) const override { return side_[v] == Side::outsider; }
  VertexSet sorted_members() const override {
    VertexSet set(members().begin(), members().end());
    set.insert(set.end(), anchors_.begin(), anchors_.end());
    std::sort(set.begin(), set.end());
    return set;
  }

  void add(Vertex v) override {
    LODE_ASSERT_NORMAL(is_outsider(v));
    weight_ += static_cast<Weight>(degree_[v]);
    enter(v);
    set_limits(v);
    pass<Move::in>(row(v), nullptr);
  }
  void remove(Vertex v) override {
    LODE_ASSERT_NORMAL(is_member(v));
    weight_ -= static_cast<Weight>(degree_[v]);
    leave(v);
    set_limits(v);
    pass<Move::out>(nullptr, row(v));
  }
  Vertex weakest() const override {
    return *std::ranges::min_element(members(), {}, [&](Vertex v) { return degree_[v]; });
  }

  std::span<const Vertex> best_outsiders() override {
    find_extremes();
    if (largest_out_ == -top || (largest_out_ <= Degree{0} && rows_->raise() == 0.0)) return {};
    return collect_highest(largest_out_);
  }

  std::optional<Exchange> next() override {
    tick();
    work_ += dense_choice;
    find_extremes();
    if (largest_out_ == -top || least_in_ == top) return std::nullopt;
    const auto lowest = collect_lowest(static_cast<Degree>(least_in_ + margin_));
    const auto highest = collect_highest(static_cast<Degree>(largest_out_ - margin_));
    Exchange exchange = choose_pair<Difference>(
        lowest, highest, Difference{largest_out_} - Difference{least_in_},
        static_cast<Difference>(-rows_->raise()), draws_, [&](Vertex v) { return Difference{degree_[v]}; },
        [&](Vertex out, Vertex in) { return Difference{row(out)[in]}; });
    if (exchange.gain < 0.0 && rules_.random_exchange > 0.0 &&
        draws_.uniform() <
            random_exchange_chance(missing_edges(), rows_->num_vertices(), rules_.random_exchange)) {
      exchange.out = members()[draws_.below(members().size())];
      exchange.in = outsiders()[draws_.below(outsiders().size())];
    }
    return exchange;
  }

  void make(const Exchange& exchange) override {
    const auto [out, in, gain] = exchange;
    const double missing = rows_->weighted() ? unlimited_missing : missing_edges();
    weight_ += static_cast<Weight>(degree_[in]) - static_cast<Weight>(degree_[out]) -
               static_cast<Weight>(row(out)[in]);
    leave(out);
    enter(in);
    tenures_.exchanged(out, in, missing, draws_);
    forbid(out);
    forbid(in);
    // The next exchange is looked for a tick later: the pass finds the extremes of those free then.
    free_until(tenures_.list().now() + 1);
    pass<Move::exchange>(row(in), row(out));
    work_ += pass_work();
    if (++exchanges_ % exchanges_between_sums(s_) == 0 && !rows_->integral()) sum_afresh();
  }

  void release_all() override {
    tenures_.release_all();
    freed_until_ = tenures_.list().now();
    expiring_.release_all([&](Vertex v) { set_limits(v); });
    extremes_known_ = false;
  }
  void forbid_dropped(Vertex v, Rng& draws) override {
    tenures_.dropped(v, draws);
    forbid(v);
    extremes_known_ = false;
  }
  std::uint32_t exchanges_of(Vertex v) const override { return tenures_.exchanges_of(v); }

  Weight recount() override {
    if (rows_->integral()) return weight_;
    weight_ = 0.0;
    const VertexSet set = sorted_members();
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = i + 1; j < set.size(); ++j) weight_ += static_cast<Weight>(row(set[i])[set[j]]);
    }
    work_ += set.size() * set.size() / (2 * doubles_passed);
    return weight_;
  }
  std::uint64_t work() const override { return work_; }

 private:
  enum class Side : std::uint8_t { outsider, member, anchor };
  enum class Move { in, out, exchange, none };

  static constexpr Degree top = std::numeric_limits<Degree>::max();  ///< above all degrees
  using Difference = std::conditional_t<std::is_floating_point_v<Degree>, double, int>;
  static constexpr bool exact = !std::is_floating_point_v<Degree>;
  /// Vertices that a pass takes side by side: 64 bytes of degrees.
  static constexpr std::size_t lanes = 64 / sizeof(Degree);

  const Cell* row(Vertex v) const { return rows_->row<Cell>(v); }
  std::uint64_t pass_work() const { return 2 * n_ / (exact ? small_cells_passed : doubles_passed); }

  double missing_edges() const { return tabu_missing_edges(rows_->weighted(), s_, weight_); }

  void enter(Vertex v) {
    partition_.add(v);
    side_[v] = Side::member;
  }
  void leave(Vertex v) {
    partition_.remove(v);
    side_[v] = Side::outsider;
  }

  // --- tenures ---------------------------------------------------------------------------------------

  void set_limits(Vertex v) {
    const bool free = tenures_.list().free_at(v) <= freed_until_;
    out_limit_[v] = free && side_[v] == Side::outsider ? top : -top;
    in_limit_[v] = free && side_[v] == Side::member ? -top : top;
  }
  void forbid(Vertex v) {
    const std::uint64_t free_at = tenures_.list().free_at(v);
    if (free_at > freed_until_) expiring_.add(v, free_at);
    set_limits(v);
  }
  /// No exchange is passed over.
  void free_until(std::uint64_t exchange) {
    freed_until_ = exchange;
    expiring_.release(exchange, [&](Vertex v) { set_limits(v); });
  }
  void tick() {
    tenures_.advance();
    if (freed_until_ >= tenures_.list().now()) return;
    free_until(tenures_.list().now());
    extremes_known_ = false;
  }

  /// Weight and all d_S, before the rounding of many updates adds up.
  void sum_afresh() {
    std::ranges::fill(degree_, Degree{0});
    extremes_known_ = false;
    for (const Vertex v : sorted_members()) pass<Move::in>(row(v), nullptr);
    recount();
  }

  // --- passes ----------------------------------------------------------------------------------------

  /// Adds one row to the degrees and takes one from them, and finds the extreme degrees of those free.
  template <Move move>
  void pass(const Cell* __restrict in, const Cell* __restrict out) {
    std::array<Degree, lanes> largest;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::array<Degree, lanes> least;    // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    largest.fill(-top);
    least.fill(top);
    Degree* __restrict degree = degree_.data();
    const Degree* __restrict out_limit = out_limit_.data();
    const Degree* __restrict in_limit = in_limit_.data();
    for (std::size_t i = 0; i < n_; i += lanes) {
      for (std::size_t k = 0; k < lanes; ++k) {
        Degree now = degree[i + k];
        if constexpr (move == Move::in || move == Move::exchange)
          now = static_cast<Degree>(now + static_cast<Degree>(in[i + k]));
        if constexpr (move == Move::out || move == Move::exchange)
          now = static_cast<Degree>(now - static_cast<Degree>(out[i + k]));
        if constexpr (move != Move::none) degree[i + k] = now;
        const Degree high = now < out_limit[i + k] ? now : out_limit[i + k];
        const Degree low = now > in_limit[i + k] ? now : in_limit[i + k];
        largest[k] = largest[k] > high ? largest[k] : high;
        least[k] = least[k] < low ? least[k] : low;
      }
    }
    largest_out_ = *std::ranges::max_element(largest);
    least_in_ = *std::ranges::min_element(least);
    extremes_known_ = true;
    work_ += move == Move::exchange ? 0 : pass_work() / 2;
  }
  void find_extremes() {
    if (!extremes_known_) pass<Move::none>(nullptr, nullptr);
  }

  // --- candidates ------------------------------------------------------------------------------------
  // Written without branches, which could not be foretold.

  /// At most `window` of those collected, from a random place.
  std::span<const Vertex> window_of(const std::vector<Vertex>& found, std::size_t count) {
    if (count <= window) return {found.data(), count};
    return {found.data() + draws_.below(count - window + 1), window};
  }

  /// Free members of a degree of at most `limit`.
  std::span<const Vertex> collect_lowest(Degree limit) {
    std::size_t count = 0;
    for (const Vertex v : members()) {
      lowest_[count] = v;
      count += static_cast<std::size_t>((degree_[v] <= limit) & (in_limit_[v] <= limit));
    }
    return window_of(lowest_, count);
  }

  /// Free outsiders of a degree of at least `limit`.
  std::span<const Vertex> collect_highest(Degree limit) {
    constexpr std::size_t stretch = DenseRows::cells_per_line;
    Vertex* end = highest_.data();
    for (std::size_t first = 0; first < n_; first += stretch) {
      const Degree* degree = degree_.data() + first;
      const Degree* out_limit = out_limit_.data() + first;
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled below
      alignas(stretch) std::array<std::uint8_t, stretch> is_high;
      for (std::size_t k = 0; k < stretch; ++k) {
        const Degree high = degree[k] < out_limit[k] ? degree[k] : out_limit[k];
        is_high[k] = high >= limit ? 1 : 0;
      }
      for (std::size_t k = 0; k < stretch; k += sizeof(std::uint64_t)) {
        std::uint64_t eight;
        std::memcpy(&eight, is_high.data() + k, sizeof eight);
        for (; eight != 0; eight &= eight - 1) {
          *end++ = static_cast<Vertex>(first + k + static_cast<std::size_t>(std::countr_zero(eight)) / 8);
        }
      }
    }
    return window_of(highest_, static_cast<std::size_t>(end - highest_.data()));
  }

  const std::shared_ptr<const DenseRows> rows_;
  const std::size_t n_;  ///< cells of a row
  const Vertex s_;
  const TabuRules rules_;
  Rng& draws_;
  const Degree margin_;
  TabuTenures tenures_;
  std::uint64_t freed_until_ = 0;  ///< the exchange of which the limits are
  hybrid::ReleaseRing<Vertex> expiring_;
  hybrid::Partition partition_;
  std::vector<Side> side_;
  AlignedVector<Degree> degree_;
  AlignedVector<Degree> out_limit_;  ///< above all degrees for free outsiders, below all for others
  AlignedVector<Degree> in_limit_;   ///< below all degrees for free members, above all for others
  const VertexSet anchors_;
  Weight weight_ = 0.0;
  bool extremes_known_ = false;
  Degree largest_out_ = -top;
  Degree least_in_ = top;
  std::vector<Vertex> lowest_;   ///< room for candidates
  std::vector<Vertex> highest_;  ///< likewise
  std::uint64_t work_ = 0;
  std::uint64_t exchanges_ = 0;
};

}  // namespace

std::unique_ptr<TabuSet> make_dense_tabu_set(std::shared_ptr<const DenseRows> rows, const VertexSet& members,
                                             const VertexSet& anchors, const TabuRules& rules, Rng& draws) {
  if (rows->small()) {
    return std::make_unique<DenseTabuSet<std::uint8_t, std::int16_t>>(std::move(rows), members, anchors,
                                                                      rules, draws);
  }
  return std::make_unique<DenseTabuSet<double, double>>(std::move(rows), members, anchors, rules, draws);
}

}  // namespace lode::subgraph::detail
