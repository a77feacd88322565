#include "compare_command.hpp"

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "shell/options.hpp"

namespace lode::tool {
namespace {

/// The progress line of a grid of runs.
std::string progress_line(const GridProgress& progress) {
  return fmt::format("{} of {} runs left: {} {}", progress.left, progress.finished + progress.left,
                     progress.event == GridProgress::Event::began ? "running" : "finished",
                     escape_terminal(shorten(progress.key, 60)));
}

}  // namespace

void CompareArguments::add_outputs(CLI::App& command) {
  begin_section(command, heading::output);
  add_option(command, "--resume", resume, "FILE",
             "Keep finished runs in this file, and continue from the runs in it");
  out.add_file(command, "--csv", csv, "Write one line for each run");
  out.add_file(command, "--json", json, "Write the comparison as JSON");
  out.add_file(command, "--html", html, "Write a page for browsers, with all figures inside");
  out.add_options(command, {"text", "json", "csv"});
}

void CompareArguments::check_outputs(Session& session) const {
  out.check(session);
  if (resume == "-") throw InvalidArgument("--resume", resume, "is no file", "name a file");
  const auto refuse_shared = [&](const std::vector<std::string>& others, const char* problem) {
    for (const std::string& other : others) {
      if (resume.empty() || other.empty() || !is_same_file(resume, other)) continue;
      throw InvalidArgument("--resume", resume, problem, "name two different files");
    }
  };
  refuse_shared({csv, json, html}, "is also an output file");
  refuse_shared(out.inputs(), "is also an input");
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
  session.print(out.format == "json"  ? render_json(comparison)
                : out.format == "csv" ? render_csv(comparison)
                                      : render_text(comparison));
  out.write(session, csv, csv.empty() ? "" : render_csv(comparison));
  out.write(session, json, json.empty() ? "" : render_json(comparison));
  out.write(session, html, html.empty() ? "" : render_html(comparison));
  if (!session.interrupted()) return;
  session.note(resume.empty()
                   ? "interrupted: with --resume FILE finished runs would be kept"
                   : fmt::format("interrupted: {} keeps the finished runs; the same command goes on{}",
                                 resume,
                                 out.force || (csv + json + html).empty()
                                     ? ""
                                     : ", with --force added, since its outputs are there now"));
}

}  // namespace lode::tool
