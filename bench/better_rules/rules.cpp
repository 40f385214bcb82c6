#include <utility>

#include "better_rules/rule.hpp"

namespace mesha::bench {
namespace {

// One more rule: the default, changed.
template <class Change>
void add(std::vector<Rule>& all, const char* name, Change change) {
  Rule rule{.name = name};
  change(rule);
  all.push_back(std::move(rule));
}

void add_floors(std::vector<Rule>& all) {
  add(all, "alpha .5", [](Rule& r) { r.alpha = .5; });
  add(all, "alpha .9", [](Rule& r) { r.alpha = .9; });
  add(all, "alpha 1: hardly a floor", [](Rule& r) { r.alpha = 1; });
  add(all, "floors late, 1 2 3 ...", [](Rule& r) { r.late = 1; });
  add(all, "floors late, 1 4 7 ...", [](Rule& r) { r.late = 3; });
  add(all, "first floor 1", [](Rule& r) { r.first = 1; });
  add(all, "first floor 1 if T < 10K", [](Rule& r) { r.thrift = 5; });
  add(all, "first floor 3", [](Rule& r) { r.first = 3; });
}

void add_looks(std::vector<Rule>& all) {
  add(all, "P 1", [](Rule& r) { r.ahead = 1; });
  add(all, "P 4", [](Rule& r) { r.ahead = 4, r.looks = 0; });
  add(all, "P 8", [](Rule& r) { r.looks = 0; });
  add(all, "P T/50", [](Rule& r) { r.looks = 50; });
  add(all, "P T/200", [](Rule& r) { r.looks = 200; });
}

void add_challengers(std::vector<Rule>& all) {
  add(all, "M 1/8", [](Rule& r) { r.more = .125; });
  add(all, "M 1/2", [](Rule& r) { r.more = .5; });
  add(all, "M 1", [](Rule& r) { r.more = 1; });
  add(all, "M by contenders", [](Rule& r) { r.crowd = 1; });
  add(all, "ln n 0", [](Rule& r) { r.log_pulls = 0; });
  add(all, "ln n 1/4", [](Rule& r) { r.log_pulls = .25; });
  add(all, "ln n 1", [](Rule& r) { r.log_pulls = 1; });
  add(all, "x^1.5, ln n 1", [](Rule& r) { r.power = 1.5, r.log_pulls = 1; });
  add(all, "by probability", [](Rule& r) { r.log_tail = .5; });
  add(all, "by knowledge gradient",
      [](Rule& r) { r.log_tail = 1, r.log_spread = -.5, r.log_pulls = 0; });
  add(all, "by bound, 2 sd", [](Rule& r) { r.bound = 2; });
  add(all, "by bound, 2.5 sd", [](Rule& r) { r.bound = 2.5; });
  add(all, "by bound, 3 sd", [](Rule& r) { r.bound = 3; });
  add(all, "shrunk means", [](Rule& r) { r.shrink = 1; });
  add(all, "OCBA first, to .3 T", [](Rule& r) { r.steering = Steering::ocba, r.until = .3; });
  add(all, "sd of each arm, 10", [](Rule& r) { r.own_noise = 10; });
  add(all, "sd of each arm, 30", [](Rule& r) { r.own_noise = 30; });
}

void add_leaders(std::vector<Rule>& all) {
  add(all, "leader up to .8 n", [](Rule& r) { r.leader = .8; });
  add(all, "leader up to 1.25 n", [](Rule& r) { r.leader = 1.25; });
  add(all, "leader up to 1.5 n", [](Rule& r) { r.leader = 1.5; });
  add(all, "leader by contenders^.25", [](Rule& r) { r.contenders = .25; });
  add(all, "leader by contenders^.5", [](Rule& r) { r.contenders = .5; });
  add(all, "leader m - sd/2", [](Rule& r) { r.timid = .5; });
  add(all, "names shrunk mean", [](Rule& r) { r.final = Final::shrunk_mean; });
  add(all, "names likeliest best", [](Rule& r) { r.final = Final::probability; });
}

void add_others(std::vector<Rule>& all) {
  add(all, "OCBA", [](Rule& r) { r.alpha = 1, r.ahead = 1, r.steering = Steering::ocba; });
  add(all, "UGapEb", [](Rule& r) { r.alpha = 1, r.ahead = 1, r.steering = Steering::gap_bounds; });
  add(all, "equal pulls", [](Rule& r) { r.first = 1 << 30, r.thrift = 1; });
  add(all, "top two, no floor", [](Rule& r) { r.alpha = 1, r.ahead = 1, r.more = 1e9; });
}

void add_together(std::vector<Rule>& all) {
  add(all, "late 1 2 3, M 1/2", [](Rule& r) { r.late = 1, r.more = .5; });
  add(all, "late 1 2 3, M 1/2, T < 10K", [](Rule& r) { r.late = 1, r.more = .5, r.thrift = 5; });
  add(all, "late 1 2 3, alpha .85, M 1/2", [](Rule& r) { r.late = 1, r.alpha = .85, r.more = .5; });
}

}  // namespace

std::vector<Rule> all_rules() {
  std::vector<Rule> all{{.name = "adaptive_halving"}};
  add_floors(all);
  add_looks(all);
  add_challengers(all);
  add_leaders(all);
  add_others(all);
  add_together(all);
  return all;
}

}  // namespace mesha::bench
