#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/part.hpp>
#include <lode/questions/thresholds.hpp>

#include "questions/thresholds/size_search.hpp"
#include "study/find/finder.hpp"

namespace lode {
namespace {

void check_request(const Graph& graph, const FindRequest& request,
                   const std::vector<DensityThreshold>& thresholds) {
  if (thresholds.empty()) {
    throw InvalidArgument("thresholds", "", "are missing: there is nothing to reach", "give a density");
  }
  for (const DensityThreshold& threshold : thresholds) {
    for (const double demand : {threshold.density, threshold.average_degree}) {
      if (demand == 0.0 || (demand >= 1e-100 && demand <= 1e100)) continue;
      throw InvalidArgument("threshold", format_exact(demand), "is neither 0 nor from 1e-100 to 1e100");
    }
    const bool dense = threshold.density > 0.0 || threshold.average_degree > 0.0;
    const int alone = (threshold.missing ? 1 : 0) + (threshold.plex > 0 ? 1 : 0);
    if (alone > 1 || (alone == 1 && dense)) {
      throw InvalidArgument("threshold", threshold.text(), "does not go with another one",
                            "ask for one of them");
    }
    if (alone == 1 && graph.weighted()) {
      throw InvalidArgument("threshold", threshold.text(), "needs a graph without weights",
                            "read the graph without its weights");
    }
    if (alone == 0 && !dense) {
      throw InvalidArgument("min_density", "0", "excludes no set", "give a density above 0");
    }
    if (!graph.weighted() && threshold.density > 1.0) {
      throw InvalidArgument("min_density", format_exact(threshold.density),
                            "is above 1, the density of a clique", "give a density of at most 1");
    }
  }
  if (graph.num_vertices() == 0) throw InvalidArgument("graph", "", "has no vertices");
  subgraph::check_vertices(graph, request.include, "vertex to include");
  subgraph::check_vertices(graph, request.exclude, "vertex to exclude");
  if (request.exclude.size() == graph.num_vertices())
    throw InvalidArgument("exclude", "", "names every vertex of the graph", "exclude fewer");
  detail::refuse_asked(request, {"core_of", "memory", "minimise", "target", "values"},
                       "does not go with a threshold of density", "ask for sizes, with -s, or leave it out");
  detail::refuse_asked(request, {"top"}, "does not go with a threshold of density",
                       "ask for several sets of the size that is found, with -s");
  refuse_signed_weights(graph, "thresholds of density");
}

/// Adds the claims of one certificate to another for the same sets and graph. For each size, the claim with
/// the smaller bound remains.
void add_claims(subgraph::BoundCertificate& all, subgraph::BoundCertificate more) {
  if (all.claims.empty()) {
    all = std::move(more);
    return;
  }
  const std::size_t shift = all.multipliers.size();
  for (subgraph::BoundCertificate::Claim& claim : more.claims) {
    const auto same_size = [&](const auto& other) { return other.s == claim.s; };
    const auto before = std::ranges::find_if(all.claims, same_size);
    if (before != all.claims.end() && *before->bound <= *claim.bound) continue;
    for (subgraph::BoundCertificate::Step& step : claim.steps) {
      if (step.data != subgraph::no_step) step.data += shift;
    }
    if (before == all.claims.end()) {
      all.claims.push_back(std::move(claim));
    } else {
      *before = std::move(claim);
    }
  }
  all.multipliers.insert(all.multipliers.end(), more.multipliers.begin(), more.multipliers.end());
  if (more.clique_number) {
    all.clique_number = std::min(*more.clique_number, all.clique_number.value_or(*more.clique_number));
  }
}

}  // namespace

Weight DensityThreshold::need(Vertex s, Sums sums) const {
  const EdgeCount pairs = possible_edges(s);
  const auto least_for = [&](double level, double parts) {
    return sums == Sums::exact ? subgraph::least_count(level, parts) : level * parts;
  };
  const auto all_but = [&](EdgeCount left_out) {
    return pairs > left_out ? static_cast<Weight>(pairs - left_out) : 0.0;
  };
  Weight least = std::max(least_for(density, static_cast<double>(pairs)), least_for(average_degree, s / 2.0));
  if (missing) least = std::max(least, all_but(*missing));
  if (plex > 0) least = std::max(least, all_but(std::uint64_t{s} * (plex - 1) / 2));
  return least;
}

std::string DensityThreshold::text() const {
  std::string words;
  if (density > 0.0) words = "density >= " + format_exact(density);
  if (average_degree > 0.0) {
    words += (words.empty() ? "" : " and ") + ("average degree >= " + format_exact(average_degree));
  }
  if (missing) words = fmt::format("at most {} missing edges", *missing);
  if (plex > 0) words = fmt::format("a {}-plex", plex);
  return words;
}

FindAnswer detail::SizeSearch::answer() {
  if (!plan_ || std::ranges::find(planned_, size()) == planned_.end()) plan_anew();
  const subgraph::Problem problem{.graph = graph_, .s = size()};
  const StopReason reason = run_.should_stop() ? run_.stop_reason()
                            : settled()        ? StopReason::optimal
                                               : StopReason::converged;
  FindAnswer answer = make_find_answer(graph_, {}, request_.method, "",
                                       subgraph::finish_solution(problem, best_, {}, reason, 0, run_),
                                       plan_->ledger().best(size()), run_);
  const auto largest = std::make_shared<LargestSize>();
  largest->threshold = threshold_;
  largest->need = need(answer.s);
  largest->reached = reached_ && reaches(answer.s, answer.solution.weight);
  largest->next_possible = settled() ? 0 : size() + 1;
  largest->largest_possible = !settled() ? upper_ : largest->reached ? size() : 0;
  largest->by = by_;
  answer.part = largest;
  answer.include = named_vertices(graph_, request_.include);
  answer.exclude = named_vertices(graph_, request_.exclude);
  // Below the threshold, the answer may consist of the vertices to include, which may be unconnected.
  answer.connected = request_.connected &&
                     (largest->reached ||
                      connected_components(induced_subgraph(graph_, answer.solution.vertices)).count() == 1);
  return answer;
}

std::optional<subgraph::BoundCertificate> detail::SizeSearch::certificate() {
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

FindResult largest_sets(const Graph& graph, const FindRequest& request,
                        const std::vector<DensityThreshold>& thresholds, const FindEvents& events,
                        const RunContext& run) {
  check_request(graph, request, thresholds);
  const RunContext whole = run.for_call();
  FindRequest find = request;
  find.time_use = TimeUse::spend;
  find.sizes = {1};
  FindResult result;
  if (find.keep_proofs) result.certificate.emplace();
  const std::size_t count = thresholds.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && whole.interrupted()) break;
    const RunContext part = whole.part(whole.time_left() / static_cast<double>(count - i));
    detail::SizeSearch search(graph, find, thresholds[i], part);
    result.answers.push_back(search.find());
    if (!find.keep_proofs) continue;
    try {
      if (auto proof = search.certificate()) add_claims(*result.certificate, *std::move(proof));
    } catch (const SystemError& error) {  // the answers are complete without it
      if (!events.note) continue;
      events.note(
          fmt::format("no claim about {} is in the certificate: {}", thresholds[i].text(), error.what()));
    }
  }
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode
