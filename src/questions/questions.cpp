#include "questions/questions.hpp"

#include <algorithm>
#include <iterator>

#include "core/json.hpp"

namespace lode {

std::span<const Question> all_questions() {
  static const std::vector<Question> all = [] {
    std::vector<Question> list;
    for (const auto folder : questions::folders) std::ranges::copy(folder(), std::back_inserter(list));
    return list;
  }();
  return all;
}

std::string question_records() {
  using detail::Json, detail::json_list;
  constexpr const char* kinds[] = {"flag", "text", "whole_number", "number", "bytes", "vertices", "vertex_numbers", "input_file", "output_file"};
  constexpr const char* inputs[] = {"graph", "arcs", "sides"};
  const auto option = [&](const QuestionOption& one) -> Json {
    return {{"name", one.name},       {"value", one.value},
            {"meaning", one.meaning}, {"kind", kinds[static_cast<std::size_t>(one.kind)]},
            {"asks", one.asks},       {"at_least", one.at_least}};
  };
  const auto field = [](const QuestionField& one) -> Json {
    return {{"path", one.path}, {"type", one.type}, {"meaning", one.meaning}};
  };
  return detail::json_text({{"questions", json_list(all_questions(), [&](const Question& question) -> Json {
                               return {{"command", question.command},
                                       {"answer", question.ask    ? "ask"
                                                  : question.find ? "find"
                                                                  : "add"},
                                       {"takes", inputs[static_cast<std::size_t>(question.takes)]},
                                       {"options", json_list(question.options, option)},
                                       {"honours", question.honours},
                                       {"refuses", question.refuses},
                                       {"fields", json_list(question.fields, field)}};
                             })}});
}

}  // namespace lode
