#include <algorithm>
#include <charconv>
#include <cmath>
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

/// One option alone, without a graph.
class OneOption : public QuestionInput {
 public:
  OneOption(std::string_view name, std::string_view value) : name_(name), value_(value) {}

  std::string option(std::string_view name) const override { return name == name_ ? value_ : std::string(); }
  const QuestionData<Graph>& graph() override { fail(); }
  QuestionData<Arcs> arcs() override { fail(); }
  RunContext run(std::string_view, std::size_t) override { fail(); }
  VertexSet vertices(const std::string&) override { fail(); }

 private:
  [[noreturn]] static void fail() { throw InternalError("options are read without a graph"); }

  std::string name_;
  std::string value_;
};

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

double parse_level(std::string_view option, std::string_view text) {
  const auto number = [](std::string_view part) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && end == part.data() + part.size() ? value : 0.0;
  };
  const std::size_t slash = text.find('/');
  double level = number(text.substr(0, slash));
  if (slash != std::string_view::npos) level /= number(text.substr(slash + 1));
  if (level > 0.0 && std::isfinite(level)) return level;
  throw InvalidArgument(std::string(option), std::string(text), "is not a number above 0",
                        "write a number like 0.85, 2/3 or 1e-6");
}

FindVariant find_variant(std::string_view option, std::string_view value) {
  if (value.empty()) throw InvalidArgument(std::string(option), "", "is empty");
  for (const Question& question : all_questions()) {
    if (question.find &&
        std::ranges::find(question.options, option, &QuestionOption::name) != question.options.end())
      return question.find(OneOption(option, value));
  }
  throw InternalError(fmt::format("no question has the option {}", option));
}

std::string question_records() {
  constexpr const char* kinds[] = {"flag",     "text",   "whole_number", "number",     "bytes",
                                   "vertices", "values", "input_file",   "output_file"};
  constexpr const char* inputs[] = {"graph", "arcs", "sides", "matrices"};
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
