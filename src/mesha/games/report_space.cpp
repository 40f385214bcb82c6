#include "mesha/games/report_space.hpp"

#include <algorithm>

namespace mesha {

std::vector<std::string> edges_at(const ReportSpace& space, const Vec& at) {
  constexpr double near = 0.005;
  std::vector<std::string> edges;
  const auto add = [&edges](const std::string& edge) {
    if (!edge.empty() && std::ranges::find(edges, edge) == edges.end()) edges.push_back(edge);
  };
  for (std::size_t k = 0; k < space.size(); ++k) {
    const bool apart = space.axes[k].zero_apart && at[k] == 0;
    if (at[k] < near && !apart) add(space.axes[k].at_low);
    if (at[k] > 1 - near) add(space.axes[k].at_high);
  }
  return edges;
}

}  // namespace mesha
