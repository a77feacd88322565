#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lode/io/output_file.hpp>

#include "core/page_buffer.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// Takes arrays into a file of a checkpoint.
class CheckpointWriter {
 public:
  explicit CheckpointWriter(OutputFile& file) : file_(file) {}
  template <class T>
  void array(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    value<std::uint64_t>(values.size());
    bytes({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes({reinterpret_cast<const char*>(&value), sizeof value});
  }
  void bytes(std::string_view bytes);
  std::uint32_t checksum() const { return checksum_; }

 private:
  OutputFile& file_;
  std::uint32_t checksum_ = 0;
};

/// Gives them back in the same order. What does not fit is an InputError that names the file.
class CheckpointReader {
 public:
  CheckpointReader(std::string path, std::string_view bytes) : path_(std::move(path)), rest_(bytes) {}
  template <class T>
  std::vector<T> array() {
    const std::string_view bytes = take_array(sizeof(T));
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  template <class T>
  detail::PageBuffer<T> buffer() {
    const std::string_view bytes = take_array(sizeof(T));
    detail::PageBuffer<T> values(bytes.size() / sizeof(T), detail::Pages::small);
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  template <class T>
  T value() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take_array(1)); }
  /// Errors: InputError if something is left.
  void end() const;
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  std::string_view take(std::uint64_t size);
  std::string_view take_array(std::uint64_t element);

  std::string path_;
  std::string_view rest_;
};

/// A folder with a file per phase and rank, PHASE.RANK-of-RANKS, each written whole or not at all and with a
/// checksum. A file tells what it was made from; a phase is there when all of its files are.
class Checkpoint {
 public:
  /// `folder` may be empty: nothing is kept then. `inputs` says what is read and by how many ranks. Together.
  /// Errors: SharedFailure (InvalidArgument) for a folder that holds a checkpoint while neither `resume` nor
  ///         overwriting is asked for, and to resume where there is none; SystemError for one that cannot be
  ///         made.
  Checkpoint(std::string folder, bool resume, Overwrite overwrite, std::string inputs, const Ranks& ranks);

  /// Loads a phase into memory by `load`, if it is there and was made with these `options`. Together.
  /// Errors: SharedFailure (InputError) for files that are damaged, and for those of other inputs or another
  ///         number of ranks.
  bool load(std::string_view phase, const std::string& options,
            const std::function<void(CheckpointReader&)>& load) const;
  void save(std::string_view phase, const std::string& options,
            const std::function<void(CheckpointWriter&)>& save) const;

  bool is_kept() const { return !folder_.empty(); }

 private:
  std::string path(std::string_view phase) const;
  void refuse_other_ranks() const;

  std::string folder_;
  bool resume_;
  std::string inputs_;
  const Ranks& ranks_;
};

}  // namespace lode::cluster
