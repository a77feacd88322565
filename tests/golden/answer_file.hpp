#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lode::golden {

/// A name and what was answered, a line of a file.
struct Line {
  std::string name;
  std::string text;
};

/// Answers by name. Lines that begin with '#' are comments.
/// Errors: std::runtime_error naming the file, for one that can not be read, a line without a tab, or a name
///         that comes twice.
std::map<std::string, std::string> read_answers(const std::filesystem::path& file);
/// Errors: std::runtime_error when the file can not be written.
void write_answers(const std::filesystem::path& file, const std::vector<Line>& answers);

}  // namespace lode::golden
