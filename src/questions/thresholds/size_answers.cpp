// Answers and certificates of a search for the largest set.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "questions/thresholds/size_search.hpp"
#include "study/find/finder.hpp"
#include "subgraph/diverse/several.hpp"

namespace lode::detail {
namespace {

std::size_t shared_vertices(const VertexSet& a, const VertexSet& b) {
  VertexSet both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

void set_ranks(std::vector<FindAnswer>& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i].rank = static_cast<int>(i) + 1;
}

}  // namespace

/// An answer with this set, which has the size of the largest set.
FindAnswer SizeSearch::answer_of(VertexSet set) {
  if (!plan_ || std::ranges::find(planned_, size()) == planned_.end()) plan_anew();
  subgraph::Problem problem;
  problem.graph = graph_;
  problem.s = size();
  const StopReason reason = run_.should_stop() ? run_.stop_reason()
                            : settled()        ? StopReason::optimal
                                               : StopReason::converged;
  return make_find_answer(graph_, {}, request_.method, "",
                          subgraph::finish_solution(problem, std::move(set), {}, reason, 0, run_),
                          plan_->ledger().best(size()), run_);
}

/// The answers that reach the threshold. Their bounds are about all sets. Only the bound of an answer that
/// follows all earlier ones may be about the sets without these.
std::vector<FindAnswer> SizeSearch::those_that_reach(std::vector<FindAnswer> found) {
  std::vector<FindAnswer> kept;
  const std::size_t count = found.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!reaches(found[i].s, found[i].solution.weight)) continue;
    const bool own_bound = kept.size() == i && !found[i].earlier.vertices.empty();
    kept.push_back(own_bound ? std::move(found[i]) : answer_of(std::move(found[i].solution.vertices)));
  }
  set_ranks(kept);
  return kept;
}

/// The heaviest sets of the size that reach the threshold. For a plex, the set found by the exhaustive search
/// is included.
std::vector<FindAnswer> SizeSearch::several_answers() {
  FindRequest several = request_;
  several.sizes = {size()};
  several.effort = subgraph::Effort::none;
  several.keep_proofs = false;
  const Vertex shared = subgraph::most_shared(request_.max_overlap, size());
  if (*request_.top > 1 && request_.include.size() > shared) {
    several.top = 1;
    if (events_.note) {
      events_.note(fmt::format("one answer of {}: all share the {} vertices to include, and two may share {}",
                               *request_.top, request_.include.size(), shared));
    }
  }
  std::vector<FindAnswer> found = answers_of(several, events_, run_);
  const std::size_t count = found.size();
  std::vector<FindAnswer> kept;
  if (plex_ == 0) {
    kept = those_that_reach(std::move(found));
  } else {
    kept.push_back(answer_of(best_));
    for (const FindAnswer& answer : found) {
      const VertexSet& set = answer.solution.vertices;
      if (std::ssize(kept) >= *request_.top) break;
      if (keeps_degrees(graph_, set, plex_) && shared_vertices(set, best_) <= shared)
        kept.push_back(answer_of(set));
    }
    std::ranges::stable_sort(kept, std::ranges::greater(),
                             [](const FindAnswer& answer) { return answer.solution.weight; });
  }
  if (kept.size() < count && events_.note) {
    events_.note(fmt::format("{} of {}: the other sets of {} vertices that were found do not reach {}",
                             format_plural(kept.size(), "answer", "answers"), *request_.top, size(),
                             threshold_.text()));
  }
  set_ranks(kept);
  return kept;
}

std::vector<FindAnswer> SizeSearch::answers() {
  const auto finish = [&](FindAnswer& answer) {
    const auto largest = std::make_shared<LargestSize>();
    largest->threshold = threshold_;
    largest->need = need(answer.s);
    largest->reached = reached_ && reaches(answer.s, answer.solution.weight);
    largest->next_possible = settled() ? 0 : size() + 1;
    largest->largest_possible = !settled() ? upper_ : largest->reached ? size() : 0;
    largest->by = by_;
    answer.part = largest;
    answer.effort = request_.effort;
    answer.include = named_vertices(graph_, request_.include);
    answer.exclude = named_vertices(graph_, request_.exclude);
    // Below the threshold, the answer may consist of the vertices to include, which may be unconnected.
    answer.connected =
        request_.connected &&
        (largest->reached ||
         connected_components(induced_subgraph(graph_, answer.solution.vertices)).count() == 1);
  };
  std::vector<FindAnswer> answers;
  if (request_.top && reached_) answers = several_answers();
  if (answers.empty()) answers.push_back(answer_of(best_));
  for (FindAnswer& answer : answers) finish(answer);
  return answers;
}

std::optional<subgraph::BoundCertificate> SizeSearch::certificate() {
  // If no set reaches the threshold, the certificate is about the least possible size.
  const auto least_size = static_cast<Vertex>(std::max<std::size_t>(1, request_.include.size()));
  const Vertex beyond = std::max(upper_ + 1, least_size);
  const Vertex left = graph_.num_vertices() - static_cast<Vertex>(request_.exclude.size());
  if (beyond > left || by_ == "component") return std::nullopt;
  if (!plan_ || std::ranges::find(planned_, beyond) == planned_.end() ||
      !too_little(beyond, plan_->ledger().best(beyond).value)) {
    planned_ = {beyond};
    const subgraph::SetFamily family{.include = request_.include, .exclude = request_.exclude};
    plan_.emplace(graph_, family, planned_, run_, subgraph::Proofs::keep);
    plan_->add_cheap(run_);
    const auto open = [&] { return !too_little(beyond, plan_->ledger().best(beyond).value); };
    const double least =
        sums_ == Sums::exact ? need(beyond) - 1.0 : need(beyond) * (1.0 - optimality_tolerance);
    subgraph::BoundRequest asked{.s = beyond, .incumbent = least};
    asked.work = subgraph::most_auto_work;
    asked.gap = 0.0;
    if (open()) plan_->ask("outside", asked, run_);
    if (open()) plan_->tighten(asked, run_);
    // A search among connected sets or plexes does not bound the edges of other sets.
    const bool by_exact_search = by_ == "members" || by_ == "missing-edges";
    if (open() && (plex_ > 1 || (request_.connected && by_exact_search))) return std::nullopt;
    // The ledger marks the bound as a result of exhaustive search.
    if (open()) plan_->ledger().take_search(beyond, subgraph::bound_row("exact").name, least);
  }
  plan_->prefer_checkable(beyond, plan_->ledger().best(beyond).value, run_);
  // The proof is complete, even after the deadline.
  return subgraph::make_certificate(plan_->ledger(), {beyond}, run_.without_limit());
}

}  // namespace lode::detail
