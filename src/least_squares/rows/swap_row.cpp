#include "least_squares/methods/swap.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

namespace {

SwapOptions swap_options_from(const MethodSettings& settings) {
  SwapOptions options;
  SettingsReader(settings).read("max-exchanges", options.max_exchanges);
  return options;
}

}  // namespace

MethodRow swap_row() {
  MethodRow row;
  row.name = "swap";
  row.summary = "exchange descent with refit, the best exchange each time, from ols";
  row.constraints = {ConstraintKind::sparse_c};
  row.guarantee = "no single exchange with refit improves";
  row.cost = "s n per exchange";
  row.source = "Hazimeh, Mazumder, Oper. Res. 2020";
  row.settings = {"max-exchanges"};
  row.uses_start = true;
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return swap(problem, swap_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
