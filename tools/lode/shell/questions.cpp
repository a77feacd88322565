#include "shell/questions.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

using Kind = QuestionOption::Kind;

/// Options for reading any graph and for messages, which go with every question.
constexpr std::string_view common[] = {
    "graph",     "--sides",     "--from",     "--source-column", "--source",  "--target-column",
    "--target",  "--separator", "--header",   "--no-header",     "--comment", "--labels",
    "--lenient", "--verify",    "--weighted", "--threads",       "--format",  "--force",
    "--help",    "--config",    "--quiet",    "--verbose"};

bool has(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool has_option(const Question& question, std::string_view name) {
  return std::ranges::find(question.options, name, &QuestionOption::name) != question.options.end();
}

[[noreturn]] void refuse(std::string_view name, std::string_view with) {
  throw InvalidArgument(fmt::format("{} does not go with {}; leave out one of them", name, with));
}

}  // namespace

void QuestionArguments::add_options(CLI::App& command) {
  command_ = &command;
  for (const Question& question : all_questions()) {
    if (question.command != command.get_name()) continue;
    for (const QuestionOption& option : question.options) {
      const char* const section = option.kind == Kind::output_file   ? heading::output
                                  : option.name == sides_option.name ? heading::input
                                                                     : heading::question;
      begin_section(command, section, option.usual ? Shown::always : Shown::in_full);
      const std::string name(option.name);
      std::string& value = values_[name];
      if (option.kind == Kind::flag) {
        command.add_flag(name, value, std::string(option.meaning));
        continue;
      }
      CLI::Option* const added = command.add_option(name, value, std::string(option.meaning));
      added->type_name(std::string(option.value));
      if (option.kind == Kind::whole_number) added->check(whole_number<Vertex>(option.at_least));
    }
  }
}

const QuestionOption* QuestionArguments::asks(const Question& question) const {
  const auto given = [&](const QuestionOption& option) {
    return option.asks && !values_.find(option.name)->second.empty();
  };
  const auto found = std::ranges::find_if(question.options, given);
  return found == question.options.end() ? nullptr : &*found;
}

const Question* QuestionArguments::asked() const {
  std::vector<const Question*> of_command, candidates;
  for (const Question& question : all_questions()) {
    if (question.command != command_->get_name() || question.add) continue;
    of_command.push_back(&question);
    if (asks(question)) candidates.push_back(&question);
  }
  const Question* asked = candidates.empty() ? nullptr : candidates.front();
  for (const Question* other : candidates) {
    if (other == asked || has(asked->honours, asks(*other)->name)) continue;
    if (!has(other->honours, asks(*asked)->name)) refuse(asks(*other)->name, asks(*asked)->name);
    asked = other;
  }
  for (const Question* question : of_command) {
    for (const QuestionOption& option : question->options) {
      const std::string& value = values_.find(option.name)->second;
      if (value.empty() || (asked && (has_option(*asked, option.name) || has(asked->honours, option.name))))
        continue;
      throw InvalidArgument(fmt::format("{} goes with {}", option.name, question->options.front().name));
    }
  }
  if (asked) refuse_others(*asked);
  return asked;
}

void QuestionArguments::refuse_others(const Question& question) const {
  for (const CLI::Option* const option : command_->get_options()) {
    if (option->count() == 0) continue;
    const auto named = [&](std::string_view name) { return option->check_name(std::string(name)); };
    const bool refused =
        question.ask ? std::ranges::none_of(common, named) && std::ranges::none_of(question.honours, named) &&
                           std::ranges::none_of(question.options, named, &QuestionOption::name)
                     : std::ranges::any_of(question.refuses, named);
    if (refused) refuse(option->get_name(), asks(question)->name);
  }
}

std::vector<const Question*> QuestionArguments::added() const {
  std::vector<const Question*> added;
  for (const Question& question : all_questions()) {
    if (question.command == command_->get_name() && question.add && asks(question))
      added.push_back(&question);
  }
  return added;
}

std::string QuestionArguments::option(std::string_view name) const {
  const auto own = values_.find(name);
  if (own != values_.end()) return own->second;
  const CLI::Option* const option = command_ ? command_->get_option_no_throw(std::string(name)) : nullptr;
  if (!option) return "";
  return option->count() > 0 ? option->results().back() : option->get_default_str();
}

std::vector<NamedOutput> QuestionArguments::outputs() {
  std::vector<NamedOutput> outputs;
  for (const Question& question : all_questions()) {
    if (question.command != command_->get_name()) continue;
    for (const QuestionOption& option : question.options) {
      if (option.kind == Kind::output_file)
        outputs.push_back({option.name.data(), &values_.find(option.name)->second});
    }
  }
  return outputs;
}

std::vector<std::string> QuestionArguments::files(Kind kind) const {
  std::vector<std::string> files;
  for (const Question& question : all_questions()) {
    if (question.command != command_->get_name()) continue;
    for (const QuestionOption& option : question.options) {
      const std::string& value = values_.find(option.name)->second;
      const bool is_word = option.value.starts_with(value + "|");
      if (option.kind == kind && !value.empty() && !is_word) files.push_back(value);
    }
  }
  return files;
}

}  // namespace lode::tool
