#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/assert.hpp"
#include "hybrid/block/block.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/valued_graph.hpp"
#include "subgraph/search/tabu_set.hpp"

namespace lode::subgraph::detail {
namespace {

/// Cells of rows passed in the time of an arc of a search over bucket arrays, as measured.
constexpr std::size_t small_cells_passed = 32;
constexpr std::size_t doubles_passed = 4;
/// Work of an exchange besides its rows, in arcs: the choice.
constexpr std::uint64_t dense_choice = 100;
/// Exchanges per member between fresh sums of real weights. A sum costs s / 2 exchanges.
constexpr std::uint64_t exchanges_per_member = 16;

/// Rows of at most this many vertices take no longer than the rest of an exchange, in any graph.
constexpr Vertex always_small = 512;
/// Rows of this many vertices, 4 MB, stay in the last cache. A pass over them takes no longer than visiting
/// an arc for 64 cells; on graphs of lower mean degree bucket arrays win.
constexpr Vertex usual_vertices = 2048;
constexpr std::uint64_t usual_cells_per_arc = 64;
/// Larger ones have to be worth making.
constexpr std::uint64_t cells_per_arc = 8;
/// Doubles are eight times as long, but the rest of an exchange is not.
constexpr std::uint64_t cells_per_double = 4;

/// Degrees into sets are kept in 16 bits, weights in 8.
constexpr Weight largest_degree = std::numeric_limits<std::int16_t>::max();
constexpr Weight largest_cell = std::numeric_limits<std::uint8_t>::max();

bool fits_small(const Graph& graph, Vertex s) {
  if (!graph.weighted()) return s < largest_degree;
  if (!graph.integral() || graph.signed_weights()) return false;
  const Weight most = graph.weights().empty() ? 0.0 : *std::ranges::max_element(graph.weights());
  return most <= largest_cell && most * (s + 1.0) < largest_degree;  // and one weight above
}

template <class Cell>
void fill(const Graph& graph, std::size_t stride, AlignedVector<Cell>& cells) {
  cells.resize(graph.num_vertices() * stride);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    Cell* const row = cells.data() + v * stride;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { row[u] = static_cast<Cell>(w); });
  }
}

/// Cell: of the rows; Degree: of d_S and its limits.
template <class Cell, class Degree>
class DenseTabuSet final : public TabuSet {
 public:
  DenseTabuSet(std::shared_ptr<const DenseRows> rows, const VertexSet& members, const VertexSet& anchors,
               const TabuRules& rules, Rng& draws)
      : TabuSet(rows->graph, static_cast<Vertex>(members.size()), rules, draws),
        rows_(std::move(rows)),
        n_(rows_->stride),
        margin_(weighted_ ? static_cast<Degree>(rules.margin * mean_weight(rows_->graph)) : Degree{0}),
        raise_(rows_->graph.signed_weights() ? least_raise(rows_->graph) : 0.0),
        expiring_(longest_tenure()),
        partition_(num_vertices_),
        side_(num_vertices_, Side::outsider),
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
    for (Vertex v = 0; v < num_vertices_; ++v) set_limits(v);
    for (const Vertex v : members) {
      if (side_[v] != Side::anchor) add(v);
    }
  }

  Weight weight() const override { return weight_; }
  std::span<const Vertex> members() const override { return partition_.support(); }
  std::span<const Vertex> outsiders() const override { return partition_.rest(); }
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
    LODE_ASSERT_NORMAL(side_[v] == Side::member);
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
    if (largest_out_ == -top || (largest_out_ <= Degree{0} && raise_ == 0.0)) return {};
    return collect_highest(largest_out_);
  }

  void make(const Exchange& exchange) override {
    const auto [out, in, gain] = exchange;
    forbid_exchanged(exchange);
    weight_ += static_cast<Weight>(degree_[in]) - static_cast<Weight>(degree_[out]) -
               static_cast<Weight>(row(out)[in]);
    leave(out);
    enter(in);
    await_release(out);
    await_release(in);
    // The next exchange is looked for a tick later: the pass finds extremes of vertices free then.
    free_until(tabu_.now() + 1);
    pass<Move::exchange>(row(in), row(out));
    work_ += pass_work();
    if (!rows_->graph.integral() && ++exchanges_ % (exchanges_per_member * members().size()) == 0)
      sum_afresh();
  }

  void release_all() override {
    TabuSet::release_all();
    freed_until_ = tabu_.now();
    expiring_.release_all([&](Vertex v) { set_limits(v); });
    extremes_known_ = false;
  }
  void forbid_dropped(Vertex v) override {
    TabuSet::forbid_dropped(v);
    await_release(v);
    extremes_known_ = false;
  }

  Weight recount() override {
    if (rows_->graph.integral()) return weight_;
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

  const Cell* row(Vertex v) const {
    if constexpr (exact) {
      return rows_->bytes.data() + v * n_;
    } else {
      return rows_->doubles.data() + v * n_;
    }
  }
  std::uint64_t pass_work() const { return 2 * n_ / (exact ? small_cells_passed : doubles_passed); }

  std::optional<Exchange> best_exchange() override {
    tabu_.advance();
    if (freed_until_ < tabu_.now()) {
      free_until(tabu_.now());
      extremes_known_ = false;
    }
    work_ += dense_choice;
    find_extremes();
    if (largest_out_ == -top || least_in_ == top) return std::nullopt;
    const auto lowest = collect_lowest(static_cast<Degree>(least_in_ + margin_));
    const auto highest = collect_highest(static_cast<Degree>(largest_out_ - margin_));
    return choose_pair<Difference>(
        lowest, highest, Difference{largest_out_} - Difference{least_in_}, static_cast<Difference>(-raise_),
        draws_, [&](Vertex v) { return Difference{degree_[v]}; },
        [&](Vertex out, Vertex in) { return Difference{row(out)[in]}; });
  }

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
    const bool free = tabu_.free_at(v) <= freed_until_;
    out_limit_[v] = free && side_[v] == Side::outsider ? top : -top;
    in_limit_[v] = free && side_[v] == Side::member ? -top : top;
  }
  void await_release(Vertex v) {
    const std::uint64_t free_at = tabu_.free_at(v);
    if (free_at > freed_until_) expiring_.add(v, free_at);
    set_limits(v);
  }
  /// No exchange is passed over.
  void free_until(std::uint64_t exchange) {
    freed_until_ = exchange;
    expiring_.release(exchange, [&](Vertex v) { set_limits(v); });
  }

  /// Weight and all d_S, before the rounding of many updates adds up.
  void sum_afresh() {
    std::ranges::fill(degree_, Degree{0});
    extremes_known_ = false;
    for (const Vertex v : sorted_members()) pass<Move::in>(row(v), nullptr);
    recount();
  }

  // --- passes ----------------------------------------------------------------------------------------

  /// Adds one row to the degrees and subtracts one, and finds the extreme degrees of free vertices.
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
  // Without branches, which would be mispredicted.

  /// At most `window` collected ones, from a random place.
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
  const Degree margin_;
  const Weight raise_;             ///< as least_raise
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

DenseRows::DenseRows(const Graph& whole, Vertex s)
    : graph(whole), stride((whole.num_vertices() + cells_per_line - 1) / cells_per_line * cells_per_line) {
  fits_small(graph, s) ? fill(graph, stride, bytes) : fill(graph, stride, doubles);
}

bool DenseRows::pay(const Graph& graph, Vertex s) {
  const std::uint64_t n = graph.num_vertices();
  if (n <= always_small) return n > 0;
  if (n > most_vertices) return false;
  const std::uint64_t per_arc = n <= usual_vertices ? usual_cells_per_arc : cells_per_arc;
  return n * n <= (fits_small(graph, s) ? per_arc : per_arc / cells_per_double) * graph.num_arcs();
}

std::unique_ptr<TabuSet> make_dense_tabu_set(std::shared_ptr<const DenseRows> rows, const VertexSet& members,
                                             const VertexSet& anchors, const TabuRules& rules, Rng& draws) {
  if (rows->doubles.empty()) {
    return std::make_unique<DenseTabuSet<std::uint8_t, std::int16_t>>(std::move(rows), members, anchors,
                                                                      rules, draws);
  }
  return std::make_unique<DenseTabuSet<double, double>>(std::move(rows), members, anchors, rules, draws);
}

}  // namespace lode::subgraph::detail
