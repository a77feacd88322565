#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/text.hpp>
#include <lode/io/read_graph.hpp>

#include "io/csr/arc_collector.hpp"
#include "io/csr/assembly.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/text/fields.hpp"
#include "io/text/line_reader.hpp"

// What the readers of formats that declare their vertices have in common.

namespace lode::detail {

/// What a format has an answer to among the options of a reader.
struct FormatAbilities {
  std::string_view title;  ///< "METIS"
  bool weights = false;
  bool signs = true;  ///< weights may be negative
  bool labels = false;
  bool lenient = false;
};
/// Errors: InvalidArgument naming the first option that has no meaning for the format.
void check_options(const ReadOptions& options, const FormatAbilities& abilities);

/// Decimal digits, up to 64 bits. `subject` stands in front of the problem: "index", "the number of edges".
/// An empty word is a missing one, at `at`.
FieldProblem parse_digits(std::string_view word, const char* at, std::string_view subject,
                          std::string_view remedy, std::uint64_t& value);
/// A count of a header: decimal digits. `what` names it in messages: "the number of vertices".
FieldProblem parse_count(std::string_view word, const char* at, std::string_view what, std::uint64_t& count);
/// The same, and at least 1 and below 2^32-1, as many as lode numbers.
FieldProblem parse_vertex_count(std::string_view word, const char* at, std::uint64_t& count);
/// Takes the next word of a line as a vertex, row or column of a file that numbers them 1 ... n.
FieldProblem take_index(Words& words, std::uint64_t n, std::uint64_t& index,
                        std::string_view what = "vertex");
/// True for digits, perhaps with a sign.
bool is_integer(std::string_view word);

/// Errors: InputError at `line` if `n` vertices are more than `on_trust`, and more than `edges` edges can
///         answer for (ReadTrust).
void check_isolated(const CompressedInput& input, std::uint64_t line, std::uint64_t n, std::uint64_t edges,
                    std::uint64_t on_trust);

/// The names 1 ... n.
VertexNames names_from_one(std::uint64_t n);

/// The lines that name vertices u + 1 and v + 1, in either order, behind the word `letter` (empty: none).
/// Nothing if `input` cannot be read again.
PairLines lines_of_pair(const CompressedInput& input, std::string_view letter, Vertex u, Vertex v,
                        const RunContext& run);

/// Finds the lines of a pair; called once, for an error message.
using PairLinesFinder = std::function<PairLines(Vertex u, Vertex v)>;

/// Builds the graph of `arcs` and completes the report: counts, sizes, bytes.
/// Errors: InputError for weights that disagree (unless `merge` settles it) or whose sums are not exact.
LoadedGraph assemble(const CompressedInput& input, InputReport report, ArcCollector arcs, std::uint64_t n,
                     VertexNames names, MergeRule merge, const RunContext& run,
                     const PairLinesFinder& find_lines);

/// Fills in what a report says of the input and of the finished graph.
void describe(InputReport& report, const CompressedInput& input, const Graph& graph);

}  // namespace lode::detail
