#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace lode {

/// Decides about files that exist.
enum class Overwrite { no, yes };

/// A function that takes the pieces of a file in order.
using TextSink = std::function<void(std::string_view)>;

/// A file that is written whole or not at all.
///
/// Text goes to a temporary file in the same folder. `commit` flushes it to the disk and renames it in
/// one step. Without `commit`, or after an error, nothing is left behind, and an older file stays as it was.
/// The temporary file of a killed process, PATH.NUMBER-NUMBER.tmp, is removed by the next OutputFile of the
/// same path.
///
/// Devices, pipes and open descriptors (/dev/fd/63) are written to directly. "-" is standard output; once its
/// reader has gone, further text is dropped.
///
/// Errors:  InvalidArgument if the file exists and may not be overwritten. SystemError naming the path if the
///          folder is missing, the place is not writable, or the disk is full.
class OutputFile {
 public:
  /// Opens the temporary file.
  OutputFile(std::string path, Overwrite overwrite);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Appends text.
  void write(std::string_view text);
  /// Writes out the appended text. Returns the path of the content until `commit`.
  const std::string& flush();
  /// Gives the file its name. It must be the last call.
  void commit();

 private:
  [[noreturn]] void fail(const char* what, int error) const;

  std::string path_;
  std::string temporary_;  ///< empty: the path is written to directly
  std::string buffer_;
  Overwrite overwrite_;
  bool is_stdout_ = false;
  int fd_ = -1;
};

/// Throws the errors of OutputFile for this path, before the result is computed.
void check_output_path(const std::string& path, Overwrite overwrite);

/// True for "-" and for names of the descriptor of standard output, such as /dev/stdout.
bool is_standard_output(const std::string& path);

/// True if two paths lead to one regular file, or will lead to one once it is made: by hard links, symbolic
/// links or another spelling.
bool is_same_file(const std::string& a, const std::string& b);

/// Checks several paths; empty ones are left out. InvalidArgument also if two paths lead to the same
/// file or to standard output, and if one leads to a file of `inputs`, even if `overwrite` allows it.
void check_output_paths(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                        Overwrite overwrite);

/// Writes `text` as the whole content of a file, with the promises of OutputFile.
void write_file(const std::string& path, std::string_view text, Overwrite overwrite);

}  // namespace lode
#pragma GCC visibility pop
