// A text that is compiled into the program: experiments/frontier.toml, by cmake/MeshaEmbed.cmake.
#pragma once

#include <string_view>

namespace mesha::frontier {

extern const std::string_view suite_text;

}  // namespace mesha::frontier
