#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "graph/cliques/clique_search.hpp"

namespace lode::detail {

class CliqueBranchList;

/// What one task searches: cliques of `taken` and some of the candidates, positions of `whole`.
struct CliqueTask {
  const OrderedGraph* whole;
  std::vector<Vertex> taken;
  std::vector<BitRows::Word> candidates;
};

/// CliqueSearch parted into tasks for the threads of a run, which goes on where it was stopped.
///
/// Tasks are the branches of the graph; those that take long are given up and become tasks for each of their
/// own branches. They are done in batches: all of one begin with the same best clique, and their answers are
/// taken in order, so neither the clique nor the nodes depend on the threads unless a run is stopped.
class CliqueTasks {
 public:
  /// As CliqueSearch and its run. `adjacency` need not outlive this.
  CliqueTasks(Vertex n, const BitRows& adjacency, Vertex least, Vertex enough = no_vertex);
  ~CliqueTasks();
  CliqueTasks(const CliqueTasks&) = delete;
  CliqueTasks& operator=(const CliqueTasks&) = delete;

  /// Goes on until the end or until the run should stop, within some ms. What tasks had not finished by then
  /// begins again in the next call.
  void advance(const RunContext& run);

  /// Nothing is left to do: `upper_bound()` is `least` or the size of `found()`, or that has enough vertices.
  bool ended() const;
  /// Vertices of the input: more than `least`, or none.
  const std::vector<Vertex>& found() const { return found_; }
  Vertex upper_bound() const;
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Answer;

  void fill(CliqueBranchList& list, std::vector<CliqueTask>& tasks, std::size_t size) const;
  Answer answer(const CliqueTask& task, std::uint64_t work, std::size_t number,
                const std::atomic<std::size_t>& enough_at, const RunContext& run) const;
  std::vector<CliqueTask> run_batch(std::vector<CliqueTask>& tasks, std::uint64_t work,
                                    const RunContext& run);
  bool advance_parts(const RunContext& run);
  void advance_branches(const RunContext& run);

  Vertex best_;
  Vertex enough_;
  std::vector<Vertex> found_;
  std::uint64_t nodes_ = 0;
  std::unique_ptr<CliqueBranchList> root_;
  Vertex open_bound_;                 ///< of what is not finished of the root
  std::size_t batch_;                 ///< size of the next one of the root
  std::vector<CliqueTask> branches_;  ///< of the root, to do
  std::deque<CliqueTask> long_ones_;  ///< to be parted
  std::unique_ptr<CliqueBranchList> parted_;
  std::vector<CliqueTask> parts_;  ///< branches of `parted_`, to do
};

}  // namespace lode::detail
