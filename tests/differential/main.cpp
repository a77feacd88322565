// Random questions about small graphs against the weights of all sets: test_differential [CASES [FIRST]].
//
// A case is one question: a method with its settings, sizes, effort, demands and threads, all drawn by the
// number of the case. Every answer, bound, "proven optimal" and certificate must be true. A case that is not
// is printed with its number; the same number repeats it. LODE_TEST_CASES is the number of cases where none
// is given.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>

#include "differential/checks.hpp"
#include "differential/question.hpp"

using namespace lode;
using namespace lode::differential;

namespace {

constexpr std::uint64_t default_cases = 4000;
constexpr int most_shown = 20;

std::uint64_t number_of(const char* text, std::uint64_t otherwise) {
  if (!text) return otherwise;
  std::uint64_t number = 0;
  const std::string_view view = text;
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
  if (error != std::errc() || end != view.data() + view.size()) {
    fmt::print(stderr, "test_differential: '{}' is no number of cases\n", text);
    std::exit(2);
  }
  return number;
}

/// Prints a case: the time, the question, the edges, the answers.
void show(const test::HardFamily& family, const Question& question, const FindResult& found) {
  fmt::print("{:8.4f} s {}\n", found.seconds, question.text);
  for (const WeightedEdge& e : family.edges()) fmt::print("  {} {} {}\n", e.u, e.v, e.weight);
  fmt::print("  values {}\n", fmt::join(question.request.values, " "));
  for (const FindAnswer& answer : found.answers)
    fmt::print("  {} vertices {}: {}, bound {} by {}, stop {}\n", answer.s,
               fmt::join(answer.solution.vertices, " "), answer.solution.objective(), answer.bound.value,
               answer.bound.name, to_string(answer.solution.stop_reason));
}

/// The same question on another number of threads has the same answers.
void check_threads(const Question& question, const FindResult& found) {
  RunOptions options = question.run;
  options.threads = options.threads == 1 ? 3 : 1;
  const FindResult again = find(question.graph, question.request, RunContext(options));
  // On a machine with other work a thread may wait for long, and use up a part of the time.
  if (std::max(found.seconds, again.seconds) >= 0.05 * options.time_limit) return;
  for (std::size_t i = 0; i < found.answers.size(); ++i) {
    const FindAnswer& a = found.answers[i];
    const FindAnswer& b = again.answers.at(i);
    if (a.solution.vertices != b.solution.vertices || a.bound.value != b.bound.value)
      throw Disagreement(fmt::format(
          "{} threads: {} has {}, bound {}; {} threads: {} has {}, bound {}", question.run.threads,
          fmt::join(a.solution.vertices, " "), a.solution.objective(), a.bound.value, options.threads,
          fmt::join(b.solution.vertices, " "), b.solution.objective(), b.bound.value));
  }
}

/// Runs one case. False if something is not so.
bool holds(const test::HardFamily& family, const Question& question, std::uint64_t number, Counts& counts) {
  if (std::getenv("LODE_TEST_SHOW")) show(family, question, {});
  try {
    const RunContext run(question.run);
    const FindResult found = find(question.graph, question.request, run);
    ++counts["questions answered"];
    if (question.request.core_of) ++counts["questions about declared cores"];
    if (std::getenv("LODE_TEST_SHOW")) show(family, question, found);
    if (found.seconds >= question.run.time_limit) ++counts["questions that took all the time"];
    check_answers(family, question, found, counts);
    check_proofs(family, question, found, RunContext({.threads = question.run.threads}), counts);
    // Effort proof shares its time by the clock.
    if (number % 16 == 5 && question.request.effort != subgraph::Effort::proof) {
      check_threads(question, found);
      ++counts["repeated on other threads"];
    }
    return true;
  } catch (const InvalidArgument& error) {
    ++counts["questions refused"];
    if (std::getenv("LODE_TEST_REFUSALS")) fmt::print("case {}: {}\n", number, error.what());
    return true;
  } catch (const std::exception& error) {
    fmt::print("case {}: {}\n  {}\n", number, error.what(), question.text);
    std::fflush(stdout);
    return false;
  }
}

}  // namespace

int main(int count, char** words) {
  const std::uint64_t cases = number_of(count > 1 ? words[1] : std::getenv("LODE_TEST_CASES"), default_cases);
  const std::uint64_t first = number_of(count > 2 ? words[2] : nullptr, 0);
  Counts counts;
  int failed = 0;
  for (std::uint64_t number = first; number < first + cases && failed < most_shown;
       number += questions_per_graph) {
    const test::HardFamily family = family_of(number);
    if (family.sizes().empty()) continue;
    for (std::uint64_t i = number; i < number + questions_per_graph && i < first + cases; ++i) {
      ++counts["questions"];
      if (!holds(family, draw_question(family, i), i, counts)) ++failed;
    }
  }
  for (const auto& [what, times] : counts) fmt::print("{:12} {}\n", times, what);
  return failed == 0 ? 0 : 1;
}
