#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "fuzz/mutation.hpp"

namespace lode::fuzz {

/// A JSON text in which a few values are changed, exchanged, repeated or removed. A text that is not JSON is
/// mutated as bytes, and sometimes one that is.
class JsonMutation {
 public:
  JsonMutation(std::string_view text, Rng& rng) : text_(text), rng_(rng) {}

  std::string mutated(std::size_t most) {
    if (rng_.below(8) == 0) return fuzz::mutated(text_, most);
    json_ = Json::parse(text_, nullptr, false);
    if (json_.is_discarded()) return fuzz::mutated(text_, most);
    for (std::uint64_t times = 1 + rng_.below(3); times > 0; --times) {
      nodes_.clear();
      collect(json_);
      change(*nodes_[rng_.below(nodes_.size())]);
    }
    std::string changed = detail::compact(json_);
    return changed.size() <= most ? changed : std::string(text_.substr(0, most));
  }

 private:
  using Json = detail::Json;

  void collect(Json& node) {
    nodes_.push_back(&node);
    if (!node.is_structured()) return;
    for (Json& part : node) collect(part);
  }

  Json another() const { return *nodes_[rng_.below(nodes_.size())]; }

  void change(Json& node) {
    if (node.is_array() && rng_.below(4) != 0) return change_list(node);
    if (node.is_number() && rng_.below(8) != 0) return change_number(node);
    if (node.is_string() && rng_.below(2) == 0) {
      node = fuzz::mutated(node.get_ref<const std::string&>(), 64);
    } else if (node.is_boolean() && rng_.below(2) == 0) {
      node = !node.get<bool>();
    } else if (node.is_object() && !node.empty() && rng_.below(2) == 0) {
      node.erase(std::next(node.begin(), static_cast<std::ptrdiff_t>(rng_.below(node.size()))));
    } else {
      Json copy = rng_.below(8) == 0 ? Json() : another();
      if (!copy.is_structured() || node.is_structured()) node = std::move(copy);
    }
  }

  void change_list(Json& list) {
    const auto place = [&] { return list.begin() + static_cast<std::ptrdiff_t>(rng_.below(list.size())); };
    switch (list.empty() ? 0 : rng_.below(4)) {
      case 0:
        list.push_back(list.empty() ? another() : Json(*place()));
        break;
      case 1:
        list.erase(place());
        break;
      case 2:
        std::swap(*place(), *place());
        break;
      default:
        *place() = another();
    }
  }

  void change_number(Json& number) {
    if (number.is_number_float() && rng_.below(2) == 0) {
      constexpr double factors[] = {0.5, 2.0, -1.0, 0.999, 1.001, 0.0, 1e-9, 1e300};
      number = number.get<double>() * factors[rng_.below(8)];
    } else if (number.is_number_integer()) {
      const std::uint64_t value = changed_number(number.get<std::uint64_t>(), rng_);
      number = rng_.below(4) == 0 ? Json(static_cast<std::int64_t>(value)) : Json(value);
      if (rng_.below(16) == 0) number = static_cast<double>(value) + 0.5;
    } else {
      number = static_cast<std::int64_t>(rng_.below(16)) - 2;
    }
  }

  std::string_view text_;
  Rng& rng_;
  Json json_;
  std::vector<Json*> nodes_;
};

}  // namespace lode::fuzz
