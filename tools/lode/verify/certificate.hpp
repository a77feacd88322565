#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/vertex_numbers.hpp"
#include "shell/questions.hpp"
#include "shell/session.hpp"

namespace lode::tool {

struct VerifyArguments {
  GraphArgument graph;
  RunArguments run;
  std::string set_path;
  std::string result_path;
  std::string certificate_path;
  VertexNumbersArgument values;
  std::optional<EdgeCount> edges;
  bool trust_search = false;
};

/// Checks the bounds of a certificate, and describes their sets and their basis.
std::string certificate_text(const VerifyArguments& arguments, const GraphArgument::Loaded& loaded,
                             const std::vector<double>& values, const RunContext& run);
/// Checks a certificate of a question, and says what it proves; empty for certificates of other kinds.
std::string question_certificate_text(const VerifyArguments& arguments, const Session& session);

}  // namespace lode::tool
