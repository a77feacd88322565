#include "io/edge_list/header_row.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "io/edge_list/edge_lines.hpp"
#include "io/text/fields.hpp"
#include "io/text/file_names.hpp"

namespace lode::detail {
namespace {

/// So many columns of a header row are compared with each other.
constexpr std::size_t most_end_names = 64;

}  // namespace

bool FirstRow::is_header() const {
  if (options_.header != HeaderRow::automatic) return options_.header == HeaderRow::present;
  const bool by_name =
      !options_.source.name.empty() || !options_.target.name.empty() || !options_.weight_column.name.empty();
  if (by_name) return true;
  if (first().broken) return false;
  return options_.labels ? words_that_name_columns() : words_instead_of_ids();
}

int FirstRow::column_called(std::string_view name) const {
  int found = 0;
  for (std::size_t i = 0; i < first().fields.size(); ++i) {
    const std::string text = label_text(first().fields[i]);
    if (text == name) return static_cast<int>(i) + 1;
    if (found == 0 && equal_ignoring_case(text, name)) found = static_cast<int>(i) + 1;
  }
  return found;
}

/// The columns whose names are those of ends, the first `most_end_names` of them.
std::vector<FirstRow::EndName> FirstRow::end_names() const {
  std::vector<EndName> found;
  for (std::size_t i = 0; i < first().fields.size() && found.size() < most_end_names; ++i) {
    const std::string text = label_text(first().fields[i]);
    NameWords words = words_of_name(text);
    if (!names_an_end(words)) continue;
    const bool capitals = std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    found.push_back({static_cast<int>(i) + 1, std::move(words), capitals});
  }
  return found;
}

std::optional<EndColumns> FirstRow::ends_called() const {
  const std::vector<EndName> names = end_names();
  std::optional<EndColumns> best;
  std::pair<std::size_t, int> best_rank;
  for (const EndName& u : names) {
    for (const EndName& v : names) {
      const auto rank = rank_of_pair(u.words, v.words);
      const std::pair<std::size_t, int> here = {rank.value_or(0), u.capitals + v.capitals};
      if (!rank || (best && here >= best_rank)) continue;
      best = EndColumns{u.column, v.column};
      best_rank = here;
    }
  }
  return best;
}

bool FirstRow::has_nameless_first_column() const {
  return options_.source.is_automatic() && options_.target.is_automatic() && first().fields.size() >= 3 &&
         first().fields[0].text.empty();
}

bool FirstRow::names_column(int column) const {
  const Field* const name = first().field(column);
  return name && is_column_name(*name) && !means_missing(name->text);
}

bool FirstRow::words_instead_of_ids() const {
  const auto [source, target] = numbered_ends(options_);
  if (names_column(source) && names_column(target)) return true;
  return has_nameless_first_column() && names_column(2) && names_column(3);
}

/// The ends that the first line gives usual names, if it does.
std::optional<EndColumns> FirstRow::usual_ends() const {
  if (const auto ends = ends_called()) return ends;
  const EndColumns ends = numbered_ends(options_);
  return are_called_like_ends(ends) ? std::optional(ends) : std::nullopt;
}

bool FirstRow::words_that_name_columns() const {
  const std::optional<EndColumns> usual = usual_ends();
  if (usual && !vertices_are_called(*usual)) return true;
  if (has_nameless_first_column()) return true;
  if (lines_.size() < 2) return false;
  if (options_.weighted) {
    const int column = options_.weight_column.number > 0 ? options_.weight_column.number : 3;
    const Field* const here = first().field(column);
    const Field* const below = lines_[1].field(column);
    if (here && below && names_column(column) && is_number(below->text)) return true;
  }
  if (usual) return stands_above_numbers(*usual);
  const EndColumns ends = numbered_ends(options_);
  return names_column(ends.source) && names_column(ends.target) && stands_above_numbers(ends) &&
         !vertices_are_called(ends);
}

/// True if the first line has a word in a column where all the other lines that have it hold such values.
bool FirstRow::stands_above(int column, bool (*is_value)(std::string_view)) const {
  if (!names_column(column)) return false;
  std::size_t values = 0;
  for (const SampleLine& line : lines_.subspan(1)) {
    const Field* const below = line.field(column);
    if (!below || below->text.empty()) continue;
    if (!is_value(below->text)) return false;
    ++values;
  }
  return values > 0;
}

/// True for words above two columns of ids, or above a further column of numbers.
bool FirstRow::stands_above_numbers(const EndColumns& ends) const {
  if (lines_.size() > 2 && stands_above(ends.source, is_digits) && stands_above(ends.target, is_digits))
    return true;
  for (int column = 1; column <= static_cast<int>(first().fields.size()); ++column) {
    if (column == ends.source || column == ends.target) continue;
    if (stands_above(column, is_number)) return true;
  }
  return false;
}

bool FirstRow::names_nothing_below() const {
  const EndColumns ends = numbered_ends(options_);
  if (lines_.size() < 2 || first().broken || !names_column(ends.source) || !names_column(ends.target))
    return false;
  const std::string_view names[2] = {first().field(ends.source)->text, first().field(ends.target)->text};
  return std::none_of(lines_.begin() + 1, lines_.end(), [&](const SampleLine& line) {
    return std::any_of(std::begin(names), std::end(names), [&](std::string_view name) {
      const Field* const u = line.field(ends.source);
      const Field* const v = line.field(ends.target);
      return (u && u->text == name) || (v && v->text == name);
    });
  });
}

bool FirstRow::names_ends_and_vertices() const {
  const std::optional<EndColumns> ends = usual_ends();
  if (first().broken || !ends) return false;
  const NamesBelow below = names_below(*ends);
  return below.same && !below.alike;
}

/// True for two names, which are different.
bool FirstRow::are_called_like_ends(const EndColumns& ends) const {
  const Field* const u = first().field(ends.source);
  const Field* const v = first().field(ends.target);
  return u && v && u->text != v->text && are_names_of_ends(label_text(*u), label_text(*v));
}

/// Whether ends of later lines are called like these of the first one.
FirstRow::NamesBelow FirstRow::names_below(const EndColumns& ends) const {
  const std::string_view names[2] = {first().field(ends.source)->text, first().field(ends.target)->text};
  const std::string series[2] = {name_series(words_of_name(names[0])), name_series(words_of_name(names[1]))};
  const auto in_series = [&](std::string_view name, int i) {
    return !series[i].empty() && name_series(words_of_name(name)) == series[i];
  };
  NamesBelow found;
  for (const SampleLine& line : lines_.subspan(1)) {
    for (const int column : {ends.source, ends.target}) {
      const Field* const end = line.field(column);
      if (!end) continue;
      const bool same = end->text == names[0] || end->text == names[1];
      found.same = found.same || same;
      found.alike = found.alike || (!same && (in_series(end->text, 0) || in_series(end->text, 1)));
    }
  }
  const bool any_series = !series[0].empty() || !series[1].empty();
  found.alike = found.alike || (any_series && lines_.size() < 2);
  return found;
}

/// True if the words of the first line may be vertices: its names alone make no header row then.
bool FirstRow::vertices_are_called(const EndColumns& ends) const {
  const NamesBelow below = names_below(ends);
  return below.same || below.alike;
}

bool are_names_of_ends(std::string_view a, std::string_view b) {
  return names_an_end(words_of_name(a)) && names_an_end(words_of_name(b));
}

}  // namespace lode::detail
