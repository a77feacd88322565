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

constexpr double paper_sparse_start = 1e-7;
constexpr double paper_lambda = 0.1;

/// Values of one axis of the grid: the filter's, or by default the paper's.
template <class Value>
std::vector<Value> axis(const std::vector<Value>& filter, std::vector<Value> paper) {
  return filter.empty() ? std::move(paper) : filter;
}

/// The paper's values that pass the filter.
template <class Value>
std::vector<Value> kept(const std::vector<Value>& filter, std::vector<Value> paper) {
  if (!filter.empty()) {
    std::erase_if(paper, [&](const Value& value) {
      return std::find(filter.begin(), filter.end(), value) == filter.end();
    });
  }
  return paper;
}

std::vector<std::string> sparsity_methods() {
  return {"omp",  "omp@columns=raw", "ols",   "romp", "ssp", "cosamp", "gp", "ppa", "qpm",
          "swap", "hybrid:paper",    "hybrid"};
}

/// Adds the panels of a design and noise, one for each new shape that has one of the sizes.
void add_regressions(LeastSquaresExperiment& experiment, const std::vector<std::size_t>& rows,
                     const std::vector<Index>& columns, Design design, Noise noise,
                     const std::vector<Index>& sizes, std::uint64_t seed) {
  for (const std::size_t m : rows) {
    for (const Index n : columns) {
      LeastSquaresPanel panel;
      panel.name = fmt::format("{} + {}, {} x {}", to_string(design), to_string(noise), m, n);
      panel.source.regression = {m, n, design, noise, seed};
      panel.start_scale = paper_sparse_start;
      panel.sizes = sizes;
      std::erase_if(panel.sizes, [&](Index s) { return s > n; });
      const auto& known = experiment.panels;
      const bool again = std::ranges::find(known, panel.name, &LeastSquaresPanel::name) != known.end();
      if (!panel.sizes.empty() && !again) experiment.panels.push_back(std::move(panel));
    }
  }
}

void check_not_empty(const LeastSquaresExperiment& experiment) {
  if (!experiment.panels.empty()) return;
  throw InvalidArgument("experiment", experiment.name, "has no panel left", "ask for less to be left out");
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
  LeastSquaresExperiment experiment;
  experiment.name = "figure1";
  experiment.title = "Signs and sparse penalties";
  experiment.methods = {"ppa", "appa", "msm", "gpm"};
  for (const char* set : {"R0-G10", "R10-G0", "R5-G5"}) {
    experiment.methods.push_back(std::string("hybrid:paper@working-set=") + set);
  }
  experiment.methods.push_back("hybrid");
  for (const ConstraintKind kind : {ConstraintKind::binary, ConstraintKind::sparse}) {
    for (const std::size_t rows : axis(filter.rows, {200})) {
      for (const Index columns : axis(filter.columns, {500})) {
        for (const double scale : {0.001, 0.01}) {
          LeastSquaresPanel panel;
          panel.source.kind = LeastSquaresSource::Kind::uniform;
          panel.source.uniform = {rows, columns, filter.seed};
          panel.constraint = kind;
          panel.lambda = kind == ConstraintKind::sparse ? paper_lambda : 0.0;
          panel.start_scale = scale;
          panel.name = fmt::format("{}, start scale {}, {} x {}",
                                   kind == ConstraintKind::binary ? "+-1" : "sparse", scale, rows, columns);
          experiment.panels.push_back(std::move(panel));
        }
      }
    }
  }
  check_not_empty(experiment);
  return experiment;
}

LeastSquaresExperiment sparsity_experiment(const ExperimentFilter& filter) {
  LeastSquaresExperiment experiment;
  experiment.name = "sparsity";
  experiment.title = "Objective against sparsity";
  experiment.methods = sparsity_methods();
  const std::vector<Index> sizes = axis(filter.sizes, {3, 8, 13, 18, 23, 28, 33, 38, 43, 48, 50});
  const bool given = !filter.rows.empty() || !filter.columns.empty();
  for (const Design design : kept(filter.designs, {Design::ai, Design::aii})) {
    for (const Noise noise : kept(filter.noises, {Noise::bi, Noise::bii})) {
      const auto add = [&](const std::vector<std::size_t>& rows, const std::vector<Index>& columns) {
        add_regressions(experiment, rows, columns, design, noise, sizes, filter.seed);
      };
      if (given) {
        add(axis(filter.rows, {512}), axis(filter.columns, {2048}));
      } else {
        add({512}, {256, 512, 1024, 2048});
        add({128, 256, 512, 1024}, {2048});
      }
    }
  }
  check_not_empty(experiment);
  return experiment;
}

LeastSquaresExperiment convergence_experiment(const ExperimentFilter& filter) {
  LeastSquaresExperiment experiment;
  experiment.name = "convergence";
  experiment.title = "Objective against time";
  experiment.methods = sparsity_methods();
  const std::vector<std::pair<Design, Noise>> paper = {{Design::ai, Noise::bi}, {Design::aii, Noise::bii}};
  for (const auto& [design, noise] : paper) {
    if (kept(filter.designs, {design}).empty() || kept(filter.noises, {noise}).empty()) continue;
    add_regressions(experiment, axis(filter.rows, {512}), axis(filter.columns, {2048}), design, noise,
                    axis(filter.sizes, {20}), filter.seed);
  }
  check_not_empty(experiment);
  return experiment;
}

}  // namespace lode
