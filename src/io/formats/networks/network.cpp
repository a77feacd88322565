#include "io/formats/networks/network.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lode::detail {
namespace {

constexpr std::size_t most_columns = 64;
constexpr std::size_t longest_attribute = 1024;
constexpr std::uint64_t most_column_bytes = std::uint64_t{1} << 29;

/// Digits without a leading zero, up to 64 bits.
bool is_plain_id(std::string_view text, std::uint64_t& id) {
  if (!is_digits(text) || (text.size() > 1 && text.front() == '0')) return false;
  return std::from_chars(text.data(), text.data() + text.size(), id).ec == std::errc{};
}

/// Names for vertices from `texts`: ids if all are integers in lode's form and `kept` is false, else labels.
VertexNames names_from_texts(const std::vector<std::string_view>& texts, bool kept) {
  std::vector<std::uint64_t> ids;
  for (std::uint64_t id = 0; !kept && ids.size() < texts.size() && is_plain_id(texts[ids.size()], id);) {
    ids.push_back(id);
  }
  if (!kept && ids.size() == texts.size()) return VertexNames::from_ids(std::move(ids));
  return VertexNames::from_labels(std::vector<std::string>(texts.begin(), texts.end()));
}

bool has_control_byte(std::string_view text) {
  return find_control_byte(text) || text.find('\t') != std::string_view::npos;
}

}  // namespace

Network::Network(const NetworkForm& form, const GraphInput& input, Directions directions)
    : form_(form),
      input_(input),
      options_(input.options),
      directed_(directions == Directions::kept),
      arcs_(input.options.weighted) {
  check_options(options_, {.title = form.title, .weights = form.holds_weights, .labels = true});
}

// --- nodes and edges ---

std::uint32_t Network::number_of(std::string_view id) {
  if (const auto known = numbers_of_ids_.find(id); known != numbers_of_ids_.end()) return known->second;
  ids_.emplace_back();
  return numbers_of_ids_.emplace(id, static_cast<std::uint32_t>(ids_.size() - 1)).first->second;
}

Vertex Network::node(std::string_view id, TextPlace place) {
  constexpr auto remedy = "ids of nodes are texts without control characters";
  if (id.empty()) fail(place, "the id of the node is empty", remedy);
  if (has_control_byte(id)) {
    fail(place, fmt::format("the id '{}' of the node holds a control character", excerpt(id)), remedy);
  }
  Id& known = ids_[number_of(id)];
  if (known.node != no_vertex) {
    fail(place, fmt::format("a second node with the id '{}'", excerpt(id)),
         "every node has an id of its own");
  }
  known.node = num_nodes_++;
  if (num_nodes_ == no_vertex) {
    input_.fail("more than 4294967294 vertices are too many", "lode reads graphs of up to 2^32-2 vertices");
  }
  return known.node;
}

void Network::node_if_new(std::string_view id, TextPlace place) {
  const auto known = numbers_of_ids_.find(id);
  if (known == numbers_of_ids_.end() || ids_[known->second].node == no_vertex) node(id, place);
}

void Network::label(Vertex node, std::string_view text) {
  if (labels_.size() <= node) labels_.resize(node + std::size_t{1});
  labels_[node] = text;
}

Vertex Network::end_of(const NetworkEdge& edge, std::string_view which, std::string_view id) {
  const std::uint32_t number = number_of(id);
  Id& end = ids_[number];
  if (end.node == no_vertex && end.first_end.empty()) {
    end.first_end = which;
    end.first_edge = edge.place;
  }
  return number;
}

void Network::edge(const NetworkEdge& edge) {
  const Vertex source = end_of(edge, "source", edge.source);
  const Vertex target = end_of(edge, "target", edge.target);
  if (options_.weighted && !edge.weight) {
    fail(edge.place, "the edge has no weight",
         "give every edge a 'weight' or 'value', or read without weights");
  }
  if (directed_ && !edge.directed) fail_without_direction(edge.place);
  arcs_.add(source, target, edge.weight.value_or(1.0));
}

void Network::take_weight(NetworkEdge& edge, std::string_view key, std::string_view text, TextPlace key_place,
                          TextPlace place) {
  weights_passed_over = !weighted();
  if (!weighted()) return;
  if (weight_key_.empty()) weight_key_ = key;
  if (weight_key_ != key) {
    fail(key_place, fmt::format("'{}' on this edge, '{}' on another or the same one", key, weight_key_),
         "edges carry 'weight' or 'value', all the same");
  }
  if (edge.weight) fail_twice(key_place, key);
  text = without_white_space(text);
  if (text.empty()) fail(place, "the weight of the edge is empty", "give one, or read without weights");
  const FieldProblem problem = parse_weight({text.data(), text}, edge.weight.emplace(), options_.signs);
  if (problem) fail(place, problem.problem, problem.remedy);
}

void Network::fail(TextPlace at, std::string problem, std::string remedy) const {
  throw InputError({input_.text.display_name(), at.line, at.column}, std::move(problem), std::move(remedy));
}

void Network::fail_twice(TextPlace at, std::string_view key) const {
  fail(at, fmt::format("a second '{}'", key), "a node or an edge has one of each");
}

void Network::fail_without_direction(TextPlace at) const {
  fail(at, at.column == 0 ? "the graph is not declared as directed" : "the edge has no direction",
       fmt::format("read it without directions, or {} if sources and targets are meant",
                   form_.directed_remedy));
}

// --- attributes ---

/// Reserves a number of values and bytes of text, or drops the column.
bool Network::make_room(Column& column, std::size_t values, std::size_t bytes) {
  std::vector<std::string>& texts = column.texts.values;
  if (values > texts.size()) bytes += (values - texts.size()) * sizeof(std::string);
  column_bytes_ += bytes;
  column.left_out = column_bytes_ > most_column_bytes;
  if (!column.left_out && values > texts.size()) texts.resize(values);
  return !column.left_out;
}

void Network::attribute(Vertex node, std::string_view name, std::string_view value) {
  const auto& numbers = options_.vertex_numbers;
  value = without_white_space(value);
  if (value.empty() || (!options_.attributes && std::ranges::find(numbers, name) == numbers.end())) return;
  const std::string key = printable_text(without_white_space(name).substr(0, longest_attribute + 1));
  auto column = std::ranges::find_if(columns_, [&](auto& each) { return each.texts.name == key; });
  if (column == columns_.end()) {
    if (columns_.size() > most_columns) return;  // one more shows that some are left out
    column = columns_.insert(column, Column{{key, {}}});
    column->left_out = key.size() > longest_attribute || columns_.size() > most_columns;
  }
  if (column->left_out) return;
  std::vector<std::string>& values = column->texts.values;
  if (node < values.size() && !values[node].empty()) {
    ++repeated_;
  } else if (value.size() > longest_attribute) {
    column->left_out = true;
  } else if (make_room(*column, node + std::size_t{1}, value.size())) {
    values[node] = printable_text(value);
  }
}

/// Fills the columns, and notes omitted columns.
void Network::finish_columns() {
  std::vector<std::string> left_out;
  for (Column& column : columns_) {
    if (column.left_out || !make_room(column, num_nodes_, 0)) {
      left_out.push_back(fmt::format("'{}'", excerpt(column.texts.name)));
    }
  }
  if (!left_out.empty()) {
    notes.push_back(
        fmt::format("{} left out: there may be {} attributes, of {} bytes a value, and {} MiB in all",
                    fmt::join(left_out, ", "), most_columns, longest_attribute, most_column_bytes >> 20));
  }
  if (repeated_ > 0) {
    notes.push_back(
        format_plural(repeated_, "further value of an attribute", "further values of attributes") +
        " at a vertex that has one ignored");
  }
}

/// Moves a column that is wanted as numbers.
VertexNumbers Network::take_numbers(Column& column, const std::vector<std::string_view>& ids) {
  const auto& [name, texts] = column.texts;
  if (column.left_out) {
    input_.fail(fmt::format("'{}' of the nodes cannot be kept", excerpt(name)),
                fmt::format("a file may have {} attributes, with values of {} bytes", most_columns,
                            longest_attribute));
  }
  column.left_out = true;
  VertexNumbers numbers{name, std::vector<double>(num_nodes_, 0.0)};
  std::uint64_t without = 0;
  for (Vertex v = 0; v < num_nodes_; ++v) {
    without += texts[v].empty();
    if (texts[v].empty()) continue;
    const FieldProblem bad =
        parse_finite(texts[v], "", "numbers of vertices are finite, of any sign", numbers.values[v]);
    if (!bad) continue;
    input_.fail(fmt::format("'{}' of the node '{}': {}", excerpt(name), excerpt(ids[v]), bad.problem),
                bad.remedy);
  }
  if (without > 0) {
    notes.push_back(
        fmt::format("{} without '{}', which count as 0", format_plural(without, "node", "nodes"), name));
  }
  return numbers;
}

// --- the graph ---

/// The ids of the vertices.
std::vector<std::string_view> Network::ids() const {
  std::vector<std::string_view> ids(num_nodes_);
  for (const auto& [id, number] : numbers_of_ids_) ids[ids_[number].node] = id;
  return ids;
}

/// Every end of an edge must be a node.
void Network::check_ends() const {
  const auto first = std::ranges::find(ids_, no_vertex, &Id::node);
  if (first == ids_.end()) return;
  const auto number = static_cast<std::uint32_t>(first - ids_.begin());
  const auto known = std::ranges::find(numbers_of_ids_, number, [](const auto& each) { return each.second; });
  fail(
      first->first_edge,
      fmt::format("the {} '{}' of the edge is not the id of a node", first->first_end, excerpt(known->first)),
      "add the node, or correct the edge");
}

VertexNames Network::names(const std::vector<std::string_view>& ids) {
  const bool demanded = options_.labels && (form_.integer_ids || !labels_.empty());
  if (!labels_.empty() || demanded) {
    const std::string obstacle = obstacle_to_labels(ids);
    if (obstacle.empty()) {
      std::vector<std::string_view> labels;
      for (const auto& label : labels_) labels.push_back(*label);
      return names_from_texts(labels, options_.labels || form_.integer_ids);
    }
    if (demanded) {
      input_.fail(fmt::format("labels cannot name the vertices: {}", obstacle),
                  "read without option 'labels' to use the ids");
    }
    notes.push_back(fmt::format("labels not used: {}", obstacle));
  }
  return names_from_texts(ids, options_.labels);
}

/// The reason why labels cannot name the vertices, or empty.
std::string Network::obstacle_to_labels(const std::vector<std::string_view>& ids) const {
  const auto shown = [&](std::size_t v) { return fmt::format("node '{}'", excerpt(ids[v])); };
  std::vector<std::string_view> labels;
  for (std::size_t v = 0; v < num_nodes_; ++v) {
    if (v >= labels_.size() || !labels_[v]) return shown(v) + " has no label";
    labels.push_back(*labels_[v]);
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

DeclaredGraph Network::take() {
  if (num_nodes_ == 0) fail({graph.line, 0}, "the graph has no nodes", "a graph needs at least one node");
  check_ends();
  if (directed_ && undirected) fail_without_direction({graph.line, 0});
  if (weights_passed_over) notes.push_back("edge weights ignored");
  const std::vector<std::string_view> ids = this->ids();
  DeclaredGraph result{.vertices = num_nodes_, .names = names(ids)};
  finish_columns();
  for (const std::string& name : options_.vertex_numbers) {
    const auto column = std::ranges::find_if(columns_, [&](auto& each) { return each.texts.name == name; });
    if (!directed_ && column != columns_.end()) result.numbers.push_back(take_numbers(*column, ids));
  }
  for (Column& column : columns_) {
    if (options_.attributes && !column.left_out) result.attributes.push_back(std::move(column.texts));
  }
  arcs_.renumber([this](Vertex number) { return ids_[number].node; });
  InputReport& report = result.report;
  report.format = form_.title;
  report.lines = lines;
  report.comment_lines = comment_lines;
  report.edge_lines = arcs_.count();
  report.notes = std::move(notes);
  result.arcs = std::move(arcs_);
  return result;
}

std::string_view without_white_space(std::string_view text) {
  constexpr std::string_view white = " \t\r\n\f\v";
  text.remove_prefix(std::min(text.find_first_not_of(white), text.size()));
  return text.substr(0, text.find_last_not_of(white) + 1);
}

}  // namespace lode::detail
