#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// A word that a shell may put in the place of the last one.
struct Candidate {
  std::string word;
  std::string meaning;  ///< may be empty
};

/// What may stand in the place of the last word of a command line.
struct Offer {
  std::vector<Candidate> candidates;
  bool files = false;  ///< names of files, too, which the shell knows better
};

/// What may stand in the place of the last of `words`, which follow the name of the program and of which the
/// last may be empty: commands, options, and the words that the records of the options list.
Offer offer_for(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace lode::tool
