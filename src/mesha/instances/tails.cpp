#include "mesha/instances/tails.hpp"

namespace mesha {
namespace {

constexpr std::int64_t nested_arms = 16;  // "the first K' arms under a larger K are identical"
constexpr double separation = 0.10;       // below mu_1

// The k-th of `count` evenly spaced numbers.
double spaced(double from, double to, std::int64_t count, std::int64_t k) {
  return from + (to - from) * static_cast<double>(k) / static_cast<double>(count - 1);
}

double mean_of(const TailOptions& o, std::int64_t i) {
  const double second = o.best - o.gap;
  if (i == 0) return o.best;
  if (i == 1) return second;
  switch (o.tail) {
    case Tail::separated:
      return spaced(second - separation, o.end, o.arms - 2, i - 2);
    case Tail::nested:
      if (i >= nested_arms) return o.end;
      return spaced(o.best - o.nested_gap, o.end, nested_arms - 1, i - 1);
    case Tail::linear:
      break;
  }
  return spaced(second, o.end, o.arms - 1, i - 1);
}

}  // namespace

std::vector<double> means_with_tail(const TailOptions& options) {
  std::vector<double> means;
  means.reserve(static_cast<std::size_t>(options.arms));
  for (std::int64_t i = 0; i < options.arms; ++i) means.push_back(mean_of(options, i));
  return means;
}

}  // namespace mesha
