#include <string>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/gzip.hpp"
#include "io/stream/compressed_input.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// A path graph 0 - 1 - ... - n as text.
std::string path_text(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += fmt::format("{} {}\n", i, i + 1);
  return text;
}

std::string reading_error(const std::string& path) {
  try {
    read_graph(path, {}, RunContext({.threads = 2}));
  } catch (const InputError& error) {
    return error.problem();
  }
  return "no error";
}

/// Gives the process another standard input for its lifetime.
class StandardInput {
 public:
  explicit StandardInput(int fd) : saved_(::dup(STDIN_FILENO)) {
    ::dup2(fd, STDIN_FILENO);
    ::close(fd);
  }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

}  // namespace

TEST_CASE("standard input: a pipe in small pieces, compressed, and its errors") {
  const std::string text = path_text(50000);
  for (const std::string& bytes : {text, test::gzip(text)}) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    std::thread writer([&] {
      for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n =
            ::write(ends[1], bytes.data() + done, std::min<std::size_t>(777, bytes.size() - done));
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
      }
      ::close(ends[1]);
    });
    {
      const StandardInput in(ends[0]);
      const LoadedGraph loaded = read_graph("-", {}, RunContext({.threads = 2}));
      CHECK(loaded.report.path == "-");
      CHECK(loaded.report.vertices == 50001);
      CHECK(loaded.report.edges == 50000);
    }
    writer.join();
  }
  const test::TemporaryFolder folder;
  const auto from_file = [&](const std::string& content, const ReadOptions& options) -> std::string {
    const StandardInput in(::open(folder.write("in", content).c_str(), O_RDONLY));
    try {
      read_graph("-", options, RunContext({.threads = 1}));
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK(from_file("", {}).rfind("standard input: is empty", 0) == 0);
  CHECK(from_file("0 1\n1 x\n", {}).rfind("standard input:2:3: 'x' is not a number", 0) == 0);
  ReadOptions weighted;
  weighted.weighted = true;
  CHECK(from_file("5 3 1\n3 5 2\n", weighted) ==
        "standard input: edge 3 5 has weight 2 but 5 3 has weight 1; say with option 'merge' which holds: "
        "sum, max or min");
}

TEST_CASE("an unreadable file says so") {
  if (::geteuid() == 0) return;  // root reads everything
  const test::TemporaryFolder folder;
  const std::string path = folder.write("secret", "0 1\n");
  REQUIRE(::chmod(path.c_str(), 0) == 0);
  CHECK(reading_error(path) == "no permission to read the file");
}

TEST_CASE("a text in memory is read like a file, and pipes cannot be read again") {
  const test::TemporaryFolder folder;
  const std::string text = path_text(30000);  // longer than the head
  detail::CompressedInput memory(text, "in memory");
  detail::CompressedInput file(folder.write("a.txt", text));
  CHECK(memory.head() == file.head());
  CHECK_FALSE(memory.head_is_all());
  std::string got(text.size() + 10, '\0');
  got.resize(memory.read(got.data(), got.size()));
  CHECK(got == text);
  CHECK(memory.bytes_read() == text.size());
  CHECK(memory.display_name() == "in memory");
  CHECK(memory.can_be_read_again());
  CHECK(memory.again().head() == memory.head());
  CHECK(file.can_be_read_again());
  CHECK(detail::CompressedInput("0 1\n", "short").head_is_all());
  CHECK_THROWS_WITH(detail::CompressedInput("", "nothing"),
                    "nothing: is empty; a graph needs at least one edge");
  const std::string pipe = (folder.path() / "pipe").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::string entries = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1\n2 1 2\n";
  ssize_t written = 0;  // checks belong to one thread
  std::thread writer([&] {
    const int fd = ::open(pipe.c_str(), O_WRONLY);
    written = ::write(fd, entries.data(), entries.size());
    ::close(fd);
  });
  ReadOptions weighted;
  weighted.weighted = true;
  CHECK_THROWS_WITH(read_graph(pipe, weighted, RunContext({.threads = 1})),
                    pipe +
                        ": edge 1 2 has weight 1 but 2 1 has weight 2; say with option 'merge' which holds: "
                        "sum, max or min");
  writer.join();
  CHECK(written == static_cast<ssize_t>(entries.size()));
}
