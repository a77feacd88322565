#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>

#pragma GCC visibility push(default)
namespace lode {
namespace detail {
class AnswerColumns;
}  // namespace detail

/// An option of a question, as the command line and its help need it.
struct QuestionOption {
  /// Form of the value: vertices are ids or file:PATH, values of vertices a file or a name in the graph's
  /// file.
  enum class Kind { flag, text, whole_number, number, bytes, vertices, values, input_file, output_file };

  std::string_view name;       ///< name with its dashes: "--directed", or a short one before it: "-s,--size"
  std::string_view value;      ///< word for the value in help: "FILE"; empty for a flag
  std::string_view meaning;    ///< text for help; lines after the first are details
  Kind kind = Kind::flag;      ///< form of the value
  bool asks = false;           ///< the question is asked if the option is given
  bool usual = false;          ///< short help lists the option
  std::string_view with = {};  ///< options that must be given, too, separated by blanks
  std::string_view not_with = {};  ///< options that must not be given, too, likewise
  double at_least = 0.0;           ///< smallest number
  std::string_view section = {};   ///< heading of help; empty: by the kind
  std::string_view words = {};     ///< the only values, separated by commas
  std::string_view standard = {};  ///< value without the option
  bool required = false;           ///< the command needs the option

  /// The name by which a value is asked for: "--directed", "-s".
  constexpr std::string_view key() const { return name.substr(0, name.find(',')); }
};

/// A field of the JSON document of a question.
struct QuestionField {
  /// Path in the document: "result.size", or "results[].left" in every object of a list. The parents of a
  /// field come before it.
  std::string_view path;
  /// integer, number, string, boolean, object, vertex for an original id, or a part of docs/lode.schema.json
  /// as "#seconds". "[]" behind it: a list. "|null": may be null. "?" at the end: some documents do not have
  /// it.
  std::string_view type;
  std::string_view meaning = {};  ///< one sentence; empty: the part has it
};

/// The option that names the sides of a graph, for questions about two sides.
inline constexpr QuestionOption sides_option = {
    "--sides",
    "columns|FILE",
    "The graph has two sides: its columns, or a file names the left one\n"
    "With columns, a name in both columns means two vertices. The file has one left vertex a line, by its "
    "original id",
    QuestionOption::Kind::input_file,
    true,
    true};

/// A graph as it was read.
template <class Data>
struct QuestionData {
  Data data;             ///< the graph, or its arcs or sides
  std::string name;      ///< name for answers
  InputReport input;     ///< how it was read
  double seconds = 0.0;  ///< time to read it
};

/// The side of a question that a front end provides: options, graph and run.
class QuestionInput {
 public:
  virtual ~QuestionInput() = default;

  /// The value of an option of the question or of its command; "true" for a flag; empty: not given.
  virtual std::string option(std::string_view name) const = 0;
  /// The graph. It is read by the first call. Errors: the errors of read_graph.
  virtual const QuestionData<Graph>& graph() = 0;
  /// The graph with its directions. Errors: the errors of read_arcs.
  virtual QuestionData<Arcs> arcs() = 0;
  /// A run for an answer about the named graph. The time limit counts `parts` times.
  virtual RunContext run(std::string_view name, std::size_t parts = 1) = 0;
  /// The vertices that an option of this kind lists; empty: not given.
  virtual VertexSet vertices(const std::string& option) = 0;

  /// True if the option has a value.
  bool given(std::string_view name) const { return !option(name).empty(); }
  /// The value of a whole number; unset: not given.
  std::optional<std::uint64_t> whole_number(std::string_view name) const {
    return given(name) ? std::optional(std::stoull(option(name))) : std::nullopt;
  }
  /// The two sides that the option --sides names: columns, or a file of left vertices.
  ///
  /// Errors:  The errors of arcs, or of graph and read_sides.
  virtual QuestionData<SidedGraph> sides();
};

/// A file that an answer writes.
struct QuestionFile {
  std::string_view option;             ///< option that names it
  std::optional<std::string> content;  ///< unset: the run ended before it was complete
  std::vector<double> values = {};     ///< in place of content: a column of a matrix file
};

/// An answer in the requested format (option --format: text, json or csv), and the requested files.
struct QuestionAnswer {
  std::string document;                  ///< answer for standard output
  std::vector<QuestionFile> files = {};  ///< the requested files
  std::string_view no_certificate = {};  ///< why there is no certificate, if one was requested

  /// Adds a file if its option is given.
  void add_file(const QuestionInput& input, std::string_view option,
                const std::function<std::string()>& text) {
    if (input.given(option)) files.push_back({option, text()});
  }
};

/// A variant of `find`, with its options already read: the search for heaviest sets under further demands.
struct FindVariant {
  std::size_t answers = 0;  ///< number of separate answers, in place of one for each size; 0: sizes are used
  /// Answers a request, as lode::find does.
  std::function<FindResult(const Graph&, const FindRequest&, const FindEvents&, const RunContext&)> find;
};

/// A question of `find`, `densest` or `info`. Command line, help, refusals of options, and the part of
/// docs/lode.schema.json about its documents are made from this record. A question defines `ask`, `find` or
/// `add`. The first question of a command is asked by default, and takes every option that no other question
/// of the command has.
struct Question {
  /// Kind of input that an answer needs: the method of QuestionInput that it calls, or files that its options
  /// name.
  enum class Takes { graph, arcs, sides, matrices };

  std::string_view command;             ///< command that asks it: "densest"
  std::vector<QuestionOption> options;  ///< its options
  Takes takes = Takes::graph;           ///< its input
  /// Further options of the command that go with `ask`, separated by blanks; "--weighted" stands for all
  /// options of weights. Options for reading the graph, for threads and for outputs go with every question.
  std::string_view honours = {};
  std::string_view refuses = {};  ///< options of the first question that do not go with `find`, likewise
  /// Fields of the document of `ask`; graph, seconds and the parents result and result.proof are implied. Of
  /// `find` and `add`: the fields that it adds to the document of the command.
  std::vector<QuestionField> fields = {};
  /// Answers the question. The options are checked before the graph is read.
  QuestionAnswer (*ask)(QuestionInput& input) = nullptr;
  /// Reads the options of a variant of `find`, before the graph is read.
  FindVariant (*find)(const QuestionInput& input) = nullptr;
  /// Adds to the answer of the command. The document is text, or a JSON object with further fields.
  QuestionAnswer (*add)(QuestionInput& input) = nullptr;
  /// Adds the columns of its part to those of some answers of `find`. Without answers, the columns are for
  /// readers of claims, and are added in any case.
  void (*add_columns)(detail::AnswerColumns& columns, std::span<const FindAnswer> answers) = nullptr;
  std::string_view certificate = {};  ///< kind of its certificates (certificate_kind); empty: none
  /// Checks a certificate of this kind and says what it proves. Errors: InputError for a file that is no such
  /// certificate, and VerificationError for one that does not hold.
  std::string (*check)(QuestionInput& input, const std::string& path) = nullptr;
};

/// All questions, in the order of help.
std::span<const Question> all_questions();
/// The records of all questions as JSON.
std::string question_records();

/// A number above 0 or a quotient of two, the value of an option: "0.85", "1e-6", "2/3".
/// Errors:  InvalidArgument for anything else.
double parse_level(std::string_view option, std::string_view text);

/// The variant of `find` that an option asks, with this value and no other options.
/// Errors:  InternalError if no question has the option. InvalidArgument for a wrong value.
FindVariant find_variant(std::string_view option, std::string_view value);

}  // namespace lode
#pragma GCC visibility pop
