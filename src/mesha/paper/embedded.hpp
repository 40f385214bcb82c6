// Texts that are compiled into the program: the files named in cmake/MeshaEmbed.cmake.
#pragma once

#include <string_view>

namespace mesha::paper {

extern const std::string_view study_vary_t;
extern const std::string_view study_vary_d;
extern const std::string_view study_vary_k;
extern const std::string_view report_css;
extern const std::string_view report_js;

}  // namespace mesha::paper
