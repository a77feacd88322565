#include "bounds/concave/concave.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "bounds/dual/core_part.hpp"
#include "core/linalg/lanczos.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

/// Real weights: no set is looked for that is better by less, relatively.
constexpr double least_better = 4e-10;
/// Steps of an ascent per vertex, between bound checks, and checks before branching.
constexpr Eigen::Index steps_per_vertex = 3;
constexpr int most_looks = 40;
/// Least gain of a step, as a part of the value.
constexpr double least_step_gain = 1e-15;
/// An ascent ends once a look gains less than this part of the distance to the target.
constexpr double enough_ascent = 0.05;
/// Open nodes at a time: some hundred MB.
constexpr std::size_t most_open = 200'000;
/// Most numbers kept for a certificate, some 100 MB in a file, and numbers per node.
constexpr std::size_t most_kept = 5'000'000;
constexpr std::size_t kept_per_node = 8;

/// Part of the eigenvalue that is conceded, so that the matrix is far enough from singular to be proven
/// definite, and attempts with ten times the last concession.
constexpr double conceded = 0.01;
constexpr int shift_attempts = 4;

/// Proves that spread 11' - W - diagonal I is positive semidefinite.
lode::detail::CholeskyOutcome proof_of(const Eigen::MatrixXd& weights, const ConcaveShift& shift,
                                       const std::function<bool()>& stop) {
  const auto size = static_cast<double>(weights.rows());
  const double unit = 2.0 * (size + 2.0) * std::numeric_limits<double>::epsilon();
  const double diagonal = shift.spread - shift.diagonal;
  Eigen::MatrixXd matrix = (shift.spread - weights.array()).matrix();
  const double largest =
      std::max(std::abs(shift.spread) + std::abs(shift.diagonal), matrix.cwiseAbs().maxCoeff());
  if (!(diagonal > 0.0) || !std::isfinite(size * largest)) {
    return lode::detail::CholeskyOutcome::not_definite;
  }
  matrix.diagonal().setConstant(diagonal - unit * (largest + size * diagonal));
  return lode::detail::factorise_cholesky(matrix, stop);
}

}  // namespace

std::optional<ConcaveShift> proven_concave_shift(std::span<const double> given, std::size_t n,
                                                 const std::function<bool()>& stop) {
  if (n < 2 || stop()) return std::nullopt;
  const auto rows = static_cast<Eigen::Index>(n);
  const auto size = static_cast<double>(n);
  const Eigen::MatrixXd weights = Eigen::Map<const Eigen::MatrixXd>(given.data(), rows, rows);
  const Eigen::VectorXd means = weights.rowwise().mean();
  const double mean = means.mean();
  // Squared length of W1 / sqrt(n), projected onto vectors of sum 0.
  const double deviation = size * (means.array() - mean).square().sum();
  // The vector of ones has eigenvalue 0 in the projection of W, which is moved below all others.
  const double below = 8.0 * size * weights.cwiseAbs().maxCoeff();
  const auto multiply = [&](const double* from, double* to) {
    const Eigen::Map<const Eigen::VectorXd> x(from, rows);
    Eigen::Map<Eigen::VectorXd> y(to, rows);
    y.setZero();
    if (stop()) return;
    y.noalias() = weights * (x.array() - x.mean()).matrix();
    y.array() -= y.mean() + below * x.mean();
  };
  const std::optional<double> eigenvalue =
      lode::detail::extreme_ritz_value(rows, multiply, lode::detail::SpectrumEnd::largest, {});
  if (!eigenvalue || stop()) return std::nullopt;
  const double limit = -*eigenvalue;
  const double scale = std::max(std::abs(limit), 1e-6 * mean);
  double given_away = conceded * scale;
  for (int attempt = 0; attempt < shift_attempts && scale > 0.0; ++attempt, given_away *= 10.0) {
    // Half of the concession remains for the proof; a Schur complement gives the spread.
    const double along = mean * size + std::abs(limit) + given_away;
    const ConcaveShift shift{limit - given_away, 2.0 * (along + deviation / (0.5 * given_away)) / size};
    const lode::detail::CholeskyOutcome outcome = proof_of(weights, shift, stop);
    if (outcome == lode::detail::CholeskyOutcome::done) return shift;
    if (outcome == lode::detail::CholeskyOutcome::stopped) break;
  }
  return std::nullopt;
}

/// A point of the box with sum k over the free vertices of a node, near the best of its relaxation, and the
/// plane that touches it there; k vertices are still to be chosen.
///
/// It is in the notation of ConcavePlane.
class ConcaveSearch::Plane {
 public:
  /// Begins at node.y, or equal parts of every vertex.
  Plane(const ConcaveSearch& search, const Node& node)
      : shift_(search.shift_),
        n_(static_cast<Eigen::Index>(node.free.size())),
        k_(static_cast<Eigen::Index>(search.root_.s - node.members.size())),
        members_(node.members.size()),
        y_(Eigen::VectorXd::Constant(n_, static_cast<double>(k_) / static_cast<double>(n_))) {
    const DenseProblem part = part_of(search.root_, node.free, node.members);
    chosen_ = part.base;
    weights_ = Eigen::Map<const Eigen::MatrixXd>(part.weights.data(), n_, n_);
    linear_ = Eigen::Map<const Eigen::VectorXd>(part.linear.data(), n_);
    if (!node.y.empty()) y_ = Eigen::Map<const Eigen::VectorXd>(node.y.data(), n_);
    fit_sum();
    touch();
  }

  /// Moves weight between the pairs of coordinates that gain most.
  void ascend() {
    const double least = least_step_gain * std::max(1.0, std::abs(bound_));
    for (Eigen::Index step = 0; step < steps_per_vertex * n_; ++step) {
      Eigen::Index up = n_;
      for (Eigen::Index i = 0; i < n_; ++i) {
        if (y_[i] < 1.0 && (up == n_ || h_[i] > h_[up])) up = i;
      }
      if (up == n_) break;
      // The partner of largest gain: along e_up - e_j the curvature is 2 (w - diagonal).
      Eigen::Index down = n_;
      double best = least;
      double length = 0.0;
      for (Eigen::Index j = 0; j < n_; ++j) {
        const double slope = h_[up] - h_[j];
        if (j == up || y_[j] <= 0.0 || slope <= 0.0) continue;
        const double most = std::min(1.0 - y_[up], y_[j]);
        const double curvature = 2.0 * (weights_(j, up) - shift_.diagonal);
        const double t = curvature > 0.0 ? std::min(most, slope / curvature) : most;
        const double gain = t * (slope - 0.5 * t * curvature);
        if (gain > best) {
          best = gain;
          down = j;
          length = t;
        }
      }
      work_ += 4 * static_cast<std::uint64_t>(n_);
      if (down == n_) break;
      y_[up] = std::min(1.0, y_[up] + length);
      y_[down] = std::max(0.0, y_[down] - length);
      h_ += length * (weights_.col(up) - weights_.col(down));
      h_[up] += length * shift_.diagonal;
      h_[down] -= length * shift_.diagonal;
    }
  }

  /// Recomputes the plane, with a margin for rounding.
  void touch() {
    const auto k = static_cast<double>(k_);
    const Eigen::VectorXd product = weights_ * y_;
    const Eigen::VectorXd own = shift_.diagonal * y_;
    h_ = product + own + linear_;
    work_ += static_cast<std::uint64_t>(n_ * n_);
    Eigen::VectorXd sorted = h_;  // 0 < k < n
    std::partial_sort(sorted.begin(), sorted.begin() + k_ + 1, sorted.end(), std::greater<>());
    last_in_ = sorted[k_ - 1];
    first_out_ = sorted[k_];
    const double magnitude = chosen_ + 1.5 * k * std::abs(shift_.diagonal) +
                             (product + own.cwiseAbs()).dot(y_) + sorted.head(k_).lpNorm<1>();
    // Sums of n terms and of k sums, each rounded once, and the weights and values of the members.
    const double terms = 4.0 * static_cast<double>(n_ + k_) + 4.0 * static_cast<double>(members_) + 64.0;
    const double margin = terms * std::numeric_limits<double>::epsilon() * magnitude;
    // The sum of y is known to within n u times itself.
    const double sum = y_.sum();
    const double loose = std::abs(k - sum) + static_cast<double>(n_) * 1e-15 * (sum + 1.0);
    bound_ = chosen_ - 0.5 * k * shift_.diagonal + sorted.head(k_).sum() - 0.5 * (product + own).dot(y_) +
             0.5 * shift_.spread * loose * loose + margin;
  }

  std::vector<double> y() const { return {y_.begin(), y_.end()}; }
  std::uint64_t work() const { return work_; }
  /// Bounds of all sets of the node, of sets with the i-th free vertex, and of sets without it, by the last
  /// touch.
  double bound() const { return bound_; }
  double with(std::size_t i) const { return less(last_in_ - height(i)); }
  double without(std::size_t i) const { return less(height(i) >= last_in_ ? height(i) - first_out_ : 0.0); }

 private:
  double height(std::size_t i) const { return h_[static_cast<Eigen::Index>(i)]; }
  /// The bound less the value of another vertex, with a margin for rounding.
  double less(double loss) const { return bound_ - std::max(0.0, loss) * (1.0 - 1e-12); }

  /// Makes the sum of the y_i equal k, about, within the box, the largest and smallest staying where they
  /// are.
  void fit_sum() {
    const auto k = static_cast<double>(k_);
    const double sum = y_.sum();
    const double room = k > sum ? static_cast<double>(n_) - sum : sum;
    if (room <= 0.0) return;
    const double part = (k - sum) / room;
    for (double& y : y_) y = std::clamp(y + part * (k > sum ? 1.0 - y : y), 0.0, 1.0);
  }

  ConcaveShift shift_;
  Eigen::Index n_;
  Eigen::Index k_;
  std::size_t members_;
  double chosen_ = 0.0;  ///< weight of the members
  Eigen::MatrixXd weights_;
  Eigen::VectorXd linear_;
  Eigen::VectorXd y_;
  Eigen::VectorXd h_;
  double bound_ = 0.0;
  double last_in_ = 0.0;
  double first_out_ = 0.0;
  std::uint64_t work_ = 0;
};

ConcaveSearch::ConcaveSearch(const Graph& graph, Vertex s, const ConcaveShift& shift,
                             std::span<const Weight> values)
    : root_(dense_problem(graph, s)), shift_(shift) {
  if (!values.empty()) root_.linear.assign(values.begin(), values.end());
  tree_.nodes.emplace_back();
  tree_.shift = shift;
  Node root;
  root.bound = HUGE_VAL;
  root.free.resize(root_.n);
  std::iota(root.free.begin(), root.free.end(), std::size_t{0});
  push(std::move(root));
}

/// Nodes of at most this bound hold nothing that is looked for.
double ConcaveSearch::target() const {
  return root_.integral ? std::nextafter(std::floor(best_) + 1.0, 0.0) : best_ * (1.0 + least_better);
}

double ConcaveSearch::bound() const {
  const double open = open_.empty() ? 0.0 : open_.begin()->first;
  return root_.integral ? std::floor(std::max(best_, open)) : std::max(target(), open);
}

void ConcaveSearch::push(Node node) {
  if (node.bound <= target()) return let_go(node.place, node.plane);
  open_.emplace(node.bound, std::move(node));
}

void ConcaveSearch::advance(Weight incumbent, std::uint64_t work, const RunContext& run) {
  best_ = std::max(best_, incumbent);
  const std::uint64_t begin = work_;
  while (!open_.empty() && open_.size() < most_open && !run.should_stop()) {
    if (work > 0 && work_ - begin >= work) return;
    expand(std::move(open_.extract(open_.begin()).mapped()), run);
  }
}

/// The node until it is no better than the target, or branched on.
void ConcaveSearch::expand(Node node, const RunContext& run) {
  ++nodes_;
  while (!is_leaf(node)) {
    const double above = node.bound;
    Plane plane(*this, node);
    bool settles = false;
    for (int look = 0; look < most_looks && !settles && !run.should_stop(); ++look) {
      const double before = plane.bound();
      plane.ascend();
      plane.touch();
      node.bound = std::min(above, plane.bound());
      if (before - plane.bound() < enough_ascent * (plane.bound() - target())) break;
      for (std::size_t i = 0; i < node.free.size() && !settles; ++i) {
        settles = plane.with(i) <= target() || plane.without(i) <= target();
      }
    }
    work_ += plane.work();
    node.y = plane.y();
    keep_plane(node, above);
    if (node.bound <= target()) return let_go(node.place, node.plane);
    if (settle(node, plane)) continue;
    if (run.should_stop()) return push(std::move(node));
    return branch(node, plane);
  }
}

/// Nodes without a choice: no set, or a single one.
bool ConcaveSearch::is_leaf(const Node& node) {
  const std::size_t members = node.members.size();
  const std::size_t all = members + node.free.size();
  if (node.bound <= target()) let_go(node.place, node.plane);
  if (node.bound <= target() || members > root_.s || all < root_.s) return true;
  if (members < root_.s && root_.s < all) return false;
  std::vector<std::size_t> set = node.members;
  if (members < root_.s) set.insert(set.end(), node.free.begin(), node.free.end());
  best_ = std::max(best_, value_of(root_, set));
  return true;
}

/// Keeps the plane of a node, whose bound was `above` before.
void ConcaveSearch::keep_plane(Node& node, double above) {
  kept_ += node.y.size() + kept_per_node;
  if (kept_ > most_kept) keeps_tree_ = false;
  if (!keeps_tree_) return;
  if (node.bound < above) node.plane = tree_.planes.size();
  tree_.planes.push_back({node.place, node.y});
}

/// A node of the tree rests on a plane.
void ConcaveSearch::let_go(std::size_t place, std::size_t plane) {
  if (keeps_tree_) tree_.rest_on(place, plane);
}

/// Adds tree nodes for the sets of a node with a vertex, at the place returned, and without it, at the next.
std::size_t ConcaveSearch::split(std::size_t place, std::size_t v) {
  if (!keeps_tree_) return 0;
  kept_ += kept_per_node;
  return tree_.split(place, v);
}

std::shared_ptr<const SdpSearchTree> ConcaveSearch::tree() const {
  if (!keeps_tree_ || tree_.planes.empty()) return nullptr;
  auto tree = std::make_shared<SdpSearchTree>(tree_);
  for (const auto& [bound, node] : open_) tree->rest_on(node.place, node.plane);
  return tree;
}

/// Fixes vertices whose other choice is no better than the target; false if no vertex can be fixed.
bool ConcaveSearch::settle(Node& node, const Plane& plane) {
  const std::size_t own = tree_.planes.size() - 1;
  std::size_t left = 0;
  for (std::size_t i = 0; i < node.free.size(); ++i) {
    const std::size_t v = node.free[i];
    const bool in = plane.without(i) <= target();
    if (!in && plane.with(i) > target()) {
      node.free[left] = v;
      node.y[left++] = node.y[i];
      continue;
    }
    const std::size_t included = split(node.place, v);
    let_go(in ? included + 1 : included, own);
    node.place = in ? included : included + 1;
    if (in) node.members.push_back(v);
  }
  if (left == node.free.size()) return false;
  node.free.resize(left);
  node.y.resize(left);
  return true;
}

void ConcaveSearch::branch(const Node& node, const Plane& plane) {
  const auto at =
      std::ranges::min_element(node.y, {}, [](double y) { return std::abs(y - 0.5); }) - node.y.begin();
  const auto i = static_cast<std::size_t>(at);
  const std::size_t included = split(node.place, node.free[i]);
  for (const bool holding : {false, true}) {
    Node child = node;
    child.free.erase(child.free.begin() + at);
    child.y.erase(child.y.begin() + at);
    if (holding) child.members.push_back(node.free[i]);
    child.place = holding ? included : included + 1;
    const double bound = holding ? plane.with(i) : plane.without(i);
    if (bound < node.bound) {
      child.bound = bound;
      child.plane = tree_.planes.size() - 1;
    }
    push(std::move(child));
  }
}

}  // namespace detail

/// Results about a ledger's graph.
struct ConcaveMemory {
  bool tried = false;
  std::optional<detail::ConcaveShift> shift;  ///< nothing: the graph is not nearly concave
  std::map<Vertex, std::shared_ptr<detail::ConcaveSearch>> searches;
};

namespace {

/// Least density of weights like distances.
constexpr double least_density = 0.5;
/// Nearly concave: the shift takes no more than this part of the mean weight. Beyond it, as with weights
/// drawn independently, the relaxation is weak.
constexpr double most_negative_shift = 0.05;
/// Price of a shift, per third power of the vertices: 0.16 measured for 500.
constexpr double concave_shift_price = 0.3;
constexpr Vertex most_concave_vertices = 3000;

bool may_be_distances(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  return graph.weighted() && n <= most_concave_vertices &&
         static_cast<double>(graph.num_edges()) >= least_density * static_cast<double>(possible_edges(n));
}

void find_shift(ConcaveMemory& memory, const Graph& graph, const RunContext& run) {
  std::optional<detail::ConcaveShift> shift;
  run.parallel([&] {
    shift = detail::proven_concave_shift(detail::dense_problem(graph, 0).weights, graph.num_vertices(),
                                         [&] { return run.should_stop(); });
  });
  if (run.should_stop() && !shift) return;
  memory.tried = true;
  const double mean = graph.total_weight() / static_cast<double>(possible_edges(graph.num_vertices()));
  if (shift && shift->diagonal >= -most_negative_shift * mean) memory.shift = shift;
}

void propose_concave(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                     const RunContext& run) {
  const double start = run.elapsed();
  const Vertex s = request.s;
  const Graph& graph = ledger.graph();
  ConcaveMemory& memory = made(findings.concave_memory);
  double work = request.work;
  if (!may_be_distances(graph) || s < 2) return;
  if (!memory.tried) {
    const auto n = static_cast<double>(graph.num_vertices());
    const double price = concave_shift_price * n * n * n;
    if (price > std::min(work, work_per_second * run.time_left())) return;
    find_shift(memory, graph, run);
    findings.spent += price;
    work -= price;
  }
  if (!memory.shift) return;
  auto& search = memory.searches[s];
  if (search && search->done()) return;
  if (!search) {
    search = std::make_shared<detail::ConcaveSearch>(graph, s, *memory.shift, ledger.vertex_values().all());
  }
  const std::uint64_t before = search->work();
  search->advance(request.incumbent, steps_within({.work = work}, 1.0), run);
  findings.spent += static_cast<double>(search->work() - before);
  const double bound = search->bound();
  if (!std::isfinite(bound)) return;
  const auto tree = search->tree();
  if (ledger.keeps_multipliers() && !tree) {  // too large to keep: the bound is trusted
    ledger.lower({s, bound, &search_proof_rule, "concave"});
  } else {
    const PartMultipliers on = dual::whole_part(ledger, s);
    dual::take_bound(ledger, on, s, bound, "concave", dual::kept(ledger, on, tree));
  }
  ledger.record(s, "concave", std::max(bound, ledger.value(s)), run.elapsed() - start);
}

}  // namespace

constexpr BoundRule concave_rule = {
    .name = "concave",
    .statement =
        "For weights like distances: planes that touch a concave function bound the sets, inside a search",
    .cost = "O(n^3) once, and O(n^2) for each node of the search",
    .source = "tangent planes: Spiers, Bui, Loxton, EJOR 310 (2023)",
    .repeatable = false,
    .propose = propose_concave,
    .takes_values = true,
    .proofs = {&outside_proof, &search_proof_rule}};

}  // namespace lode::subgraph
