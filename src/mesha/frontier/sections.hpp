// What the documents have in common: rows by contest, learners by how far they get, numbers as
// text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/frontier/run.hpp"

namespace mesha::frontier {

struct Placed {  // a row that was played
  const Row* row = nullptr;
  theory::LimitMeasure share;     // E,
  std::optional<double> at_most;  // or what it is clearly below
};

struct Section {
  const Contest* contest = nullptr;
  std::vector<Placed> placed;       // the largest E first, those without one last
  std::vector<const Row*> refused;  // learners that cannot play here
};

std::vector<Section> sections(const Frontier& all);

// A learner over all contests.
struct Standing {
  const LearnerChoice* learner = nullptr;
  std::vector<std::optional<double>> shares;   // E on each of the sections,
  std::vector<std::optional<double>> at_most;  // or what it is clearly below
  std::size_t played = 0;                      // on so many sections
  std::size_t known = 0;                       // on so many it has an E
  // Over the contests that have a limit. A learner that always fails under some lie has no E there,
  // and the mean of the rest would flatter it: then the mean with what its E is clearly below in
  // place of that. Neither where on one of them nothing is known.
  std::optional<double> mean;
  std::optional<double> mean_at_most;
};

// The largest mean first, those without one last.
std::vector<Standing> standings(const std::vector<Section>& sections);

std::optional<double> value_of(const theory::LimitMeasure& share);
bool reads_reports(const Cell& cell);  // no attack is tried on a learner that reads none

std::string failure_text(double probability);  // "0.1183", "1.2e-05"
std::string share_text(double share);          // "0.58"
// "0.58", or "<0.27", or `none`.
std::string share_text(const std::optional<double>& share, const std::optional<double>& at_most,
                       std::string_view none);
// The attack under which it fails most, or why there is none.
std::string attack_text(const Cell& cell);
// "K = 8, d = 3, T = 200, sd = 0.155, gap = 0.03, z* = 1.369"
std::string numbers_text(const Contest& contest);
std::string effort_text(const Frontier& all);  // "Lies are at most 1 long. Seed 7. ..."

// Lines of at most `width` characters, broken between words where that is possible.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace mesha::frontier
