// Optimal designs by set of reports, each solved once however many copies ask for it: all runs of a
// game, on all threads. A design is a function of the reports alone, so caching never changes a
// result. The memory goes with the last copy: a search over reports leaves nothing behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "mesha/base/ids.hpp"
#include "mesha/base/scratch.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

enum class Criterion {
  g_optimal,  // the worst prediction among the active arms; only they are pulled
  xy,         // the worst difference between two active arms; all arms may be pulled
};

class Design {
 public:
  const std::vector<ArmId>& arms() const { return arms_; }  // that may be pulled, in index order
  const std::vector<double>& weights() const { return weights_; }  // one for each; sum 1
  int dimension() const { return dimension_; }  // 0: all reports are 0, the first arm has weight 1

  // Exactly N pulls (design/rounding.hpp); N is at least the number of weights above 0.
  const std::vector<std::int64_t>& rounded(std::int64_t N);

 private:
  friend class DesignCache;

  std::vector<ArmId> arms_;
  std::vector<double> weights_;
  int dimension_ = 0;
  std::vector<std::size_t> order_;  // by report: rounding does not depend on the index
  std::int64_t rounded_to_ = -1;
  std::vector<std::int64_t> rounded_;
};

class DesignCache {
 public:
  explicit DesignCache(Criterion criterion = Criterion::g_optimal)
      : criterion_(criterion), known_(std::make_shared<Known>()) {}

  // Support reduced to d(d+1)/2 arms. Arms are put in the order of their reports first, so their
  // numbers do not move the design (of two equal reports the lower index counts as first). What
  // was asked before costs no memory. The reference holds until the next call.
  Design& solve(std::span<const ArmId> active, Reports reports);

  std::int64_t solved() const;  // different designs, by all copies

 private:
  struct Key {  // in order
    std::vector<Vec> reports;
    std::vector<bool> compared;  // is the arm active?

    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Solution {
    std::vector<double> weights;
    int dimension = 0;
  };
  struct Known {  // to all copies
    std::mutex mutex;
    std::map<Key, Solution> solutions;
    std::int64_t solved = 0;
    std::size_t numbers = 0;  // in `solutions`
  };
  struct Question {
    Criterion criterion = Criterion::g_optimal;
    std::vector<ArmId> active;
    std::vector<double> reports;  // of the arms that may be pulled, one after another

    friend auto operator<=>(const Question&, const Question&) = default;
  };

  std::span<const ArmId> candidates(std::span<const ArmId> active, Reports reports);
  Design answer(std::span<const ArmId> active, std::span<const ArmId> arms, Reports reports) const;
  Solution solution(const Key& key) const;
  static Solution solve_afresh(const Key& key, Criterion criterion);

  Criterion criterion_;
  std::shared_ptr<Known> known_;
  Scratch<std::map<Question, Design>> memory_;  // this copy's own: no lock
  Scratch<Question> asked_;
  Scratch<std::vector<ArmId>> everybody_;
};

}  // namespace mesha
