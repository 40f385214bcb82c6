// Which source this program was built from: a commit, "-dirty-" and a
// checksum of the changes where it was changed after that, or
// "unknown". cmake/MeshaRevision.cmake writes it.
#pragma once

#include <string_view>

namespace mesha::cli {

extern const std::string_view source_revision;

}  // namespace mesha::cli
