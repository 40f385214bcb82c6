// The columns, readings and values of which claims, story and figures speak by name. A study that
// lacks one is refused when it is read: a number that is not there must not be printed as 0.
#pragma once

#include "mesha/paper/study.hpp"

namespace mesha::paper {

Status check_named_columns(const Study& study);

}  // namespace mesha::paper
