#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>

namespace lode {
namespace {

using least_squares::ConstraintKind;
using least_squares::Design;
using least_squares::Index;
using least_squares::Noise;

/// Values of one axis of the grid: the filter's, or by default the paper's.
template <class Value>
std::vector<Value> axis(const std::vector<Value>& filter, std::vector<Value> paper) {
  return filter.empty() ? std::move(paper) : filter;
}

bool passes(const auto& filter, const auto& value) {
  return filter.empty() || std::ranges::find(filter, value) != filter.end();
}

/// Adds a panel for each design and noise that pass the filter and each shape that has one of the sizes.
/// Rows and columns of the filter replace the shapes.
void add_regressions(LeastSquaresExperiment& experiment, const ExperimentFilter& filter,
                     std::initializer_list<std::pair<Design, Noise>> kinds,
                     std::vector<std::pair<std::size_t, Index>> shapes, const std::vector<Index>& sizes) {
  experiment.methods = {"omp",  "omp@columns=raw", "ols",   "romp", "ssp", "cosamp", "gp", "ppa", "qpm",
                        "swap", "hybrid:paper",    "hybrid"};
  if (!filter.rows.empty() || !filter.columns.empty()) {
    shapes.clear();
    for (const std::size_t m : axis(filter.rows, {512})) {
      for (const Index n : axis(filter.columns, {2048})) shapes.emplace_back(m, n);
    }
  }
  for (const auto& [design, noise] : kinds) {
    if (!passes(filter.designs, design) || !passes(filter.noises, noise)) continue;
    for (const auto& [m, n] : shapes) {
      LeastSquaresPanel panel;
      panel.name = fmt::format("{} + {}, {} x {}", to_string(design), to_string(noise), m, n);
      panel.source.regression = {m, n, design, noise, filter.seed};
      panel.start_scale = 1e-7;  // of the paper
      panel.sizes = axis(filter.sizes, sizes);
      std::erase_if(panel.sizes, [most = n](Index s) { return s > most; });
      const auto& known = experiment.panels;
      const bool again = std::ranges::find(known, panel.name, &LeastSquaresPanel::name) != known.end();
      if (!panel.sizes.empty() && !again) experiment.panels.push_back(std::move(panel));
    }
  }
  if (!experiment.panels.empty()) return;
  throw InvalidArgument("experiment", experiment.name, "has no panel left", "leave out fewer");
}

}  // namespace

std::size_t LeastSquaresSource::rows() const {
  return kind == Kind::given ? given->rows() : kind == Kind::uniform ? uniform.rows : regression.rows;
}

Index LeastSquaresSource::columns() const {
  return kind == Kind::given     ? given->columns()
         : kind == Kind::uniform ? uniform.columns
                                 : regression.columns;
}

LeastSquaresExperiment figure_one_experiment(const ExperimentFilter& filter) {
  LeastSquaresExperiment experiment{"figure1", "Signs and sparse penalties", {}, {}};
  for (const char* const method :
       {"ppa", "appa", "msm", "gpm", "hybrid:paper@working-set=R0-G10", "hybrid:paper@working-set=R10-G0",
        "hybrid:paper@working-set=R5-G5", "hybrid"}) {
    experiment.methods.emplace_back(method);
  }
  for (const ConstraintKind kind : {ConstraintKind::binary, ConstraintKind::sparse}) {
    const bool sparse = kind == ConstraintKind::sparse;
    for (const std::size_t rows : axis(filter.rows, {200})) {
      for (const Index columns : axis(filter.columns, {500})) {
        for (const double scale : {0.001, 0.01}) {
          LeastSquaresPanel panel;
          panel.source.kind = LeastSquaresSource::Kind::uniform;
          panel.source.uniform = {rows, columns, filter.seed};
          panel.constraint = kind;
          panel.lambda = sparse ? 0.1 : 0.0;
          panel.start_scale = scale;
          panel.name =
              fmt::format("{}, start scale {}, {} x {}", sparse ? "sparse" : "+-1", scale, rows, columns);
          experiment.panels.push_back(std::move(panel));
        }
      }
    }
  }
  return experiment;
}

LeastSquaresExperiment sparsity_experiment(const ExperimentFilter& filter) {
  using enum Design;
  using enum Noise;
  LeastSquaresExperiment experiment{"sparsity", "Objective against sparsity", {}, {}};
  add_regressions(experiment, filter, {{ai, bi}, {ai, bii}, {aii, bi}, {aii, bii}},
                  {{512, 256}, {512, 512}, {512, 1024}, {512, 2048}, {128, 2048}, {256, 2048}, {1024, 2048}},
                  {3, 8, 13, 18, 23, 28, 33, 38, 43, 48, 50});
  return experiment;
}

LeastSquaresExperiment convergence_experiment(const ExperimentFilter& filter) {
  LeastSquaresExperiment experiment{"convergence", "Objective against time", {}, {}};
  add_regressions(experiment, filter, {{Design::ai, Noise::bi}, {Design::aii, Noise::bii}}, {{512, 2048}},
                  {20});
  return experiment;
}

}  // namespace lode
