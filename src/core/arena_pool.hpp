#pragma once

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <tbb/task_arena.h>

namespace lode::detail {

/// Arenas that no context has at the moment, by their threads. They are used again, since TBB (2021.8) keeps
/// the memory of an arena that is destroyed before a worker has come.
///
/// Nobody waits here: a fork may have left the lock to a thread that does not exist.
class ArenaPool {
 public:
  using Arena = std::unique_ptr<tbb::task_arena>;

  Arena take(int threads) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || idle_[threads].empty()) return std::make_unique<tbb::task_arena>(threads);
    Arena arena = std::move(idle_[threads].back());
    idle_[threads].pop_back();
    return arena;
  }

  void put(int threads, Arena arena) noexcept {
    try {
      const std::unique_lock lock(mutex_, std::try_to_lock);
      if (lock) idle_[threads].push_back(std::move(arena));
    } catch (const std::exception&) {  // no memory to keep it
    }
  }

 private:
  std::mutex mutex_;
  std::map<int, std::vector<Arena>> idle_;
};

/// It outlives every context, so it is never destroyed.
inline ArenaPool& arena_pool() {
  static auto* const pool = new ArenaPool;
  return *pool;
}

}  // namespace lode::detail
