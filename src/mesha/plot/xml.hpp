// Text inside XML, SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace mesha {

// For content and for attributes in double quotes. Control characters that XML 1.0 forbids are left
// out.
std::string xml_escaped(std::string_view text);

}  // namespace mesha
