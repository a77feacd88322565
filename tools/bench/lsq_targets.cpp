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

#include "bench.hpp"

namespace {

using namespace lode;
using namespace lode::least_squares;

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

void measure(const Cell& cell, std::uint64_t data_seed, const std::string& preset,
             const bench::Arguments& arguments) {
  const Clock& clock =
      arguments.has("--cpu") ? static_cast<const Clock&>(bench::cpu_clock) : monotonic_clock();
  const double time = arguments.real("--time", std::numeric_limits<double>::infinity());
  const GeneratedData data = generate(cell, data_seed);
  for (const std::uint64_t seed : arguments.seeds("--seeds", "1")) {
    const double gram = seconds_of_gram(data, clock);
    Problem problem;
    problem.instance = std::make_shared<Instance>(data.a, data.b);
    problem.constraint = cell.constraint;
    RunContext run({.seed = seed, .threads = 1, .time_limit = time, .clock = &clock});
    MethodSettings settings = {{"preset", preset}};
    if (std::isfinite(time)) settings["work"] = "1e300";  // uses the whole time
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

}  // namespace

int main(int argc, char** argv) {
  const char* const usage =
      "bench_lsq_targets [--data LIST] [--seeds LIST] [--presets LIST] [--cells TEXT] [--time SECONDS] "
      "[--cpu]";
  return bench::run(argc, argv, 0, usage, [](const bench::Arguments& arguments) {
    for (const Cell& cell : cells()) {
      if (cell.name.find(arguments.text("--cells", "")) == std::string::npos) continue;
      for (const std::uint64_t data : arguments.seeds("--data", "1")) {
        for (const std::string& preset : bench::split(arguments.text("--presets", "default"), ',')) {
          measure(cell, data, preset, arguments);
        }
      }
    }
  });
}
