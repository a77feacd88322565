#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/core/text.hpp>
#include <lode/io/read_graph.hpp>

#include "io/csr/assembly.hpp"
#include "io/formats/formats.hpp"
#include "io/text/fields.hpp"
#include "io/text/line_reader.hpp"

// Shared parts of readers of formats that declare their vertices.

namespace lode::detail {

/// The reader options that a format supports.
struct FormatAbilities {
  std::string_view title;  ///< "METIS"
  bool weights = false;
  bool labels = false;
};
/// Errors: InvalidArgument naming the first option that has no meaning for the format.
void check_options(const ReadOptions& options, const FormatAbilities& abilities);

/// Decimal digits, up to 64 bits. `subject` is the subject of the problem: "index", "the number of edges".
FieldProblem parse_digits(std::string_view word, std::string_view subject, std::string_view remedy,
                          std::uint64_t& value);
/// A count: decimal digits. `what` names it in messages: "the number of vertices".
FieldProblem parse_count(std::string_view word, std::string_view what, std::uint64_t& count);
/// True for digits, optionally signed.
bool is_integer(std::string_view word);

/// A text of words and numbers between blanks, line by line. Errors: InputError at the wrong word.
class NumberReader : public LineReader {
 public:
  using LineReader::LineReader;

  /// Moves to the next line; false at the end of the text.
  bool next() {
    if (!LineReader::next()) return false;
    words_ = Words(text());
    return true;
  }
  /// True if the line has no further word.
  bool done() { return words_.done(); }
  /// The next nonblank character; 0 at the end of the line.
  char peek() { return words_.done() ? '\0' : *words_.position(); }
  /// The next word's first byte, after a call of done() or peek().
  const char* position() const { return words_.position(); }
  /// The next word; empty at the end of the line.
  std::string_view word() { return words_.next(); }
  std::uint64_t count(std::string_view what);
  /// A count between 1 and lode's limit; `many` is its unit: "vertices".
  std::uint64_t size(std::string_view many);
  /// A vertex, row or column of a file that numbers them 1 ... n.
  std::uint64_t index(std::uint64_t n, std::string_view what = "vertex");
  /// A weight, or an unused number. `missing` and `remedy` are for a line without a number.
  Weight weight(bool used, WeightSigns signs, std::string_view missing, std::string_view remedy);
  /// Only blanks may follow.
  void end_line(std::string_view problem, std::string_view remedy);
  [[noreturn]] void fail_at_word(std::string_view word, std::string problem, std::string_view remedy) const {
    fail({word.data(), std::move(problem), std::string(remedy)});
  }

 private:
  Words words_{{}};
};

/// Errors: InputError at `line` if `n` vertices exceed ReadTrust::vertices and the number that `edges` edges
///         justify.
void check_isolated(const GraphInput& input, std::uint64_t line, std::uint64_t n, std::uint64_t edges);

/// A random number for an edge at its smaller end, and its negative at the larger end. The sum over neighbour
/// lists is 0 if both ends list each edge, and otherwise nonzero with high probability.
/// Source: the finalisation of SplitMix64, G. Steele, D. Lea, C. Flood, OOPSLA 2014.
inline std::uint64_t edge_balance(Vertex end, Vertex other, std::uint64_t salt = 0) {
  std::uint64_t number = salt + (std::uint64_t{std::min(end, other)} << 32) + std::max(end, other);
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  number ^= number >> 31;
  return end < other ? number : 0 - number;
}

/// The names 1 ... n.
VertexNames names_from_one(std::uint64_t n);

/// Collects arcs one by one into chunks of bounded size for `build_csr`. All arcs of a collector have
/// weights, or none has.
class ArcCollector {
 public:
  explicit ArcCollector(bool weighted = false) : weighted_(weighted) {}

  void add(Vertex u, Vertex v, Weight weight = 1.0) {
    ends_.push_back(u);
    ends_.push_back(v);
    if (weighted_) weights_.push_back(weight);
    ++count_;
    if (ends_.size() == chunk_ends) close_chunk();
  }
  std::uint64_t count() const { return count_; }
  bool weighted() const { return weighted_; }

  /// Replaces every end u by number(u).
  template <class Number>
  void renumber(const Number& number) {
    close_chunk();
    for (EdgeChunk& chunk : chunks_) {
      for (Vertex& end : chunk.ends) end = number(end);
    }
  }

  /// The chunks. It must be the last call.
  std::vector<EdgeChunk> take() {
    close_chunk();
    return std::move(chunks_);
  }

 private:
  static constexpr std::size_t chunk_ends = std::size_t{1} << 18;

  void close_chunk() {
    if (ends_.empty()) return;
    EdgeChunk chunk{PageBuffer<Vertex>(ends_.size()), PageBuffer<Weight>(weights_.size())};
    std::ranges::copy(ends_, chunk.ends.begin());
    std::ranges::copy(weights_, chunk.weights.begin());
    chunks_.push_back(std::move(chunk));
    ends_.clear();
    weights_.clear();
  }

  bool weighted_;
  std::vector<Vertex> ends_;  ///< of the last chunk
  std::vector<Weight> weights_;
  std::vector<EdgeChunk> chunks_;
  std::uint64_t count_ = 0;
};

/// A graph as a file declares it: numbered vertices and arcs between them.
struct DeclaredGraph {
  InputReport report = {};  ///< without the facts of the graph
  ArcCollector arcs{};
  std::uint64_t vertices = 0;
  VertexNames names = {};
  std::vector<VertexNumbers> numbers = {};
  std::vector<VertexTexts> attributes = {};
};

enum class Directions { ignored, kept };

/// Builds the graph and completes the report: counts, sizes, bytes.
/// Errors: InputError for contradictory weights (unless ReadOptions::merge settles them) or inexact sums.
LoadedGraph assemble(const GraphInput& input, DeclaredGraph declared);
/// Builds the directed graph and completes the report.
/// Errors: InputError for more than Arcs::most_vertices vertices.
LoadedArcs assemble_arcs(const GraphInput& input, DeclaredGraph declared);

/// Readers of a format that `parse` reads.
template <DeclaredGraph (&parse)(const GraphInput& input, Directions directions)>
LoadedGraph read_declared(const GraphInput& input) {
  return assemble(input, parse(input, Directions::ignored));
}
template <DeclaredGraph (&parse)(const GraphInput& input, Directions directions)>
LoadedArcs read_declared_arcs(const GraphInput& input) {
  return assemble_arcs(input, parse(input, Directions::kept));
}

}  // namespace lode::detail
