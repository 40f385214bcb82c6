// The published cells beside ours, judged; and our additional columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mesha/paper/run.hpp"
#include "mesha/paper/verdict.hpp"

namespace mesha::paper {

// What one reading says about one published number.
struct Judged {
  const Reading* reading = nullptr;
  Found ours;
  double p = 0;  // of the test in verdict.hpp
  Agreement agreement = Agreement::differs;
};

struct Cell {
  const Study* study = nullptr;
  const Column* column = nullptr;
  std::int64_t value = 0;  // of the parameter
  std::string printed;     // empty in a column of ours
  Published paper;
  Judged judged;                 // by the column's first reading: this is the cell's verdict
  std::vector<Judged> beside;    // by its other readings
  bool known_different = false;  // a disagreement here is known and explained
};

struct Counts {
  std::size_t agrees = 0;
  std::size_t inferred = 0;
  std::size_t differs = 0;
  std::size_t unexpected = 0;  // of those that differ: not known to

  std::size_t all() const { return agrees + inferred + differs; }
};

struct Findings {
  std::vector<Cell> cells;
  std::vector<Cell> additions;  // of columns that the paper does not have: nothing to judge

  Counts counts(const Study* study = nullptr) const;  // of one, or of all

  // Was this experiment run? What follows throws, and names what is missing, if it was not.
  bool has(std::string_view study) const;
  // The published column of this name, in the order of the parameter's values; by another reading.
  std::vector<const Cell*> column(std::string_view study, std::string_view name) const;
  std::vector<const Judged*> reading(std::string_view study, std::string_view column,
                                     std::string_view name) const;
  std::vector<const Cell*> addition(std::string_view study, std::string_view name) const;
  const Cell& cell(std::string_view study, std::string_view column, std::int64_t value) const;
  const Cell& addition(std::string_view study, std::string_view column, std::int64_t value) const;
};

Findings judge(const std::vector<Study>& studies, const Numbers& numbers);

}  // namespace mesha::paper
