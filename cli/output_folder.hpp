// What verbs that fill a folder have in common: its documents, and where its numbers come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mesha/io/durable_file.hpp"
#include "mesha/scale/cells.hpp"

namespace mesha::cli {

double seconds_now();  // of a clock that only goes forward

struct Work {
  std::uint64_t seed = 0;
  std::string command;  // as typed
  int threads = 1;
  std::size_t from_before = 0;    // cells that an earlier call had finished
  OtherBuilds other_builds = {};  // those of them that another build computed
  double seconds = 0;
};

std::string build_name();  // version, revision of the source, compiler

// What provenance.json says of every kind of work.
nlohmann::ordered_json provenance(const Work& work);

// One sentence on stderr where cells are not of this build.
void tell_other_builds(const OtherBuilds& builds, const std::string& folder);

// An error where `document` is that of a whole run, which a quick one must not overwrite.
Status spares_full_run(const std::string& document);

// Each file whole or not at all; what an earlier process left unfinished there and in cells/ goes.
Status write_all(const std::string& folder, const std::vector<OutputFile>& files);

}  // namespace mesha::cli
