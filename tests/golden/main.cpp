// test_golden [--quick] [--times] [--write FOLDER] [small|real|TOPIC]
//
// Computes answers afresh, of all topics or of those named, and compares them with the files beside this
// source, or writes such files. Exits with 1 when an answer differs, is missing or has no case.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iostream>
#include <optional>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "answer_file.hpp"
#include "support/support.hpp"
#include "topics.hpp"

namespace lode::golden {
namespace {

namespace fs = std::filesystem;

constexpr const char* usage = "usage: test_golden [--quick] [--times] [--write FOLDER] [small|real|TOPIC]\n";

struct Arguments {
  bool quick = false;
  bool times = false;
  std::optional<fs::path> write_to;
  std::string selection = {};  ///< small, real or the name of a topic; empty: all
};

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--quick") {
      arguments.quick = true;
    } else if (words[i] == "--times") {
      arguments.times = true;
    } else if (words[i] == "--write" && i + 1 < words.size()) {
      arguments.write_to = words[++i];
    } else if (arguments.selection.empty() && !words[i].starts_with('-')) {
      arguments.selection = words[i];
    } else {
      throw std::invalid_argument(usage);
    }
  }
  if (arguments.quick && arguments.write_to)
    throw std::invalid_argument("--write takes all cases, not --quick\n");
  return arguments;
}

/// Differences, of which the first few are printed.
class Differences {
 public:
  void add(const std::string& what, const std::string& expected, const std::string& got) {
    constexpr int most_printed = 12;
    if (++count_ > most_printed) return;
    constexpr std::size_t before = 60, shown = 200;
    const auto differs = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
    const auto place = static_cast<std::size_t>(differs.first - expected.begin());
    const std::size_t from = place > before ? place - before : 0;
    const auto part = [&](const std::string& text) {
      return (from > 0 ? "..." : "") + text.substr(std::min(from, text.size()), shown) +
             (text.size() > from + shown ? "..." : "");
    };
    std::cout << what << "\n  expected: " << part(expected) << "\n  got:      " << part(got) << "\n";
  }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

/// The answer of a case; nothing, and a difference, when it throws.
std::optional<std::string> compute(const Topic& topic, const Case& one, int threads,
                                   Differences& differences) {
  // Nothing may depend on a clock: this one stands still.
  class StoppedClock final : public Clock {
   public:
    double seconds() const override { return 0.0; }
  };
  static const StoppedClock stopped;
  RunContext run({.seed = 1, .threads = threads, .clock = &stopped});
  try {
    return one.answer(run);
  } catch (const std::exception& error) {
    differences.add(topic.name + ": " + one.name, "an answer", error.what());
    return std::nullopt;
  }
}

/// Computes the cases of a topic that are to run; those of `--quick` with one thread too unless it is given.
std::vector<Answer> compute_all(const Topic& topic, const Arguments& arguments, Differences& differences) {
  std::vector<Answer> answers;
  for (const Case& one : topic.cases) {
    if (arguments.quick && one.extent != Extent::quick) continue;
    const std::clock_t begin = std::clock();
    const auto text = compute(topic, one, 2, differences);
    if (text && one.extent == Extent::quick && !arguments.quick) {
      const auto alone = compute(topic, one, 1, differences);
      if (alone && alone != text)
        differences.add(topic.name + ": " + one.name + ", one thread against two", *text, *alone);
    }
    if (text) answers.push_back({one.name, *text});
    if (arguments.times) {
      const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      fmt::print("{:8.3f} s  {}: {}\n", seconds, topic.name, one.name);
    }
  }
  return answers;
}

fs::path file_of(const fs::path& folder, const Topic& topic) { return folder / (topic.name + ".txt"); }

void compare(const Topic& topic, const std::vector<Answer>& answers, Differences& differences) {
  const auto golden = read_answers(file_of(LODE_REPOSITORY "/tests/golden", topic));
  std::set<std::string> names;
  for (const Case& one : topic.cases) {
    names.insert(one.name);
    if (!golden.contains(one.name))
      differences.add(topic.name + ": " + one.name, "no golden answer", "a case");
  }
  for (const auto& [name, text] : golden) {
    if (!names.contains(name)) differences.add(topic.name + ": " + name, text, "no such case");
  }
  for (const Answer& answer : answers) {
    const auto expected = golden.find(answer.name);
    if (expected != golden.end() && expected->second != answer.text)
      differences.add(topic.name + ": " + answer.name, expected->second, answer.text);
  }
}

void check_names(const Topic& topic) {
  std::set<std::string> names;
  for (const Case& one : topic.cases) {
    if (!names.insert(one.name).second)
      throw std::logic_error(topic.name + ": two cases are called " + one.name);
  }
}

std::vector<Topic> selected(const std::string& selection) {
  std::vector<Topic> topics;
  const auto add = [&](std::string_view group, std::vector<Topic> some) {
    for (Topic& topic : some) {
      if (selection.empty() || selection == group || selection == topic.name)
        topics.push_back(std::move(topic));
    }
  };
  add("small", small_topics());
  add("real", real_topics());
  if (topics.empty()) throw std::invalid_argument(selection + " is not a topic\n" + usage);
  return topics;
}

int run(const Arguments& arguments) {
  const std::vector<Topic> topics = selected(arguments.selection);
  Differences differences;
  std::size_t computed = 0;
  for (const Topic& topic : topics) {
    check_names(topic);
    if (!topic.dataset.empty() && !test::dataset(topic.dataset)) continue;
    const std::vector<Answer> answers = compute_all(topic, arguments, differences);
    computed += answers.size();
    if (arguments.write_to) {
      write_answers(file_of(*arguments.write_to, topic), answers);
    } else {
      compare(topic, answers, differences);
    }
  }
  fmt::print("{} answers, {} differences\n", computed, differences.count());
  return differences.count() > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace
}  // namespace lode::golden

int main(int argc, char** argv) {
  try {
    return lode::golden::run(lode::golden::parse({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::cout << error.what() << std::endl;
    return EXIT_FAILURE;
  }
}
