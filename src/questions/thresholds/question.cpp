#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/questions/thresholds.hpp>

#include "questions/questions.hpp"

namespace lode {
namespace {

/// A number above 0 or a quotient of two: "0.85", "1e-6", "2/3". Errors: InvalidArgument for anything else.
double parse_threshold(std::string_view option, std::string_view text) {
  const auto number = [](std::string_view part) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && end == part.data() + part.size() ? value : 0.0;
  };
  const std::size_t slash = text.find('/');
  double level = number(text.substr(0, slash));
  if (slash != std::string_view::npos) level /= number(text.substr(slash + 1));
  if (level > 0.0 && std::isfinite(level)) return level;
  throw InvalidArgument(std::string(option), std::string(text), "is not a number above 0",
                        "write a number like 0.85, 2/3 or 1e-6");
}

/// One threshold for each density, each with the average degree.
std::vector<DensityThreshold> thresholds_of(const QuestionInput& in) {
  const auto number = [&](std::string_view option) { return std::stoull(in.option(option)); };
  std::vector<DensityThreshold> thresholds;
  DensityThreshold threshold;
  if (in.given("--missing")) threshold.missing = number("--missing");
  if (in.given("--plex")) threshold.plex = static_cast<Vertex>(number("--plex"));
  const bool dense = in.given("--min-density") || in.given("--min-average-degree");
  if (in.given("--missing") || in.given("--plex")) {
    if (dense || (in.given("--missing") && in.given("--plex")))
      throw InvalidArgument("--missing and --plex stand alone: ask for one of them");
    return {threshold};
  }
  if (in.given("--min-average-degree"))
    threshold.average_degree = parse_threshold("--min-average-degree", in.option("--min-average-degree"));
  const std::string densities = in.option("--min-density");
  if (densities.empty() && dense) return {threshold};
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = densities.find(',', at);
    threshold.density = parse_threshold("--min-density", std::string_view(densities).substr(at, end - at));
    thresholds.push_back(threshold);
  }
  return thresholds;
}

FindVariant find_largest(const QuestionInput& in) {
  const std::vector<DensityThreshold> thresholds = thresholds_of(in);
  return {thresholds.size(), [=](const Graph& graph, const FindRequest& request, const FindEvents& events,
                                 const RunContext& run) {
            ThresholdResult found = largest_sets(graph, {thresholds, request}, events, run);
            FindResult result;
            result.answers = std::move(found.answers);
            if (request.keep_proofs) result.certificate = std::move(found.certificate);
            result.seconds = found.seconds;
            return result;
          }};
}

}  // namespace

std::vector<Question> questions::thresholds() {
  using Kind = QuestionOption::Kind;
  return {
      {.command = "find",
       .options =
           {{"--min-density", "DENSITIES",
             "In place of -s: the largest set of this density, as 0.9, 2/3 or 0.7,0.8\n"
             "That is the number of edges, or the weight, per pair of vertices. With --sides, 1 asks "
             "for the biclique of largest area",
             Kind::text, true, true},
            {"--min-average-degree", "DEGREE",
             "In place of -s, or together with --min-density: the largest set whose average degree is "
             "at least this",
             Kind::text, true},
            {"--missing", "PAIRS",
             "In place of -s: the largest set in which at most this many pairs of vertices have no edge",
             Kind::whole_number, true},
            {"--plex", "K",
             "In place of -s: the largest K-plex, a set in which every vertex has edges to all others "
             "but K - 1; a 1-plex is a clique",
             Kind::whole_number, true, false, 1}},
       .refuses = {"-s"},
       .fields = {{"results[].min_density", "number|null?", "The edge density that was asked for."},
                  {"results[].min_average_degree", "number|null?", "The average degree that was asked for."},
                  {"results[].missing", "integer?", "Number of missing edges allowed."},
                  {"results[].plex", "integer?", "k of the k-plex that was asked for."},
                  {"results[].needed_weight", "number?",
                   "Weight that a set of this size needs to reach the threshold."},
                  {"results[].threshold_reached", "boolean?", "Whether the set reaches the threshold."},
                  {"results[].largest_size_proven", "boolean?",
                   "Whether it is proven that no larger set reaches the threshold."},
                  {"results[].next_size_possible", "integer|null?",
                   "Least larger size that is not ruled out; null: none."},
                  {"results[].largest_size_possible", "integer?", "Largest size that is not ruled out."},
                  {"results[].largest_size_bound", "string?", "Rule that ruled out all larger sizes."}},
       .find = find_largest}};
}

}  // namespace lode
