// The suite of `mesha frontier`, read once.
#pragma once

#include "mesha/frontier/suite.hpp"

namespace mesha::testing {

inline const frontier::Suite& suite() {
  static const frontier::Suite whole = *frontier::whole_suite();
  return whole;
}

}  // namespace mesha::testing
