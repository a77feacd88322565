#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/study/verify.hpp>

#include "shell/arguments/graph.hpp"

namespace lode::tool {

/// A certificate, and what the user says of it.
struct AskedCertificate {
  std::string path;
  std::vector<double> values;     ///< --values; empty: not given
  std::optional<double> core_of;  ///< --core-of
  SearchSteps searches = SearchSteps::refuse;
};

/// Checks the bounds of a certificate, and says of what they are and on what they rest.
/// Errors: those of read_certificate, check_same_core and verify_certificate. InvalidArgument for options
/// that the kind of the certificate knows nothing of. VerificationError for values that are not those of the
/// file.
std::string certificate_text(const AskedCertificate& asked, const GraphArgument::Loaded& loaded,
                             const RunContext& run);

/// The same for a certificate of densest --directed: reads the graph with directions.
std::string directed_certificate_text(const std::string& path, const GraphArgument& graph, int threads,
                                      const Session& session);
/// Errors: InvalidArgument for --values or --core-of beside a certificate of this kind, such as "cliques".
void refuse_values_and_core(bool values_given, const std::optional<double>& core_of, const char* kind);

}  // namespace lode::tool
