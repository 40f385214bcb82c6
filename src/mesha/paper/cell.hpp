// One number of ours: a reading of a column at one value of the parameter. It is computed by
// itself, kept on disk by itself, and the same on any rank.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/paper/study.hpp"
#include "mesha/simulate/estimate.hpp"

namespace mesha::paper {

// How much is computed.
struct Effort {
  std::uint64_t seed = 20260323;       // the paper's
  bool quick = false;                  // a tenth of the runs, a fifth of the draws
  std::optional<std::int64_t> trials;  // per sampled cell, by hand

  std::int64_t runs_of(const Reading& reading) const;
  std::int64_t draws_of(const Reading& reading) const;
};

// Over all draws of the instance. A file keeps of the tally: trials, failures, triggered.
struct Found : Estimate {
  std::vector<double> draws;  // the failure probability of each draw, if there are several

  std::vector<double> draws_alone() const;    // without what is only our sampling noise
  double share_of_draws(double below) const;  // quantile of draws_alone()
};

struct Job {
  const Study* study = nullptr;
  const Column* column = nullptr;
  const Reading* reading = nullptr;
  std::int64_t value = 0;

  std::string what() const;                      // "vary-T MESHA T=60"
  std::string file_name(const Effort& e) const;  // tells apart what moves a number, but for code
  double seconds(const Effort& effort) const;    // about; for progress and for the order
};

// Every reading of every column at every value, the longest first.
std::vector<Job> all_jobs(const std::vector<Study>& studies, const Effort& effort);

// Nothing if `stop` fired.
std::optional<Found> estimate_cell(const Job& job, const Effort& effort,
                                   const std::stop_token& stop);

nlohmann::json found_json(const Found& found);
// Nothing if it is not what found_json() says of a number.
std::optional<Found> read_found(const nlohmann::json& json);

}  // namespace mesha::paper
