#include "io/formats/networks/pajek_reader.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/networks/node_labels.hpp"
#include "io/text/fields.hpp"
#include "io/text/file_names.hpp"
#include "io/text/head_lines.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

constexpr FormatAbilities pajek_abilities = {.title = "Pajek", .weights = true, .labels = true};

enum class Section { none, network, vertices, arcs, edges, arcs_list, edges_list, matrix, other };

struct SectionName {
  std::string_view name;
  Section section;
};
constexpr SectionName section_names[] = {
    {"*network", Section::network}, {"*vertices", Section::vertices},  {"*arcs", Section::arcs},
    {"*edges", Section::edges},     {"*arcslist", Section::arcs_list}, {"*edgeslist", Section::edges_list},
    {"*matrix", Section::matrix},   {"*partition", Section::other},    {"*vector", Section::other},
    {"*cluster", Section::other},   {"*permutation", Section::other},  {"*hierarchy", Section::other},
};

Section section_called(std::string_view word) {
  if (!word.starts_with('*')) return Section::none;
  for (const SectionName& known : section_names) {
    if (equal_ignoring_case(word, known.name)) return known.section;
  }
  return Section::none;
}

constexpr auto line_remedy =
    "lines are 'VERTEX LABEL' below *Vertices and 'U V WEIGHT' below *Arcs and *Edges";

class PajekReader {
 public:
  PajekReader(CompressedInput& input, const ReadOptions& options, const RunContext& run,
              std::uint64_t on_trust)
      : input_(input),
        options_(options),
        run_(run),
        on_trust_(on_trust),
        lines_(input, run),
        arcs_(options.weighted) {}

  LoadedGraph read() {
    read_file();
    VertexNames names = name_vertices();
    return assemble(input_, std::move(report_), std::move(arcs_), n_, std::move(names), options_.merge, run_,
                    [this](Vertex u, Vertex v) { return lines_of(u, v); });
  }

  LoadedArcs read_arcs() {
    read_file();
    if (undirected_line_ > 0) {
      lines_.fail_at(
          undirected_line_, "the edge has no direction",
          "read it without directions, or write *Arcs for *Edges if sources and targets are meant");
    }
    VertexNames names = name_vertices();
    return assemble_arcs(input_, std::move(report_), std::move(arcs_), n_, std::move(names), run_);
  }

 private:
  void read_file() {
    for_each_line([this](Words& words) { read_line(words); });
    if (vertices_line_ == 0) {
      lines_.fail_at(lines_.number(), "the file ends without a line '*Vertices N'", line_remedy);
    }
    check_isolated(input_, vertices_line_, n_, arcs_.count(), on_trust_);
    report_.format = "Pajek";
    report_.lines = lines_.number();
    report_.edge_lines = arcs_.count();
    finish_notes();
  }

  /// Calls visit(words) for every line that is neither blank nor a comment.
  template <class Visit>
  void for_each_line(Visit&& visit) {
    while (lines_.next()) {
      Words words(lines_.begin(), lines_.end());
      if (words.done()) continue;
      if (*words.position() == '%') {
        ++report_.comment_lines;
      } else {
        visit(words);
      }
    }
  }

  void read_line(Words& words) {
    if (*words.position() == '*') {
      begin_section(words);
      return;
    }
    switch (section_) {
      case Section::vertices:
        return vertex_line(words);
      case Section::arcs:
      case Section::edges:
        return edge_line(words);
      case Section::arcs_list:
      case Section::edges_list:
        return list_line(words);
      case Section::other:
        return;
      default:
        lines_.fail({words.position(), fmt::format("'{}' belongs to no section", excerpt(lines_.text())),
                     "the line '*Vertices N' comes first"});
    }
  }

  void begin_section(Words& words) {
    const std::string_view word = words.next();
    const Section section = section_called(word);
    switch (section) {
      case Section::none:
        lines_.fail({word.data(), fmt::format("'{}' is not a section of a Pajek network", excerpt(word)),
                     "sections are *Vertices, *Edges, *Arcs, *Edgeslist and *Arcslist"});
      case Section::matrix:
        lines_.fail({word.data(), "the network is given as a matrix, which lode does not read in Pajek files",
                     "write its entries as *Arcs or *Edges, or the matrix as Matrix Market"});
      case Section::vertices:
        if (section_ == Section::other) return;  // of a partition or vector
        read_size(word, words);
        break;
      case Section::network:
        if (vertices_line_ > 0) fail_on_second(word);
        break;
      case Section::other:
        ++passed_over_;
        break;
      default:
        if (vertices_line_ == 0) {
          lines_.fail({word.data(), fmt::format("the section {} stands before the vertices", word),
                       "the line '*Vertices N' comes first"});
        }
        relations_ += section != Section::none;
    }
    section_ = section;
  }

  [[noreturn]] void fail_on_second(std::string_view word) const {
    lines_.fail({word.data(),
                 fmt::format("a second network; the vertices of the first are in line {}", vertices_line_),
                 "a file holds one graph"});
  }

  void read_size(std::string_view word, Words& words) {
    if (vertices_line_ > 0) fail_on_second(word);
    vertices_line_ = lines_.number();
    lines_.check(parse_vertex_count(words.next(), lines_.end(), n_));
    const std::string_view first_kind = words.next();
    if (first_kind.empty()) return;
    std::uint64_t count = 0;
    lines_.check(parse_count(first_kind, lines_.end(), "the number of vertices of the first kind", count));
    report_.notes.push_back(fmt::format("vertices of two kinds, the first {} and the others", count));
  }

  // --- vertices ---

  void vertex_line(Words& words) {
    std::uint64_t index = 0;
    lines_.check(take_index(words, n_, index));
    const auto [known, is_new] = line_of_vertex_.emplace(static_cast<Vertex>(index - 1), lines_.number());
    if (!is_new) {
      lines_.fail({lines_.begin(),
                   fmt::format("vertex {} has its line already, line {}", index, known->second),
                   "every vertex has one line"});
    }
    if (words.done()) return;
    std::string label = *words.position() == '"' ? quoted_label(words.position()) : std::string(words.next());
    labels_.emplace(static_cast<Vertex>(index - 1), std::move(label));
  }

  /// Up to the closing quote; \" and \\ stand for a quote and a backslash.
  std::string quoted_label(const char* at) const {
    std::string label;
    for (const char* p = at + 1; p < lines_.end(); ++p) {
      if (*p == '"') return label;
      // A backslash before the last quote of the line is a backslash: "C:\dir\".
      const bool quote_left = p + 2 <= lines_.end() && std::find(p + 2, lines_.end(), '"') != lines_.end();
      const bool escape = *p == '\\' && p + 1 < lines_.end() && ((p[1] == '"' && quote_left) || p[1] == '\\');
      label += escape ? *++p : *p;
    }
    lines_.fail({at, "a quoted label does not end on its line", "close the quotes"});
  }

  VertexNames name_vertices() {
    NodeLabels labels;
    std::uint64_t next = 0;
    for (const auto& [v, label] : labels_) {
      if (v != next) labels.add(std::nullopt);  // one for all vertices between is enough
      labels.add(label);
      next = v + std::uint64_t{1};
    }
    if (next < n_ || labels_.empty()) labels.add(std::nullopt);
    const LabelUse use = {.demanded = options_.labels, .kept = options_.labels, .instead = "numbers"};
    auto names = labels.names(lines_.input(), report_, use,
                              [](std::size_t v) { return fmt::format("vertex {}", v + 1); });
    return names ? *std::move(names) : names_from_one(n_);
  }

  // --- edges ---

  void add(std::uint64_t u, std::uint64_t v, Weight weight) {
    arcs_.add(static_cast<Vertex>(u - 1), static_cast<Vertex>(v - 1), weight);
    const bool directed = section_ == Section::arcs || section_ == Section::arcs_list;
    if (!directed && undirected_line_ == 0) undirected_line_ = lines_.number();
  }

  void edge_line(Words& words) {
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    lines_.check(take_index(words, n_, u));
    lines_.check(take_index(words, n_, v));
    const std::string_view text = words.next();
    Weight weight = 1.0;
    if (text.empty() || (is_letter(text.front()) && !is_number(text))) {
      ++without_weight_;
    } else {
      weights_seen_ = true;
      if (options_.weighted) lines_.check(parse_weight({text.data(), text}, weight, options_.signs));
    }
    add(u, v, weight);
  }

  void list_line(Words& words) {
    std::uint64_t u = 0;
    lines_.check(take_index(words, n_, u));
    while (!words.done()) {
      std::uint64_t v = 0;
      lines_.check(take_index(words, n_, v));
      add(u, v, 1.0);
      ++without_weight_;
    }
  }

  void finish_notes() {
    if (relations_ > 1)
      report_.notes.push_back(fmt::format("{} sections of edges read as one graph", relations_));
    if (passed_over_ > 0) {
      report_.notes.push_back(format_plural(passed_over_, "partition or vector", "partitions and vectors") +
                              " ignored");
    }
    if (!options_.weighted) {
      if (weights_seen_) report_.notes.push_back("edge weights ignored");
      return;
    }
    if (without_weight_ == 0) return;
    if (!weights_seen_) {
      throw InputError({input_.display_name()}, "no edge has a weight", "read it without option 'weighted'");
    }
    report_.notes.push_back(format_plural(without_weight_, "edge without weight has weight 1",
                                          "edges without weight have weight 1"));
  }

  /// The lines of a pair, for the error of weights that disagree.
  PairLines lines_of(Vertex u, Vertex v) const {
    PairLines found;
    if (!input_.can_be_read_again()) return found;
    CompressedInput again = input_.again();
    PajekReader reader(again, options_, run_, on_trust_);
    reader.pair_ = &found;
    reader.for_each_line(
        [&](Words& words) { reader.look_at(words, u + std::uint64_t{1}, v + std::uint64_t{1}); });
    return found;
  }

  void look_at(Words& words, std::uint64_t u, std::uint64_t v) {
    if (*words.position() == '*') {
      const Section section = section_called(words.next());
      if (section != Section::vertices || section_ != Section::other) section_ = section;
      return;
    }
    const bool list = section_ == Section::arcs_list || section_ == Section::edges_list;
    if (!list && section_ != Section::arcs && section_ != Section::edges) return;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    if (!words.next_number(a)) return;
    while (words.next_number(b)) {
      pair_->look_at(a, b, u, v, lines_.number());
      if (!list) return;
    }
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  const RunContext& run_;
  std::uint64_t on_trust_;
  LineReader lines_;
  ArcCollector arcs_;
  InputReport report_;
  Section section_ = Section::none;
  std::uint64_t n_ = 0;
  std::uint64_t vertices_line_ = 0;
  std::uint64_t undirected_line_ = 0;  ///< of the first edge without direction
  std::map<Vertex, std::uint64_t> line_of_vertex_;
  std::map<Vertex, std::string> labels_;
  std::uint64_t relations_ = 0, passed_over_ = 0;
  std::uint64_t without_weight_ = 0;
  bool weights_seen_ = false;
  PairLines* pair_ = nullptr;  ///< looked for
};

}  // namespace

bool is_pajek(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    if (line.empty() || line.front() == '%') continue;
    const Section section = section_called(take_word(line));
    return section != Section::none && section != Section::other;
  }
  return false;
}

LoadedGraph read_pajek(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                       const ReadTrust& trust) {
  check_options(options, pajek_abilities);
  return PajekReader(input, options, run, trust.vertices).read();
}

LoadedArcs read_pajek_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           const ReadTrust& trust) {
  check_options(options, pajek_abilities);
  return PajekReader(input, options, run, trust.vertices).read_arcs();
}

}  // namespace lode::detail
