#pragma once

// The rows of the method registry, one function and one file each; registry.cpp lists them in order.

#include <string>
#include <string_view>

#include <lode/subgraph/registry.hpp>

#include "core/method_settings.hpp"
#include "subgraph/methods/swap.hpp"

namespace lode::detail {

using ExchangeDescent = Solution(const Problem&, const SwapOptions&, const RunContext&);
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
