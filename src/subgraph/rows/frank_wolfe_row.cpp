#include "subgraph/methods/frank_wolfe.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

namespace {

FrankWolfeStep step_from(std::string_view text) {
  if (text == "lipschitz") return FrankWolfeStep::lipschitz;
  if (text == "exact") return FrankWolfeStep::exact;
  throw InvalidArgument("step", std::string(text), "is not a step rule", "use lipschitz or exact");
}

FrankWolfeOptions frank_wolfe_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  FrankWolfeOptions options;
  options.step = step_from(reader.text("step", "lipschitz"));
  reader.read("max-iterations", options.max_iterations);
  return options;
}

}  // namespace

MethodRow frank_wolfe_row() {
  MethodRow row;
  row.name = "frank-wolfe";
  row.summary = "Frank-Wolfe on the diagonally loaded relaxation, then the s largest entries";
  row.objective = "x'(W + aI)x, 0 <= x <= 1, 1'x = s";
  row.guarantee = "never less than its start";
  row.cost = "2000 x (n + degrees of s vertices) at most, and one eigenvalue";
  row.source = "Lu, Sidiropoulos, Konar, AAAI 2025";
  row.settings = {"step", "max-iterations"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return frank_wolfe(problem, frank_wolfe_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::detail
