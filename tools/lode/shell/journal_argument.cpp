#include "shell/journal_argument.hpp"

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/format.hpp>

namespace lode::tool {

void check_journal(const std::string& journal, const std::vector<std::string>& outputs,
                   const std::vector<std::string>& inputs) {
  if (journal.empty()) return;
  if (journal == "-") throw InvalidArgument("--resume", journal, "is no file", "name a file");
  const auto refuse_shared = [&](const std::vector<std::string>& others, const char* problem) {
    for (const std::string& other : others) {
      if (other.empty() || !is_same_file(journal, other)) continue;
      throw InvalidArgument("--resume", journal, problem, "name two different files");
    }
  };
  refuse_shared(outputs, "is also an output file");
  refuse_shared(inputs, "is also an input");
}

std::string progress_line(const GridProgress& progress) {
  std::string line = fmt::format("{} of {} runs left", progress.left, progress.finished + progress.left);
  if (progress.seconds_left && progress.left > 0) {
    line += fmt::format(", about {}", format_seconds(*progress.seconds_left));
  }
  return fmt::format("{}: {} {}", line, progress.event == GridProgress::Event::began ? "running" : "finished",
                     escape_terminal(shorten(progress.key, 60)));
}

}  // namespace lode::tool
