#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/induced.hpp>
#include <lode/subgraph/several.hpp>
#include <lode/subgraph/starts.hpp>

namespace lode {
namespace {

/// Stream of the seed for the random choices.
constexpr std::uint64_t choice_stream = 151;
/// Choices tried from the earlier answers alone, and those made from what these gave.
constexpr int blind_choices = 4;
constexpr int guided_choices = 4;

class Several {
 public:
  Several(std::string_view method, const Problem& problem, const MethodSettings& settings, std::size_t count,
          double max_overlap, RunContext& run)
      : method_(method),
        problem_(problem),
        settings_(settings),
        count_(count),
        shared_(most_shared(max_overlap, problem.s)),
        run_(run),
        rng_(run.seed(), choice_stream),
        include_(problem.include) {
    std::sort(include_.begin(), include_.end());
  }

  std::vector<Solution> solve_all() {
    const double share = run_.time_limit() / static_cast<double>(count_);
    if (count_ == 1) {
      answers_.push_back(solve(method_, problem_, settings_, run_));
      return std::move(answers_);
    }
    RunContext first = run_.part(share);
    answers_.push_back(solve(method_, problem_, settings_, first));
    while (answers_.size() < count_) {
      if (run_.should_stop()) {
        end_early(run_.interrupted() ? "interrupted" : "the time limit was reached");
        break;
      }
      std::optional<Solution> next = next_answer(share);
      if (!next) break;
      answers_.push_back(*std::move(next));
    }
    return std::move(answers_);
  }

 private:
  void end_early(const std::string& reason) {
    std::string& note = answers_.back().note;
    note += fmt::format("{}no answer {} of {}: {}", note.empty() ? "" : "; ", answers_.size() + 1, count_,
                        reason);
  }

  /// The best over the choices; nothing, with a note in the last answer, when none leaves room.
  std::optional<Solution> next_answer(double share) {
    const double begun = run_.elapsed();
    std::optional<Solution> best;
    std::string reason;
    const int blind = shared_ == 0 ? 1 : blind_choices;
    const int most = shared_ == 0 ? 1 : blind_choices + guided_choices;
    for (int choice = 0; choice < most && !(choice > 0 && run_.should_stop()); ++choice) {
      const bool guided = choice >= blind;
      if (guided && !best) break;
      const VertexSet guide = best ? best->vertices : VertexSet();
      RunContext part = run_.part(share / most);
      const StartFrom start = choice % 2 == 0 ? StartFrom::allowed_part : StartFrom::anywhere;
      std::optional<Solution> found = attempt(allowed_by(choice, guide), start, part, reason);
      const bool better = found && (!best || found->weight > best->weight);
      if (better) {
        found->seconds_to_best += run_.elapsed() - begun - found->seconds;
        best = std::move(found);
      }
      if (guided && !better) break;  // the same guide would choose the same again
    }
    if (!best) {
      end_early(reason);
      return std::nullopt;
    }
    best->seconds = run_.elapsed() - begun;
    best->stationarity.reset();
    return best;
  }

  /// Where an attempt begins, unless the problem says: at what is allowed of the first answer, filled up, or
  /// where the method likes to.
  enum class StartFrom { allowed_part, anywhere };

  /// Solves with everything excluded that earlier answers hold and that is not in `allowed`, one set per
  /// earlier answer; nothing, with the reason, when there is no such set.
  std::optional<Solution> attempt(const std::vector<VertexSet>& allowed, StartFrom start, RunContext& part,
                                  std::string& reason) const {
    Problem problem = problem_;
    if (start == StartFrom::allowed_part && !problem.start && shared_ > 0 &&
        lode::method(method_).uses_start) {
      problem.start = StartKind::given;
      problem.given = allowed.front();
    }
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      const VertexSet& held = answers_[i].vertices;
      std::set_difference(held.begin(), held.end(), allowed[i].begin(), allowed[i].end(),
                          std::back_inserter(problem.exclude));
    }
    std::sort(problem.exclude.begin(), problem.exclude.end());
    problem.exclude.erase(std::unique(problem.exclude.begin(), problem.exclude.end()), problem.exclude.end());
    const std::size_t left = problem.graph.num_vertices() - problem.exclude.size();
    if (left < problem.s) {
      reason = fmt::format("{} vertices are left, and s is {}", left, problem.s);
      return std::nullopt;
    }
    try {
      return solve(method_, problem, settings_, part);
    } catch (const InvalidArgument& error) {
      // The same method and settings gave the first answer, so it is the vertices left that do not do.
      reason = error.what();
      return std::nullopt;
    }
  }

  /// For every earlier answer, `shared_` of its vertices, those to include among them.
  std::vector<VertexSet> allowed_by(int choice, const VertexSet& guide) {
    std::vector<VertexSet> allowed;
    for (const Solution& answer : answers_) allowed.push_back(choose(answer.vertices, choice, guide));
    return allowed;
  }

  VertexSet choose(const VertexSet& answer, int choice, const VertexSet& guide) {
    std::vector<double> score(answer.size());
    if (choice >= blind_choices) {
      // Weight into the guide; what is in it already comes first among equals.
      for (std::size_t i = 0; i < answer.size(); ++i) score[i] = weight_into(answer[i], guide);
    } else if (choice >= 2) {
      for (double& value : score) value = rng_.uniform();
    } else {
      // The order in which peeling takes the answer apart: the last ones are its densest part.
      const Graph inner = induced_subgraph(problem_.graph, answer);
      const auto core = static_cast<Vertex>(std::max<std::size_t>(1, shared_));
      for (const Vertex v : peel(inner, core)) score[v] = 1.0;
      for (Vertex v = 0; v < inner.num_vertices(); ++v) {
        score[v] += inner.strength(v) / (1.0 + inner.total_weight());
        if (choice == 1) score[v] = -inner.strength(v);
      }
    }
    for (std::size_t i = 0; i < answer.size(); ++i) {
      if (std::binary_search(include_.begin(), include_.end(), answer[i])) {
        score[i] = std::numeric_limits<double>::infinity();
      }
    }
    std::vector<std::size_t> order(answer.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
    VertexSet chosen;
    for (std::size_t i = 0; i < shared_; ++i) chosen.push_back(answer[order[i]]);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  double weight_into(Vertex v, const VertexSet& guide) const {
    double weight = 0.0;
    problem_.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (std::binary_search(guide.begin(), guide.end(), u)) weight += w;
    });
    return weight;
  }

  std::string_view method_;
  const Problem& problem_;
  const MethodSettings& settings_;
  const std::size_t count_;
  const Vertex shared_;
  RunContext& run_;
  Rng rng_;
  VertexSet include_;
  std::vector<Solution> answers_;
};

}  // namespace

Vertex most_shared(double max_overlap, Vertex s) {
  // The margin is for products like 0.07 * 100 that fall short of an integer by rounding.
  return static_cast<Vertex>(std::floor(max_overlap * static_cast<double>(s) * (1.0 + 1e-12)));
}

std::vector<Solution> solve_several(std::string_view method, const Problem& problem,
                                    const MethodSettings& settings, std::size_t count, double max_overlap,
                                    RunContext& run) {
  if (count < 1) throw InvalidArgument("number of answers", "0", "must be at least 1");
  if (!(max_overlap >= 0.0 && max_overlap < 1.0)) {
    throw InvalidArgument("max-overlap", fmt::format("{}", max_overlap), "must be at least 0 and below 1");
  }
  const Vertex shared = most_shared(max_overlap, problem.s);
  if (count > 1 && problem.include.size() > shared) {
    throw InvalidArgument("include", fmt::format("{} vertices", problem.include.size()),
                          fmt::format("would be in all answers, and two of them share at most {}", shared),
                          "include fewer or raise max-overlap");
  }
  return Several(method, problem, settings, count, max_overlap, run).solve_all();
}

}  // namespace lode
