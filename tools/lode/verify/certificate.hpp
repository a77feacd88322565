#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/study/verify.hpp>

#include "shell/arguments/graph.hpp"

namespace lode::tool {

/// A certificate with the user's claims about it.
struct AskedCertificate {
  std::string path;
  std::vector<double> values;     ///< --values; empty: not given
  std::optional<double> core_of;  ///< --core-of
  SearchSteps searches = SearchSteps::refuse;
};

/// Checks the bounds of a certificate, and describes their sets and their basis. Errors: the errors of
/// read_certificate, check_same_core and verify_certificate. InvalidArgument for options that do not apply to
/// this kind of certificate. VerificationError for values that differ from the file.
std::string certificate_text(const AskedCertificate& asked, const GraphArgument::Loaded& loaded,
                             const RunContext& run);

/// Checks a certificate of densest --directed, reading the graph with directions.
std::string directed_certificate_text(const std::string& path, const GraphArgument& graph, int threads,
                                      const Session& session);
/// Errors: InvalidArgument for --values or --core-of with a certificate of this kind, such as "cliques".
void refuse_values_and_core(bool values_given, const std::optional<double>& core_of, const char* kind);

}  // namespace lode::tool
