// What is known of one learner on one contest: how often it fails when all are truthful and under
// every attack that was tried. It is computed by itself, kept on disk by itself, and the same on
// any number of threads.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/frontier/suite.hpp"
#include "mesha/simulate/estimate.hpp"
#include "mesha/theory/limit.hpp"

namespace mesha::frontier {

// How much is computed.
struct Effort {
  std::uint64_t seed = 20260323;
  bool quick = false;  // fewer runs, fewer lies tried
};

// A failure probability, counted or integrated.
struct Failure {
  double probability = 0;     // as counted or integrated
  std::int64_t failures = 0;  // of
  std::int64_t trials = 0;    // 0: integrated
  double error = 0;           // of the integral

  bool exact() const { return trials == 0; }
  Interval interval(double confidence = 0.95) const;
  theory::Measured measured(double confidence) const;  // Jeffreys, where it is counted
};

struct Attempt {
  std::string name;  // "means exchanged", "coalition: mimic the best arm", "runner-up: random", ...
  Failure failure;   // on randomness on which it was not chosen
};

struct Cell {
  struct Pair {
    theory::Measured truth;
    theory::Measured worst;
  };

  Failure truth;                           // all truthful, arm order shuffled
  std::vector<Attempt> attacks;            // as they were tried; empty: it reads no report
  std::optional<Failure> saturated = {};   // what reports decide is decided against the best arm
  std::optional<double> certificate = {};  // an upper bound under any reports
  std::string refused = {};                // why it cannot play this contest; else empty

  // The attack under which it fails most; nullptr if it fails most when all are truthful.
  const Attempt* worst() const;
  Failure worst_failure() const { return worst() == nullptr ? truth : worst()->failure; }
  Pair measured(double confidence) const;
  // E, simultaneous for truth and all attacks. Where its interval is too wide, its upper end may
  // still say something: that it is clearly small.
  theory::LimitMeasure share_of_limit(double z_star, double confidence = 0.95) const;
  std::optional<double> share_at_most(double z_star, double confidence = 0.95) const;
  // With Clopper & Pearson's intervals, which err on the safe side however rare failures are; minus
  // infinity where everything failed.
  double share_at_least(double z_star, double confidence) const;
};

struct Job {
  const Contest* contest = nullptr;
  const LearnerChoice* learner = nullptr;
  const Suite* suite = nullptr;

  std::string what() const;                      // "vary-T 200, mesha lambda=1.35"
  std::string file_name(const Effort& e) const;  // tells apart what moves a number, but for code
  double seconds(const Effort& effort) const;    // about; for progress and for the order
};

// Nothing if `stop` fired.
Result<std::optional<Cell>> compute(const Job& job, const Effort& effort,
                                    const std::stop_token& stop);

nlohmann::json cell_json(const Cell& cell);
// Nothing if it is not what cell_json() says of a cell.
std::optional<Cell> read_cell(const nlohmann::json& json);

}  // namespace mesha::frontier
