#include "least_squares/methods/omp.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

namespace {

OmpOptions omp_options_from(const MethodSettings& settings) {
  const std::string_view columns = SettingsReader(settings).text("columns", "unit");
  if (columns == "unit") return {ColumnScale::unit};
  if (columns == "raw") return {ColumnScale::raw};
  throw InvalidArgument("columns", std::string(columns), "is not a scale of columns", "use unit or raw");
}

}  // namespace

MethodRow omp_row() {
  MethodRow row;
  row.name = "omp";
  row.summary = "orthogonal matching pursuit";
  row.constraints = {ConstraintKind::sparse_c};
  row.guarantee = "least squares on its support";
  row.cost = "s m n";
  row.source = "Tropp, Gilbert, IEEE Trans. Inform. Theory 2007";
  row.settings = {"columns"};
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return omp(problem, omp_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
