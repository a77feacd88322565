#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/study/question.hpp>

#include "core/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_list;

/// The fields of a record, with those that are implied.
std::vector<QuestionField> all_fields(const Question& question) {
  constexpr QuestionField graph = {"graph", "#graph"}, seconds = {"seconds", "#search_seconds"};
  constexpr QuestionField parents[] = {{"result", "object", "The answer."},
                                       {"result.proof", "object", "Parts of the proof."}};
  std::vector<QuestionField> all;
  const auto has = [&](const QuestionField& field) {
    return std::ranges::find(question.fields, field.path, &QuestionField::path) != question.fields.end() ||
           std::ranges::find(all, field.path, &QuestionField::path) != all.end();
  };
  if (question.ask && !has(graph)) all.push_back(graph);
  for (const QuestionField& field : question.fields) {
    for (const QuestionField& parent : parents) {
      if (field.path.starts_with(std::string(parent.path) + '.') && !has(parent)) all.push_back(parent);
    }
    all.push_back(field);
  }
  const auto answers = [](const QuestionField& field) { return field.path.starts_with("result."); };
  if (std::ranges::any_of(all, answers) && !has(seconds)) all.push_back(seconds);
  return all;
}

/// Words that blanks separate.
Json word_list(std::string_view text) {
  Json words = Json::array();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

QuestionData<SidedGraph> QuestionInput::sides() {
  const std::string source = option("--sides");
  if (source != "columns") {
    const QuestionData<Graph>& whole = graph();
    return {read_sides(whole.data, source), whole.name, whole.input, whole.seconds};
  }
  QuestionData<Arcs> rows = arcs();
  QuestionData<SidedGraph> read{sides_of(rows.data, rows.input.shape), std::move(rows.name),
                                std::move(rows.input), rows.seconds};
  // A name in both columns denotes two vertices, and no row is a loop.
  std::erase_if(read.input.notes, [](const std::string& note) {
    return note.ends_with("what is called alike in both is one vertex");
  });
  read.input.directed = false;
  read.input.loops_kept = 0;
  read.input.vertices = read.data.graph.num_vertices();
  return read;
}

std::string question_records() {
  constexpr const char* kinds[] = {"flag",     "text",   "whole_number", "number",     "bytes",
                                   "vertices", "values", "input_file",   "output_file"};
  constexpr const char* inputs[] = {"graph", "arcs", "sides"};
  const auto option = [&](const QuestionOption& one) -> Json {
    return {{"name", one.name},       {"value", one.value},
            {"meaning", one.meaning}, {"kind", kinds[static_cast<std::size_t>(one.kind)]},
            {"asks", one.asks},       {"at_least", one.at_least}};
  };
  const auto field = [](const QuestionField& one) -> Json {
    return {{"path", one.path}, {"type", one.type}, {"meaning", one.meaning}};
  };
  const auto record = [&](const Question& question) -> Json {
    return {{"command", question.command},
            {"answer", question.ask    ? "ask"
                       : question.find ? "find"
                                       : "add"},
            {"takes", inputs[static_cast<std::size_t>(question.takes)]},
            {"options", json_list(question.options, option)},
            {"honours", word_list(question.honours)},
            {"refuses", word_list(question.refuses)},
            {"fields", json_list(all_fields(question), field)}};
  };
  return detail::json_text({{"questions", json_list(all_questions(), record)}});
}

}  // namespace lode
