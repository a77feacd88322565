#include "study/compare/journal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "core/json.hpp"
#include "core/shallow_text.hpp"

namespace lode {
namespace {

using detail::Json;

constexpr int new_file_mode = 0666;  // narrowed by the umask

Json json_of(const JournalHeader& header) {
  Json json = Json::object();
  for (const auto& [name, value] : header) json[name] = value;
  return json;
}

std::string line_of(const JournalHeader& header) { return detail::compact(json_of(header)) + '\n'; }

/// Sets errno and returns false where reading fails.
bool read_all(int fd, std::string& content) {
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    content.append(buffer, static_cast<std::size_t>(got));
  }
}

/// Throws unless the header of the file says what `wanted` says.
void compare_headers(const std::string& path, std::string_view line, const JournalHeader& wanted) {
  const Json found = detail::Nesting().feed(line) ? Json::parse(line, nullptr, false) : Json();
  const bool ours = found.is_object() && !wanted.empty() && found.contains(wanted.front().first) &&
                    found[wanted.front().first] == wanted.front().second;
  if (!ours) {
    throw InputError(
        {path, 1, 1},
        wanted.empty() ? "is not a journal" : fmt::format("is not a journal of {}", wanted.front().second),
        "name another file; a new one is begun when there is none");
  }
  // Both texts have passed through JSON, which replaces bytes that are not UTF-8.
  const Json ask = Json::parse(line_of(wanted));
  const auto text = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  // A journal is of one list of graphs under one set of rules; sizes and methods may be added.
  const char* remedy =
      "give the same graphs and options (sizes and methods may be others), or name a new file for these, and "
      "join the tables";
  for (const auto& [name, value] : ask.items()) {
    if (!found.contains(name)) {
      throw InvalidArgument("journal", path, fmt::format("was made without {} ({})", name, text(value)),
                            remedy);
    }
    if (found[name] != value) {
      throw InvalidArgument("journal", path,
                            fmt::format("was made with {} {}, not {}", name, text(found[name]), text(value)),
                            remedy);
    }
  }
  for (const auto& [name, value] : found.items()) {
    if (!ask.contains(name)) {
      throw InvalidArgument("journal", path, fmt::format("was made with {} ({})", name, text(value)), remedy);
    }
  }
}

}  // namespace

Journal::Journal(std::string path, const JournalHeader& header) : path_(std::move(path)) {
  fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, new_file_mode);
  if (fd_ < 0) fail(errno == ENOENT ? "cannot write: the folder does not exist" : "cannot open", errno);
  try {
    struct stat status {};
    if (::fstat(fd_, &status) != 0) fail("cannot read", errno);
    if (!S_ISREG(status.st_mode)) {
      throw InvalidArgument("journal", path_, "is not a regular file", "name a file to append to");
    }
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) fail("is in use by another process", errno);
    std::string content;
    if (!read_all(fd_, content)) fail("cannot read", errno);
    const std::string header_line = line_of(header);
    const bool torn_header = content.size() < header_line.size() && header_line.rfind(content, 0) == 0;
    if (torn_header) {
      cut(0);
      write_line(header_line);
    } else {
      open_existing(content, header_line, header);
    }
  } catch (...) {
    ::close(fd_);
    fd_ = -1;
    throw;
  }
}

Journal::~Journal() {
  if (fd_ >= 0) ::close(fd_);
}

void Journal::open_existing(const std::string& content, const std::string& header_line,
                            const JournalHeader& header) {
  const std::size_t first = content.find('\n');
  if (first == std::string::npos) {
    throw InputError({path_, 1, 1}, "is not a journal",
                     "name another file; a new one is begun when there is none");
  }
  if (content.compare(0, first + 1, header_line) != 0) {
    compare_headers(path_, std::string_view(content).substr(0, first), header);
  }
  std::size_t at = first + 1;
  for (std::uint64_t line = 2; at < content.size(); ++line) {
    const std::size_t end = content.find('\n', at);
    if (end == std::string::npos) {
      cut(at);
      return;
    }
    if (end > at) records_.push_back({line, content.substr(at, end - at)});
    at = end + 1;
  }
}

void Journal::append(std::string_view text) {
  if (text.find('\n') != std::string_view::npos) throw InternalError("a journal record spans several lines");
  write_line(std::string(text) + '\n');
}

void Journal::write_line(std::string_view text) {
  // One write in the ordinary case; the rest of a short one follows at the end of the file.
  while (!text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Journal::cut(std::size_t bytes) {
  if (::ftruncate(fd_, static_cast<off_t>(bytes)) != 0) fail("cannot write", errno);
}

void Journal::fail(const char* what, int error) const {
  throw SystemError(fmt::format("{}: {} ({})", path_, what, std::strerror(error)));
}

}  // namespace lode
