// test_golden [--quick] [--times] [--write FOLDER] [--show NAME] [small|real|TOPIC]
//
// Computes answers afresh, all or those of a topic, of small graphs or of real ones, and compares them with
// the files beside this source, or writes such files. --show prints the answers of all cases whose name
// begins with NAME. Exits with 1 when an answer differs, is missing or has no case.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iostream>
#include <map>
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

constexpr const char* usage =
    "usage: test_golden [--quick] [--times] [--write FOLDER] [--show NAME] [small|real|TOPIC]\n";

struct Arguments {
  bool quick = false;
  bool times = false;
  std::optional<fs::path> write_to;
  std::optional<std::string> show;
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
    } else if (words[i] == "--show" && i + 1 < words.size()) {
      arguments.show = words[++i];
    } else if (arguments.selection.empty() && !words[i].starts_with('-')) {
      arguments.selection = words[i];
    } else {
      throw std::invalid_argument(usage);
    }
  }
  if (arguments.write_to && (arguments.quick || !arguments.selection.empty()))
    throw std::invalid_argument("--write takes all cases\n");
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

bool is_topic(const Topic& topic, const std::string& selection) {
  return selection.empty() || selection == "small" || selection == "real" || selection == topic.name;
}

/// Whether this build is for the target that the files are written by.
constexpr bool same_target = std::string_view(LODE_GOLDEN_ARCH) == "x86-64-v3";

/// Whether a case is to be computed. Cases whose dataset is missing are not, and heuristic answers are shown
/// or compared with one thread.
bool runs(const Case& one, const Arguments& arguments) {
  if ((arguments.quick || (one.heuristic && !arguments.show)) && one.extent != Extent::quick) return false;
  if (arguments.selection == (one.dataset.empty() ? "real" : "small")) return false;
  if (arguments.show && !one.name.starts_with(*arguments.show)) return false;
  return one.dataset.empty() || test::dataset(one.dataset).has_value();
}

/// The answer of a case; nothing, and a difference, when it throws.
std::optional<Answer> compute(const Case& one, int threads, Differences& differences) {
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
    differences.add(one.name, "an answer", error.what());
    return std::nullopt;
  }
}

/// Computes a case with two threads; a quick one with one thread too, unless only those are computed.
std::optional<Answer> compute(const Case& one, const Arguments& arguments, Differences& differences) {
  const std::clock_t begin = std::clock();
  const auto answer = compute(one, 2, differences);
  if (answer && one.extent == Extent::quick && !arguments.quick) {
    const auto alone = compute(one, 1, differences);
    const auto compare = [&](const std::string& text, const std::string& again) {
      if (text != again) differences.add(one.name + ", one thread against two", text, again);
    };
    if (alone) compare(answer->fact, alone->fact), compare(answer->bits, alone->bits);
  }
  if (arguments.times)
    fmt::print("{:8.3f} s  {}\n", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, one.name);
  if (answer && arguments.show) fmt::print("{}\t{}\t{}\n", one.name, answer->fact, answer->bits);
  return answer;
}

/// What the cases of some topics answered, as lines of files.
struct Lines {
  std::map<std::string, std::vector<Line>> facts = {};  ///< by the name of the topic
  std::size_t cases = 0;
};

Lines compute_all(const std::vector<Topic>& topics, const Arguments& arguments, Differences& differences) {
  Lines lines;
  for (const Topic& topic : topics) {
    if (!is_topic(topic, arguments.selection)) continue;
    for (const Case& one : topic.cases) {
      if (!runs(one, arguments)) continue;
      const auto answer = compute(one, arguments, differences);
      if (!answer) continue;
      ++lines.cases;
      if (one.by_target && !same_target) continue;
      if (!answer->fact.empty()) lines.facts[topic.name].push_back({one.name, answer->fact});
    }
  }
  return lines;
}

fs::path file_of(const fs::path& folder, const std::string& topic) { return folder / (topic + ".txt"); }

/// Compares lines with their file. `known` are the names that a line may have, computed or not.
void compare(const std::string& topic, const std::vector<Line>& lines, const std::set<std::string>& known,
             Differences& differences) {
  const auto golden = read_answers(file_of(LODE_REPOSITORY "/tests/golden", topic));
  for (const auto& [name, text] : golden) {
    if (!known.contains(name)) differences.add(topic + ": " + name, text, "no such case");
  }
  for (const Line& line : lines) {
    const auto expected = golden.find(line.name);
    if (expected == golden.end()) {
      differences.add(topic + ": " + line.name, "no golden answer", line.text);
    } else if (expected->second != line.text) {
      differences.add(topic + ": " + line.name, expected->second, line.text);
    }
  }
}

void compare(const std::vector<Topic>& topics, const Lines& lines, const Arguments& arguments,
             Differences& differences) {
  for (const Topic& topic : topics) {
    std::set<std::string> names;
    for (const Case& one : topic.cases) names.insert(one.name);
    if (!is_topic(topic, arguments.selection)) continue;
    const auto facts = lines.facts.find(topic.name);
    compare(topic.name, facts == lines.facts.end() ? std::vector<Line>() : facts->second, names, differences);
  }
}

void write(const std::vector<Topic>& topics, const Lines& lines, const fs::path& folder) {
  if (!same_target)
    throw std::runtime_error("golden answers are written by a build with LODE_ARCH=x86-64-v3");
  for (const Topic& topic : topics) {
    for (const Case& one : topic.cases) {
      if (!one.dataset.empty() && !test::dataset(one.dataset))
        throw std::runtime_error(one.dataset + " is not in LODE_DATA: its answers would be lost");
    }
  }
  for (const auto& [topic, facts] : lines.facts) write_answers(file_of(folder, topic), facts);
}

void check_names(const std::vector<Topic>& topics) {
  for (const Topic& topic : topics) {
    std::set<std::string> names;
    for (const Case& one : topic.cases) {
      if (!names.insert(one.name).second)
        throw std::logic_error(topic.name + ": two cases are called " + one.name);
    }
  }
}

int run(const Arguments& arguments) {
  const std::vector<Topic> all = topics();
  check_names(all);
  if (std::none_of(all.begin(), all.end(),
                   [&](const Topic& topic) { return is_topic(topic, arguments.selection); }))
    throw std::invalid_argument(arguments.selection + " is not a topic\n" + usage);
  Differences differences;
  const Lines lines = compute_all(all, arguments, differences);
  if (arguments.write_to) {
    write(all, lines, *arguments.write_to);
  } else if (!arguments.show) {
    compare(all, lines, arguments, differences);
  }
  fmt::print("{} answers, {} differences\n", lines.cases, differences.count());
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
