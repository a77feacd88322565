#include "io/formats/networks/node_labels.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

/// Digits without a leading zero, up to 64 bits.
bool is_plain_id(std::string_view text, std::uint64_t& id) {
  if (!is_digits(text) || (text.size() > 1 && text.front() == '0')) return false;
  return std::from_chars(text.data(), text.data() + text.size(), id).ec == std::errc{};
}

}  // namespace

VertexNames names_from_texts(const TextColumn& texts, bool kept) {
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
  for (std::size_t v = 0; v < texts.size(); ++v) {
    storage->characters += texts[v];
    storage->begin.push_back(storage->characters.size());
  }
  return VertexNames::from_labels(storage->begin, storage->characters, storage);
}

void NodeLabels::add(std::optional<std::string_view> label) {
  if (label) ++labelled_;
  if (!label && first_without_ == no_node) first_without_ = texts_.size();
  texts_.add(label.value_or(""));
}

NodeLabels::Obstacle NodeLabels::find_obstacle() const {
  if (first_without_ != no_node) return {"", first_without_, " has no label"};
  for (std::size_t v = 0; v < texts_.size(); ++v) {
    const std::string_view label = texts_[v];
    if (label.empty()) return {"the label of ", v, " is empty"};
    if (find_control_byte(label) || label.find('\t') != std::string_view::npos) {
      return {"the label of ", v, " holds a control byte"};
    }
    if (find_not_utf8(label)) return {"the label of ", v, " is not UTF-8"};
  }
  std::vector<std::string_view> sorted;
  sorted.reserve(texts_.size());
  for (std::size_t v = 0; v < texts_.size(); ++v) sorted.push_back(texts_[v]);
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) return {fmt::format("label '{}' repeats", excerpt(*twice))};
  return {};
}

std::optional<VertexNames> NodeLabels::names_unless(const std::string& obstacle, const CompressedInput& input,
                                                    InputReport& report, const LabelUse& use) const {
  if (obstacle.empty()) return names_from_texts(texts_, use.kept);
  if (use.demanded) {
    throw InputError({input.display_name()}, fmt::format("labels cannot name the vertices: {}", obstacle),
                     fmt::format("read without option 'labels' to use the {}", use.instead));
  }
  report.notes.push_back(fmt::format("labels not used: {}", obstacle));
  return std::nullopt;
}

}  // namespace lode::detail
