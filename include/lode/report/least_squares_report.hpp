#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/least_squares/registry.hpp>
#include <lode/least_squares/stationary_points.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/least_squares.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A file that held A or b.
struct LeastSquaresInput {
  std::string path;
  std::string summary;  ///< "NumPy, 512 x 2048, dense"
  std::string sha256;   ///< empty when not computed
};

struct LeastSquaresReport {
  const char* command = "lsq solve";
  LeastSquaresInput a;
  LeastSquaresInput b;
  std::size_t rows = 0;
  least_squares::Index columns = 0;
  double zero_objective = 0.0;  ///< F at x = 0
  std::vector<LeastSquaresResult> results;
  Provenance provenance;  ///< its input_sha256 is not used: see the inputs
  double load_seconds = 0.0;
  double total_seconds = 0.0;
};

/// "block-1 stationary (exhaustive, 12 blocks); no single exchange with refit improves". Empty: nothing was
/// checked.
std::string certificate_sentence(const least_squares::Certificate& certificate);

/// For people: one block per answer, or a table of several followed by their supports. Columns count from 0.
std::string least_squares_text(const LeastSquaresReport& report);
/// One JSON object, schema version 1. `x` is aligned with `support`, columns count from 0.
std::string least_squares_json(const LeastSquaresReport& report);
/// A header and one line per answer; support and x are separated by spaces.
std::string least_squares_csv(const LeastSquaresReport& report);

/// Every method of the registry: constraints, guarantee, cost, presets, settings and paper.
std::string least_squares_methods_text(std::span<const least_squares::MethodRow> methods);
std::string least_squares_methods_markdown(std::span<const least_squares::MethodRow> methods);
std::string least_squares_methods_json(std::span<const least_squares::MethodRow> methods);

/// A row of the table of stationary points.
struct StationaryRow {
  std::string constraint;  ///< "binary", "sparse"
  std::string rule;        ///< "lexicographic", "supports", ...
  least_squares::StationaryCounts counts;
};
std::string stationary_text(const std::vector<StationaryRow>& rows);
std::string stationary_json(const std::vector<StationaryRow>& rows);
std::string stationary_csv(const std::vector<StationaryRow>& rows);

}  // namespace lode
#pragma GCC visibility pop
