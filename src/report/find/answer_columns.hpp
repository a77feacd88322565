#pragma once

#include <string>
#include <string_view>

#include <lode/bounds/verification.hpp>
#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>

#include "core/column.hpp"

namespace lode::detail {

/// What the JSON of an answer is read back into. Errors of reading are std::invalid_argument: the rest of the
/// JSON pointer, where there is one, a blank, and what is wrong.
struct ClaimInput {
  const Graph& graph;
  subgraph::Claim claim = {};
};

/// Everything there is to tell of an answer. A new column is declared here and nowhere else; to be checked by
/// `lode verify` it also needs a part of subgraph::Claim, which verify_claim looks at. A report without
/// answers gives the columns of all questions, which readers use.
Columns<FindAnswer, ClaimInput> answer_columns(const FindReport& report);

inline constexpr std::string_view uncheckable =
    "no: not all that proves the upper bound can be checked, and 'lode verify' takes it only on trust";

/// The names of vertices. `names` has the order of `vertices`.
Json json_vertices(const VertexSet& vertices, const VertexNames& names);
/// The names of vertices, in lines of at most about 100 characters.
std::string wrapped_names(const NamedVertices& list, std::string_view indent);

}  // namespace lode::detail
