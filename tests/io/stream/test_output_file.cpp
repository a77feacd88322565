#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// A pipe that nobody but this test holds.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() { REQUIRE(::pipe(ends.data()) == 0); }
  ~Pipe() { close_both(); }
  int in() const { return ends[1]; }
  void close_both() {
    for (int& end : ends) {
      if (end >= 0) ::close(end);
      end = -1;
    }
  }
  /// What was written, to its end.
  std::string taken() {
    ::close(ends[1]);
    ends[1] = -1;
    std::string text;
    std::array<char, 256> piece{};
    for (ssize_t size = 0; (size = ::read(ends[0], piece.data(), piece.size())) > 0;) {
      text.append(piece.data(), static_cast<std::size_t>(size));
    }
    return text;
  }
};

/// Standard output leads to another descriptor while this lives.
class RedirectedOutput {
 public:
  explicit RedirectedOutput(int to) {
    std::cout.flush();
    std::fflush(stdout);
    kept_ = ::dup(STDOUT_FILENO);
    REQUIRE(kept_ >= 0);
    REQUIRE(::dup2(to, STDOUT_FILENO) == STDOUT_FILENO);
  }
  ~RedirectedOutput() {
    ::dup2(kept_, STDOUT_FILENO);
    ::close(kept_);
  }
  RedirectedOutput(const RedirectedOutput&) = delete;
  RedirectedOutput& operator=(const RedirectedOutput&) = delete;

 private:
  int kept_ = -1;
};

/// What comes of a text that is written to standard output, which leads to a descriptor.
std::string outcome_of_output(int to, const std::string& text) {
  const RedirectedOutput redirected(to);
  try {
    write_file("-", text, Overwrite::no);
  } catch (const SystemError& error) {
    return error.what();
  }
  return "written";
}

}  // namespace

TEST_CASE("open descriptors take outputs by their names") {
  const test::TemporaryFolder folder;
  for (const char* form : {"/dev/fd/{}", "/proc/self/fd/{}"}) {
    Pipe pipe;
    const std::string path = fmt::format(fmt::runtime(form), pipe.in());
    check_output_path(path, Overwrite::no);
    write_file(path, "to a pipe\n", Overwrite::no);
    CHECK(pipe.taken() == "to a pipe\n");
    CHECK_THROWS_AS(check_output_path(path, Overwrite::yes), SystemError);  // closed by now
  }
  Pipe pipe;
  const std::string link = (folder.path() / "link").string();
  std::filesystem::create_symlink(fmt::format("/dev/fd/{}", pipe.in()), link);
  write_file(link, "through a link\n", Overwrite::no);
  CHECK(pipe.taken() == "through a link\n");
  // A file behind a descriptor goes on where it is, and is not replaced by another.
  const std::string kept = folder.write("kept.txt", "begun\n");
  const int fd = ::open(kept.c_str(), O_WRONLY | O_APPEND);
  REQUIRE(fd >= 0);
  write_file(fmt::format("/dev/fd/{}", fd), "continued\n", Overwrite::no);
  ::close(fd);
  CHECK(test::read_file(kept) == "begun\ncontinued\n");
}

TEST_CASE("standard output is an output once") {
  for (const char* path : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    CHECK(is_standard_output(path));
    CHECK_NOTHROW(check_output_paths({path, "", "/dev/null"}, {}, Overwrite::no));
    CHECK_THROWS_WITH(check_output_paths({path, "-"}, {}, Overwrite::no), Catch::Contains("is given twice"));
  }
  for (const char* path :
       {"/dev/fd/2", "/dev/stderr", "/dev/null", "./-", "stdout", "/dev/fd/", "/dev/fd/1x"}) {
    CHECK_FALSE(is_standard_output(path));
  }
}

TEST_CASE("a reader of standard output may leave early, and any other failure is an error") {
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  ::close(std::exchange(pipe.ends[0], -1));
  const std::string of_pipe = outcome_of_output(pipe.in(), "nobody reads this\n");
  ::signal(SIGPIPE, before);
  CHECK(of_pipe == "written");
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (full < 0) return;
  const std::string of_device = outcome_of_output(full, "no room for this\n");
  ::close(full);
  CHECK_THAT(of_device, Catch::Matchers::Contains("No space left on device"));
}

TEST_CASE("files are written by a process without standard input") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "out.txt").string();
  const int kept = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  ::close(STDIN_FILENO);
  std::string problem;
  try {
    write_file(path, "text\n", Overwrite::no);
  } catch (const SystemError& error) {
    problem = error.what();
  }
  if (kept >= 0) {
    ::dup2(kept, STDIN_FILENO);
    ::close(kept);
  }
  CHECK(problem.empty());
  CHECK(test::read_file(path) == "text\n");
}

TEST_CASE("a file is the input by whatever name") {
  const test::TemporaryFolder folder;
  const std::string input = folder.write("in.txt", "1 2\n");
  const std::string hard = (folder.path() / "hard").string();
  const std::string soft = (folder.path() / "soft").string();
  std::filesystem::create_hard_link(input, hard);
  std::filesystem::create_symlink("in.txt", soft);
  const std::string spelled = (folder.path() / "." / "in.txt").string();
  for (const Overwrite overwrite : {Overwrite::no, Overwrite::yes}) {
    for (const std::string& output : {input, hard, soft, spelled}) {
      CHECK(is_same_file(input, output));
      CHECK_THROWS_WITH(check_output_paths({output}, {input}, overwrite), Catch::Contains("is the input"));
    }
  }
  CHECK_THROWS_WITH(check_output_paths({input, hard}, {}, Overwrite::yes), Catch::Contains("is given twice"));
  CHECK_FALSE(is_same_file(input, folder.write("other.txt", "1 2\n")));
  CHECK_FALSE(is_same_file((folder.path() / "a").string(), (folder.path() / "b").string()));
  CHECK(is_same_file((folder.path() / "a").string(), (folder.path() / "." / "a").string()));
}
