#include "compare_command.hpp"

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

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

/// The progress line of a grid of runs.
std::string progress_line(const GridProgress& progress) {
  return fmt::format("{} of {} runs left: {} {}", progress.left, progress.finished + progress.left,
                     progress.event == GridProgress::Event::began ? "running" : "finished",
                     escape_terminal(shorten(progress.key, 60)));
}

}  // namespace

CLI::Option* CompareArguments::add_methods(CLI::App& command, const std::string& meaning) {
  return command.add_option("--methods", methods, meaning)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("METHODS");
}

void CompareArguments::add_starts(CLI::App& command, const std::string& meaning) {
  command.add_option("--starts", starts, meaning)
      ->capture_default_str()
      ->check(whole_number<int>(1))
      ->type_name("N");
}

void CompareArguments::add_time(CLI::App& command, const std::string& meaning) {
  command.add_option("--time", time_limit, meaning)
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(number_from_zero());
}

void CompareArguments::add_outputs(CLI::App& command) {
  command.add_option("--resume", resume, "Keep finished runs in this file, and continue from the runs in it")
      ->type_name("FILE");
  command.add_option("--format", format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_option("--csv", csv, "Write one line for each run")->type_name("FILE");
  command.add_option("--json", json, "Write the comparison as JSON")->type_name("FILE");
  command.add_option("--html", html, "Write a page for browsers, with all figures inside")->type_name("FILE");
  command.add_flag("--force", force, "Overwrite files that exist");
}

void CompareArguments::check_outputs(const std::vector<std::string>& inputs, Session& session) const {
  const std::vector<std::string> paths = {csv, json, html};
  session.check_outputs(paths, inputs, force ? Overwrite::yes : Overwrite::no);
  check_journal(resume, paths, inputs);
}

void CompareArguments::run(ComparisonOptions options, Session& session,
                           const std::function<Comparison(const ComparisonOptions&)>& compare) const {
  options.methods = methods;
  options.starts = starts;
  options.time_limit = time_limit;
  options.journal = resume;
  options.clock = &session.clock();
  options.cancel = session.cancel_flag();
  session.begin_progress("");
  options.progress = [&session](const GridProgress& progress) {
    const std::string line = progress_line(progress);
    session.show_progress(line);
    if (progress.event == GridProgress::Event::ended) session.detail(line);
  };
  const Comparison comparison = compare(options);
  session.clear_progress();
  if (comparison.resumed_runs > 0) {
    session.note(fmt::format("{}: {} of {} runs were finished before", resume, comparison.resumed_runs,
                             comparison.total_runs));
  }
  write(comparison, session);
  if (!session.interrupted()) return;
  session.note(resume.empty()
                   ? "interrupted: with --resume FILE finished runs would be kept"
                   : fmt::format("interrupted: {} keeps the finished runs; the same command goes on{}",
                                 resume,
                                 force || (csv + json + html).empty()
                                     ? ""
                                     : ", with --force added, since its outputs are there now"));
}

void CompareArguments::write(const Comparison& comparison, Session& session) const {
  session.print(format == "json"  ? render_json(comparison)
                : format == "csv" ? render_csv(comparison)
                                  : render_text(comparison));
  const auto write_to = [&](const std::string& path, std::string (*render)(const Comparison&)) {
    if (path.empty()) return;
    write_file(path, session.with_provenance(render(comparison)), force ? Overwrite::yes : Overwrite::no);
    session.note_written(path);
  };
  write_to(csv, render_csv);
  write_to(json, render_json);
  write_to(html, render_html);
}

}  // namespace lode::tool
