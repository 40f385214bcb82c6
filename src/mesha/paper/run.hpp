// All cells, from disk where an earlier call has finished them, computed and kept otherwise. A cell
// is written whole or not at all, so the program may be ended at any moment.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesha/paper/cell.hpp"
#include "mesha/scale/cells.hpp"

namespace mesha::paper {

class Numbers {
 public:
  void add(const Job& job, Found found) { found_[{job.reading, job.value}] = std::move(found); }
  const Found& of(const Reading& reading, std::int64_t value) const {
    return found_.at({&reading, value});
  }
  std::size_t size() const { return found_.size(); }

 private:
  std::map<std::pair<const Reading*, std::int64_t>, Found> found_;
};

struct Ran {
  Numbers numbers;
  std::size_t from_before = 0;            // cells that an earlier call had finished
  OtherBuilds other_builds;               // those of them that another build computed
  std::map<std::string, double> seconds;  // of computing, per study, over all threads
};

// The folder is there. Nothing if `stop` fired: what is finished is in the folder, and the next
// call goes on from there.
Result<std::optional<Ran>> run_jobs(const std::vector<Job>& jobs, const Effort& effort,
                                    const std::string& folder, const CellWorkers& workers);

}  // namespace mesha::paper
