// One experiment of the paper as data: the instance recipe, the published numbers, the readings.
// The files are experiments/*.toml, compiled into the program; docs/reproduce.md explains the keys.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/catalog/experiment.hpp"
#include "mesha/instances/tails.hpp"
#include "mesha/simulate/method.hpp"

namespace mesha::paper {

// What the arms are and say.
struct World {
  std::string text;
  Tail tail = Tail::linear;         // of the means, where features are drawn
  std::vector<Vec> reports;         // given, or made from the true features:
  std::optional<double> best_norm;  // first coordinate zeroed, then brought to these norms,
  std::optional<double> others_norm;
  std::vector<double> multiplier;      // or multiplied by this, one per value
  std::vector<std::int64_t> truthful;  // arms that report their true vector instead
};

// The paper's instance. Either the features are given, or they are drawn around theta.
struct Recipe {
  Vec theta;                  // empty: theta_k proportional to k^(-1/2), norm 1
  std::vector<Vec> features;  // empty: mu_i theta + rho z_i
  std::vector<double> sd;     // one for all values, or one per value; so are gap and rho
  std::int64_t budget = 0;    // 0: it is the parameter; so are arms and dimension
  std::int64_t arms = 0;
  std::int64_t dimension = 0;
  double best = 0;
  double tail_end = 0;
  std::vector<double> gap;
  std::vector<double> rho;

  bool drawn() const { return features.empty(); }
};

// One way to read a column of a table.
struct Reading {
  std::string name;
  std::string text;
  std::string world;
  LearnerChoice learner;
  std::vector<std::int64_t> inferred_at;  // the values for which it rests on the published numbers
  std::optional<Method> method;
  std::int64_t trials = 1'000'000;  // where sampling is used, over all draws
  std::int64_t draws = 1;           // of the instance

  bool inferred(std::int64_t value) const;
};

struct Column {
  std::string name;                           // the paper's
  std::vector<std::string> paper;             // as printed, one per value; empty: ours
  std::vector<Reading> readings;              // the first is the one that is judged
  std::vector<std::int64_t> known_different;  // values where disagreement is known,
  std::string why_different;                  // and why
};

struct Study {
  std::string id;  // "vary-T"
  std::string title;
  std::string parameter;  // "T"
  std::string setting;    // what does not vary
  std::vector<std::int64_t> values;
  bool log_y = false;
  Recipe recipe;
  std::map<std::string, World> worlds;
  std::vector<Column> columns;
  std::vector<Column> ours;
  std::string file;  // its whole text: another text, other cells

  std::size_t place(std::int64_t value) const;  // of the value in `values`
};

// Everything is checked: a learner that the catalog does not have, or that refuses the instance, is
// an error here and not later.
Result<Study> read_study(std::string_view toml, std::string_view source);

// Experiments 1, 2 and 3, from the text inside the program.
Result<std::vector<Study>> all_studies();

}  // namespace mesha::paper
