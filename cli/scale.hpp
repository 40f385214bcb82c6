// simulate, whole or in shards, and their parts merged.
#pragma once

#include <string>
#include <vector>

#include "cli/verbs.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/scale/campaign.hpp"

namespace mesha::cli {

// The campaign that the words of `simulate` describe.
struct CampaignAndExperiment {
  Campaign campaign;
  Experiment experiment;
};
Result<CampaignAndExperiment> campaign_of(const SimulateOptions& options);

int simulate_shard(const SimulateOptions& options);      // --shard I/N --out PART
int simulate_resumable(const SimulateOptions& options);  // --keep FOLDER, or several ranks

struct MergeOptions {
  std::vector<std::string> parts;
  ResultFiles files;
  bool json = false;
};
int merge_parts(const MergeOptions& options);

void print_notes(const Experiment& experiment);  // on stderr

// What simulate prints: a table for people, or one JSON document.
void print_results(const Simulated& results, bool json, bool stopped);
std::string noise_text(const Noise& noise);
std::string results_json(const Simulated& results, bool stopped);

}  // namespace mesha::cli
