// The flags of `mesha session`.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/verbs.hpp"

namespace mesha::cli {

void add_session(CLI::App& app, SessionOptions& options);

}  // namespace mesha::cli
