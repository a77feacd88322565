#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graph/cliques/bit_rows.hpp"

namespace lode::detail {

/// The candidates that a search has to branch on, by rising bound: no clique among the candidates other than
/// the branches behind the i-th one has more than `bound[i]` vertices.
struct CliqueBranches {
  std::vector<Vertex> vertex;
  std::vector<Vertex> bound;

  void clear() {
    vertex.clear();
    bound.clear();
  }
};

/// Parts a set of candidates into those among which no clique has more than `spare` vertices, and branches.
///
/// `spare` independent classes are filled greedily. A vertex left over finds room in them by an exchange
/// between two classes, or is shown to add nothing: if it is taken, and so is one vertex of every class,
/// classes with a single vertex left decide others until one is empty (unit propagation). The classes met on
/// the way and the vertex, or an independent set of such vertices, then hold no clique of one vertex from
/// each, so they count as many as the classes alone: one of them may from then on go without a vertex.
///
/// Deterministic. Source: P. San Segundo, A. Nikolaev, M. Batsyn, Computers & OR 64 (2015) 293-303;
/// C.-M. Li, Z. Quan, AAAI 2010; exchanges: E. Tomita et al., WALCOM 2010.
class CliqueBrancher {
 public:
  /// `rows`: adjacency of n vertices, which must outlive this.
  CliqueBrancher(Vertex n, const BitRows& rows);

  void part(const BitRows::Word* candidates, Vertex spare, CliqueBranches& branches);

  /// Words touched so far.
  std::uint64_t work() const { return work_; }

 private:
  using Word = BitRows::Word;

  template <class Take>
  void take_class(std::size_t first, const Take& take);
  void fill_classes(Vertex spare);
  void colour_rest(Vertex spare, CliqueBranches& branches);
  void put(Vertex v, Vertex into);
  void drop_refuted(Vertex spare, CliqueBranches& branches);
  bool refuted(Vertex v);
  bool remove_others(const Word* row, Vertex keep, Vertex because);
  void find_conflict();
  bool exchange(Vertex v);
  void use_conflict(Vertex v);
  bool take_relaxation(Vertex c);
  void meet(Vertex because, Vertex c);
  void close_group();

  const BitRows& rows_;
  std::size_t words_;
  BitRows classes_;
  std::vector<Vertex> size_;      ///< of a class
  std::vector<Vertex> class_of_;  ///< of the vertices in one
  std::vector<Word> uncoloured_;
  std::vector<Word> available_;

  // Of unit propagation.
  std::vector<Word> usable_;    ///< vertices in classes that are not used yet
  std::vector<Word> left_;      ///< those that can still be taken
  std::vector<Vertex> count_;   ///< of a class, in `left_`
  std::vector<Vertex> reason_;  ///< the class that decided against a vertex; no_vertex: the first vertex
  std::vector<Vertex> units_;   ///< classes with one vertex left, in the order they became so
  // The classes of a conflict and its group form a core: one class of each core may go without a vertex, as a
  // clique can not have one from all. Which one, propagation decides as it does on vertices.
  static constexpr std::size_t most_cores = 64;   ///< bits of a word; classes of later conflicts are given up
  static constexpr Vertex never = no_vertex / 2;  ///< count of a class that is of no more use
  std::vector<Vertex> base_;                      ///< count of a class before propagation: vertices and cores
  std::vector<Word> relaxed_by_;                  ///< cores that a class is in
  Vertex clauses_ = 0;                            ///< classes, with those made of groups
  std::size_t cores_ = 0;
  std::array<std::vector<Vertex>, most_cores> core_;  ///< its classes
  std::array<Vertex, most_cores> taken_by_{};         ///< the class that goes without
  Word assigned_ = 0;                                 ///< cores for which that is decided
  std::vector<Vertex> refuted_;                       ///< of the group
  std::vector<std::uint8_t> needed_;                  ///< classes of the group's conflicts
  std::vector<Vertex> group_;                         ///< those, in order
  std::vector<std::uint8_t> met_;
  std::vector<Vertex> conflict_;
  Vertex empty_ = 0;  ///< class without a vertex left
  std::uint64_t work_ = 0;
};

}  // namespace lode::detail
