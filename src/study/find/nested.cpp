// Sets of increasing sizes that hold each other.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

namespace lode {
namespace {

constexpr std::size_t most_chains = 4;
constexpr double free_share = 0.5;  ///< of the time: sets on their own

void refuse(const char* option) {
  throw InvalidArgument(option, "given", "does not go with nested sets", "leave out one of them");
}

class ChainSearch {
 public:
  /// `free`: the answers of sets on their own, by increasing size.
  ChainSearch(const Graph& graph, const FindRequest& request, std::vector<const FindAnswer*> free,
              const RunContext& run)
      : graph_(graph), request_(request), free_(std::move(free)), run_(run) {}

  /// The best chain: one solution for each size.
  std::vector<subgraph::Solution> find() {
    const std::size_t count = std::min(most_chains, free_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = count == 1 ? 0 : i * (free_.size() - 1) / (count - 1);
      if (i > 0 && run_.should_stop()) break;
      std::vector<subgraph::Solution> chain =
          chain_from(from, run_.part(run_.time_left() / static_cast<double>(count - i)));
      const double lost = loss(chain);
      if (!best_.empty() && lost >= least_) continue;
      best_ = std::move(chain);
      least_ = lost;
    }
    return std::move(best_);
  }

 private:
  double loss(const std::vector<subgraph::Solution>& chain) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const double best = free_[i]->solution.objective();
      sum += (best - chain[i].objective()) / std::max(std::abs(best), 1e-300);
    }
    return sum;
  }

  std::vector<subgraph::Solution> chain_from(std::size_t from, const RunContext& run) const {
    std::vector<subgraph::Solution> chain(free_.size());
    chain[from] = free_[from]->solution;
    const double each = free_.size() > 1 ? run.time_left() / static_cast<double>(free_.size() - 1) : 0.0;
    for (std::size_t i = from; i-- > 0;) {
      FindRequest inside = request_;
      const VertexSet& larger = chain[i + 1].vertices;
      inside.exclude.clear();
      VertexSet all(graph_.num_vertices());
      std::iota(all.begin(), all.end(), Vertex{0});
      std::ranges::set_difference(all, larger, std::back_inserter(inside.exclude));
      chain[i] = solve(std::move(inside), free_[i]->s, run.part(each));
    }
    for (std::size_t i = from + 1; i < free_.size(); ++i) {
      FindRequest around = request_;
      around.include = chain[i - 1].vertices;
      chain[i] = solve(std::move(around), free_[i]->s, run.part(each));
    }
    return chain;
  }

  subgraph::Solution solve(FindRequest one, Vertex s, const RunContext& run) const {
    one.sizes = {s};
    one.effort = subgraph::Effort::none;
    one.keep_proofs = false;
    subgraph::Solution solution = lode::find(graph_, one, run.on_parts()).answers.front().solution;
    solution.upper_bound.reset();  // of sets that hold or lie in others, as stationarity is
    solution.stationarity.reset();
    return solution;
  }

  const Graph& graph_;
  const FindRequest& request_;
  const std::vector<const FindAnswer*> free_;
  const RunContext& run_;
  std::vector<subgraph::Solution> best_;
  double least_ = 0.0;
};

}  // namespace

FindResult find_nested(const Graph& graph, const FindRequest& request, const FindEvents& events,
                       const RunContext& run) {
  if (request.top) refuse("top");
  if (request.core_of) refuse("core_of");
  if (request.memory) refuse("memory");
  if (request.connected) refuse("connected");
  if (request.minimise) refuse("minimise");
  if (!request.known.empty()) refuse("known");
  if (!subgraph::method(request.method).anchors) {
    throw InvalidArgument("method", request.method, "cannot keep vertices to include, which nested sets need",
                          "use hybrid, or leave out nested sets");
  }
  const RunContext whole = run.for_call();
  FindResult result = find(graph, request, events, whole.part(free_share * whole.time_left()));
  if (!result.defect.empty() || result.answers.empty()) return result;
  std::vector<FindAnswer*> by_size;
  for (FindAnswer& answer : result.answers) by_size.push_back(&answer);
  std::ranges::sort(by_size, {}, &FindAnswer::s);
  std::vector<subgraph::Solution> chain =
      ChainSearch(graph, request, {by_size.begin(), by_size.end()}, whole).find();
  for (std::size_t i = 0; i < by_size.size(); ++i) {
    const FindAnswer& free = *by_size[i];
    const Weight free_weight = free.solution.objective();
    FindAnswer answer = make_find_answer(graph, request.values, free.method, free.preset, std::move(chain[i]),
                                         free.bound, whole);
    answer.effort = free.effort;
    answer.include = free.include;
    answer.exclude = free.exclude;
    answer.checkable = free.checkable;
    answer.free_weight = free_weight;
    *by_size[i] = std::move(answer);
  }
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode
