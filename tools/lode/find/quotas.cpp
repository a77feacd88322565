#include "find/quotas.hpp"

#include <lode/core/error.hpp>
#include <lode/io/vertex_values.hpp>

#include "shell/help/sections.hpp"

namespace lode::tool {

void QuotaArguments::add_options(CLI::App& command) {
  begin_section(command, heading::question, Shown::in_full);
  command
      .add_option("--groups", groups, "For --quota, which vertices belong to which groups: lines 'id group'")
      ->type_name("FILE");
  command
      .add_option("--quota", limits,
                  "How many vertices of each group a set must have and may have: lines 'group at_least "
                  "at_most', with - for no limit. Groups may overlap")
      ->type_name("FILE");
}

void QuotaArguments::check() const {
  if (groups.empty() == limits.empty()) return;
  throw InvalidArgument(groups.empty() ? "--quota" : "--groups", groups.empty() ? limits : groups,
                        groups.empty() ? "needs --groups" : "needs --quota",
                        "give both: who belongs to which group, and how many of each");
}

std::vector<Quota> QuotaArguments::read(const Graph& graph) const {
  return read_quotas(limits, read_vertex_groups(groups, graph));
}

}  // namespace lode::tool
