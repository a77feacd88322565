#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "subgraph/bounds/low_rank/reduction.hpp"
#include "subgraph/bounds/rule.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"

namespace lode::subgraph::detail {
namespace {

/// Units of work of an iteration of sdp, per entry of its matrix.
constexpr double rest_entry_price = 60.0;

class DenseRestBounds {
 public:
  DenseRestBounds(const Graph& graph, Vertex s, const std::vector<double>& goals, double work)
      : graph_(graph), goals_(goals), limit_(work), weights_(dense_weights(graph)) {
    rest_.inside.assign(s + std::size_t{1}, HUGE_VAL);
    rest_.proof_of.assign(s + std::size_t{1}, SparseSdpCertificate::no_rest);
    for (Vertex t = graph.num_vertices() + 1; t <= s; ++t) rest_.inside[t] = 0.0;  // there is no such set
  }

  DenseRest run(const RunContext& run) {
    for (Vertex t = first(); t != 0 && !run.should_stop() && rest_.work < limit_; t = next()) {
      settle(t, run);
      ended_.insert(t);
    }
    drop_unused();
    return std::move(rest_);
  }

 private:
  /// Proofs that others are better than for every size are let go: each takes 8 n^2 bytes.
  void drop_unused() {
    std::vector<SdpCertificate> used;
    std::vector<std::size_t> place(rest_.proofs.size(), SparseSdpCertificate::no_rest);
    for (std::size_t& proof : rest_.proof_of) {
      if (proof == SparseSdpCertificate::no_rest) continue;
      if (place[proof] == SparseSdpCertificate::no_rest) {
        place[proof] = used.size();
        used.push_back(std::move(rest_.proofs[proof]));
      }
      proof = place[proof];
    }
    rest_.proofs = std::move(used);
  }

  /// The largest size that has sets.
  Vertex first() const {
    const auto s = static_cast<Vertex>(rest_.inside.size() - 1);
    if (graph_.num_vertices() == 0 || graph_.num_edges() == 0) return 0;
    return s <= graph_.num_vertices() ? s : next();
  }

  /// The size whose bound exceeds its goal most; 0: none does.
  Vertex next() const {
    Vertex worst = 0;
    double most = 0.0;
    const double slack = std::max(0.0, rest_.inside.back() - goals_.back());  // smaller sizes need no less
    for (Vertex t = 1; t < rest_.inside.size() && t <= graph_.num_vertices(); ++t) {
      if (!std::isfinite(goals_[t]) || ended_.contains(t)) continue;
      const double value = graph_.integral() ? std::floor(rest_.inside[t]) : rest_.inside[t];
      const double excess = value - goals_[t] - (std::isfinite(slack) ? slack : 0.0);
      if (excess > most) {
        most = excess;
        worst = t;
      }
    }
    return worst;
  }

  void note(Vertex t, double value, std::size_t proof) {
    if (!(value < rest_.inside[t])) return;
    rest_.inside[t] = value;
    rest_.proof_of[t] = proof;
  }

  void settle(Vertex t, const RunContext& run) {
    const Vertex n = graph_.num_vertices();
    const double price = rest_entry_price * static_cast<double>(n) * static_cast<double>(n);
    const SdpOptions options = {.incumbent = goals_[t], .max_vertices = n, .certificate = true};
    SdpSession session(graph_, t, options, start_);
    session.go_on(goals_[t], steps_within({.work = limit_ - rest_.work}, price), run);
    rest_.work += price * static_cast<double>(session.iterations());
    start_ = session.state();
    SdpResult result = session.result(run);
    if (run.interrupted()) return;
    const SdpStage stage = result.certificate.stages.front();
    const std::vector<double> smaller =
        proven_sdp_bounds({n, weights_, stage.multipliers}, t, stage.eigenvalue);
    for (Vertex j = 1; j <= t; ++j) note(j, smaller[j], rest_.proofs.size());
    rest_.proofs.push_back({.s = t, .incumbent = 0.0, .stages = {stage}});
    if (result.certificate.stages.size() > 1) {
      note(t, result.upper_bound, rest_.proofs.size());
      rest_.proofs.push_back(std::move(result.certificate));
    }
  }

  const Graph& graph_;
  const std::vector<double>& goals_;
  double limit_;
  std::vector<double> weights_;
  std::set<Vertex> ended_;
  SdpStart start_;
  DenseRest rest_;
};

}  // namespace

DenseRest bound_dense_rest(const Graph& graph, Vertex s, const std::vector<double>& goals, double work,
                           const RunContext& run) {
  DenseRest rest;
  run.parallel([&] { rest = DenseRestBounds(graph, s, goals, work).run(run); });
  return rest;
}

}  // namespace lode::subgraph::detail
