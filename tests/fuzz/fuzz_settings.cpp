#include <memory>

#include <lode/least_squares/registry.hpp>
#include <lode/subgraph/registry.hpp>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutation.hpp"

// The name of a method (after "lsq " of one for least squares), then a setting "name=value" a line. A method
// refuses settings by an InvalidArgument, or it ends soon after its time is up.

namespace {

using namespace lode;
using Settings = subgraph::MethodSettings;

/// Every look at it takes a tenth of a second.
class QuickClock final : public Clock {
 public:
  double seconds() const override { return now_ += 0.1; }

 private:
  mutable double now_ = 0.0;
};

RunContext short_run() {
  static const QuickClock clock;
  static const RunContext run({.threads = 1, .time_limit = 1.0, .clock = &clock});
  return run.for_call();
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

Settings settings_in(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::size_t cut = std::min(line.find('='), line.size());
    settings[std::string(line.substr(0, cut))] = line.substr(std::min(cut + 1, line.size()));
  }
  return settings;
}

void solve_subgraph(std::string_view name, const Settings& settings) {
  static const Graph graph =
      Graph::from_edges({{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {3, 5}, {1, 4}});
  subgraph::Problem problem;
  problem.graph = graph;
  problem.s = 3;
  const subgraph::Solution solution = subgraph::solve(name, problem, settings, short_run());
  fuzz::require(solution.vertices.size() == 3);
}

void solve_least_squares(std::string_view name, const Settings& settings) {
  using namespace least_squares;
  static const auto instance = std::make_shared<const Instance>(
      Matrix::dense(3, 4, {1, 0, 2, 0.5, 1, -1, 0, 3, 1, 2, 2, -0.25}), std::vector<double>{1, 2, -1});
  Problem problem;
  problem.instance = instance;
  problem.constraint.kind = method(name).constraints.front();
  problem.constraint.s = 2;
  problem.constraint.lambda = 0.1;
  const Solution solution = solve(name, problem, settings, short_run());
  fuzz::require(solution.support.size() == solution.x.size());
}

/// A value of an option, or nearly one.
template <class Rows>
std::string drawn_settings(std::string_view prefix, const Rows& rows, Rng& rng) {
  const auto& row = rows[rng.below(rows.size())];
  std::string text = std::string(prefix) + std::string(row.name);
  if (!row.presets.empty() && rng.below(2) == 0) {
    text += "\npreset=" + std::string(row.presets[rng.below(row.presets.size())]);
  }
  for (std::uint64_t times = rng.below(4); times > 0 && !row.options.empty(); --times) {
    const OptionInfo& option = row.options[rng.below(row.options.size())];
    std::string value = option.default_value;
    const std::uint64_t kind = rng.below(4);
    if (kind == 0 && !option.words.empty()) value = option.words[rng.below(option.words.size())];
    if (kind == 1) value = std::to_string(fuzz::changed_number(2, rng));
    if (kind == 2) value = fuzz::mutated(value, 24);
    text += '\n' + std::string(option.name) + '=' + value;
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view of_least_squares = "lsq ";
  std::string_view text = fuzz::text_of(data, size);
  std::string_view name = take_line(text);
  const Settings settings = settings_in(text);
  try {
    if (name.starts_with(of_least_squares)) {
      solve_least_squares(name.substr(of_least_squares.size()), settings);
    } else {
      solve_subgraph(name, settings);
    }
  } catch (const InvalidArgument&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  Rng rng(seed);
  switch (rng.below(4)) {
    case 0:
      return fuzz::give(drawn_settings("", subgraph::methods(), rng), data, max_size);
    case 1:
      return fuzz::give(drawn_settings("lsq ", least_squares::methods(), rng), data, max_size);
    default:
      return LLVMFuzzerMutate(data, size, max_size);
  }
}
