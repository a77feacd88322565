#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/formats/networks/network_sink.hpp"

namespace lode::detail {

/// Texts one after the other.
class TextColumn {
 public:
  void add(std::string_view text) {
    characters_ += text;
    begin_.push_back(characters_.size());
  }
  std::size_t size() const { return begin_.size() - 1; }
  std::string_view operator[](std::size_t i) const {
    return std::string_view(characters_).substr(begin_[i], begin_[i + 1] - begin_[i]);
  }

 private:
  std::string characters_;
  std::vector<std::uint64_t> begin_ = {0};
};

/// The label of every node, in the order of the nodes.
class NodeLabels {
 public:
  void add(std::optional<std::string_view> label);
  bool any() const { return labelled_ > 0; }
  const TextColumn& texts() const { return texts_; }
  /// Why labels cannot be names; empty if they can. `name_of` gives the id of a node for the message.
  template <class NameOf>
  std::string obstacle(NameOf&& name_of) const {
    const Obstacle found = find_obstacle();
    return found.node == no_node ? found.problem : found.problem + name_of(found.node) + found.rest;
  }

 private:
  static constexpr std::size_t no_node = ~std::size_t{0};
  /// A node between two parts of a sentence, or one part alone.
  struct Obstacle {
    std::string problem = {};
    std::size_t node = no_node;
    std::string rest = {};
  };
  Obstacle find_obstacle() const;

  TextColumn texts_;
  std::size_t labelled_ = 0;
  std::size_t first_without_ = no_node;
};

/// Names for vertices that are called by `texts`: ids if all are integers as lode writes them and labels are
/// not asked for, else labels.
VertexNames names_from_texts(const TextColumn& texts, bool keep_labels);

/// Reads a graph whose nodes have texts for ids.
///
/// Vertices: the nodes, numbered in the order of the file. They are called by their labels if every node has
///           one, no two are equal, and none is empty or holds a control byte; else by their ids, and the
///           report says why. ReadOptions::labels makes that an error. Names that are all integers are ids.
/// Edges:    between nodes that the file declares, before or after. Directions are ignored.
///
/// Cost:   O(bytes + n log n) on one thread, then `build_csr`; memory for nodes, labels and edges.
/// Errors: InputError: those of the parser, ids that are empty, hold control bytes or repeat, edges to
/// unknown
///         nodes, weights that are missing, a graph without nodes. InvalidArgument for options without
///         meaning.
LoadedGraph read_network(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                         const RunContext& run);
/// The same for directed graphs. Errors: also InputError for an edge without a direction.
LoadedArcs read_network_arcs(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                             const RunContext& run);

}  // namespace lode::detail
