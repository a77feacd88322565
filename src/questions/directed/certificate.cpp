#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/questions/directed.hpp>

#include "bounds/certificate/fields.hpp"

namespace lode {
namespace detail {
namespace {

struct DirectedSize {
  Vertex vertices = 0;
  EdgeCount arcs = 0;
};

struct DirectedClaim {
  DirectedSize graph;  ///< without the loops that were dropped
  bool drops_loops = false;
  std::optional<double> bound;  ///< empty: the density of the pair
  DirectedDensest answer;
};

}  // namespace

void fields(auto& visit, Is<DirectedSize> auto& size) {
  visit("vertices", size.vertices);
  visit("arcs", size.arcs);
}
void fields(auto& visit, Is<RatioSplit> auto& split) {
  visit("from", split.from);
  visit("to", split.to);
  visit("denominator", split.denominator);
  visit("shares", split.shares);
}
void fields(auto& visit, Is<DirectedClaim> auto& claim) {
  visit("graph", claim.graph);
  visit("drops_loops", claim.drops_loops);
  visit("sources", claim.answer.sources);
  visit("targets", claim.answer.targets);
  visit("arcs", claim.answer.arcs);
  visit.optional("bound", claim.bound);
  visit("splits", claim.answer.splits);
}

}  // namespace detail

namespace {

using Exact = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

constexpr const char* kind_of_directed = "directed";

[[noreturn]] void refute(const std::string& problem) {
  throw VerificationError("the directed certificate does not hold: " + problem);
}

std::vector<bool> members(const VertexSet& set, Vertex n, const char* name) {
  std::vector<bool> in(n);
  for (const Vertex v : set) {
    if (v >= n || in[v]) refute(fmt::format("the {} are not different vertices", name));
    in[v] = true;
  }
  return in;
}

EdgeCount counted_arcs(const Arcs& arcs, const DirectedDensest& answer) {
  const std::vector<bool> target = members(answer.targets, arcs.num_vertices(), "targets");
  members(answer.sources, arcs.num_vertices(), "sources");
  EdgeCount count = 0;
  for (const Vertex u : answer.sources) {
    for (const Vertex v : arcs.successors(u)) count += target[v];
  }
  return count;
}

struct LargestLoads {
  Exact source = 0, target = 0;
};

/// Adds up splits of the arcs. A split takes O(m), however many vertices have no arcs.
class SplitSums {
 public:
  explicit SplitSums(const Arcs& arcs) : arcs_(arcs), in_(arcs.num_vertices()) {
    for (Vertex v = 0; v < arcs.num_vertices(); ++v) {
      if (!arcs.successors(v).empty()) sources_.push_back(v);
      if (!arcs.predecessors(v).empty()) targets_.push_back(v);
    }
  }

  LargestLoads largest(const RatioSplit& split, std::size_t number) {
    if (split.shares.size() != arcs_.num_arcs()) {
      refute(
          fmt::format("split {} has {} shares for {} arcs", number, split.shares.size(), arcs_.num_arcs()));
    }
    if (split.denominator < 1) refute(fmt::format("the denominator of split {} is below 1", number));
    for (const Vertex v : targets_) in_[v] = 0;
    LargestLoads loads;
    std::size_t arc = 0;
    for (const Vertex u : sources_) {
      Exact out = 0;
      for (const Vertex v : arcs_.successors(u)) {
        const std::int64_t share = split.shares[arc++];
        if (share < 0 || share > split.denominator) {
          refute(fmt::format("share {} of split {} is not between 0 and the denominator", arc, number));
        }
        out += share;
        in_[v] += split.denominator - share;
      }
      loads.source = std::max(loads.source, out);
    }
    for (const Vertex v : targets_) loads.target = std::max(loads.target, in_[v]);
    return loads;
  }

 private:
  const Arcs& arcs_;
  std::vector<Vertex> sources_, targets_;  ///< the vertices with arcs
  std::vector<Exact> in_;
};

/// The sign of a - b.
int compare_ratios(const Fraction& a, const Fraction& b) {
  return (Exact(a.numerator) * b.denominator).compare(Exact(b.numerator) * a.denominator);
}

}  // namespace

void verify_directed(const Arcs& arcs, const DirectedDensest& answer, const RunContext& run) {
  const EdgeCount count = counted_arcs(arcs, answer);
  if (count != answer.arcs) refute(fmt::format("the pair has {} arcs, not {}", count, answer.arcs));
  if (answer.proven_optimal && answer.bound != answer.rho()) refute("the bound is not the rho of the pair");
  if (answer.splits.empty()) {
    if (arcs.num_arcs() > 0) refute("it holds no splits");
    if (answer.bound < 0.0) refute("the bound is negative");
    return;
  }
  Rational square;  // of the bound
  if (answer.proven_optimal) {
    if (answer.sources.empty() || answer.targets.empty()) refute("the pair is empty");
    square = Rational(Exact(count) * count, Exact(answer.sources.size()) * answer.targets.size());
  } else {
    if (!(answer.bound >= 0.0) || std::isinf(answer.bound)) refute("the bound is no number");
    square = Rational(answer.bound) * Rational(answer.bound);
  }
  SplitSums sums(arcs);
  Fraction reached{0, 1};
  for (std::size_t i = 0; i < answer.splits.size(); ++i) {
    const RatioSplit& split = answer.splits[i];
    for (const Fraction& end : {split.from, split.to}) {
      if (end.numerator == 0 && end.denominator == 0) refute(fmt::format("0/0 ends split {}", i + 1));
    }
    if (compare_ratios(split.from, reached) != 0) {
      refute(fmt::format("split {} does not begin where the one before ends", i + 1));
    }
    if (compare_ratios(split.from, split.to) >= 0) {
      refute(fmt::format("split {} does not end at a larger ratio", i + 1));
    }
    run.require_time("checking the certificate");
    const LargestLoads loads = sums.largest(split, i + 1);
    // x a + y <= B sqrt a is a quadratic inequality in sqrt a: it holds between two ratios for which it does.
    for (const Fraction& end : {split.from, split.to}) {
      const Exact sum = loads.source * end.numerator + loads.target * end.denominator;
      const Exact whole = Exact(split.denominator) * split.denominator;
      if (Rational(sum * sum) > square * Rational(whole * end.numerator * end.denominator)) {
        refute(fmt::format("the loads of split {} allow more at ratio {}/{}", i + 1, end.numerator,
                           end.denominator));
      }
    }
    reached = split.to;
  }
  if (reached.denominator != 0) refute("the splits do not reach the ratio 1/0");
}

std::string directed_certificate_json(const Arcs& arcs, const DirectedDensest& densest, bool drops_loops) {
  detail::DirectedClaim claim{{arcs.num_vertices(), arcs.num_arcs()}, drops_loops, {}, densest};
  if (!densest.proven_optimal) claim.bound = densest.bound;
  return detail::certificate_text(kind_of_directed, {}, claim);
}

CheckedDirected check_directed_certificate(const std::string& path, const Arcs& arcs, const RunContext& run) {
  std::ifstream in(path, std::ios::binary);
  auto claim = detail::read_certificate_text<detail::DirectedClaim>(in, path, kind_of_directed,
                                                                    detail::Json::object());
  CheckedDirected checked{std::move(claim.answer), claim.drops_loops};
  checked.answer.proven_optimal = !claim.bound;
  checked.answer.bound = claim.bound.value_or(checked.answer.rho());
  const Arcs checked_arcs = checked.drops_loops ? arcs.without_loops() : arcs;
  if (claim.graph.vertices != checked_arcs.num_vertices() || claim.graph.arcs != checked_arcs.num_arcs()) {
    throw InputError({path},
                     fmt::format("is about a graph of {} vertices and {} arcs; this one has {} and {}",
                                 claim.graph.vertices, claim.graph.arcs, checked_arcs.num_vertices(),
                                 checked_arcs.num_arcs()),
                     "name the graph that the certificate was written for");
  }
  verify_directed(checked_arcs, checked.answer, run);
  return checked;
}

}  // namespace lode
