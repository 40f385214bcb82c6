// One function per alternative, for std::visit.
#pragma once

namespace mesha {

template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};

}  // namespace mesha
