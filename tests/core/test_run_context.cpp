#include <string_view>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

using namespace lode;

namespace {

/// 0 when `parallel` works in a child process, 3 when it is refused with the remedy.
int status_of_a_child() {
  const pid_t child = fork();
  if (child == 0) {
    try {
      RunContext().parallel([] {});
      _exit(0);
    } catch (const SystemError& error) {
      _exit(std::string_view(error.what()).find("spawn") != std::string_view::npos ? 3 : 1);
    }
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a process that was forked during parallel work is refused, any other works") {
  const RunContext run;
  CHECK(status_of_a_child() == 0);
  run.parallel([] { CHECK(status_of_a_child() == 3); });
  CHECK(status_of_a_child() == 0);
}
