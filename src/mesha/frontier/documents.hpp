// What was found, for people and for programs.
#pragma once

#include <string>

#include "mesha/frontier/run.hpp"
#include "mesha/plot/drawing.hpp"

namespace mesha::frontier {

std::string table(const Frontier& all);     // 80 columns, for a terminal
std::string markdown(const Frontier& all);  // a section and a table per contest
std::string json(const Frontier& all);      // docs/frontier.schema.json
std::string csv(const Frontier& all);       // a line per row

// A panel per contest: truthful failure (x) against the worst found (y), on normal-probability
// axes, where the limit z(truth) + z(worst) = 2 z* is a straight line.
Drawing draw(const Frontier& all);

}  // namespace mesha::frontier
