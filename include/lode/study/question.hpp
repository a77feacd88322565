#pragma once

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

/// An option of a question, as the command line and its help need it.
struct QuestionOption {
  /// Form of the value.
  enum class Kind { flag, text, whole_number, input_file, output_file };

  std::string_view name;     ///< name with its dashes: "--directed"
  std::string_view value;    ///< word for the value in help: "FILE"; empty for a flag
  std::string_view meaning;  ///< text for help; lines after the first are details
  Kind kind = Kind::flag;    ///< form of the value
  bool asks = false;         ///< the question is asked if the option is given
  bool usual = false;        ///< short help lists the option
  Vertex at_least = 0;       ///< smallest whole number
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

  /// True if the option has a value.
  bool given(std::string_view name) const { return !option(name).empty(); }
  /// The two sides that the option --sides names: columns, or a file of left vertices.
  ///
  /// Errors:  InvalidArgument for --weighted. The errors of arcs, or of graph and read_sides.
  virtual QuestionData<SidedGraph> sides();
};

/// A file that an answer writes.
struct QuestionFile {
  std::string_view option;             ///< option that names it
  std::optional<std::string> content;  ///< unset: the run was interrupted before it was complete
};

/// An answer in the requested format (option --format: text, json or csv), and the requested files.
struct QuestionAnswer {
  std::string document;                  ///< answer for standard output
  std::vector<QuestionFile> files = {};  ///< the requested files
};

/// A variant of `find`, with its options already read: the search for heaviest sets under further demands.
struct FindVariant {
  std::size_t answers = 0;  ///< number of separate answers, in place of one for each size; 0: sizes are used
  /// Answers a request, as lode::find does.
  std::function<FindResult(const Graph&, const FindRequest&, const FindEvents&, const RunContext&)> find;
};

/// A further question of `find`, `densest` or `info`. Command line, help and checks of options are made from
/// this record, and the part of docs/lode.schema.json about its documents. A question defines `ask`, `find`
/// or `add`.
struct Question {
  /// Kind of input that an answer needs: the method of QuestionInput that it calls.
  enum class Takes { graph, arcs, sides };

  std::string_view command;                    ///< command that asks it: "densest"
  std::vector<QuestionOption> options;         ///< its options
  Takes takes = Takes::graph;                  ///< its input
  std::vector<std::string_view> honours = {};  ///< further options of the command that go with `ask`
  std::vector<std::string_view> refuses = {};  ///< options of the command that do not go with `find`
  /// Fields of the document of `ask`, without those that every document has. Of `find` and `add`: the fields
  /// that it adds to the document of the command.
  std::vector<QuestionField> fields = {};
  /// Answers the question in place of the command. The options are checked before the graph is read.
  QuestionAnswer (*ask)(QuestionInput& input) = nullptr;
  /// Reads the options of a variant of `find`, before the graph is read.
  FindVariant (*find)(const QuestionInput& input) = nullptr;
  /// Adds to the answer of the command. The document is text, or a JSON object with further fields.
  QuestionAnswer (*add)(QuestionInput& input) = nullptr;
  std::string_view certificate = {};  ///< kind of its certificates (certificate_kind); empty: none
  /// Checks a certificate of this kind and says what it proves. Errors: InputError for a file that is no such
  /// certificate, and VerificationError for one that does not hold.
  std::string (*check)(QuestionInput& input, const std::string& path) = nullptr;
};

/// All questions, in the order of help.
std::span<const Question> all_questions();
/// The records of all questions as JSON.
std::string question_records();

/// The variant of `find` that an option asks, with this value and no other options.
/// Errors:  InternalError if no question has the option. InvalidArgument for a wrong value.
FindVariant find_variant(std::string_view option, std::string_view value);

}  // namespace lode
#pragma GCC visibility pop
