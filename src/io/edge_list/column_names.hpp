#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// The name of a column in small letters, split at signs, digits and capitals: "FromNodeId" is from, node,
/// id.
using NameWords = std::vector<std::string>;
NameWords words_of_name(std::string_view name);

/// True for names that tables give to the ends of edges: nouns of vertices ("node", "user", "id"), roles
/// ("source", "sender"), and numbers or single letters beside them: "node1", "friend_a", "to_id".
bool names_an_end(const NameWords& name);

/// How surely two such names are those of both ends, less is surer: the place of their pair of roles in a
/// list that begins with source and target; for names that differ in a number or a letter the end of that
/// list. Nothing if they do not differ in exactly one word, or not in this order.
std::optional<std::size_t> rank_of_pair(const NameWords& first, const NameWords& second);

/// True if one name is of those who do something, as "user_id", and the other of what they do it with, as
/// "item_id": tables of two kinds of vertices.
bool name_two_sides(const NameWords& first, const NameWords& second);

/// What all names of a series share, for "node1" as for "node2"; empty for a name without a number or letter.
std::string name_series(const NameWords& name);

}  // namespace lode::detail
