#include "io/edge_list/column_names.hpp"

#include <algorithm>
#include <array>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

struct RolePair {
  std::string_view first, second;
};
constexpr std::array<RolePair, 19> roles = {{{"source", "target"},
                                             {"src", "dst"},
                                             {"from", "to"},
                                             {"u", "v"},
                                             {"source", "destination"},
                                             {"source", "dest"},
                                             {"src", "dest"},
                                             {"src", "tgt"},
                                             {"src", "target"},
                                             {"source", "sink"},
                                             {"tail", "head"},
                                             {"start", "end"},
                                             {"sender", "receiver"},
                                             {"sender", "recipient"},
                                             {"follower", "followee"},
                                             {"parent", "child"},
                                             {"citing", "cited"},
                                             {"left", "right"},
                                             {"user", "item"}}};
constexpr std::array<std::string_view, 20> nouns = {
    "node",  "vertex", "id",   "name",   "user",    "item",   "friend", "person", "author", "actor",
    "paper", "page",   "gene", "member", "account", "entity", "player", "artist", "point",  "nodes"};

/// Who acts, and upon what, in tables of two kinds of vertices.
constexpr std::array<std::string_view, 22> actors = {
    "user",   "customer", "person",   "author",   "actor",  "member", "reader",   "account",
    "player", "patient",  "student",  "buyer",    "client", "editor", "reviewer", "viewer",
    "voter",  "worker",   "listener", "employee", "writer", "people"};
constexpr std::array<std::string_view, 31> things = {
    "item",   "product", "movie", "film",    "book",  "paper", "page", "group", "tag",     "event", "song",
    "artist", "track",   "album", "article", "venue", "team",  "club", "party", "project", "repo",  "course",
    "topic",  "disease", "drug",  "company", "place", "shop",  "url",  "post",  "hashtag"};

enum class Case { sign, digit, lower, upper };

Case case_of(char c) {
  if (is_digit(c)) return Case::digit;
  if (c >= 'A' && c <= 'Z') return Case::upper;
  // A byte of a character beyond ASCII belongs to a word.
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 ? Case::lower : Case::sign;
}

/// True if a word ends between two neighbours.
bool word_ends(Case before, Case here) {
  return (before == Case::digit) != (here == Case::digit) || (before == Case::lower && here == Case::upper);
}

bool is_role(std::string_view word) {
  return std::any_of(roles.begin(), roles.end(),
                     [&](const RolePair& pair) { return word == pair.first || word == pair.second; });
}

bool is_noun(std::string_view word) { return std::find(nouns.begin(), nouns.end(), word) != nouns.end(); }

bool is_number_word(std::string_view word) { return is_digit(word.front()); }

/// A number or a letter that tells names of a series apart.
bool is_counter(std::string_view word) { return is_number_word(word) || word.size() == 1; }

}  // namespace

NameWords words_of_name(std::string_view name) {
  NameWords words;
  Case before = Case::sign;
  for (const char c : name) {
    const Case here = case_of(c);
    if (here != Case::sign) {
      if (before == Case::sign || word_ends(before, here)) words.emplace_back();
      words.back() += here == Case::upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    before = here;
  }
  return words;
}

bool names_an_end(const NameWords& name) {
  const auto known = [](const std::string& word) { return is_noun(word) || is_role(word); };
  return std::any_of(name.begin(), name.end(), known) &&
         std::all_of(name.begin(), name.end(),
                     [&](const std::string& word) { return known(word) || is_counter(word); });
}

std::optional<std::size_t> rank_of_pair(const NameWords& first, const NameWords& second) {
  if (first.size() != second.size() || !names_an_end(first) || !names_an_end(second)) return std::nullopt;
  const auto [a, b] = std::mismatch(first.begin(), first.end(), second.begin());
  if (a == first.end() || !std::equal(a + 1, first.end(), b + 1)) return std::nullopt;
  const auto pair = std::find_if(roles.begin(), roles.end(), [&, one = *a, other = *b](const RolePair& each) {
    return one == each.first && other == each.second;
  });
  const bool counted =
      is_counter(*a) && is_counter(*b) && is_number_word(*a) == is_number_word(*b) && *a < *b;
  if (pair == roles.end() && !counted) return std::nullopt;
  return static_cast<std::size_t>(pair - roles.begin());
}

bool name_two_sides(const NameWords& first, const NameWords& second) {
  const auto has = [](const NameWords& name, const auto& words) {
    return std::any_of(name.begin(), name.end(), [&](const std::string& word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    });
  };
  return (has(first, actors) && has(second, things)) || (has(first, things) && has(second, actors));
}

std::string name_series(const NameWords& name) {
  std::string series;
  bool counted = false;
  for (const std::string& word : name) {
    const bool counter = is_counter(word) && !is_role(word);
    counted = counted || counter;
    series += counter ? (is_number_word(word) ? "1" : "a") : word;
    series += ' ';
  }
  return counted ? series : std::string();
}

}  // namespace lode::detail
