#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lode {

/// What a journal is about, as (name, value): the options that decide what its records mean.
using JournalHeader = std::vector<std::pair<std::string, std::string>>;

/// Finished runs in a file, one line each, so that a study that was ended can go on.
///
/// The first line is the header as a JSON object; records follow, each appended by one write. A last line
/// without its line break was torn by the end of its writer and is cut off. The file is locked while it is
/// open.
///
/// Errors: InvalidArgument naming the first entry in which an existing header differs; InputError if the file
///         is not a journal; SystemError if it cannot be read or written, or is in use.
class Journal {
 public:
  struct Record {
    std::uint64_t line = 0;  ///< in the file, counted from 1
    std::string text;
  };

  Journal(std::string path, const JournalHeader& header);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::string& path() const { return path_; }
  /// Those the file held when it was opened.
  const std::vector<Record>& records() const { return records_; }
  /// Adds a record, text without line breaks, before it returns.
  void append(std::string_view text);

 private:
  void open_existing(const std::string& content, const std::string& header_line, const JournalHeader& header);
  void write_line(std::string_view text);
  void cut(std::size_t bytes);
  [[noreturn]] void fail(const char* what, int error) const;

  std::string path_;
  std::vector<Record> records_;
  int fd_ = -1;
};

}  // namespace lode
