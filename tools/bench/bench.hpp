#pragma once

// Arguments, clocks, tables and output of the benchmarks.

#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>

namespace lode::bench {

/// CPU time of the calling thread.
class ThreadCpuClock final : public Clock {
 public:
  double seconds() const override {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
};
inline const ThreadCpuClock cpu_clock;

struct Usage {
  double seconds = 0.0;  ///< wall clock
  double user = 0.0;
  double system = 0.0;
  double peak_bytes = 0.0;  ///< largest resident set of the process

  double cpu() const { return user + system; }
};

/// Measures `work`.
template <class Work>
Usage measure(Work&& work) {
  const auto now = [] {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return Usage{monotonic_clock().seconds(), seconds(used.ru_utime), seconds(used.ru_stime),
                 1024.0 * static_cast<double>(used.ru_maxrss)};
  };
  const Usage before = now();
  work();
  const Usage after = now();
  return {after.seconds - before.seconds, after.user - before.user, after.system - before.system,
          after.peak_bytes};
}

/// `"name":value` pairs.
inline std::string json_field(std::string_view name, double value) {
  return fmt::format(",\"{}\":{:.6g}", name, value);
}

/// One line of JSON: the measured part, then `fields` (each with a comma in front).
inline void print_json(std::string_view bench, int threads, const Usage& used, std::string_view fields) {
  fmt::print(
      "{{\"bench\":\"{}\",\"threads\":{},\"seconds\":{:.4f},\"cpu_seconds\":{:.4f},\"user_seconds\":{:.4f},"
      "\"system_seconds\":{:.4f},\"peak_rss_bytes\":{:.0f}{}}}\n",
      bench, threads, used.seconds, used.cpu(), used.user, used.system, used.peak_bytes, fields);
  std::fflush(stdout);
}

/// The parts between separators; none for an empty text.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

/// The rows of a CSV file by column name. Errors: InputError for a missing file, and for a row of another
/// length.
inline std::vector<std::map<std::string, std::string>> read_table(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line)) throw InputError({path}, "is empty or missing");
  const auto names = split(line, ',');
  std::vector<std::map<std::string, std::string>> rows;
  for (std::uint64_t number = 2; std::getline(in, line); ++number) {
    const auto fields = split(line, ',');
    rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) rows.back()[names[i]] = i < fields.size() ? fields[i] : "";
  }
  return rows;
}

/// A graph of the search folders.
inline Graph graph_called(const std::string& name, bool weighted = false) {
  ReadOptions options;
  options.weighted = weighted;
  return read_graph(resolve_graph(name, default_search_folders()).path, options, RunContext()).graph;
}

/// The words of a command line, and its options by name.
class Arguments {
 public:
  /// `usage` shows options as [--name VALUE] and flags as [--name].
  Arguments(int argc, char** argv, const std::string& usage) {
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      if (word.rfind("--", 0) != 0) {
        words_.push_back(word);
      } else if (usage.find("[" + word + "]") != std::string::npos) {
        options_[word] = "yes";
      } else if (usage.find("[" + word + " ") != std::string::npos && i + 1 < argc) {
        options_[word] = argv[++i];
      } else {
        throw InvalidArgument("option", word, "is not known, or has no value", "usage: " + usage);
      }
    }
  }

  const std::vector<std::string>& words() const { return words_; }
  std::string word(std::size_t i, const std::string& otherwise) const {
    return i < words_.size() ? words_[i] : otherwise;
  }
  std::uint64_t number(std::size_t i, std::uint64_t otherwise) const {
    return i < words_.size() ? std::stoull(words_[i]) : otherwise;
  }
  bool has(const std::string& option) const { return options_.count(option) > 0; }
  std::string text(const std::string& option, const std::string& otherwise) const {
    return has(option) ? options_.at(option) : otherwise;
  }
  double real(const std::string& option, double otherwise) const {
    return has(option) ? std::stod(options_.at(option)) : otherwise;
  }
  int threads(int otherwise) const { return static_cast<int>(real("--threads", otherwise)); }
  std::vector<std::uint64_t> seeds(const std::string& option, const std::string& otherwise) const {
    std::vector<std::uint64_t> seeds;
    for (const std::string& seed : split(text(option, otherwise), ',')) seeds.push_back(std::stoull(seed));
    return seeds;
  }

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::string> options_;
};

/// The main function of a benchmark that needs some words: calls body(arguments), and prints errors.
template <class Body>
int run(int argc, char** argv, std::size_t least_words, const std::string& usage, Body&& body) {
  try {
    const Arguments arguments(argc, argv, usage);
    if (arguments.words().size() < least_words) throw InvalidArgument("usage: " + usage);
    body(arguments);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", argv[0], error.what());
    return 1;
  }
}

}  // namespace lode::bench
