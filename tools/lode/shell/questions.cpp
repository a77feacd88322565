#include "shell/questions.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::tool {
namespace {

using Kind = QuestionOption::Kind;

std::vector<std::string> split(std::string_view list, char separator) {
  std::vector<std::string> parts;
  std::istringstream text{std::string(list)};
  for (std::string part; std::getline(text, part, separator);) parts.push_back(part);
  return parts;
}

/// True if a list of a record names the option, or the option that stands for it.
bool is_in(std::string_view list, const CLI::Option& option) {
  const auto names = [&](const std::string& name) {
    const bool of_weights = option.check_name("--weight-column") || option.check_name("--merge");
    return option.check_name(name) || (name == "--weighted" && of_weights) ||
           (name == "--method" && option.get_group() == heading::settings);
  };
  return std::ranges::any_of(split(list, ' '), names);
}

const QuestionOption* option_of(const Question& question, const CLI::Option& option) {
  const auto found = std::ranges::find_if(question.options, [&](const QuestionOption& each) {
    return option.check_name(std::string(each.key()));
  });
  return found == question.options.end() ? nullptr : &*found;
}

CLI::Validator check_of(const QuestionOption& option) {
  const std::vector<std::string> words = split(option.words, ',');
  if (!words.empty()) return option.kind == Kind::vertices ? suggested(words) : one_of(words);
  if (option.kind == Kind::whole_number)
    return whole_number<Vertex>(static_cast<std::int64_t>(option.at_least));
  if (option.kind == Kind::number) return option.at_least < 0.0 ? any_number() : number_from_zero();
  return option.kind == Kind::bytes ? memory_size() : CLI::Validator();
}

[[noreturn]] void refuse(const std::string& name, const std::string& with) {
  throw InvalidArgument(fmt::format("{} does not go with {}; leave out one of them", name, with));
}

}  // namespace

void QuestionArguments::add_options(CLI::App& command, const Question& first) {
  command_ = &command;
  questions_ = {&first};
  for (const Question& question : all_questions()) {
    if (question.command == command.get_name()) questions_.push_back(&question);
  }
  for (const Question* const question : questions_) {
    for (const QuestionOption& option : question->options) add_option_of(command, option);
  }
}

void QuestionArguments::add_option_of(CLI::App& command, const QuestionOption& option) {
  const std::string name(option.name), meaning(option.meaning);
  const bool of_graph = option.kind == Kind::values || option.name == sides_option.name;
  const char* const usual = option.kind == Kind::output_file ? heading::output
                            : of_graph                       ? heading::input
                                                             : heading::question;
  begin_section(command, option.section.empty() ? usual : std::string(option.section),
                option.usual ? Shown::always : Shown::in_full);
  if (option.kind == Kind::values) return graph.add_vertex_numbers(command, name, meaning);
  std::string& value = values_[std::string(option.key())];
  value = option.standard;
  if (option.kind == Kind::flag) {
    command.add_flag(name, value, meaning);
  } else if (option.kind == Kind::output_file) {
    out.add_file(command, name, value, meaning);
  } else {
    add_option(command, name, value, std::string(option.value).c_str(), meaning, check_of(option))
        ->required(option.required);
  }
}

const Question& QuestionArguments::asked() const {
  const auto is_given = [&](const std::string& name) {
    const CLI::Option* const option = command_->get_option_no_throw(name);
    return option && option->count() > 0;
  };
  const Question* question = questions_.front();
  const CLI::Option* by = nullptr;  // the option that asks it
  for (const Question* const other : questions_) {
    const auto asking = std::ranges::find_if(other->options, [&](const QuestionOption& option) {
      return option.asks && is_given(std::string(option.key()));
    });
    if (other->add || asking == other->options.end()) continue;
    const CLI::Option* const option = command_->get_option_no_throw(std::string(asking->key()));
    if (by && is_in(question->honours, *option)) continue;
    if (by && !is_in(other->honours, *by)) refuse(option->get_name(), by->get_name());
    question = other;
    by = option;
  }
  for (const CLI::Option* const option : command_->get_options()) {
    if (option->count() == 0) continue;
    bool goes = is_general(*option) || option_of(*question, *option) || is_in(question->honours, *option);
    bool of_other = false;
    for (const Question* const other : questions_) {
      const QuestionOption* const record = option_of(*other, *option);
      if (!record) continue;
      of_other = of_other || (other != questions_.front() && !other->add);
      for (const std::string& name : split(record->with, ' ')) {
        if (!is_given(name))
          throw InvalidArgument(fmt::format("{} goes with {}; give both", option->get_name(), name));
      }
      for (const std::string& name : split(record->not_with, ' ')) {
        if (is_given(name)) refuse(option->get_name(), name);
      }
    }
    const bool takes_more = question == questions_.front() || question->find;
    goes = goes || (takes_more && !of_other && !is_in(question->refuses, *option));
    if (!goes) refuse(option->get_name(), by->get_name());
  }
  return *question;
}

std::vector<const Question*> QuestionArguments::added() const {
  std::vector<const Question*> added;
  for (const Question* const question : questions_) {
    const auto given = [&](const QuestionOption& each) { return each.asks && !option(each.key()).empty(); };
    if (question->add && std::ranges::any_of(question->options, given)) added.push_back(question);
  }
  return added;
}

std::string QuestionArguments::option(std::string_view name) const {
  const auto own = values_.find(name);
  if (own != values_.end()) return own->second;
  if (name == "--format") return out.format;
  const CLI::Option* const option = command_ ? command_->get_option_no_throw(std::string(name)) : nullptr;
  if (!option) return "";
  return option->count() > 0 ? option->results().back() : option->get_default_str();
}

}  // namespace lode::tool
