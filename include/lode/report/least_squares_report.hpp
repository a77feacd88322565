#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/least_squares.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A file that held A or b.
struct LeastSquaresInput {
  std::string path;     ///< path of the file
  std::string summary;  ///< the file in one line: "NumPy, 512 x 2048, dense"
  std::string sha256;   ///< SHA-256 of the file; empty: not computed
};

/// Output of `lode lsq solve` and `lode lsq path`.
struct LeastSquaresReport {
  const char* command = "lsq solve";        ///< the command, as JSON names it
  LeastSquaresInput a;                      ///< file of A
  LeastSquaresInput b;                      ///< file of b
  std::size_t rows = 0;                     ///< rows of A
  least_squares::Index columns = 0;         ///< columns of A
  double zero_objective = 0.0;              ///< F at x = 0
  std::vector<LeastSquaresResult> results;  ///< the answers
  Provenance provenance;       ///< how to get the same answers again; its input_sha256 is not used, since the
                               ///< inputs have their own
  double load_seconds = 0.0;   ///< time to read the files
  double total_seconds = 0.0;  ///< time of the whole command
};

/// The results of tests as a sentence: "block-1 stationary (exhaustive, 12 blocks); no single exchange with
/// refit improves". Empty: nothing was tested.
std::string certificate_sentence(const least_squares::Certificate& certificate);

/// The answers for people: one block for one answer, or a table of several followed by their supports.
/// Columns count from 0.
std::string least_squares_text(const LeastSquaresReport& report);
/// The answers as one JSON object, schema version 1. `x` has the order of `support`. Columns count from 0.
std::string least_squares_json(const LeastSquaresReport& report);
/// The answers as CSV: a header and one line per answer. Support and x are lists separated by spaces.
std::string least_squares_csv(const LeastSquaresReport& report);

/// Every method: constraints, guarantee, cost, presets, settings and paper. `format`: "text", "markdown" or
/// "json".
std::string least_squares_methods_table(std::string_view format,
                                        std::span<const least_squares::MethodRow> methods);

/// The table of stationary points. `format`: "text", "json" or "csv".
std::string stationary_report(std::string_view format,
                              const std::vector<least_squares::StationaryCounts>& rows);

}  // namespace lode
#pragma GCC visibility pop
