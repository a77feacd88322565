// Knows nothing of lode: loads the module it is given and asks it for the best 5 vertices of a graph.
#include <cstdio>

#include <dlfcn.h>

int main(int, char** argv) {
  void* const plugin = ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) {
    std::fprintf(stderr, "%s\n", ::dlerror());
    return 1;
  }
  const auto ask = reinterpret_cast<long (*)(const char*, unsigned)>(::dlsym(plugin, "edges_of_best"));
  return ask != nullptr && ask(argv[2], 5) == 10 && ask("no such file", 5) == -1 ? 0 : 1;
}
