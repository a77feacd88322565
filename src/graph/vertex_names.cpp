#include <charconv>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

namespace lode {
namespace {

template <class Names>
bool is_increasing(const Names& names, std::size_t size) {
  std::size_t i = 1;
  while (i < size && names(i - 1) < names(i)) ++i;
  return i >= size;
}

/// Position of `wanted` among names(0..size), or nothing.
template <class Names, class Name>
std::optional<Vertex> position(const Names& names, std::size_t size, bool sorted, const Name& wanted) {
  std::size_t at = 0;
  std::size_t end = sorted ? size : 0;
  while (at < end) {
    const std::size_t middle = at + (end - at) / 2;
    if (names(middle) < wanted) {
      at = middle + 1;
    } else {
      end = middle;
    }
  }
  while (!sorted && at < size && names(at) != wanted) ++at;
  if (at == size || names(at) != wanted) return std::nullopt;
  return static_cast<Vertex>(at);
}

struct LabelStorage {
  std::vector<std::uint64_t> begin;
  std::string characters;
};

}  // namespace

VertexNames VertexNames::from_ids(std::span<const std::uint64_t> ids, std::shared_ptr<const void> owner) {
  VertexNames names;
  names.kind_ = Kind::ids;
  names.ids_ = ids;
  names.owner_ = std::move(owner);
  names.sorted_ = is_increasing([&](std::size_t i) { return ids[i]; }, ids.size());
  return names;
}

VertexNames VertexNames::from_ids(std::vector<std::uint64_t> ids) {
  auto storage = std::make_shared<const std::vector<std::uint64_t>>(std::move(ids));
  return from_ids(*storage, storage);
}

VertexNames VertexNames::from_labels(const std::vector<std::string>& labels) {
  auto storage = std::make_shared<LabelStorage>();
  storage->begin.reserve(labels.size() + 1);
  storage->begin.push_back(0);
  for (const std::string& label : labels) {
    storage->characters += label;
    storage->begin.push_back(storage->characters.size());
  }
  return from_labels(storage->begin, storage->characters, storage);
}

VertexNames VertexNames::from_labels(std::span<const std::uint64_t> begin, std::string_view characters,
                                     std::shared_ptr<const void> owner) {
  if (begin.empty()) throw InvalidArgument("label begins", "empty", "must hold n+1 values");
  for (std::size_t i = 0; i < begin.size(); ++i) {
    if (begin[i] > characters.size() || (i > 0 && begin[i] < begin[i - 1])) {
      throw InvalidArgument("label begins[" + std::to_string(i) + "]", std::to_string(begin[i]),
                            "must be at least the previous one and at most the number of characters, " +
                                std::to_string(characters.size()));
    }
  }
  VertexNames names;
  names.kind_ = Kind::labels;
  names.label_begin_ = begin;
  names.characters_ = characters;
  names.owner_ = std::move(owner);
  names.sorted_ =
      is_increasing([&](std::size_t i) { return names.label(static_cast<Vertex>(i)); }, begin.size() - 1);
  return names;
}

std::size_t VertexNames::size() const {
  return kind_ == Kind::labels ? label_begin_.size() - 1 : ids_.size();
}

void VertexNames::check(Vertex v) const {
  if (kind_ == Kind::numbers || v < size()) return;
  throw InvalidArgument("vertex", std::to_string(v),
                        "has no name: there are " + std::to_string(size()) + " names");
}

std::string VertexNames::name(Vertex v) const {
  check(v);
  return kind_ == Kind::labels ? std::string(label(v)) : std::to_string(id(v));
}

std::optional<Vertex> VertexNames::find(std::string_view name, Vertex num_vertices) const {
  if (kind_ == Kind::labels) {
    return position([&](std::size_t i) { return label(static_cast<Vertex>(i)); }, size(), sorted_, name);
  }
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return find(id, num_vertices);
}

std::optional<Vertex> VertexNames::find(std::uint64_t id, Vertex num_vertices) const {
  if (kind_ == Kind::labels) return std::nullopt;
  if (kind_ == Kind::ids) return position([&](std::size_t i) { return ids_[i]; }, ids_.size(), sorted_, id);
  if (id >= num_vertices) return std::nullopt;
  return static_cast<Vertex>(id);
}

VertexNames VertexNames::subset(std::span<const Vertex> vertices) const {
  for (const Vertex v : vertices) check(v);
  if (kind_ == Kind::labels) {
    std::vector<std::string> labels;
    labels.reserve(vertices.size());
    for (const Vertex v : vertices) labels.emplace_back(label(v));
    return from_labels(labels);
  }
  std::vector<std::uint64_t> ids;
  ids.reserve(vertices.size());
  for (const Vertex v : vertices) ids.push_back(id(v));
  return from_ids(std::move(ids));
}

}  // namespace lode
