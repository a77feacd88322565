// Runs the presets of hybrid for least squares on generated instances: bench_lsq_targets [options]. Prints
// one JSON object per run: the answer, the seconds of the whole run and of the Gram matrix alone, the time of
// the best, and the best after 0.1, 0.25, 0.5, 1 and 5 s. "known" is the best value known for seed 1 before
// this library (reference figures of the sparse cells, MQLib for the signs, an iterated swap search for the
// penalty).
//
//   --data 1,2,3       seeds of the instances        --seeds 1,2,3   seeds of the runs
//   --presets LIST     default, fast, thorough       --cells TEXT    only cells whose name holds it
//   --cpu              CPU seconds of the thread instead of wall time: for a shared machine
//   --time SECONDS     time limit instead of the preset's own end

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>

#include "thread_cpu_clock.hpp"

namespace {

using namespace lode;
using namespace lode::least_squares;

const ThreadCpuClock thread_cpu_clock;

struct Cell {
  std::string name;
  bool uniform = false;
  Design design = Design::ai;
  Noise noise = Noise::bi;
  Constraint constraint;
  double known = 0.0;  ///< value for data seed 1
};

Constraint nonzeros(Index s) {
  Constraint constraint;
  constraint.s = s;
  return constraint;
}

Constraint penalty(double lambda) {
  Constraint constraint;
  constraint.kind = ConstraintKind::sparse;
  constraint.lambda = lambda;
  return constraint;
}

Constraint signs() {
  Constraint constraint;
  constraint.kind = ConstraintKind::binary;
  return constraint;
}

std::vector<Cell> cells() {
  return {{"AI+bI s=20", false, Design::ai, Noise::bi, nonzeros(20), 27950.7255},
          {"AI+bI s=50", false, Design::ai, Noise::bi, nonzeros(50), 15603.9750},
          {"AII+bII s=20", false, Design::aii, Noise::bii, nonzeros(20), 3242637.339},
          {"AII+bII s=50", false, Design::aii, Noise::bii, nonzeros(50), 1230749.561},
          {"uniform signs", true, Design::ai, Noise::bi, signs(), 173.39},
          {"uniform lambda=0.1", true, Design::ai, Noise::bi, penalty(0.1), 5.67023}};
}

struct Options {
  std::vector<std::uint64_t> data = {1};
  std::vector<std::uint64_t> seeds = {1};
  std::vector<std::string> presets = {"default"};
  std::string cells;
  double time = std::numeric_limits<double>::infinity();
  bool cpu = false;

  const Clock& clock() const { return cpu ? static_cast<const Clock&>(thread_cpu_clock) : monotonic_clock(); }
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

std::vector<std::uint64_t> numbers(const std::string& text) {
  std::vector<std::uint64_t> result;
  for (const std::string& part : split(text)) result.push_back(std::stoull(part));
  return result;
}

GeneratedData generate(const Cell& cell, std::uint64_t seed) {
  if (cell.uniform) return uniform_data({.seed = seed});
  return regression_data({.design = cell.design, .noise = cell.noise, .seed = seed});
}

double seconds_of_gram(const GeneratedData& data, const Clock& clock) {
  const Instance instance(data.a, data.b);
  const double begin = clock.seconds();
  instance.gram();
  return clock.seconds() - begin;
}

std::string reached(const Trace& trace, double seconds) {
  std::optional<double> value;
  for (const TracePoint& point : trace) {
    if (point.seconds <= seconds) value = point.weight;
  }
  return value ? fmt::format("{:.4f}", *value) : "null";
}

void measure(const Cell& cell, std::uint64_t data_seed, const std::string& preset, const Options& options) {
  const GeneratedData data = generate(cell, data_seed);
  for (const std::uint64_t seed : options.seeds) {
    const double gram = seconds_of_gram(data, options.clock());
    Problem problem;
    problem.instance = std::make_shared<Instance>(data.a, data.b);
    problem.constraint = cell.constraint;
    RunContext run({.seed = seed, .threads = 1, .time_limit = options.time, .clock = &options.clock()});
    MethodSettings settings = {{"preset", preset}};
    if (std::isfinite(options.time)) settings["work"] = "1e300";  // uses the whole time
    const Solution solution = solve("hybrid", problem, settings, run);
    fmt::print(
        "{{\"bench\":\"lsq_targets\",\"cell\":\"{}\",\"data\":{},\"seed\":{},\"preset\":\"{}\","
        "\"objective\":{:.6f},\"known\":{},\"nonzeros\":{},\"seconds\":{:.3f},\"gram_seconds\":{:.3f},"
        "\"seconds_to_best\":{:.3f},\"iterations\":{},\"at\":[{},{},{},{},{}]}}\n",
        cell.name, data_seed, seed, preset, solution.objective,
        data_seed == 1 ? fmt::format("{}", cell.known) : "null", solution.support.size(), solution.seconds,
        gram, solution.seconds_to_best, solution.iterations, reached(solution.trace, 0.1),
        reached(solution.trace, 0.25), reached(solution.trace, 0.5), reached(solution.trace, 1.0),
        reached(solution.trace, 5.0));
    std::fflush(stdout);
  }
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--cpu") {
      options.cpu = true;
      continue;
    }
    if (i + 1 == argc) throw InvalidArgument("option", name, "needs a value");
    const std::string value = argv[++i];
    if (name == "--data") {
      options.data = numbers(value);
    } else if (name == "--seeds") {
      options.seeds = numbers(value);
    } else if (name == "--presets") {
      options.presets = split(value);
    } else if (name == "--cells") {
      options.cells = value;
    } else if (name == "--time") {
      options.time = std::stod(value);
    } else {
      throw InvalidArgument("option", name, "is not known");
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    for (const Cell& cell : cells()) {
      if (cell.name.find(options.cells) == std::string::npos) continue;
      for (const std::uint64_t data : options.data) {
        for (const std::string& preset : options.presets) measure(cell, data, preset, options);
      }
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
