// simulate in shards, and their parts merged.
#pragma once

#include <string>
#include <vector>

#include "cli/verbs.hpp"
#include "mesha/catalog/experiment.hpp"

namespace mesha::cli {

int simulate_shard(const SimulateOptions& options);      // --shard I/N --out PART
int simulate_resumable(const SimulateOptions& options);  // --keep FOLDER, or several ranks

struct MergeOptions {
  std::vector<std::string> parts;
  ResultFiles files;
  bool json = false;
};
int merge_parts(const MergeOptions& options);

// What simulate prints: a table for people, or one JSON document.
struct SimulateResults {
  const Experiment& experiment;
  const std::string& file;
  const std::vector<Row>& rows;
};
void print_results(const SimulateResults& results, bool json, bool stopped);
std::string noise_text(const Noise& noise);
std::string results_json(const SimulateResults& results, bool stopped);

}  // namespace mesha::cli
