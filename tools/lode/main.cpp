#include <cstdio>
#include <new>

#include "run_tool.hpp"
#include "shell/session.hpp"

int main(int argc, char** argv) {
  try {
    return lode::tool::run_tool({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {  // before the command line could be read
    std::fputs("lode: out of memory\n", stderr);
    return lode::tool::failure;
  }
}
