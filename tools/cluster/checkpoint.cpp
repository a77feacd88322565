#include "checkpoint.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/lode_file.hpp"

namespace lode::cluster {
namespace {

constexpr std::string_view state_magic = "lode-cluster 1\n";

std::string_view take_key_line(std::string_view& key) {
  const std::size_t end = std::min(key.find('\n'), key.size());
  const std::string_view line = key.substr(0, end);
  key.remove_prefix(std::min(end + 1, key.size()));
  return line;
}

/// The first line in which two keys differ, as "A, and now B".
std::string difference(std::string_view before, std::string_view now) {
  while (!before.empty() || !now.empty()) {
    const std::string_view a = take_key_line(before), b = take_key_line(now);
    if (a != b) return fmt::format("'{}', and now '{}'", a, b);
  }
  return "nothing";
}

}  // namespace

std::string_view name_of(Step step) {
  constexpr std::string_view names[] = {"read", "number", "assemble", "bounds", "peel"};
  return names[static_cast<std::size_t>(step)];
}

StateWriter::StateWriter(const std::string& path, std::string_view key) : file_(path, Overwrite::yes) {
  put_bytes(state_magic);
  put_all(std::span<const char>(key.data(), key.size()));
}

void StateWriter::put_bytes(std::string_view bytes) {
  checksum_ = detail::extend_checksum(checksum_, bytes);
  file_.write(bytes);
}

void StateWriter::finish() {
  const std::uint32_t checksum = checksum_;
  file_.write({reinterpret_cast<const char*>(&checksum), sizeof checksum});
  file_.commit();
}

StateReader::StateReader(const std::string& path, std::string_view key)
    : path_(path), file_(detail::map_file(path)) {
  std::uint32_t checksum = 0;
  if (file_.bytes.size() < state_magic.size() + sizeof checksum || !file_.bytes.starts_with(state_magic)) {
    refuse("is no checkpoint of lode-cluster");
  }
  rest_ = file_.bytes.substr(0, file_.bytes.size() - sizeof checksum);
  std::memcpy(&checksum, rest_.data() + rest_.size(), sizeof checksum);
  if (checksum != detail::extend_checksum(0, rest_)) refuse("is damaged: its checksum is another");
  rest_.remove_prefix(state_magic.size());
  const std::vector<char> kept = get_all<char>();
  const std::string_view before(kept.data(), kept.size());
  if (before != key) refuse(fmt::format("is of another run: {}", difference(before, key)));
}

std::size_t StateReader::size_of_next(std::size_t element) {
  const auto size = get<std::uint64_t>();
  if (size > rest_.size() / element) refuse("is damaged: it ends too early");
  return size;
}

void StateReader::get_bytes(void* to, std::size_t size) {
  if (size > rest_.size()) refuse("is damaged: it ends too early");
  if (size > 0) std::memcpy(to, rest_.data(), size);
  rest_.remove_prefix(size);
}

void StateReader::refuse(const std::string& problem) const {
  throw InputError({path_}, problem, "run without --resume");
}

Checkpoints::Checkpoints(Ranks& ranks, std::string folder, std::string key)
    : ranks_(ranks), folder_(std::move(folder)), key_(std::move(key)) {
  std::error_code ignored;  // a folder that cannot be made is an error of the first file in it
  if (are_kept()) std::filesystem::create_directories(folder_, ignored);
}

std::string Checkpoints::path(Step step) const {
  return fmt::format("{}/rank-{}.{}", folder_, ranks_.rank(), name_of(step));
}

Step Checkpoints::last() {
  std::optional<Step> last;
  for (const Step step : all_steps) {
    if (!ranks_.any(!std::filesystem::exists(path(step)))) last = step;
  }
  ranks_.together([&] {
    if (last) return;
    throw InvalidArgument("--checkpoint", folder_, "holds no state of all ranks to resume",
                          "run without --resume");
  });
  return *last;
}

void Checkpoints::remove(Step step) const {
  std::error_code ignored;
  if (are_kept()) std::filesystem::remove(path(step), ignored);
}

}  // namespace lode::cluster
