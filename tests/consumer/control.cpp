#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include <lode/lode.hpp>

void show(const lode::Progress& now) {
  std::fprintf(stderr, "%.1f s: %s, s = %u, best %g, bound %g\n", now.seconds, std::string(now.phase).c_str(),
               now.size, now.best, now.bound);
}

int main() {
  const lode::Graph graph = lode::gnp({.num_vertices = 2000, .probability = 0.05, .seed = 1});

  // Without the flag, the search would use all of the ten minutes.
  std::atomic<bool> cancel = false;
  const lode::RunContext run({.time_limit = 600.0, .cancel = &cancel, .progress = show});
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    cancel = true;
  });
  const lode::FindAnswer best = lode::find(graph, 40, run).answers.front();
  stopper.join();

  // A cancelled search returns its best set and a valid bound.
  std::printf("%s: %zu vertices, %s\n", std::string(lode::to_string(best.solution.stop_reason)).c_str(),
              best.solution.vertices.size(), best.proven_optimal ? "proven" : "not proven");
}
