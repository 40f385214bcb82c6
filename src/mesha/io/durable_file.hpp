// Files that are there completely or not at all, also after a crash.
#pragma once

#include <cstddef>
#include <string>

#include "mesha/base/result.hpp"

namespace mesha {

// A neighbour file is written, flushed to the disk, and renamed.
Status write_durably(const std::string& path, const std::string& text);

// What a folder is filled with.
struct OutputFile {
  std::string name;
  std::string text;
};

// Removes the neighbours in `folder` whose writers died (by process id). Only for a folder to
// which neither another machine nor another thread of this process writes.
void remove_abandoned(const std::string& folder);

Status make_folder(const std::string& path);  // and those above it; fine if it is there

Result<std::string> read_whole_file(const std::string& path, std::size_t most_bytes);

}  // namespace mesha
