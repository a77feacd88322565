#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace lode {

enum class Overwrite { no, yes };

/// Takes pieces of a file in order.
using TextSink = std::function<void(std::string_view)>;

/// A file that is written whole or not at all.
///
/// Text goes to a temporary file in the same folder; `commit` flushes it to the disk and gives it its name
/// in one step. Without `commit`, or after an error, nothing is left behind and an older file stays as it
/// was. A process that is killed can leave the temporary file, PATH.NUMBER-NUMBER.tmp; the next OutputFile of
/// the same path removes it. Devices and pipes are written to directly, and so are open descriptors by their
/// names, /dev/stdout or /dev/fd/63, whatever stands behind them. "-" is standard output; once its reader has
/// gone, what is written there is dropped.
///
/// Errors: InvalidArgument if the file exists and may not be overwritten; SystemError naming the path when
///         the folder is missing, the place not writable or the disk full.
class OutputFile {
 public:
  OutputFile(std::string path, Overwrite overwrite);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Writes at a place of its own, in any order; what is left out between two places is filled with zeros.
  /// Not together with `write`, and not on devices and pipes. Errors: InvalidArgument for a device or pipe.
  void write_at(std::uint64_t place, std::string_view bytes);
  /// Must be the last call.
  void commit();

 private:
  void flush();
  [[noreturn]] void fail(const char* what, int error) const;

  std::string path_;
  std::string temporary_;  ///< empty: written to directly
  std::string buffer_;
  Overwrite overwrite_;
  bool is_stdout_ = false;
  int fd_ = -1;
};

/// Throws what OutputFile would throw for this path, before the work whose result goes there. Leaves nothing
/// behind.
void check_output_path(const std::string& path, Overwrite overwrite);

/// True for "-" and what leads to the descriptor of standard output, as /dev/stdout does.
bool is_standard_output(const std::string& path);

/// True if two paths lead to one regular file, or will when it is made: through links of both kinds, by any
/// spelling.
bool is_same_file(const std::string& a, const std::string& b);

/// check_output_path for several paths, those that are empty left out. Errors: InvalidArgument also when two
/// lead to the same file or to standard output, and when one leads to a file of `inputs`, whatever
/// `overwrite` says.
void check_output_paths(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                        Overwrite overwrite);

/// Writes `text` as the whole content of a file, with the promises of OutputFile.
void write_file(const std::string& path, std::string_view text, Overwrite overwrite);

}  // namespace lode
#pragma GCC visibility pop
