#include "bounds/low_rank/low_rank.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

#include "bounds/dual/chunks.hpp"
#include "core/linalg/eigen.hpp"
#include "core/linalg/limited_memory.hpp"

namespace lode::subgraph::detail {
namespace {

using Eigen::Index;
using Eigen::VectorXf;

/// Vertices, or clusters, of a task; fixed, for sums are split by them.
constexpr std::size_t sum_block = 64;

constexpr auto columns = static_cast<Index>(low_rank);
using Row = Eigen::Matrix<float, 1, columns>;
using Rows = Eigen::Matrix<float, Eigen::Dynamic, columns, Eigen::RowMajor>;
using Square = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What rows add to the augmented Lagrangian, and to the weight.
struct Sums {
  double rows = 0.0;
  double weight = 0.0;

  /// `slack` >= 0 or = 0 is asked for; its multiplier moves.
  void add_row(double slack, double before, double next, double sigma) {
    const double moved = next - before;
    rows += next * slack + moved * moved / (2.0 * sigma);
  }
};

/// Calls body(i, sums) for i = 0 ... n - 1 in parallel; adds the sums of the blocks in their order.
template <class Body>
void add_over(std::size_t n, Sums& total, const Body& body) {
  std::vector<Sums> parts((n + sum_block - 1) / sum_block);
  dual::for_chunks(n, sum_block, [&](std::size_t first, std::size_t count) {
    Sums sums;
    for (std::size_t i = first; i < first + count; ++i) body(i, sums);
    parts[first / sum_block] = sums;
  });
  for (const Sums& part : parts) {
    total.rows += part.rows;
    total.weight += part.weight;
  }
}

/// Numbers of a task, whose products are added up in single precision.
constexpr Index descent_block = 4096;
/// Of the mean of a column, that the first inverse Hessian takes away.
constexpr float stiff_part = 0.9F;
/// Of the radius, a first step without curvature.
constexpr double first_step = 0.05;
constexpr double armijo = 1e-4;
constexpr double backtracking = 0.4;
constexpr int most_trials = 12;

double inner(const VectorXf& x, const VectorXf& y) {
  std::vector<double> parts(static_cast<std::size_t>((x.size() + descent_block - 1) / descent_block));
  dual::for_chunks(x.size(), descent_block, [&](Index first, Index count) {
    const float sum = x.segment(first, count).dot(y.segment(first, count));
    parts[static_cast<std::size_t>(first / descent_block)] = static_cast<double>(sum);
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

/// y += t x.
void add(double t, const VectorXf& x, VectorXf& y) {
  dual::for_chunks(x.size(), descent_block, [&](Index first, Index count) {
    y.segment(first, count) += static_cast<float>(t) * x.segment(first, count);
  });
}

/// x - stiff_part 11'/n x, column by column, times gamma.
void precondition(VectorXf& x, double gamma) {
  Eigen::Map<Eigen::Matrix<float, columns, Eigen::Dynamic>> rows(x.data(), columns, x.size() / columns);
  const Eigen::Matrix<float, columns, 1> mean = stiff_part * rows.rowwise().mean();
  rows = static_cast<float>(gamma) * (rows.colwise() - mean);
}

using DescentMemory = lode::detail::LimitedMemory<VectorXf, 8>;

constexpr int means_rounds = 4;

using Members = std::vector<std::uint32_t>;

struct ClusterRows {
  std::span<const float> v;

  Eigen::Map<const Row> row(std::uint32_t i) const {
    return Eigen::Map<const Row>(v.data() + std::size_t{i} * low_rank);
  }

  Row sum(const Members& members) const {
    Row all = Row::Zero();
    for (const std::uint32_t i : members) all += row(i);
    return all;
  }

  double spread(const Members& members) const {
    double lengths = 0.0;
    for (const std::uint32_t i : members) lengths += static_cast<double>(row(i).norm());
    return lengths - static_cast<double>(sum(members).norm());
  }

  Row worst_aligned(const Members& members, const Row& with) const {
    const auto cosine = [&](std::uint32_t i) { return row(i).dot(with) / std::max(1e-30F, row(i).norm()); };
    return row(*std::min_element(members.begin(), members.end(),
                                 [&](std::uint32_t i, std::uint32_t j) { return cosine(i) < cosine(j); }));
  }

  /// Both parts; one is empty where directions do not differ.
  std::array<Members, 2> halves(const Members& members) const {
    const Row first = worst_aligned(members, sum(members));
    std::array<Row, 2> centre{first, worst_aligned(members, first)};
    std::array<Members, 2> parts{members, {}};
    for (int round = 0; round < means_rounds && (round == 0 || !parts[1].empty()); ++round) {
      for (Row& one : centre) one.normalize();
      parts = {};
      for (const std::uint32_t i : members) {
        parts[row(i).dot(centre[1]) > row(i).dot(centre[0])].push_back(i);
      }
      centre = {sum(parts[0]), sum(parts[1])};
    }
    return parts;
  }
};

}  // namespace

LowRankLagrangian::LowRankLagrangian(const Graph& graph, std::span<const ArcIndex> reverse, Vertex s,
                                     double scale)
    : graph_(graph),
      reverse_(reverse),
      s_(s),
      n_(graph.num_vertices()),
      product_(graph.num_arcs()),
      square_(n_) {
  weight_.reserve(graph.num_arcs());
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) {
    weight_.push_back(static_cast<float>(scale * graph.arc_weight(arc)));
  }
  set_clusters(std::vector<std::uint32_t>(n_, 0), 1);
}

void LowRankLagrangian::set_clusters(std::vector<std::uint32_t> cluster, std::size_t count) {
  cluster_ = std::move(cluster);
  cluster_size_.assign(count, 0.0);
  for (const std::uint32_t c : cluster_) cluster_size_[c] += 1.0;
}

LowRankLagrangian::Value LowRankLagrangian::evaluate(std::span<const float> v,
                                                     const SolverMultipliers& centre, double sigma,
                                                     double cap, SolverMultipliers& next,
                                                     std::span<float> gradient) {
  const auto offsets = graph_.offsets();
  const auto targets = graph_.targets();
  const std::size_t clusters = cluster_size_.size();
  next.vertex.resize(n_);
  next.arc.resize(graph_.num_arcs());
  next.between.assign(clusters * clusters, 0.0F);
  const auto row_of = [&](std::size_t i) { return Eigen::Map<const Row>(v.data() + i * low_rank); };
  const auto count = static_cast<Index>(clusters);
  Rows sums = Rows::Zero(count, columns);  // of the rows of a cluster
  for (std::size_t i = 0; i < n_; ++i) sums.row(cluster_[i]) += row_of(i);
  const Row total = sums.colwise().sum();
  Sums value;
  add_over(n_, value, [&](std::size_t i, Sums& part) {
    square_[i] = row_of(i).squaredNorm();
    const auto slack = static_cast<double>(row_of(i).dot(total)) / s_ - static_cast<double>(square_[i]);
    const double before = centre.vertex[i];
    next.vertex[i] = static_cast<float>(std::min(cap, before - sigma * slack));
    part.add_row(slack, before, next.vertex[i], sigma);
    for (ArcIndex arc = offsets[i]; arc < offsets[i + 1]; ++arc) {
      if (targets[arc] < i) continue;
      product_[arc] = product_[reverse_[arc]] = row_of(i).dot(row_of(targets[arc]));
      part.weight += static_cast<double>(weight_[arc]) * static_cast<double>(product_[arc]);
    }
  });
  Row weighted = Row::Zero();
  for (std::size_t i = 0; i < n_; ++i) weighted += next.vertex[i] * row_of(i);
  if (clusters > 1) {
    Square pairs = sums * sums.transpose();  // then without edges
    for (std::size_t i = 0; i < n_; ++i) {
      for (ArcIndex arc = offsets[i]; arc < offsets[i + 1]; ++arc) {
        pairs(cluster_[i], cluster_[targets[arc]]) -= product_[arc];
      }
    }
    add_over(clusters, value, [&](std::size_t c, Sums& part) {
      for (std::size_t d = c + 1; d < clusters; ++d) {
        const auto slack = static_cast<double>(pairs(static_cast<Index>(c), static_cast<Index>(d)));
        const double step = sigma / (cluster_size_[c] * cluster_size_[d]);
        const double before = centre.between[c * clusters + d];
        const auto moved = static_cast<float>(std::max(0.0, before - step * slack));
        next.between[c * clusters + d] = next.between[d * clusters + c] = moved;
        if (before != 0.0 || moved != 0.0F) part.add_row(slack, before, moved, step);
      }
    });
  }
  Rows push(count, columns);
  push.noalias() = 0.5F * (Eigen::Map<const Square>(next.between.data(), count, count) * sums);
  const float half = static_cast<float>(0.5 / s_);
  const auto moved_arc = [&](ArcIndex arc, std::size_t from) {
    const auto slack = static_cast<double>(square_[from]) - static_cast<double>(product_[arc]);
    return static_cast<float>(std::max(0.0, static_cast<double>(centre.arc[arc]) - sigma * slack));
  };
  add_over(n_, value, [&](std::size_t i, Sums& part) {
    const std::size_t c = cluster_[i];
    Row sum = push.row(static_cast<Index>(c)) + half * weighted + half * next.vertex[i] * total;
    float own = -next.vertex[i];
    for (ArcIndex arc = offsets[i]; arc < offsets[i + 1]; ++arc) {
      const Vertex j = targets[arc];
      const float moved = moved_arc(arc, i);
      next.arc[arc] = moved;
      part.add_row(static_cast<double>(square_[i]) - static_cast<double>(product_[arc]), centre.arc[arc],
                   moved, sigma);
      own += moved;
      const float theta = next.between[c * clusters + cluster_[j]];
      sum += 0.5F * (weight_[arc] - moved - moved_arc(reverse_[arc], j) - theta) * row_of(j);
    }
    Eigen::Map<Row>(gradient.data() + i * low_rank) = -2.0F * (sum + own * row_of(i));
  });
  return {-value.weight - value.rows, value.weight};
}

void minimise_on_sphere(std::vector<float>& v, double radius, const RowFunction& function, std::size_t steps,
                        double decrease, const std::function<bool()>& stop) {
  const auto size = static_cast<Index>(v.size());
  VectorXf at = Eigen::Map<const VectorXf>(v.data(), size);
  VectorXf gradient(size), next(size), next_gradient(size);
  const auto evaluate = [&](const VectorXf& point, VectorXf& slope) {
    const auto count = static_cast<std::size_t>(size);
    const double value = function({point.data(), count}, {slope.data(), count});
    add(-inner(point, slope) / (radius * radius), point, slope);
    return value;
  };
  DescentMemory memory;
  double value = evaluate(at, gradient);
  double gamma = first_step * radius / std::sqrt(std::max(1e-300, inner(gradient, gradient)));
  for (std::size_t step = 0; step < steps && !stop(); ++step) {
    VectorXf direction = -gradient;
    memory.turn(direction, inner, add, [&](VectorXf& x) { precondition(x, gamma); });
    const double slope = inner(direction, gradient);
    double next_value = value;
    bool found = false;
    double t = 1.0;
    for (int trial = 0; slope < 0.0 && trial < most_trials && !found; ++trial, t *= backtracking) {
      next = at;
      add(t, direction, next);
      next *= static_cast<float>(radius / std::sqrt(inner(next, next)));
      next_value = evaluate(next, next_gradient);
      found = next_value <= value + armijo * t * slope;
    }
    if (!found) {
      if (memory.pairs.empty()) break;
      memory.pairs.clear();
      continue;
    }
    DescentMemory::Pair pair{next - at, next_gradient - gradient};
    pair.product = inner(pair.step, pair.change);
    if (pair.product > 1e-8 * gamma * inner(pair.change, pair.change)) {
      VectorXf turned = pair.change;
      precondition(turned, 1.0);
      gamma = pair.product / inner(pair.change, turned);
      memory.add(std::move(pair));
    }
    at.swap(next);
    gradient.swap(next_gradient);
    const double gain = value - next_value;
    value = next_value;
    if (gain < decrease * std::abs(value)) break;
  }
  std::copy(at.begin(), at.end(), v.begin());
}

std::vector<std::uint32_t> split_clusters(std::span<const float> v, Clustering& clustering,
                                          std::size_t count) {
  const ClusterRows rows{v};
  std::vector<Members> members(clustering.count);
  for (std::uint32_t i = 0; i < clustering.cluster.size(); ++i) members[clustering.cluster[i]].push_back(i);
  std::vector<std::uint32_t> parent(clustering.count);
  std::iota(parent.begin(), parent.end(), 0U);
  std::priority_queue<std::pair<double, std::uint32_t>> queue;
  const auto enqueue = [&](std::uint32_t c) {
    if (members[c].size() > 1) queue.emplace(rows.spread(members[c]), c);
  };
  for (std::uint32_t c = 0; c < members.size(); ++c) enqueue(c);
  while (members.size() < count && !queue.empty()) {
    const std::uint32_t c = queue.top().second;
    queue.pop();
    auto [first, second] = rows.halves(members[c]);
    if (first.empty() || second.empty()) continue;
    const auto made = static_cast<std::uint32_t>(members.size());
    for (const std::uint32_t i : second) clustering.cluster[i] = made;
    members[c] = std::move(first);
    members.push_back(std::move(second));
    parent.push_back(parent[c]);
    enqueue(c);
    enqueue(made);
  }
  clustering.count = members.size();
  return parent;
}

}  // namespace lode::subgraph::detail
