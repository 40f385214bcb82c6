// What all shards of one simulation have in common: the experiment and every setting that can move
// a number. Two shards belong together exactly if their campaigns do not differ.
#pragma once

#include <cstdint>
#include <string>

#include "mesha/base/result.hpp"
#include "mesha/catalog/experiment.hpp"

namespace mesha {

struct Campaign {
  std::string text;     // of the experiment file
  Precision precision;  // its shard is of no concern here
  std::string version;  // of the program; another one may draw or decide differently
};

// Which setting tells them apart; empty if none does.
std::string difference(const Campaign& a, const Campaign& b);

// 16 hexadecimal digits: a name, not a proof; merge compares the campaigns themselves.
std::string hash(const Campaign& campaign);

// The experiment with the campaign's settings in force. `source` is how errors call the text.
Result<Experiment> experiment_of(const Campaign& campaign, const std::string& source);

}  // namespace mesha
