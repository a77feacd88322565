#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/study/question.hpp>

namespace lode {
namespace {

/// One option alone, without a graph.
class OneOption : public QuestionInput {
 public:
  OneOption(std::string_view name, std::string_view value) : name_(name), value_(value) {}

  std::string option(std::string_view name) const override { return name == name_ ? value_ : std::string(); }
  const QuestionData<Graph>& graph() override { fail(); }
  QuestionData<Arcs> arcs() override { fail(); }
  RunContext run(std::string_view, std::size_t) override { fail(); }

 private:
  [[noreturn]] static void fail() { throw InternalError("options are read without a graph"); }

  std::string name_;
  std::string value_;
};

}  // namespace

std::optional<std::uint64_t> QuestionInput::whole_number(std::string_view name) const {
  return given(name) ? std::optional(std::stoull(option(name))) : std::nullopt;
}

double QuestionInput::number(std::string_view name, double otherwise) const {
  return given(name) ? std::stod(option(name)) : otherwise;
}

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

FindVariant find_variant(std::string_view option, std::string_view value) {
  for (const Question& question : all_questions()) {
    if (question.find &&
        std::ranges::find(question.options, option, &QuestionOption::name) != question.options.end())
      return question.find(OneOption(option, value));
  }
  throw InternalError(fmt::format("no question has the option {}", option));
}

}  // namespace lode
