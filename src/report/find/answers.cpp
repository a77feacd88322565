#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>

#include "report/find/answer_columns.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::AnswerColumns;
using detail::Json;
using detail::json_number;

std::string title(const FindAnswer& answer) {
  return answer.rank > 0 ? fmt::format("s = {}, answer {}", answer.s, answer.rank)
                         : fmt::format("s = {}", answer.s);
}

std::string names_text(const FindAnswer& answer, std::string_view indent) {
  return detail::wrapped_names({answer.solution.vertices, answer.names}, indent);
}

std::string block_text(const FindAnswer& answer, const AnswerColumns& columns) {
  return title(answer) + '\n' + detail::lines_text(columns, answer) + "  vertices\n" +
         names_text(answer, "    ");
}

/// A sentence about several sizes; empty if no certificate was requested.
std::string checkable_sentence(const std::vector<FindAnswer>& results) {
  if (!results.front().checkable) return "";
  std::string sizes;
  for (const FindAnswer& result : results) {
    if (!result.checkable.value_or(true)) sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", result.s);
  }
  return sizes.empty() ? "checkable: yes\n"
                       : fmt::format("checkable, s = {}: {}\n", sizes, detail::uncheckable);
}

/// A line about the largest gap of some answers; empty if there is none.
std::string next_step(const std::vector<FindAnswer>& results) {
  // Gaps are not the proof of a question about sets of other sizes.
  const auto& part = results.front().part;
  if (part && part->demand().empty()) return "";
  const FindAnswer* widest = nullptr;
  for (const FindAnswer& result : results) {
    const bool open = !result.settled() && result.rank <= 1;
    if (open && (!widest || result.gap > widest->gap)) widest = &result;
  }
  if (!widest || widest->solution.stop_reason == StopReason::interrupted) return "";
  return fmt::format("gap {}{}: a higher --effort or more --time may close it\n", format_percent(widest->gap),
                     results.size() > 1 ? fmt::format(" at s = {}", widest->s) : "");
}

std::string many_text(const FindReport& report, const AnswerColumns& columns) {
  std::string text = table_text(detail::text_table(columns, report.results));
  const std::string_view unit = report.input.weighted ? "weight" : "edges";
  text += fmt::format("\nedges: inside the set; edge density: {} / (s(s-1)/2); {} bound: on {}\n", unit,
                      report.results.front().minimised ? "lower" : "upper",
                      report.results.front().valued ? "objective" : unit);
  detail::for_each_line(columns, report.results.front(),
                        [&](const auto& column, const std::string& sentence) {
                          if (column.common) text += fmt::format("{}: {}\n", column.line, sentence);
                        });
  text += checkable_sentence(report.results);
  for (const FindAnswer& answer : report.results) {
    text += fmt::format("\nvertices, {}\n", title(answer)) + names_text(answer, "  ");
  }
  return text;
}

std::string passes_sentence(const CorePasses& passes) {
  return fmt::format(
      "searched in its {}-core, {} and {}: {} over the rows{}, {:.1f} MB read in {}; bounds are of the whole "
      "graph\n",
      passes.core, format_plural(passes.vertices, "vertex", "vertices"),
      format_plural(passes.edges, "edge", "edges"),
      format_plural(static_cast<std::uint64_t>(passes.passes), "pass", "passes"),
      passes.cut_short ? " (as many as there may be)" : "", static_cast<double>(passes.bytes_read) / 1e6,
      format_seconds(passes.seconds));
}

Json json_passes(const CorePasses& passes) {
  return {{"passes", passes.passes},
          {"bytes_read", passes.bytes_read},
          {"core", passes.core},
          {"core_vertices", passes.vertices},
          {"core_edges", passes.edges},
          {"cut_short", passes.cut_short},
          {"seconds", json_number(passes.seconds)}};
}

}  // namespace

std::string find_text(const FindReport& report) {
  std::string text =
      fmt::format("{}: {}\n", escape_terminal(report.graph), escape_terminal(report.input.summary()));
  if (report.input.core_of) text += detail::core_sentence(*report.input.core_of);
  if (report.passes) text += passes_sentence(*report.passes);
  if (report.results.empty()) return text + "no answer: stopped before the first size was solved\n";
  text += '\n';
  const AnswerColumns columns = detail::answer_columns(report);
  if (report.results.size() == 1 || report.results.front().rank > 0) {
    for (std::size_t i = 0; i < report.results.size(); ++i) {
      text += (i > 0 ? "\n" : "") + block_text(report.results[i], columns);
    }
  } else {
    text += many_text(report, columns);
  }
  text += fmt::format("\nloaded in {}, {} in all\n", format_seconds(report.load_seconds),
                      format_seconds(report.total_seconds));
  return text + next_step(report.results);
}

std::string find_json(const FindReport& report) {
  Json json = detail::json_document("find");
  json["graph"] = detail::json_graph(report.graph, report.input);
  if (report.input.core_of) json["core_of"] = detail::json_core_of(*report.input.core_of);
  if (report.passes) json["core_in_passes"] = json_passes(*report.passes);
  const AnswerColumns columns = detail::answer_columns(report);
  json["results"] = columns.objects(report.results);
  json["provenance"] = detail::json_provenance(report.provenance);
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"total", json_number(report.total_seconds)}};
  return detail::json_text(json);
}

std::string find_csv(const FindReport& report) {
  return detail::csv_rows(detail::answer_columns(report), report.results);
}

}  // namespace lode
