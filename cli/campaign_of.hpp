// The campaign that the words of `simulate` describe.
#pragma once

#include "cli/scale.hpp"
#include "mesha/scale/campaign.hpp"

namespace mesha::cli {

struct CampaignAndExperiment {
  Campaign campaign;
  Experiment experiment;
};

Result<CampaignAndExperiment> campaign_of(const SimulateOptions& options);

// What the words say about precision, over what the file says.
void apply(const SimulateOptions& options, Precision& precision);

void print_notes(const Experiment& experiment);  // on stderr

}  // namespace mesha::cli
