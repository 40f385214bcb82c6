// The words that `mesha session` understands.
#pragma once

#include "cli/verbs.hpp"

namespace CLI {
class App;
}

namespace mesha::cli {

void add_session(CLI::App& app, SessionWish& wish);

}  // namespace mesha::cli
