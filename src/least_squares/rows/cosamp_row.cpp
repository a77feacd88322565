#include "least_squares/methods/cosamp.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

namespace {

CosampOptions cosamp_options_from(const MethodSettings& settings) {
  CosampOptions options;
  SettingsReader(settings).read("max-rounds", options.max_rounds);
  return options;
}

}  // namespace

MethodRow cosamp_row() {
  MethodRow row;
  row.name = "cosamp";
  row.summary = "compressive sampling matching pursuit, best round";
  row.constraints = {ConstraintKind::sparse_c};
  row.guarantee = "none";
  row.cost = "m n + m s^2 per round";
  row.source = "Needell, Tropp, Appl. Comput. Harmon. Anal. 2009";
  row.settings = {"max-rounds"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return cosamp(problem, cosamp_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
