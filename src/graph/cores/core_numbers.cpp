#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/graph/cores.hpp>

namespace lode {
namespace {

/// Falls from k + 1 are noticed by exactly one thread, and no degree ends below k.
struct SharedDegrees {
  static Vertex read(const Vertex& degree) {
    return std::atomic_ref(const_cast<Vertex&>(degree)).load(std::memory_order_relaxed);
  }
  /// True if the degree has come down to k by this.
  static bool lower(Vertex& degree, Vertex k) {
    std::atomic_ref shared(degree);
    const Vertex before = shared.fetch_sub(1, std::memory_order_relaxed);
    if (before <= k) shared.fetch_add(1, std::memory_order_relaxed);
    return before == k + 1;
  }
};
struct OwnDegrees {
  static Vertex read(const Vertex& degree) { return degree; }
  static bool lower(Vertex& degree, Vertex k) { return --degree == k; }
};

/// Peels level by level: all vertices with k neighbours left go, and all that come down to k by that.
template <class Degrees>
class LevelPeeling {
 public:
  LevelPeeling(const Graph& graph, const RunContext& run)
      : graph_(graph), run_(run), degree_(graph.num_vertices()) {
    const std::size_t n = graph.num_vertices();
    pieces_.resize((n + piece_vertices - 1) / piece_vertices);
    tbb::parallel_for(std::size_t{0}, pieces_.size(), [&](std::size_t i) {
      Piece& piece = pieces_[i];
      piece.left.resize(std::min(piece_vertices, n - i * piece_vertices));
      std::iota(piece.left.begin(), piece.left.end(), static_cast<Vertex>(i * piece_vertices));
      for (const Vertex v : piece.left) degree_[v] = graph_.degree(v);
    });
  }

  /// Core numbers by vertex; nothing if the run should stop first.
  std::vector<Vertex> peel() {
    std::size_t scanned = 0;  // since the last look at the clock
    for (Vertex k = 0; !pieces_.empty();) {
      if (stopped_) return {};
      scanned += pieces_.size() * piece_vertices / 8;
      if (scanned >= visits_between_polls) {
        scanned = 0;
        if (run_.should_stop()) return {};
      }
      const Vertex next = collect(k);
      if (due_.empty()) {
        k = std::max(k + 1, next);
      } else {
        remove(k++);
      }
      std::erase_if(pieces_, [](const Piece& piece) { return piece.left.empty(); });
    }
    return std::move(degree_);
  }

 private:
  static constexpr std::size_t piece_vertices = std::size_t{1} << 13;
  static constexpr std::size_t due_at_once = 128;
  static constexpr std::size_t degrees_ahead = 24;
  static constexpr std::size_t visits_between_polls = std::size_t{1} << 17;

  /// Some vertices, those of core number below the level dropped now and then.
  struct Piece {
    std::vector<Vertex> left;
    std::vector<Vertex> due;
    Vertex least = no_vertex;  ///< degree of those left that are not due
  };

  /// Finds the vertices of degree k, and the least degree above it.
  Vertex collect(Vertex k) {
    tbb::parallel_for(std::size_t{0}, pieces_.size(), [&](std::size_t i) {
      Piece& piece = pieces_[i];
      piece.due.clear();
      piece.least = no_vertex;
      std::size_t kept = 0;
      for (const Vertex v : piece.left) {
        const Vertex degree = degree_[v];
        if (degree == k) piece.due.push_back(v);
        if (degree <= k) continue;
        piece.least = std::min(piece.least, degree);
        piece.left[kept++] = v;
      }
      piece.left.resize(kept);
    });
    due_.clear();
    Vertex least = no_vertex;
    for (const Piece& piece : pieces_) {
      due_.insert(due_.end(), piece.due.begin(), piece.due.end());
      least = std::min(least, piece.least);
    }
    return least;
  }

  void remove(Vertex k) {
    tbb::parallel_for(std::size_t{0}, (due_.size() + due_at_once - 1) / due_at_once, [&](std::size_t part) {
      const auto begin = due_.begin() + static_cast<std::ptrdiff_t>(part * due_at_once);
      const auto end = part * due_at_once + due_at_once < due_.size()
                           ? begin + static_cast<std::ptrdiff_t>(due_at_once)
                           : due_.end();
      std::vector<Vertex> open(begin, end);
      std::size_t visited = 0;
      while (!open.empty() && !stopped_.load(std::memory_order_relaxed)) {
        const Vertex v = open.back();
        open.pop_back();
        lower_neighbors(v, k, open);
        visited += graph_.degree(v);
        if (visited < visits_between_polls) continue;
        visited = 0;
        if (run_.should_stop()) stopped_ = true;
      }
    });
  }

  void lower_neighbors(Vertex v, Vertex k, std::vector<Vertex>& open) {
    const auto row = graph_.neighbors(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i + degrees_ahead < row.size()) __builtin_prefetch(degree_.data() + row[i + degrees_ahead], 1);
      Vertex& degree = degree_[row[i]];
      if (Degrees::read(degree) > k && Degrees::lower(degree, k)) open.push_back(row[i]);
    }
  }

  const Graph& graph_;
  const RunContext& run_;
  std::atomic<bool> stopped_ = false;
  std::vector<Vertex> degree_;  ///< among those not gone yet; where that was k or less, the core number
  std::vector<Piece> pieces_;
  std::vector<Vertex> due_;
};

}  // namespace

std::vector<Vertex> core_numbers(const Graph& graph, const RunContext& run) {
  std::vector<Vertex> core;
  run.parallel([&] {
    core = run.threads() > 1 ? LevelPeeling<SharedDegrees>(graph, run).peel()
                             : LevelPeeling<OwnDegrees>(graph, run).peel();
  });
  return core;
}

}  // namespace lode
