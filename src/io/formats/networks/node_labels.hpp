#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/graph.hpp>

#include "io/formats/declared_graph.hpp"

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

/// Names for vertices that are called by `texts`: ids if all are integers as lode writes them and `kept` is
/// false, else labels.
VertexNames names_from_texts(const TextColumn& texts, bool kept);

struct LabelUse {
  bool demanded = false;  ///< labels that cannot be names are an error
  bool kept = false;      ///< labels that are all integers are not ids
  std::string_view instead = "ids";
};

/// The label of every node, in the order of the nodes.
class NodeLabels {
 public:
  void add(std::optional<std::string_view> label);
  bool any() const { return labelled_ > 0; }
  const TextColumn& texts() const { return texts_; }
  /// The labels as names, if every node has one, no two are equal, and none is empty or holds a control byte.
  /// Else nothing, and the report says why if there are labels. `name_of` gives the id of a node for that.
  /// Errors: InputError instead where labels are demanded.
  template <class NameOf>
  std::optional<VertexNames> names(const CompressedInput& input, InputReport& report, const LabelUse& use,
                                   NameOf&& name_of) const {
    if (!any() && !use.demanded) return std::nullopt;
    const Obstacle found = find_obstacle();
    const bool of_node = found.node != no_node;
    return names_unless(of_node ? found.problem + name_of(found.node) + found.rest : found.problem, input,
                        report, use);
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
  std::optional<VertexNames> names_unless(const std::string& obstacle, const CompressedInput& input,
                                          InputReport& report, const LabelUse& use) const;

  TextColumn texts_;
  std::size_t labelled_ = 0;
  std::size_t first_without_ = no_node;
};

}  // namespace lode::detail
