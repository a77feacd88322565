#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/checked_tree.hpp"
#include "bounds/search/lifted_dual.hpp"
#include "core/linalg/eigen.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using subgraph::detail::DenseProblem;
using subgraph::detail::SdpCut;
using subgraph::detail::SdpCutKind;
using subgraph::detail::SdpNodeProof;
using subgraph::detail::SdpNodeState;
using subgraph::detail::SdpSearchTree;

namespace {

enum class ProblemKind { integral, real };

/// Weights of any sign, and linear terms.
DenseProblem random_dense_problem(std::size_t n, Vertex s, ProblemKind kind, Rng& random) {
  DenseProblem problem;
  problem.n = n;
  problem.s = s;
  problem.integral = kind == ProblemKind::integral;
  const auto number = [&](double low, double high) {
    const double x = low + (high - low) * random.uniform();
    return problem.integral ? std::round(x) : x;
  };
  problem.weights.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      problem.weights[i * n + j] = problem.weights[j * n + i] = number(-1.5, 4.0);
    }
    problem.linear.push_back(number(-3.0, 3.0));
  }
  return problem;
}

/// The largest value of all sets that hold what they have to and nothing that they must not.
double brute_force_value(const DenseProblem& problem, std::uint32_t held = 0, std::uint32_t barred = 0) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::uint32_t set = 0; set < (1u << problem.n); ++set) {
    if (std::popcount(set) != static_cast<int>(problem.s) || (set & held) != held || (set & barred)) continue;
    double value = 0.0;
    for (std::size_t i = 0; i < problem.n; ++i) {
      if (!(set >> i & 1u)) continue;
      value += problem.linear[i];
      for (std::size_t j = 0; j < i; ++j) value += (set >> j & 1u) ? problem.weight(i, j) : 0.0;
    }
    best = std::max(best, value);
  }
  return best;
}

/// The matrix P of a proof for k vertices to be chosen, written down term by term: a multiple of X_ij is half
/// of it at ij and half at ji.
std::vector<double> lifted(const std::vector<double>& weights, const std::vector<double>& linear, Vertex k,
                           const SdpNodeProof& proof) {
  const std::size_t n = linear.size();
  std::vector<double> m(n * n);
  const auto add = [&](std::size_t i, std::size_t j, double value) {  // value X_ij
    m[i * n + j] += value / 2.0;
    m[j * n + i] += value / 2.0;
  };
  for (std::size_t i = 0; i < n; ++i) {
    add(i, i, linear[i] - k * proof.rows[i]);
    for (std::size_t j = 0; j < n; ++j) {
      add(i, j, proof.rows[i]);
      if (j < i) add(i, j, weights[i * n + j]);
    }
  }
  for (const auto& pair : proof.pairs) add(pair.i, pair.j, 2.0 * pair.multiplier);
  for (const auto& cut : proof.cuts) {
    const double gamma = cut.multiplier;
    switch (cut.kind) {
      case SdpCutKind::within:
        add(cut.i, cut.j, -gamma);
        add(cut.i, cut.i, gamma);
        break;
      case SdpCutKind::cover:
        add(cut.i, cut.i, -gamma);
        add(cut.j, cut.j, -gamma);
        add(cut.i, cut.j, gamma);
        break;
      case SdpCutKind::meeting:
        add(cut.i, cut.l, -gamma);
        add(cut.j, cut.l, -gamma);
        add(cut.l, cut.l, gamma);
        add(cut.i, cut.j, gamma);
        break;
      case SdpCutKind::triangle:
        for (const std::size_t v : {cut.i, cut.j, cut.l}) add(v, v, -gamma);
        add(cut.i, cut.j, gamma);
        add(cut.i, cut.l, gamma);
        add(cut.j, cut.l, gamma);
        break;
    }
  }
  const double t = proof.shift;
  std::vector<double> rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) rows[i] += m[i * n + j];
  }
  for (std::size_t i = 0; i < n; ++i) m[i * n + i] += 2.0 * t / (1.0 - 2.0 * t) * rows[i];
  return m;
}

/// A tree of random branches, whose leaves have random multipliers and eigenvalues that are just enough.
class TreeGrower {
 public:
  TreeGrower(const DenseProblem& problem, Rng& random) : problem_(problem), random_(random) {}

  SdpSearchTree grow(int depth) {
    tree_.nodes.emplace_back();
    settle(0, 0, 0, depth);
    return tree_;
  }

 private:
  std::vector<std::size_t> left(std::uint32_t held, std::uint32_t barred) const {
    std::vector<std::size_t> all;
    for (std::size_t v = 0; v < problem_.n; ++v) {
      if (!((held | barred) >> v & 1u)) all.push_back(v);
    }
    return all;
  }

  void settle(std::size_t node, std::uint32_t held, std::uint32_t barred, int depth) {
    const std::vector<std::size_t> rest = left(held, barred);
    const std::size_t k = problem_.s - static_cast<std::size_t>(std::popcount(held));
    if (k <= 1 || k + 1 >= rest.size()) {
      tree_.nodes[node].state = SdpNodeState::enumerated;
    } else if (depth > 0) {
      branch(node, held, barred, rest[random_.below(rest.size())], depth);
    } else {
      tree_.nodes[node].state = SdpNodeState::proof;
      tree_.nodes[node].proof = add_proof(node, held, rest);
    }
  }

  void branch(std::size_t node, std::uint32_t held, std::uint32_t barred, std::size_t v, int depth) {
    const std::size_t first = tree_.nodes.size();
    tree_.nodes.resize(first + 2);
    tree_.nodes[node] = {SdpNodeState::branched, v, first, first + 1};
    if (random_.below(3) == 0) {
      // The child that holds v by the proof of its parent.
      tree_.nodes[first] = {.state = SdpNodeState::proof, .proof = add_proof(node, held, left(held, barred))};
    } else {
      settle(first, held | 1u << v, barred, depth - 1);
    }
    settle(first + 1, held, barred | 1u << v, depth - 1);
  }

  std::size_t add_proof(std::size_t node, std::uint32_t held, const std::vector<std::size_t>& rest) {
    const std::size_t n = rest.size();
    std::vector<double> weights(n * n);
    std::vector<double> linear(n);
    for (std::size_t a = 0; a < n; ++a) {
      linear[a] = problem_.linear[rest[a]];
      for (std::size_t u = 0; u < problem_.n; ++u)
        linear[a] += (held >> u & 1u) ? problem_.weight(u, rest[a]) : 0.0;
      for (std::size_t b = 0; b < n; ++b) weights[a * n + b] = problem_.weight(rest[a], rest[b]);
    }
    SdpNodeProof proof;
    proof.node = node;
    const double shifts[] = {0.0, 0.1, 0.25, 0.75, 0.9, 1.0};
    proof.shift = shifts[random_.below(6)];
    for (std::size_t a = 0; a < n; ++a) proof.rows.push_back(random_.uniform() - 0.5);
    const auto place = [&] { return static_cast<std::uint32_t>(random_.below(n)); };
    for (std::size_t count = random_.below(20); count > 0; --count) {
      const std::uint32_t i = place();
      const std::uint32_t j = place();
      if (i != j) proof.pairs.push_back({i, j, random_.uniform()});
    }
    for (std::size_t count = random_.below(20); count > 0; --count) {
      const std::uint32_t i = place();
      const std::uint32_t j = place();
      const std::uint32_t l = place();
      if (i == j || i == l || j == l) continue;
      proof.cuts.push_back({static_cast<SdpCutKind>(random_.below(4)), i, j, l, random_.uniform()});
    }
    const auto k = static_cast<Vertex>(problem_.s - static_cast<Vertex>(std::popcount(held)));
    const std::vector<double> p = lifted(weights, linear, k, proof);
    const auto order = static_cast<Eigen::Index>(n);
    const Eigen::MatrixXd square = Eigen::Map<const Eigen::MatrixXd>(p.data(), order, order);
    proof.eigenvalue = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(square).eigenvalues().maxCoeff() + 1e-7;
    tree_.proofs.push_back(proof);
    return tree_.proofs.size() - 1;
  }

  const DenseProblem& problem_;
  Rng& random_;
  SdpSearchTree tree_;
};

bool tree_refuted(const DenseProblem& problem, const SdpSearchTree& tree) {
  try {
    test::checked_tree(problem, tree);
  } catch (const VerificationError&) {
    return true;
  }
  return false;
}

/// A root whose multipliers are good, as zeros are for a matrix of equal weights.
struct CliqueTree {
  DenseProblem problem;
  SdpSearchTree tree;

  CliqueTree() {
    constexpr std::size_t n = 8;
    problem.n = n;
    problem.s = 4;
    problem.integral = true;
    problem.weights.assign(n * n, 1.0);
    for (std::size_t i = 0; i < n; ++i) problem.weights[i * n + i] = 0.0;
    problem.linear.assign(n, 0.0);
    // u (X1 - k diag X) with u = -1/2: M = diag(k - 1)/2, so the bound is k (k - 1)/2.
    SdpNodeProof proof;
    proof.rows.assign(n, -0.5);
    proof.eigenvalue = 1.5 + 1e-9;
    tree.proofs.push_back(proof);
    tree.nodes.push_back({.state = SdpNodeState::proof, .proof = 0});
  }
};

}  // namespace

TEST_CASE("any multipliers prove a bound of their leaf, and leaves that cover prove one of all sets") {
  Rng random(77);
  int tight = 0;
  for (int round = 0; round < 400; ++round) {
    const std::size_t n = 4 + random.below(6);
    const auto s = static_cast<Vertex>(1 + random.below(n));
    const DenseProblem problem =
        random_dense_problem(n, s, round % 2 == 0 ? ProblemKind::integral : ProblemKind::real, random);
    const int depth = static_cast<int>(random.below(6));
    const SdpSearchTree tree = TreeGrower(problem, random).grow(depth);
    const double optimum = brute_force_value(problem);
    INFO("round " << round << ", n = " << n << ", s = " << s << ", nodes " << tree.nodes.size());
    const auto bound = static_cast<double>(test::checked_tree(problem, tree));
    CHECK(bound >= optimum - 1e-12 * (1.0 + std::abs(optimum)));
    if (problem.integral) CHECK(bound == std::floor(bound));
    tight += bound <= optimum + 1e-9;
  }
  CHECK(tight > 20);
}

TEST_CASE("the bound of a leaf is that of the formula") {
  Rng random(5);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 6 + random.below(5);
    const DenseProblem problem = random_dense_problem(n, 3, ProblemKind::real, random);
    SdpSearchTree tree;
    while (tree.proofs.empty()) tree = TreeGrower(problem, random).grow(0);
    const SdpNodeProof& proof = tree.proofs[0];
    const double t = proof.shift;
    SdpNodeProof plain = proof;
    plain.shift = 0.0;
    const std::vector<double> m = lifted(problem.weights, problem.linear, 3, plain);
    const double total = std::accumulate(m.begin(), m.end(), 0.0);
    double expected = -t * t * total / (1.0 - 2.0 * t) +
                      (3.0 * (1.0 - 2.0 * t) + t * t * static_cast<double>(n)) * proof.eigenvalue;
    for (const auto& cut : proof.cuts) {
      if (cut.kind == SdpCutKind::cover || cut.kind == SdpCutKind::triangle) expected += cut.multiplier;
    }
    CHECK(static_cast<double>(test::checked_tree(problem, tree)) == Approx(expected).epsilon(1e-12));
  }
}

TEST_CASE("a good root proves the optimum, and everything about it has to hold") {
  const CliqueTree good;
  REQUIRE(test::checked_tree(good.problem, good.tree) == 6.0L);
  const auto refused = [&](const std::function<void(SdpSearchTree&)>& change) {
    SdpSearchTree tree = good.tree;
    change(tree);
    CHECK(tree_refuted(good.problem, tree));
  };
  const double nan = std::nan("");
  refused([](SdpSearchTree& t) { t.proofs[0].eigenvalue -= 1e-6; });
  refused([&](SdpSearchTree& t) { t.proofs[0].eigenvalue = nan; });
  refused([](SdpSearchTree& t) { t.proofs[0].rows[3] -= 1e-3; });
  refused([&](SdpSearchTree& t) { t.proofs[0].rows[3] = nan; });
  refused([](SdpSearchTree& t) { t.proofs[0].rows.pop_back(); });
  refused([](SdpSearchTree& t) { t.proofs[0].pairs.push_back({1, 2, -1e-9}); });
  refused([](SdpSearchTree& t) { t.proofs[0].pairs.push_back({1, 2, 1e-3}); });
  refused([](SdpSearchTree& t) { t.proofs[0].pairs.push_back({2, 2, 1e-3}); });
  refused([](SdpSearchTree& t) { t.proofs[0].pairs.push_back({1, 8, 0.0}); });
  refused([](SdpSearchTree& t) { t.proofs[0].pairs.push_back({8, 1, 0.0}); });
  refused([](SdpSearchTree& t) { t.proofs[0].pairs.push_back({2, 2, 0.0}); });
  refused([&](SdpSearchTree& t) { t.proofs[0].pairs.push_back({1, 2, nan}); });
  refused([](SdpSearchTree& t) { t.proofs[0].cuts.push_back({SdpCutKind::within, 1, 2, 0, -0.5}); });
  // Multipliers of 0 change no matrix and no bound: the vertices of the cut alone are wrong.
  for (const SdpCut& cut :
       {SdpCut{SdpCutKind::within, 2, 2, 0, 0.0}, SdpCut{SdpCutKind::cover, 2, 2, 0, 0.0},
        SdpCut{SdpCutKind::within, 1, 8, 0, 0.0}, SdpCut{SdpCutKind::cover, 8, 1, 0, 0.0},
        SdpCut{SdpCutKind::triangle, 1, 2, 8, 0.0}, SdpCut{SdpCutKind::meeting, 1, 2, 8, 0.0},
        SdpCut{SdpCutKind::triangle, 1, 2, 1, 0.0}, SdpCut{SdpCutKind::meeting, 1, 2, 2, 0.0}}) {
    refused([&](SdpSearchTree& t) { t.proofs[0].cuts.push_back(cut); });
  }
  refused([&](SdpSearchTree& t) { t.proofs[0].cuts.push_back({SdpCutKind::within, 1, 2, 0, nan}); });
  refused([](SdpSearchTree& t) { t.proofs[0].cuts.push_back({SdpCutKind::triangle, 1, 2, 2, 0.5}); });
  refused([](SdpSearchTree& t) { t.proofs[0].cuts.push_back({static_cast<SdpCutKind>(9), 1, 2, 3, 0.5}); });
  refused([](SdpSearchTree& t) { t.proofs[0].shift = 0.45; });
  refused([](SdpSearchTree& t) { t.proofs[0].shift = -0.1; });
  refused([](SdpSearchTree& t) { t.proofs[0].shift = 1.1; });
  refused([&](SdpSearchTree& t) { t.proofs[0].shift = nan; });
  refused([](SdpSearchTree& t) { t.proofs[0].node = 1; });
  refused([](SdpSearchTree& t) { t.nodes[0].proof = 1; });
  refused([](SdpSearchTree& t) { t.nodes[0].state = SdpNodeState::enumerated; });
  refused([](SdpSearchTree& t) { t.nodes.clear(); });
  SdpSearchTree unused = good.tree;  // the third vertex of a cut of two is not looked at
  unused.proofs[0].cuts.push_back({SdpCutKind::cover, 1, 2, 2, 0.0});
  CHECK(test::checked_tree(good.problem, unused) == 6.0L);
  SdpSearchTree loose = good.tree;  // a larger eigenvalue is true and proves less
  loose.proofs[0].eigenvalue += 1.0;
  CHECK(test::checked_tree(good.problem, loose) == 10.0L);
}

TEST_CASE("branches have to cover all sets, each by two children of its own") {
  const CliqueTree root;
  SdpSearchTree good = root.tree;
  good.nodes[0] = {SdpNodeState::branched, 5, 1, 2};
  for (int child = 0; child < 2; ++child) good.nodes.push_back(root.tree.nodes[0]);
  REQUIRE(test::checked_tree(root.problem, good) == 6.0L);
  const auto refused = [&](const std::function<void(SdpSearchTree&)>& change) {
    SdpSearchTree tree = good;
    change(tree);
    CHECK(tree_refuted(root.problem, tree));
  };
  refused([](SdpSearchTree& t) { t.nodes.pop_back(); });
  refused([](SdpSearchTree& t) { t.nodes[0].excluded = SdpSearchTree::none; });
  refused([](SdpSearchTree& t) { t.nodes[0].excluded = 1; });
  refused([](SdpSearchTree& t) { t.nodes[0].excluded = 0; });
  refused([](SdpSearchTree& t) { t.nodes[0].vertex = 8; });
  refused([](SdpSearchTree& t) { t.proofs[0].node = 1; });           // of sets that are not those of node 2
  refused([](SdpSearchTree& t) { t.nodes.push_back(t.nodes[2]); });  // a node without a parent
  refused([](SdpSearchTree& t) {                                     // the same vertex twice
    t.nodes[2] = {SdpNodeState::branched, 5, 3, 4};
    t.nodes.push_back(t.nodes[1]);
    t.nodes.push_back(t.nodes[1]);
  });
}

TEST_CASE("a path that holds more vertices than a set has stands for no set") {
  const CliqueTree root;
  // Holds 0, 1, 2, ... in turn; the root's proof bounds the sets without the last of them.
  const auto chain = [&](Vertex held) {
    SdpSearchTree tree = root.tree;
    for (Vertex v = 0; v < held; ++v) {
      const std::size_t at = v == 0 ? 0 : tree.nodes.size() - 2;
      const std::size_t next = tree.nodes.size();
      tree.nodes[at] = {SdpNodeState::branched, v, next, next + 1};
      tree.nodes.push_back(root.tree.nodes[0]);
      tree.nodes.push_back(root.tree.nodes[0]);
    }
    const std::size_t last = tree.nodes.size() - 2;
    SdpNodeProof proof;  // of the one set that is left, whatever the eigenvalue
    proof.node = last;
    proof.rows.assign(8 - held, 0.0);
    proof.eigenvalue = 10.0;
    tree.proofs.push_back(proof);
    tree.nodes[last].proof = 1;
    return tree;
  };
  CHECK(tree_refuted(root.problem, chain(4)));  // one set is left, and needs no proof
  CHECK(test::checked_tree(root.problem, chain(5)) == 6.0L);
}

TEST_CASE("a vertex held below the node of a proof takes what its pairs leave unused") {
  CliqueTree whole;
  whole.problem.integral = false;
  SdpNodeProof starred = whole.tree.proofs[0];
  constexpr double multiplier = 0.01;
  for (std::uint32_t v = 0; v < 8; ++v) {
    if (v != 5) starred.pairs.push_back({std::min(v, 5u), std::max(v, 5u), multiplier});
  }
  starred.eigenvalue += std::sqrt(7.0) * multiplier;
  SdpSearchTree tree;
  tree.proofs = {starred, whole.tree.proofs[0]};
  tree.nodes = {whole.tree.nodes[0]};
  const auto checked = [&] { return test::checked_tree(whole.problem, tree); };
  const long double above = checked();
  CHECK(static_cast<double>(above) == Approx(6.0 + 4.0 * std::sqrt(7.0) * multiplier).epsilon(1e-6));
  tree.nodes[0] = {SdpNodeState::branched, 5, 1, 2};
  tree.nodes.push_back({.state = SdpNodeState::proof, .proof = 0});
  tree.nodes.push_back({.state = SdpNodeState::proof, .proof = 1});
  CHECK(static_cast<double>(above - checked()) == Approx(6.0 * multiplier).epsilon(1e-9));
  tree.nodes[0].vertex = 4;  // one pair alone: the other sets at 4 leave nothing unused
  CHECK(checked() == above);
}

TEST_CASE("a bound of one set allows for the rounding of its sum") {
  DenseProblem problem;
  problem.n = 2;
  problem.s = 1;
  problem.weights.assign(4, 0.0);
  problem.linear = {1.0, 0.0};
  SdpSearchTree tree;
  tree.nodes.push_back({.state = SdpNodeState::enumerated});
  CHECK(test::checked_tree(problem, tree) > 1.0L);
}

TEST_CASE("a bound by an eigenvalue has the margins of the documentation") {
  constexpr std::size_t n = 100;
  constexpr Vertex s = 50;
  DenseProblem problem;
  problem.n = n;
  problem.s = s;
  problem.weights.assign(n * n, 0.0);
  problem.linear.assign(n, 0.0);
  SdpSearchTree tree;
  SdpNodeProof proof;
  proof.rows.assign(n, 0.0);
  proof.eigenvalue = 1.0;
  tree.proofs.push_back(proof);
  tree.nodes.push_back({.state = SdpNodeState::proof, .proof = 0});
  const long double bound = test::checked_tree(problem, tree);
  // Entries of the matrix, and magnitudes (s + n) of the eigenvalue in a sum of 1 + 2n + s^2 terms.
  const long double margin = n * 0x1p-52L + (1.0L + 2.0L * n + s * s + 16.0L) * 0x1p-61L * (s + n);
  CHECK(static_cast<double>(bound - s) == Approx(static_cast<double>(margin)).epsilon(1e-4));
}
