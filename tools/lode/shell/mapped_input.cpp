#include <csignal>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "shell/session.hpp"
#include "shell/signals.hpp"

namespace lode::tool {
namespace {

/// A mapped file for signal handlers, which must not allocate.
struct WatchedFile {
  char path[4096] = {};
  struct stat status = {};
  std::atomic<bool> used = false;
};
WatchedFile watched[4];

/// True if the file itself was changed. If it was replaced, its readers still have the old file.
bool is_changed(const WatchedFile& file) {
  struct stat now {};
  const struct stat& then = file.status;
  return file.used.load() && ::stat(file.path, &now) == 0 && now.st_dev == then.st_dev &&
         now.st_ino == then.st_ino &&
         (now.st_size != then.st_size || now.st_mtim.tv_sec != then.st_mtim.tv_sec ||
          now.st_mtim.tv_nsec != then.st_mtim.tv_nsec);
}

[[noreturn]] void end_changed(const char* path) {
  for (const std::string_view piece :
       {std::string_view("lode: "), std::string_view(path ? path : "a file that lode reads"),
        std::string_view(": "), changed_input_problem, std::string_view("; "), changed_input_remedy,
        std::string_view("\n")}) {
    write_error(piece);
  }
  ::_exit(bad_input);
}

/// Data read from a mapped file that was shortened may be wrong.
void on_bus_error(int, siginfo_t* info, void*) {
  if (info->si_code == BUS_ADRERR) end_changed(changed_input());
  std::signal(SIGBUS, SIG_DFL);  // other causes: the instruction runs again, and the signal ends the process
}

struct sigaction default_fault {};

/// After a change, the last page of the file ends in zeros, which may be used as offsets.
void on_fault(int, siginfo_t*, void*) {
  if (const char* const path = changed_input()) end_changed(path);
  ::sigaction(SIGSEGV, &default_fault, nullptr);  // the instruction runs again
}

}  // namespace

void catch_memory_errors() {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = on_bus_error;
  ::sigaction(SIGBUS, &action, nullptr);
  action.sa_sigaction = on_fault;
  ::sigaction(SIGSEGV, &action, &default_fault);
}

MappedInput::MappedInput(const std::string& path) {
  for (WatchedFile& file : watched) {
    if (file.used.load() || path.size() >= sizeof file.path) continue;
    if (::stat(path.c_str(), &file.status) != 0) return;
    path.copy(file.path, path.size());
    file.path[path.size()] = '\0';
    file.used.store(true);
    place_ = static_cast<int>(&file - watched);
    return;
  }
}

MappedInput::~MappedInput() {
  if (place_ >= 0) watched[place_].used.store(false);
}

const char* changed_input() {
  for (const WatchedFile& file : watched) {
    if (is_changed(file)) return file.path;
  }
  return nullptr;
}

void check_mapped_inputs() {
  if (const char* const path = changed_input())
    throw InputError({path}, std::string(changed_input_problem), std::string(changed_input_remedy));
}

}  // namespace lode::tool
