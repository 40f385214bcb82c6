// Work that is many cells, each a number or a few that are computed by themselves and kept in a
// file by themselves: from disk where an earlier call has finished them, computed and kept
// otherwise. A file is written whole or not at all, so the program may be ended at any moment; it
// has a checksum, and tells which build of the program computed it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "mesha/base/result.hpp"
#include "mesha/scale/part_folder.hpp"

namespace mesha {

struct Cells {
  std::size_t count = 0;
  std::function<std::string(std::size_t)> file_name;  // tells apart what moves a number
  std::function<std::string(std::size_t)> what;       // for people
  std::function<double(std::size_t)> seconds;         // about
  // What the file of the cell has to say. Empty: stopped. Called from any thread.
  std::function<Result<std::optional<nlohmann::json>>(std::size_t)> compute;
  // The cell from that; false: it is none. One call at a time.
  std::function<bool(std::size_t, const nlohmann::json&)> take;
};

// A name that people can read, and in it a checksum of all that moves a number.
std::string cell_file_name(std::string_view what, std::string_view all_that_moves);

struct CellStep {
  double done = 0;   // in seconds of work, about
  double total = 0;  // without what an earlier call has finished
  std::string what;  // the last one finished
};

struct CellWorkers {
  int threads = 1;
  std::string build = {};                             // of this program
  Rank rank = {};                                     // among ranks that share the folder
  std::function<void(const CellStep&)> on_step = {};  // one call at a time, from any thread
  std::stop_token stop = {};
};

using OtherBuilds = std::map<std::string, std::size_t>;  // how many cells each has computed

struct CellsTaken {
  std::size_t from_before = 0;  // cells that an earlier call had finished
  OtherBuilds other_builds;     // those of them that another build computed
  bool all = false;             // false: `stop` fired; the next call goes on from here
};

// The folder is there.
Result<CellsTaken> run_cells(const Cells& cells, const std::string& folder,
                             const CellWorkers& workers);

}  // namespace mesha
