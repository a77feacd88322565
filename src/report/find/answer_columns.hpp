#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>

#include "core/column.hpp"

namespace lode::detail {

/// The target of reading an answer's JSON. Errors are std::invalid_argument with the rest of the JSON
/// pointer, if any, a blank, and the problem.
struct ClaimInput {
  const Graph& graph;
  Claim claim = {};

  /// The part of a question, made by its first field. Errors: as above for fields of two questions.
  template <class Part>
  Part& part() {
    if (!claim.part) claim.part = std::make_shared<Part>();
    if (auto* const part = dynamic_cast<Part*>(claim.part.get())) return *part;
    throw std::invalid_argument(" belongs to another question than the fields before it");
  }
};

/// The columns of answers.
class AnswerColumns : public Columns<FindAnswer, ClaimInput> {};

/// The columns of an answer. New columns are declared only here; a column checked by `lode verify` also needs
/// a part of Claim, for verify_claim. Questions add their own columns (Question::add_columns). A report
/// without answers gives the columns of all questions, for readers.
AnswerColumns answer_columns(const FindReport& report);

inline constexpr std::string_view uncheckable =
    "no: not all that proves the upper bound can be checked, and 'lode verify' takes it only on trust";

/// The names of vertices. `names` has the order of `vertices`.
Json json_vertices(const VertexSet& vertices, const VertexNames& names);
/// The names of vertices, in lines of at most about 100 characters.
std::string wrapped_names(const NamedVertices& list, std::string_view indent);

}  // namespace lode::detail
