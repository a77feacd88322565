#include "io/formats/networks/network.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "io/csr/compaction.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/networks/attribute_columns.hpp"

namespace lode::detail {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr auto number_remedy = "numbers of vertices are finite, of any sign";

using Texts = std::vector<std::string_view>;

/// Digits without a leading zero, up to 64 bits.
bool is_plain_id(std::string_view text, std::uint64_t& id) {
  if (!is_digits(text) || (text.size() > 1 && text.front() == '0')) return false;
  return std::from_chars(text.data(), text.data() + text.size(), id).ec == std::errc{};
}

/// Names for vertices that are called by `texts`: ids if all are integers as lode writes them and `kept` is
/// false, else labels.
VertexNames names_from_texts(const Texts& texts, bool kept) {
  std::vector<std::uint64_t> ids;
  for (std::uint64_t id = 0; !kept && ids.size() < texts.size() && is_plain_id(texts[ids.size()], id);) {
    ids.push_back(id);
  }
  if (!kept && ids.size() == texts.size()) return VertexNames::from_ids(std::move(ids));
  struct Storage {
    std::string characters;
    std::vector<std::uint64_t> begin = {0};
  };
  auto storage = std::make_shared<Storage>();
  for (const std::string_view text : texts) {
    storage->characters += text;
    storage->begin.push_back(storage->characters.size());
  }
  return VertexNames::from_labels(storage->begin, storage->characters, storage);
}

bool has_control_byte(std::string_view text) {
  return find_control_byte(text) || text.find('\t') != std::string_view::npos;
}

class NetworkCollector final : public NetworkSink {
 public:
  NetworkCollector(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                   bool keep_directions)
      : form_(form),
        input_(input),
        options_(options),
        keep_directions_(keep_directions),
        arcs_(options.weighted) {
    for (const std::string& name : options.vertex_numbers) numbers_.push_back({name, {}});
  }

  void node(std::string_view id, std::optional<std::string_view> label, TextPlace place) override {
    constexpr auto remedy = "ids of nodes are texts without control characters";
    const std::uint32_t number = number_of(id);
    if (vertex_of_[number] != no_vertex) {
      fail_in_text(input_, place, fmt::format("a second node with the id '{}'", excerpt(id)),
                   "every node has an id of its own");
    }
    if (id.empty()) fail_in_text(input_, place, "the id of the node is empty", remedy);
    if (has_control_byte(id)) {
      fail_in_text(input_, place,
                   fmt::format("the id '{}' of the node holds a control character", excerpt(id)), remedy);
    }
    promised_.erase(number);
    if (label) {
      labels_.resize(num_vertices_);
      labels_.emplace_back(*label);
    } else if (first_without_label_ == no_vertex) {
      first_without_label_ = num_vertices_;
    }
    vertex_of_[number] = num_vertices_;
    if (++num_vertices_ == no_vertex) {
      throw InputError({input_.display_name()}, "more than 4294967294 vertices are too many",
                       "lode reads graphs of up to 2^32-2 vertices");
    }
  }

  void edge(const NetworkEdge& edge) override {
    const Vertex source = end_of(edge.source, "source", edge.place);
    const Vertex target = end_of(edge.target, "target", edge.place);
    if (options_.weighted && !edge.weight) {
      fail_in_text(input_, edge.place, "the edge has no weight",
                   "give every edge a 'weight' or 'value', or read without weights");
    }
    if (keep_directions_ && !edge.directed) fail_without_direction(edge.place);
    arcs_.add(source, target, edge.weight.value_or(1.0));
  }

  void attribute(std::uint64_t node, std::string_view name, std::string_view value) override {
    bool is_number = false;
    for (VertexNumbers& numbers : numbers_) {
      if (numbers.name != name) continue;
      take_number(node, numbers, without_white_space(value));
      is_number = true;
    }
    if (!is_number && options_.attributes) attributes_.add(name, node, value);
  }

  struct Result {
    InputReport report;
    ArcCollector arcs;
    Vertex n = 0;
    VertexNames names;
    std::vector<VertexNumbers> numbers;
    std::vector<VertexTexts> attributes;
  };
  Result finish(NetworkText text) {
    if (num_vertices_ == 0) {
      fail_in_text(input_, {text.graph.line, 0}, "the graph has no nodes", "a graph needs at least one node");
    }
    check_promises();
    if (keep_directions_ && text.undirected) fail_without_direction({text.graph.line, 0});
    Result result;
    result.report.format = form_.title;
    result.report.lines = text.lines;
    result.report.comment_lines = text.comment_lines;
    result.report.edge_lines = arcs_.count();
    result.report.notes = std::move(text.notes);
    if (text.weights_passed_over) result.report.notes.push_back("edge weights ignored");
    result.n = num_vertices_;
    result.names = name_nodes(result.report.notes);
    result.numbers = take_numbers(result.report.notes);
    result.attributes = attributes_.take(num_vertices_, result.report.notes);
    arcs_.renumber([this](Vertex number) { return vertex_of_[number]; });
    result.arcs = std::move(arcs_);
    return result;
  }

  /// The ids of the vertices.
  Texts ids() const {
    Texts ids(num_vertices_);
    for (const auto& [id, number] : numbers_of_ids_) ids[vertex_of_[number]] = id;
    return ids;
  }

 private:
  /// Edges to a node that has not been declared yet.
  struct Promise {
    std::string_view which;
    TextPlace place;
  };
  struct BadNumber {
    std::uint64_t node = 0;
    std::string name, problem, remedy;
  };

  std::uint32_t number_of(std::string_view id) {
    if (const auto known = numbers_of_ids_.find(id); known != numbers_of_ids_.end()) return known->second;
    vertex_of_.push_back(no_vertex);
    return numbers_of_ids_.emplace(id, static_cast<std::uint32_t>(vertex_of_.size() - 1)).first->second;
  }

  Vertex end_of(std::string_view id, std::string_view which, TextPlace place) {
    const std::uint32_t number = number_of(id);
    if (vertex_of_[number] == no_vertex) promised_.emplace(number, Promise{which, place});
    return number;
  }

  void check_promises() const {
    if (promised_.empty()) return;
    const auto first = std::ranges::min_element(promised_, {}, [](const auto& promised) {
      return std::pair(promised.second.place.line, promised.second.place.column);
    });
    const auto number = [](const auto& known) { return known.second; };
    const std::string& id = std::ranges::find(numbers_of_ids_, first->first, number)->first;
    fail_in_text(
        input_, first->second.place,
        fmt::format("the {} '{}' of the edge is not the id of a node", first->second.which, excerpt(id)),
        "add the node, or correct the edge");
  }

  [[noreturn]] void fail_without_direction(TextPlace at) const {
    fail_in_text(input_, at,
                 at.column == 0 ? "the graph is not declared as directed" : "the edge has no direction",
                 fmt::format("read it without directions, or {} if sources and targets are meant",
                             form_.directed_remedy));
  }

  // --- names ---

  VertexNames name_nodes(std::vector<std::string>& notes) const {
    const Texts ids = this->ids();
    const bool demanded = options_.labels && (form_.integer_ids || !labels_.empty());
    if (!labels_.empty() || demanded) {
      const Texts labels(labels_.begin(), labels_.end());
      const std::string obstacle = obstacle_to_labels(labels, ids);
      if (obstacle.empty()) return names_from_texts(labels, options_.labels || form_.integer_ids);
      if (demanded) {
        throw InputError({input_.display_name()},
                         fmt::format("labels cannot name the vertices: {}", obstacle),
                         "read without option 'labels' to use the ids");
      }
      notes.push_back(fmt::format("labels not used: {}", obstacle));
    }
    return names_from_texts(ids, options_.labels);
  }

  /// Why the labels cannot name the vertices; empty if they can.
  std::string obstacle_to_labels(Texts labels, const Texts& ids) const {
    const auto shown = [&](std::size_t v) { return fmt::format("node '{}'", excerpt(ids[v])); };
    if (first_without_label_ != no_vertex) return shown(first_without_label_) + " has no label";
    for (std::size_t v = 0; v < labels.size(); ++v) {
      const char* const problem = labels[v].empty()             ? "is empty"
                                  : has_control_byte(labels[v]) ? "holds a control byte"
                                  : find_not_utf8(labels[v])    ? "is not UTF-8"
                                                                : nullptr;
      if (problem) return fmt::format("the label of {} {}", shown(v), problem);
    }
    std::ranges::sort(labels);
    const auto twice = std::ranges::adjacent_find(labels);
    return twice == labels.end() ? "" : fmt::format("label '{}' repeats", excerpt(*twice));
  }

  // --- numbers ---

  /// A value of a node as a number. Problems are reported at the end, when all nodes have ids.
  void take_number(std::uint64_t node, VertexNumbers& numbers, std::string_view text) {
    if (bad_number_ || text.empty()) return;
    const auto bad = [&](std::string problem, std::string remedy) {
      bad_number_ = BadNumber{node, numbers.name, std::move(problem), std::move(remedy)};
    };
    if (text.size() > AttributeColumns::longest_text) {
      return bad(fmt::format("is longer than {} bytes", AttributeColumns::longest_text), number_remedy);
    }
    double number = 0.0;
    if (FieldProblem problem = parse_finite(text, "", number_remedy, number)) {
      return bad(std::move(problem.problem), std::move(problem.remedy));
    }
    if (numbers.values.size() <= node) numbers.values.resize(node + 1, no_number);
    if (!std::isnan(numbers.values[node])) return bad("is there twice", one_of_each_remedy);
    numbers.values[node] = number;
  }

  std::vector<VertexNumbers> take_numbers(std::vector<std::string>& notes) {
    if (bad_number_) {
      const auto& [node, name, problem, remedy] = *bad_number_;
      throw InputError({input_.display_name()},
                       fmt::format("'{}' of the node '{}': {}", excerpt(name),
                                   excerpt(ids()[static_cast<std::size_t>(node)]), problem),
                       remedy);
    }
    std::erase_if(numbers_, [](const VertexNumbers& numbers) { return numbers.values.empty(); });
    for (VertexNumbers& numbers : numbers_) {
      numbers.values.resize(num_vertices_, no_number);
      std::uint64_t without = 0;
      for (double& number : numbers.values) {
        if (!std::isnan(number)) continue;
        number = 0.0;
        ++without;
      }
      if (without == 0) continue;
      notes.push_back(fmt::format("{} without '{}', which count as 0",
                                  format_plural(without, "node", "nodes"), numbers.name));
    }
    return std::move(numbers_);
  }

  const NetworkForm& form_;
  CompressedInput& input_;
  const ReadOptions& options_;
  bool keep_directions_;
  /// In the order in which they come.
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers_of_ids_;
  std::vector<Vertex> vertex_of_;  ///< by these numbers; no_vertex: not declared
  Vertex num_vertices_ = 0;
  std::map<std::uint32_t, Promise> promised_;  ///< numbers of ids that only edges have named
  std::vector<std::string> labels_;            ///< up to the last node that has one
  Vertex first_without_label_ = no_vertex;
  std::vector<VertexNumbers> numbers_;
  std::optional<BadNumber> bad_number_;  ///< the first one
  AttributeColumns attributes_;
  ArcCollector arcs_;  ///< between numbers of ids
};

/// Finds the lines of a pair in a text that is read once more.
class PairFinder final : public NetworkSink {
 public:
  PairFinder(std::string_view a, std::string_view b) : a_(a), b_(b) {}
  void node(std::string_view, std::optional<std::string_view>, TextPlace) override {}
  void attribute(std::uint64_t, std::string_view, std::string_view) override {}
  void edge(const NetworkEdge& edge) override {
    lines.look_at(edge.source, edge.target, a_, b_, edge.place.line);
  }
  PairLines lines;

 private:
  std::string_view a_, b_;
};

constexpr FormatAbilities abilities_of(const NetworkForm& form) {
  return {.title = form.title, .weights = true, .labels = true};
}

}  // namespace

void fail_in_text(const CompressedInput& input, TextPlace at, std::string problem, std::string remedy) {
  throw InputError({input.display_name(), at.line, at.column}, std::move(problem), std::move(remedy));
}

Weight weight_from(const CompressedInput& input, const ReadOptions& options, std::string_view text,
                   TextPlace at) {
  text = without_white_space(text);
  if (text.empty()) {
    fail_in_text(input, at, "the weight of the edge is empty", "give one, or read without weights");
  }
  Weight weight = 0.0;
  if (const FieldProblem problem = parse_weight({text.data(), text}, weight, options.signs)) {
    fail_in_text(input, at, problem.problem, problem.remedy);
  }
  return weight;
}

void check_weight_key(const CompressedInput& input, std::string& known, std::string_view key, TextPlace at) {
  if (known.empty()) known = key;
  if (known == key) return;
  fail_in_text(input, at, fmt::format("'{}' on this edge, '{}' on another or the same one", key, known),
               "edges carry 'weight' or 'value', all the same");
}

LoadedGraph read_network(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                         const RunContext& run) {
  check_options(options, abilities_of(form));
  NetworkCollector collector(form, input, options, false);
  ReadOptions parsed = options;  // numbers of vertices come as attributes
  parsed.attributes = options.attributes || !options.vertex_numbers.empty();
  NetworkCollector::Result result = collector.finish(form.parse(input, parsed, run, collector));
  const auto find_lines = [&](Vertex u, Vertex v) {
    if (!input.can_be_read_again()) return PairLines();
    const Texts ids = collector.ids();
    PairFinder finder(ids[u], ids[v]);
    CompressedInput again = input.again();
    form.parse(again, options, run, finder);
    return finder.lines;
  };
  LoadedGraph loaded = assemble(input, std::move(result.report), std::move(result.arcs), result.n,
                                std::move(result.names), options.merge, run, find_lines);
  loaded.vertex_numbers = std::move(result.numbers);
  loaded.attributes = std::move(result.attributes);
  return loaded;
}

LoadedArcs read_network_arcs(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                             const RunContext& run) {
  check_options(options, abilities_of(form));
  NetworkCollector collector(form, input, options, true);
  NetworkCollector::Result result = collector.finish(form.parse(input, options, run, collector));
  LoadedArcs loaded = assemble_arcs(input, std::move(result.report), std::move(result.arcs), result.n,
                                    std::move(result.names), run);
  loaded.attributes = std::move(result.attributes);
  return loaded;
}

}  // namespace lode::detail
