#include "graph/cores/core_in_passes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "core/assert.hpp"
#include "core/id_ranks.hpp"
#include "core/page_buffer.hpp"
#include "core/sequential_pass.hpp"

namespace lode::detail {
namespace {

/// State of a vertex between passes.
struct PassedVertex {
  Vertex estimate;  ///< not below its core number
  /// Neighbours whose estimates are no smaller; until its row is read first, perhaps more.
  Vertex support;

  /// True if the estimate will fall when the row is read.
  bool due() const { return support < estimate; }
};

struct PassedRows {
  PageBuffer<ArcIndex> offsets;
  PageBuffer<Vertex> targets;
};

/// No core number is larger: a c-core has more than c vertices of degree c.
Vertex largest_core_number(ArcIndex arcs) {
  return static_cast<Vertex>(std::sqrt(static_cast<double>(arcs)));
}

class PassingPeeler {
 public:
  PassingPeeler(const Graph& graph, std::uint64_t most_bytes, int most_passes, const RunContext& run)
      : graph_(graph),
        most_bytes_(most_bytes),
        most_passes_(most_passes),
        run_(run),
        nodes_(graph.num_vertices()),
        counts_(std::size_t{1} + std::min(graph.max_degree(), largest_core_number(graph.num_arcs()))),
        level_supports_(counts_.size()),
        level_vertices_(counts_.size()) {
    const auto largest = static_cast<Vertex>(counts_.size() - 1);
    for (Vertex v = 0; v < nodes_.size(); ++v) {
      nodes_[v] = {std::min(graph.degree(v), largest), graph.degree(v)};
    }
  }

  PassedCore find() {
    choose_level();
    constexpr int last_passes = 2;  // to count and to copy
    for (bool first = true; (first || unsettled_) && result_.passes + last_passes < most_passes_;
         first = false) {
      lower_estimates(first);
      choose_level();
    }
    result_.cut_short = unsettled_ || result_.passes == 0;
    if (least_possible_ < k_ && result_.passes + 1 < most_passes_) count_arcs();
    result_.k = k_;
    result_.core = copy_part();
    if (!result_.cut_short) return std::move(result_);
    // Passes that were cut short left vertices outside the core.
    std::optional<Part> core = k_core(result_.core.graph, k_, run_.without_limit());
    if (!core) stop();
    result_.core = composed(result_.core, *std::move(core));
    return std::move(result_);
  }

 private:
  static constexpr std::size_t nodes_ahead = 24;
  static constexpr std::uint64_t bytes_per_vertex = sizeof(ArcIndex) + sizeof(Vertex);
  /// A pass that reads less of the rows than this part lets the system fetch single pages.
  static constexpr ArcIndex dense_share = 8;

  /// The least k for which `bytes_of(k)`, summed from the largest estimate down to k, stays within the limit.
  template <class BytesOf>
  Vertex least_fitting(const BytesOf& bytes_of) const {
    auto k = static_cast<Vertex>(level_supports_.size());
    for (std::uint64_t bytes = sizeof(ArcIndex); k > 1; --k) {
      bytes += bytes_per_vertex * level_vertices_[k - 1] + sizeof(Vertex) * bytes_of(k - 1);
      if (bytes > most_bytes_) break;
    }
    return k;
  }

  /// The least k whose core must fit by the present estimates, the least k whose core can fit, and whether
  /// more passes may change them.
  ///
  /// An edge is seen from its end of smaller estimate, from both if they are equal: the vertices of estimate
  /// k and more have at most the sum of their supports as edges, and at least half of it.
  void choose_level() {
    std::ranges::fill(level_supports_, 0);
    std::ranges::fill(level_vertices_, 0);
    for (const PassedVertex& node : nodes_) {
      level_supports_[node.estimate] += node.support;
      ++level_vertices_[node.estimate];
    }
    k_ = least_fitting([&](Vertex level) { return 2 * level_supports_[level]; });
    least_possible_ = least_fitting([&](Vertex level) { return level_supports_[level]; });
    // The cores of this level and above are final when none of their vertices will change; so is the next
    // lower core, which cannot fit.
    const Vertex matters = std::max<Vertex>(least_possible_, 2) - 1;
    unsettled_ = std::ranges::any_of(
        nodes_, [&](const PassedVertex& node) { return node.estimate >= matters && node.due(); });
  }

  /// One more pass counts the arcs of the cores that can fit.
  void count_arcs() {
    std::ranges::fill(level_supports_, 0);
    for_each_row([&](Vertex v) { return nodes_[v].estimate >= least_possible_; },
                 [&](Vertex v) {
                   for (const Vertex u : graph_.neighbors(v)) {
                     ++level_supports_[std::min(nodes_[u].estimate, nodes_[v].estimate)];
                   }
                 });
    k_ = std::max(least_possible_, least_fitting([&](Vertex level) { return level_supports_[level]; }));
  }

  /// Reads the rows of vertices whose estimates will fall, all in the first pass. Far below the least core
  /// that can fit they wait: they change nothing for cores above theirs, and it may never come down to them.
  void lower_estimates(bool all) {
    const Vertex least = std::max<Vertex>(1, least_possible_ / 2);
    const auto wanted = [&](Vertex v) {
      return all ? nodes_[v].estimate > 0 : nodes_[v].estimate >= least && nodes_[v].due();
    };
    for_each_row(wanted, [&](Vertex v) { lower_estimate(v); });
  }

  [[noreturn]] static void stop() {
    throw SystemError("the passes over the graph were stopped (interrupted)");
  }

  /// One pass: visits the vertices that are wanted when their turn comes.
  template <class Wanted, class Visit>
  void for_each_row(const Wanted& wanted, const Visit& visit) {
    ArcIndex arcs = 0;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) arcs += wanted(v) ? graph_.degree(v) : 0;
    const auto density = arcs > graph_.num_arcs() / dense_share ? SequentialPass::Density::all
                                                                : SequentialPass::Density::parts;
    SequentialPass rows(graph_.targets(), graph_.csr().owner, density);
    SequentialPass begins(graph_.offsets(), graph_.csr().owner, density);
    const std::string phase = fmt::format("pass {} over the rows", result_.passes + 1);
    ArcIndex until_report = 0;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!wanted(v)) continue;
      if (until_report == 0) {
        if (run_.interrupted()) stop();
        run_.report(phase, 0.0, v, ProgressValue::none);
        until_report = arcs_per_report;
      }
      visit(v);
      const ArcIndex degree = graph_.degree(v);
      until_report -= std::min(until_report, degree + 1);
      result_.bytes_read += sizeof(ArcIndex) + sizeof(Vertex) * degree;
      rows.reached(sizeof(Vertex) * graph_.offsets()[v + 1]);
      begins.reached(sizeof(ArcIndex) * v);
    }
    ++result_.passes;
  }

  void lower_estimate(Vertex v) {
    const std::span<const Vertex> row = graph_.neighbors(v);
    const Vertex before = nodes_[v].estimate;
    std::fill_n(counts_.begin(), before + std::size_t{1}, 0);
    const std::span<const Vertex> rest = graph_.targets().subspan(graph_.offsets()[v]);
    for (std::size_t i = 0; i < row.size(); ++i) {
      // Beyond the row, too: the next row is mostly read as well.
      if (i + nodes_ahead < rest.size()) __builtin_prefetch(nodes_.data() + rest[i + nodes_ahead], 1);
      ++counts_[std::min(nodes_[row[i]].estimate, before)];
    }
    Vertex estimate = before;
    Vertex support = counts_[before];
    while (support < estimate) support += counts_[--estimate];
    nodes_[v] = {estimate, support};
    if (estimate == before) return;
    for (const Vertex u : row) {
      PassedVertex& node = nodes_[u];
      if (node.estimate > estimate && node.estimate <= before) --node.support;
    }
  }

  /// The vertices of estimate k and more with the edges between them.
  Part copy_part() {
    Part part;
    part.outside = k_ - 1.0;
    IdRanks left(std::max<Vertex>(graph_.num_vertices(), 1) - 1);
    std::ranges::fill(left.words(), IdRanks::Word{0, 0});
    ArcIndex most_arcs = 0;
    for (Vertex v = 0; v < nodes_.size(); ++v) {
      if (nodes_[v].estimate < k_) continue;
      left.insert(v);
      most_arcs += 2 * ArcIndex{nodes_[v].support};
    }
    most_arcs = std::min(most_arcs, most_bytes_ / sizeof(Vertex));  // k was chosen so
    nodes_.reset();
    const std::uint64_t count = left.finish();
    part.original.reserve(count);
    auto rows = std::make_shared<PassedRows>();
    rows->offsets = PageBuffer<ArcIndex>(count + 1);
    rows->targets = PageBuffer<Vertex>(most_arcs, Pages::small);  // the end may never be written
    rows->offsets[0] = 0;
    ArcIndex arcs = 0;
    for_each_row([&](Vertex v) { return left.contains(v); },
                 [&](Vertex v) {
                   for (const Vertex u : graph_.neighbors(v)) {
                     if (left.contains(u)) rows->targets[arcs++] = left.rank(u);
                   }
                   part.original.push_back(v);
                   rows->offsets[part.original.size()] = arcs;
                 });
    LODE_ASSERT_LIGHT(arcs <= most_arcs && part.original.size() == count);
    part.graph = Graph::from_csr({rows->offsets.span(), rows->targets.span().first(arcs), {}, rows}, {},
                                 CsrCheck::trusted);
    return part;
  }

  static constexpr ArcIndex arcs_per_report = ArcIndex{1} << 22;

  const Graph& graph_;
  std::uint64_t most_bytes_;
  int most_passes_;
  const RunContext& run_;
  PageBuffer<PassedVertex> nodes_;
  std::vector<Vertex> counts_;                 ///< of neighbours by estimate
  std::vector<std::uint64_t> level_supports_;  ///< sums by estimate; in the end arcs
  std::vector<std::uint64_t> level_vertices_;  ///< by estimate
  Vertex k_ = 0;
  Vertex least_possible_ = 0;
  bool unsettled_ = true;
  PassedCore result_;
};

}  // namespace

std::uint64_t bytes_for_passes(const Graph& graph) {
  const std::uint64_t n = graph.num_vertices();
  const std::uint64_t levels = std::uint64_t{1} + largest_core_number(graph.num_arcs());
  return sizeof(PassedVertex) * n + n / 4 + (2 * sizeof(std::uint64_t) + sizeof(Vertex)) * levels;
}

PassedCore core_in_passes(const Graph& graph, std::uint64_t most_bytes, const RunContext& run,
                          int most_passes) {
  if (graph.weighted()) {
    throw InvalidArgument("graph", "", "has weights, but passes over the file count degrees alone",
                          "leave the weights out");
  }
  return PassingPeeler(graph, most_bytes, most_passes, run).find();
}

}  // namespace lode::detail
