// Feature vectors from a table of comma-separated values, one arm per line:
//   name,skill,years        a header, if the line has text where a number would be
//   ana,0.9,3               a name in the first column, if it is not a number
//   "ben, the elder",1e-1,2
// Empty lines and lines that begin with # do not count.
//
// A table of candidates is the same, but that the first column always holds names, and that there
// may be no other; its header, if any, has the word name, arm, id or candidate in front.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/linalg/points.hpp"

namespace mesha {

struct FeatureTable {
  std::vector<std::string> columns;  // of the features; empty without a header
  std::vector<std::string> names;    // of the arms; empty without a column of names
  Points points;
};

enum class Names { perhaps, always };

// `source` is what a complaint calls the text: "arms.csv, line 3: ...".
Result<FeatureTable> read_features(std::istream& in, std::string_view source,
                                   Names names = Names::perhaps);

// From a file, or from standard input for "-".
Result<FeatureTable> load_features(const std::string& file, Names names = Names::perhaps);

// A field of a table that we write, in quotes whatever it holds.
std::string csv_quoted(std::string_view text);

}  // namespace mesha
