#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shell/questions.hpp"

namespace lode::tool {

/// The arguments of `lode verify`; its certificates are checked by questions.
struct VerifyArguments : QuestionArguments {
  std::string set_path, result_path, certificate_path;
  std::optional<EdgeCount> edges;
  bool trust_search = false;
};

/// Checks the bounds of a certificate, and describes their sets and their basis.
std::string certificate_text(const VerifyArguments& arguments, const GraphArgument::Loaded& loaded,
                             const std::vector<double>& values, const RunContext& run);
/// Checks a certificate of a question, and says what it proves; empty for certificates of other kinds.
std::string question_certificate_text(const VerifyArguments& arguments, const Session& session);

}  // namespace lode::tool
