#pragma once

// The rows of the method registry, one function and one file each; registry.cpp lists them in order.

#include <charconv>
#include <string>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/subgraph/registry.hpp>
#include <lode/subgraph/swap.hpp>

namespace lode::detail {

/// Typed access to one method's settings.
class SettingsReader {
 public:
  explicit SettingsReader(const MethodSettings& settings) : settings_(settings) {}

  bool has(std::string_view name) const { return settings_.find(name) != settings_.end(); }

  /// The text of a setting, or `otherwise` when it is not set.
  std::string_view text(std::string_view name, std::string_view otherwise) const {
    const auto found = settings_.find(name);
    return found == settings_.end() ? otherwise : std::string_view(found->second);
  }

  /// Replaces `value` by the setting when it is set. Errors: InvalidArgument for text that is not such a
  /// number.
  template <class Number>
  void read(std::string_view name, Number& value) const {
    const auto found = settings_.find(name);
    if (found == settings_.end()) return;
    const std::string& given = found->second;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    if (error != std::errc{} || end != given.data() + given.size()) {
      throw InvalidArgument(std::string(name), given, "is not a number of the kind needed");
    }
  }

 private:
  const MethodSettings& settings_;
};

using ExchangeDescent = Solution(const Problem&, const SwapOptions&, RunContext&);
/// The row of an exchange descent: everything but the name, a line about it and the function is the same.
MethodRow exchange_row(std::string_view name, std::string_view summary, ExchangeDescent* descend);

MethodRow hybrid_row();
MethodRow feige_row();
MethodRow feige_greedy_row();
MethodRow truncated_power_row();
MethodRow lp_row();
MethodRow qp_relaxation_row();
MethodRow frank_wolfe_row();
MethodRow l2box_admm_row();
MethodRow mpec_epm_row();
MethodRow mpec_adm_row();
MethodRow peeling_row();
MethodRow swap_row();
MethodRow swap_first_row();
MethodRow tabu_row();
MethodRow exact_row();

}  // namespace lode::detail
