// Many calls at once on one graph: test_concurrency [ROUNDS [SECONDS]].
//
// In each round eight threads call the library on the same graphs, each in a TBB arena of its own with 1 to 8
// threads. Every question has one answer, which was computed before by one thread alone. Some calls are
// cancelled at a random moment: they must end, with an answer that is a set of the right size or with the
// error of a run that was stopped. Rounds go on until there were ROUNDS (default 12) and SECONDS (default 0)
// have passed. Memory in use is printed as it goes. When there were many rounds, it must not have grown.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/questions/trusses.hpp>
#include <lode/study/find.hpp>

using namespace lode;

namespace {

constexpr int callers = 8;
constexpr int calls_per_round = 6;
/// A leak of a few kB in each call would be seen after so many rounds.
constexpr int rounds_of_a_soak = 200;
constexpr double allowed_growth_mb = 64.0;

/// A question, and its answer as text under any context.
struct Question {
  std::string name;
  std::function<std::string(const RunContext&)> answer;
};

std::string text_of(const FindResult& found) {
  std::string text;
  for (const FindAnswer& answer : found.answers)
    text += fmt::format("{} {} {} {};", answer.s, fmt::join(answer.solution.vertices, " "),
                        answer.solution.objective(), answer.bound.value);
  return text;
}

Question find_question(std::string name, const Graph& graph, FindRequest request) {
  return {std::move(name), [&graph, request](const RunContext& run) {
            const FindResult found = find(graph, request, run);
            for (const FindAnswer& answer : found.answers) {
              if (answer.solution.vertices.size() != answer.s)
                throw std::logic_error("a set of another size");
            }
            return text_of(found);
          }};
}

std::vector<Question> questions_about(const Graph& graph, const Graph& weighted, const Graph& small) {
  using subgraph::Effort;
  std::vector<Question> questions;
  const auto ask = [&](std::string name, const Graph& of, FindRequest request) {
    questions.push_back(find_question(std::move(name), of, std::move(request)));
  };
  ask("hybrid", graph, {.sizes = {20, 40}, .settings = {{"work", "200000"}}, .effort = Effort::cheap});
  ask("hybrid, weights", weighted,
      {.sizes = {25}, .settings = {{"work", "100000"}}, .effort = Effort::cheap});
  ask("tabu", graph,
      {.sizes = {30}, .method = "tabu", .settings = {{"stall", "2000"}}, .effort = Effort::none});
  ask("peeling", graph, {.sizes = {5, 50, 500}, .method = "peeling", .effort = Effort::none});
  ask("proofs", small, {.sizes = {6, 9}, .effort = Effort::strong, .keep_proofs = true});
  ask("include", graph,
      {.sizes = {20}, .settings = {{"work", "50000"}}, .include = {3, 7}, .effort = Effort::cheap});
  questions.push_back({"cores", [&graph](const RunContext& run) {
                         return fmt::format("{}", fmt::join(core_numbers(graph, run), " "));
                       }});
  questions.push_back({"densest", [&weighted](const RunContext& run) {
                         const DensestSubgraph found = densest_subgraph(weighted, run);
                         return fmt::format("{}", fmt::join(found.vertices, " "));
                       }});
  questions.push_back({"clique", [&graph](const RunContext& run) {
                         return std::to_string(maximum_clique(graph, {}, run).vertices.size());
                       }});
  questions.push_back({"trusses", [&graph](const RunContext& run) {
                         return fmt::format("{}", fmt::join(truss_numbers(graph, run).number, " "));
                       }});
  return questions;
}

double resident_mb() {
  std::ifstream file("/proc/self/statm");
  long pages = 0;
  long resident = 0;
  file >> pages >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// Sets a flag after a while, unless the call has ended by then.
class Canceller {
 public:
  Canceller(std::atomic<bool>& flag, std::chrono::microseconds delay)
      : thread_([&flag, delay, this] {
          std::unique_lock lock(mutex_);
          ended_.wait_for(lock, delay, [this] { return has_ended_; });
          flag = true;
        }) {}
  ~Canceller() {
    {
      const std::lock_guard lock(mutex_);
      has_ended_ = true;
    }
    ended_.notify_one();
    thread_.join();
  }
  Canceller(const Canceller&) = delete;
  Canceller& operator=(const Canceller&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;
};

class Rounds {
 public:
  explicit Rounds(const std::vector<Question>& questions) : questions_(questions) {
    for (const Question& question : questions)
      expected_.push_back(question.answer(RunContext({.threads = 1})));
  }

  void run(std::uint64_t round) {
    std::vector<std::thread> threads;
    for (int caller = 0; caller < callers; ++caller) {
      threads.emplace_back([this, round, caller] {
        Rng rng(round, static_cast<std::uint64_t>(caller));
        oneapi::tbb::task_arena arena(1 + static_cast<int>(rng.below(8)));
        for (int call = 0; call < calls_per_round; ++call) ask(rng, arena);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  std::uint64_t calls() const { return calls_; }
  std::uint64_t cancelled() const { return cancelled_; }
  const std::vector<std::string>& failures() const { return failures_; }

 private:
  void ask(Rng& rng, oneapi::tbb::task_arena& arena) {
    const std::size_t which = rng.below(questions_.size());
    std::atomic<bool> cancel = false;
    RunOptions options{.threads = 1 + static_cast<int>(rng.below(4)), .cancel = &cancel};
    const bool cancels = rng.below(4) == 0;
    const auto delay = std::chrono::microseconds(rng.below(1u << (4 + rng.below(14))));
    ++calls_;
    try {
      std::string answer;
      arena.execute([&] {
        const RunContext run(options);
        if (!cancels) {
          answer = questions_[which].answer(run);
          return;
        }
        const Canceller canceller(cancel, delay);
        answer = questions_[which].answer(run);
      });
      if (cancels) {
        ++cancelled_;
      } else if (answer != expected_[which]) {
        fail(questions_[which].name, "another answer: " + answer.substr(0, 200));
      }
    } catch (const SystemError& error) {
      if (cancels) {
        ++cancelled_;
      } else {
        fail(questions_[which].name, error.what());
      }
    } catch (const std::exception& error) {
      fail(questions_[which].name, error.what());
    }
  }

  void fail(const std::string& name, const std::string& why) {
    const std::lock_guard lock(mutex_);
    failures_.push_back(name + ": " + why);
  }

  const std::vector<Question>& questions_;
  std::vector<std::string> expected_;
  std::atomic<std::uint64_t> calls_ = 0;
  std::atomic<std::uint64_t> cancelled_ = 0;
  std::mutex mutex_;
  std::vector<std::string> failures_;
};

/// A whole number of 0 or more; anything else is an error of the command line.
int number_of(const char* text) {
  char* end = nullptr;
  const long number = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || number < 0 || number > 1'000'000) {
    fmt::print(stderr, "test_concurrency: '{}' is no number of rounds or seconds\n", text);
    std::exit(2);
  }
  return static_cast<int>(number);
}

}  // namespace

int main(int count, char** words) {
  const int least_rounds = count > 1 ? number_of(words[1]) : 12;
  const double least_seconds = count > 2 ? number_of(words[2]) : 0;
  // As many threads as are asked for, also on a machine with fewer processors.
  const oneapi::tbb::global_control workers(oneapi::tbb::global_control::max_allowed_parallelism, 16);
  const Graph graph = planted({.num_vertices = 1500, .planted_size = 40}).graph;
  const Graph weighted = planted({.num_vertices = 600, .planted_size = 25, .max_weight = 9, .seed = 2}).graph;
  const Graph small = gnp({.num_vertices = 40, .probability = 0.4, .seed = 3});
  const std::vector<Question> questions = questions_about(graph, weighted, small);
  Rounds rounds(questions);

  double early = 0.0;
  double late = 0.0;
  int round = 0;
  for (const auto start = std::chrono::steady_clock::now();; ++round) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if ((round >= least_rounds && seconds >= least_seconds) || !rounds.failures().empty()) break;
    rounds.run(static_cast<std::uint64_t>(round));
    late = resident_mb();
    if (round == rounds_of_a_soak / 4) early = late;
    if (round % 50 == 49)
      fmt::print("{:6.0f} s, {} rounds, {} calls, {} cancelled, {:.1f} MB\n", seconds, round + 1,
                 rounds.calls(), rounds.cancelled(), late);
  }
  fmt::print("{} rounds, {} calls, {} cancelled, {:.1f} MB\n", round, rounds.calls(), rounds.cancelled(),
             late);
  for (const std::string& failure : rounds.failures()) fmt::print("{}\n", failure);
  if (!rounds.failures().empty()) return 1;
  if (round < rounds_of_a_soak) return 0;
  fmt::print("memory: {:.1f} MB after {} rounds, {:.1f} MB at the end\n", early, rounds_of_a_soak / 4, late);
  return late <= early + allowed_growth_mb ? 0 : 1;
}
