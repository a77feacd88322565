#include <algorithm>
#include <set>

#include "questions/asked.hpp"
#include "support/catch.hpp"

using namespace lode;

TEST_CASE("every question is asked by an option of its own and answers in one way") {
  std::set<std::pair<std::string_view, std::string_view>> names;
  for (const Question& question : all_questions()) {
    INFO(question.command << " " << question.options.front().name);
    CHECK((question.ask != nullptr) + (question.find != nullptr) + (question.add != nullptr) == 1);
    CHECK(std::ranges::any_of(question.options, &QuestionOption::asks));
    CHECK(question.certificate.empty() == (question.check == nullptr));
    for (const QuestionOption& option : question.options) {
      CHECK(names.emplace(question.command, option.name).second);
      CHECK(option.name.starts_with("--"));
      CHECK(option.value.empty() == (option.kind == QuestionOption::Kind::flag));
      CHECK_FALSE(option.meaning.empty());
      // An option that does not ask its question names the one that does.
      CHECK((option.asks || !option.with.empty()));
    }
  }
}

TEST_CASE("a variant of find is asked by its option") {
  const test::Asked asked("", {{"--min-density", "0.5,0.7"}});
  CHECK(test::question_of("find", "--min-density").find(asked).answers == 2);
}
