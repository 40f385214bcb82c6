// All cells of the suite, or of some of its contests: scale/cells.hpp keeps them.
#pragma once

#include <string>
#include <vector>

#include "mesha/frontier/cell.hpp"
#include "mesha/scale/cells.hpp"

namespace mesha::frontier {

// A contest with what was found there, in the order of the suite's learners.
struct Row {
  const Contest* contest = nullptr;
  const LearnerChoice* learner = nullptr;
  Cell cell;
};

struct Frontier {
  Effort effort;
  double norm_bound = 1;
  std::vector<Row> rows;        // by contest, then by learner
  std::size_t from_before = 0;  // cells that an earlier call had finished
  OtherBuilds other_builds;     // those of them that another build computed
  bool interrupted = false;     // rows are missing

  // Where something was found that the theory rules out: a sentence each.
  std::vector<std::string> contradictions() const;
};

// Those of these names, in the suite's order; no name: all (if `quick`, those of a quick look).
Result<std::vector<const Contest*>> chosen_contests(const Suite& suite,
                                                    const std::vector<std::string>& names,
                                                    bool quick);

// The folder is there. What is finished stays in it, and the next call goes on from there.
Result<Frontier> play(const Suite& suite, const std::vector<std::string>& contests,
                      const Effort& effort, const std::string& folder, const CellWorkers& workers);

}  // namespace mesha::frontier
