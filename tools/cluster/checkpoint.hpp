#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lode/io/output_file.hpp>

#include "io/stream/mapped_file.hpp"
#include "ranks.hpp"

namespace lode::cluster {

/// Steps of a run after which its state is kept, in their order.
enum class Step { read, number, assemble, bounds, peel };
inline constexpr Step all_steps[] = {Step::read, Step::number, Step::assemble, Step::bounds, Step::peel};
std::string_view name_of(Step step);

/// Writes the state of one rank after a step. The file is there whole or not at all.
class StateWriter {
 public:
  StateWriter(const std::string& path, std::string_view key);
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_bytes({reinterpret_cast<const char*>(&value), sizeof value});
  }
  template <class T>
  void put_all(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put<std::uint64_t>(values.size());
    put_bytes({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  void finish();

 private:
  void put_bytes(std::string_view bytes);

  OutputFile file_;
  std::uint32_t checksum_ = 0;
};

/// Reads it.
class StateReader {
 public:
  /// Errors: InputError for a file that is damaged, or was written with another key: says in which line.
  StateReader(const std::string& path, std::string_view key);
  template <class T>
  T get() {
    T value;
    get_bytes(&value, sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> get_all() {
    std::vector<T> values(size_of_next(sizeof(T)));
    get_bytes(values.data(), values.size() * sizeof(T));
    return values;
  }
  /// How many elements the array that comes next has; `get_bytes` then reads them.
  std::size_t size_of_next(std::size_t element);
  void get_bytes(void* to, std::size_t size);

 private:
  [[noreturn]] void refuse(const std::string& problem) const;

  std::string path_;
  detail::MappedFile file_;
  std::string_view rest_;
};

/// The states of a run in a folder: of every rank and step a file.
class Checkpoints {
 public:
  /// `key` says what the run depends on, a line each: what it is read back for must be the same. An empty
  /// folder: none are kept.
  Checkpoints(Ranks& ranks, std::string folder, std::string key);
  bool are_kept() const { return !folder_.empty(); }

  /// Errors: AgreedFailure.
  template <class Put>
  void save(Step step, const Put& put) {
    if (!are_kept()) return;
    ranks_.together([&] {
      StateWriter writer(path(step), key_);
      put(writer);
      writer.finish();
    });
  }
  template <class Get>
  void load(Step step, const Get& get) {
    ranks_.together([&] {
      StateReader reader(path(step), key_);
      get(reader);
    });
  }
  /// The last step after which all ranks have a file.
  /// Errors: AgreedFailure with InvalidArgument if there is none.
  Step last();
  /// Removes what a later step has replaced.
  void remove(Step step) const;

 private:
  std::string path(Step step) const;

  Ranks& ranks_;
  std::string folder_;
  std::string key_;
};

}  // namespace lode::cluster
