#include "bounds/low_rank/lagrangian.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <tbb/parallel_for.h>

namespace lode::subgraph::detail {
namespace {

/// Vertices and clusters of a task; fixed, for sums are split by them.
constexpr std::size_t vertex_block = 256;
constexpr std::size_t cluster_block = 8;

/// body(first, last, block) for blocks of `size` that cover 0 ... n.
template <class Body>
void in_blocks(std::size_t n, std::size_t size, Body&& body) {
  tbb::parallel_for(std::size_t{0}, (n + size - 1) / size,
                    [&](std::size_t b) { body(b * size, std::min(n, (b + 1) * size), b); });
}

/// The sum of body(first, last) over blocks, in their order.
template <class Body>
double sum_of_blocks(std::size_t n, std::size_t size, Body&& body) {
  std::vector<double> parts((n + size - 1) / size);
  in_blocks(n, size,
            [&](std::size_t first, std::size_t last, std::size_t b) { parts[b] = body(first, last); });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

/// What one row adds to the augmented Lagrangian: `slack` >= 0 or = 0 was asked for.
double row_value(double slack, double before, double next, double sigma) {
  const double moved = next - before;
  return next * slack + moved * moved / (2.0 * sigma);
}

}  // namespace

LowRankLagrangian::LowRankLagrangian(const Graph& graph, std::span<const ArcIndex> reverse, Vertex s,
                                     double scale)
    : graph_(graph),
      reverse_(reverse),
      s_(s),
      n_(graph.num_vertices()),
      product_(graph.num_arcs()),
      square_(n_),
      load_(n_) {
  weight_.reserve(graph.num_arcs());
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) {
    weight_.push_back(static_cast<float>(scale * graph.arc_weight(arc)));
  }
  set_clusters(std::vector<std::uint32_t>(n_, 0), 1);
}

void LowRankLagrangian::set_clusters(std::vector<std::uint32_t> cluster, std::size_t count) {
  cluster_ = std::move(cluster);
  clusters_ = count;
  member_begin_.assign(count + 1, 0);
  for (const std::uint32_t c : cluster_) ++member_begin_[c + 1];
  std::partial_sum(member_begin_.begin(), member_begin_.end(), member_begin_.begin());
  members_.resize(n_);
  std::vector<std::size_t> next(member_begin_.begin(), member_begin_.end() - 1);
  for (Vertex v = 0; v < n_; ++v) members_[next[cluster_[v]]++] = v;
  sum_.assign(count * low_rank, 0.0F);
  push_.assign(count * low_rank, 0.0F);
}

void LowRankLagrangian::sum_clusters(std::span<const float> v) {
  in_blocks(clusters_, cluster_block, [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t c = first; c < last; ++c) {
      float* const sum = sum_.data() + c * low_rank;
      std::fill_n(sum, low_rank, 0.0F);
      for (std::size_t at = member_begin_[c]; at < member_begin_[c + 1]; at += vertex_block) {
        float part[low_rank] = {};
        const std::size_t end = std::min(at + vertex_block, member_begin_[c + 1]);
        for (std::size_t i = at; i < end; ++i) row_add(1.0F, v.data() + members_[i] * low_rank, part);
        row_add(1.0F, part, sum);
      }
    }
  });
  std::fill_n(total_, low_rank, 0.0F);
  for (std::size_t c = 0; c < clusters_; ++c) row_add(1.0F, sum_.data() + c * low_rank, total_);
}

double LowRankLagrangian::move_vertices(std::span<const float> v, const SolverMultipliers& centre,
                                        double sigma, double cap, SolverMultipliers& next) {
  const std::size_t blocks = (n_ + vertex_block - 1) / vertex_block;
  std::vector<float> weighted(blocks * low_rank, 0.0F);
  std::vector<double> parts(blocks);
  in_blocks(n_, vertex_block, [&](std::size_t first, std::size_t last, std::size_t b) {
    double value = 0.0;
    for (std::size_t i = first; i < last; ++i) {
      const float* const row = v.data() + i * low_rank;
      square_[i] = row_dot(row, row);
      const double slack = static_cast<double>(row_dot(row, total_)) / s_ - static_cast<double>(square_[i]);
      const double before = centre.vertex[i];
      next.vertex[i] = static_cast<float>(std::min(cap, before - sigma * slack));
      value += row_value(slack, before, next.vertex[i], sigma);
      row_add(next.vertex[i], row, weighted.data() + b * low_rank);
    }
    parts[b] = value;
  });
  std::fill_n(weighted_, low_rank, 0.0F);
  for (std::size_t b = 0; b < blocks; ++b) row_add(1.0F, weighted.data() + b * low_rank, weighted_);
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

double LowRankLagrangian::move_arcs(std::span<const float> v, const SolverMultipliers& centre, double sigma,
                                    SolverMultipliers& next, double& weight) {
  const auto offsets = graph_.offsets();
  const auto targets = graph_.targets();
  in_blocks(n_, vertex_block, [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t i = first; i < last; ++i) {
      for (ArcIndex arc = offsets[i]; arc < offsets[i + 1]; ++arc) {
        if (targets[arc] < i) continue;
        product_[arc] = row_dot(v.data() + i * low_rank, v.data() + targets[arc] * low_rank);
      }
    }
  });
  std::vector<double> weights((n_ + vertex_block - 1) / vertex_block);
  std::vector<double> values(weights.size());
  in_blocks(n_, vertex_block, [&](std::size_t first, std::size_t last, std::size_t b) {
    double value = 0.0;
    double inside = 0.0;
    for (std::size_t i = first; i < last; ++i) {
      double load = 0.0;
      for (ArcIndex arc = offsets[i]; arc < offsets[i + 1]; ++arc) {
        // The arc back belongs to a smaller vertex, which wrote the product.
        const bool back = targets[arc] < i;
        const double product = back ? product_[reverse_[arc]] : product_[arc];
        const double slack = static_cast<double>(square_[i]) - product;
        const double before = centre.arc[arc];
        next.arc[arc] = static_cast<float>(std::max(0.0, before - sigma * slack));
        value += row_value(slack, before, next.arc[arc], sigma);
        load += static_cast<double>(next.arc[arc]);
        inside += 0.5 * static_cast<double>(weight_[arc]) * product;
      }
      load_[i] = load;
    }
    values[b] = value;
    weights[b] = inside;
  });
  weight = std::accumulate(weights.begin(), weights.end(), 0.0);
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double LowRankLagrangian::move_clusters(const SolverMultipliers& centre, double sigma,
                                        SolverMultipliers& next) {
  if (clusters_ == 1) {
    next.between.assign(1, 0.0F);
    return 0.0;
  }
  const double value = sum_of_blocks(clusters_, cluster_block, [&](std::size_t first, std::size_t last) {
    double part = 0.0;
    std::vector<double> edges(clusters_);
    for (std::size_t c = first; c < last; ++c) {
      std::fill(edges.begin(), edges.end(), 0.0);
      for (std::size_t at = member_begin_[c]; at < member_begin_[c + 1]; ++at) {
        const Vertex i = members_[at];
        for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
          const Vertex j = graph_.targets()[arc];
          if (cluster_[j] > c) edges[cluster_[j]] += j < i ? product_[reverse_[arc]] : product_[arc];
        }
      }
      const double size = static_cast<double>(member_begin_[c + 1] - member_begin_[c]);
      for (std::size_t d = c + 1; d < clusters_; ++d) {
        const double pairs = size * static_cast<double>(member_begin_[d + 1] - member_begin_[d]);
        const double slack =
            static_cast<double>(row_dot(sum_.data() + c * low_rank, sum_.data() + d * low_rank)) - edges[d];
        const double before = centre.between[c * clusters_ + d];
        const float moved = static_cast<float>(std::max(0.0, before - sigma / pairs * slack));
        next.between[c * clusters_ + d] = moved;
        if (before != 0.0 || moved != 0.0F) part += row_value(slack, before, moved, sigma / pairs);
      }
    }
    return part;
  });
  in_blocks(clusters_, cluster_block, [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t c = first; c < last; ++c) {
      for (std::size_t d = 0; d < c; ++d) next.between[c * clusters_ + d] = next.between[d * clusters_ + c];
      float* const push = push_.data() + c * low_rank;
      std::fill_n(push, low_rank, 0.0F);
      next.between[c * clusters_ + c] = 0.0F;
      for (std::size_t d = 0; d < clusters_; ++d) {
        const float theta = next.between[std::min(c, d) * clusters_ + std::max(c, d)];
        if (d != c && theta != 0.0F) row_add(0.5F * theta, sum_.data() + d * low_rank, push);
      }
    }
  });
  return value;
}

void LowRankLagrangian::fill_gradient(std::span<const float> v, const SolverMultipliers& next,
                                      std::span<float> gradient) {
  const float half = static_cast<float>(0.5 / s_);
  in_blocks(n_, vertex_block, [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t i = first; i < last; ++i) {
      float sum[low_rank] = {};
      const std::uint32_t c = cluster_[i];
      row_add(1.0F, push_.data() + c * low_rank, sum);
      row_add(half, weighted_, sum);
      row_add(half * next.vertex[i], total_, sum);
      row_add(static_cast<float>(load_[i]) - next.vertex[i], v.data() + i * low_rank, sum);
      for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
        const Vertex j = graph_.targets()[arc];
        const float theta = next.between[c * clusters_ + cluster_[j]];
        const float entry = 0.5F * (weight_[arc] - next.arc[arc] - next.arc[reverse_[arc]] - theta);
        row_add(entry, v.data() + j * low_rank, sum);
      }
      std::fill_n(gradient.data() + i * low_rank, low_rank, 0.0F);
      row_add(-2.0F, sum, gradient.data() + i * low_rank);
    }
  });
}

LowRankLagrangian::Value LowRankLagrangian::evaluate(std::span<const float> v,
                                                     const SolverMultipliers& centre, double sigma,
                                                     double cap, SolverMultipliers& next,
                                                     std::span<float> gradient) {
  next.vertex.resize(n_);
  next.arc.resize(graph_.num_arcs());
  next.between.resize(clusters_ * clusters_);
  Value value;
  sum_clusters(v);
  double rows = move_vertices(v, centre, sigma, cap, next);
  rows += move_arcs(v, centre, sigma, next, value.weight);
  rows += move_clusters(centre, sigma, next);
  fill_gradient(v, next, gradient);
  value.lagrangian = -value.weight - rows;
  return value;
}

}  // namespace lode::subgraph::detail
