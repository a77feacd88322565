#pragma once

#include <string>

#include <lode/study/question.hpp>

#include "shell/arguments/method_settings.hpp"
#include "shell/questions.hpp"

namespace lode::tool {

/// The arguments of `lode find`.
struct FindArguments : QuestionArguments {
  MethodArguments method;
};

/// The request for one graph. Refuses file names without places for all sizes, and files that exist.
FindRequest request_of(const FindArguments& arguments, ToolInput& input, Session& session);
/// The file name of one answer.
std::string set_file(const std::string& pattern, Vertex s, int rank);

/// Answers a variant of `find` for one graph, prints the answers in the requested format, and writes the
/// requested files: set, induced subgraph, certificate. The certificate ignores the time limit; if it fails,
/// the other outputs remain.
void find_and_print(const FindVariant& variant, const FindArguments& arguments, Session& session);

}  // namespace lode::tool
