#include "mesha/simulate/rare/tilt.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace mesha {
namespace {

constexpr std::size_t most_tilts = 4096;
constexpr double unlikely = 20;    // a cost this much above the least one is not worth a tilt
constexpr double defensive = 0.1;  // the share that shifts nothing

double square(double x) { return x * x; }

// An arm in one epoch, and the noise (in standard deviations) that it takes to bring it about that
// it is above a level, or below. Infinite: nothing does.
struct Opponent {
  int arm = 0;
  double mean = 0;       // of its score
  double sd = 0;         // 0: the score is a constant
  double trigger_z = 0;  // noise below this, and the trigger takes it

  bool caught() const { return trigger_z > 0; }  // typically

  double rise(double level) const {
    const double by_score = sd > 0 ? (level - mean) / sd : mean < level ? HUGE_VAL : 0;
    return std::max({0.0, by_score, trigger_z});
  }
  double fall(double level, bool may_be_caught) const {
    const double by_score = sd > 0 ? (mean - level) / sd : mean > level ? HUGE_VAL : 0;
    return std::max(0.0, may_be_caught ? std::min(by_score, -trigger_z) : by_score);
  }
};

// The level t where `up` must be above, and not caught, and `down` below, at the least cost.
struct Meeting {
  double level = 0;
  double cost = HUGE_VAL;
};

Meeting meet(const std::vector<Opponent>& up, const std::vector<Opponent>& down,
             bool may_be_caught) {
  Meeting best;
  const auto cost = [&](double t) {
    double sum = 0;
    for (const Opponent& arm : up) sum += square(arm.rise(t)) / 2;
    for (const Opponent& arm : down) sum += square(arm.fall(t, may_be_caught)) / 2;
    if (sum < best.cost) best = {t, sum};
    return sum;
  };
  double low = up.front().mean;
  double high = low;
  for (const auto* side : {&up, &down}) {
    for (const Opponent& arm : *side) {
      low = std::min(low, arm.mean);
      high = std::max(high, arm.mean);
      if (arm.sd == 0) cost(arm.mean);  // where the cost jumps
    }
  }
  constexpr int cells = 32;  // triggers make dents in what is otherwise convex
  const double width = (high - low) / cells;
  for (int k = 0; k <= cells; ++k) cost(low + k * width);
  low = std::max(low, best.level - width);
  high = std::min(high, best.level + width);
  for (int step = 0; step < 40; ++step) {  // keep the better two thirds
    const double a = low + (high - low) / 3;
    const double b = high - (high - low) / 3;
    const bool left = cost(a) < cost(b);
    (left ? high : low) = left ? b : a;
  }
  return best;
}

// The typical course of a run in which one rival is pushed through to a given epoch.
class Course {
 public:
  // may_be_caught: who stands in the rival's way may also fall to the trigger, if that is cheaper.
  Course(const AffineProblem& problem, int rival, bool may_be_caught)
      : problem_(&problem), rival_(rival), may_be_caught_(may_be_caught) {
    active_.resize(problem.means.size());
    std::iota(active_.begin(), active_.end(), 0);
  }

  // The ways in which the rival beats the best arm, in epoch 1, 2, ..., that cost at most so much.
  std::vector<Tilt> ways(double most) {
    std::vector<Tilt> found;
    for (int epoch = 1; epoch <= problem_->facts.epochs; ++epoch) {
      const Stage stage = problem_->facts.stage(epoch, static_cast<int>(active_.size()));
      pulls_.push_back(stage.pulls);
      look(stage);
      const auto level = overtake(stage, overtakers(std::nullopt), most, found);
      overtake(stage, overtakers(best_.mean), most, found);
      if (level) overtake(stage, overtakers(level), most, found);
      if (!push_through(stage) || !std::isfinite(so_far_.cost) || so_far_.cost > most) break;
    }
    return found;
  }

 private:
  // Who is there: the rival, then the others by strength, then those whom the trigger takes.
  void look(const Stage& stage) {
    const std::int64_t counted =
        problem_->facts.cumulative ? std::accumulate(pulls_.begin(), pulls_.end(), std::int64_t{0})
                                   : stage.pulls;
    others_.clear();
    for (const int arm : active_) {
      const ScoreLaw law = score_law(*problem_, ArmId{arm}, counted);
      const Opponent one{arm, law.mean, law.sd, law.trigger_z};
      if (arm == problem_->best().index) {
        best_ = one;
      } else if (arm == rival_) {
        rival_now_ = one;
      } else {
        others_.push_back(one);
      }
    }
    std::ranges::stable_sort(others_, [](const Opponent& a, const Opponent& b) {
      return std::pair(!a.caught(), a.mean) > std::pair(!b.caught(), b.mean);
    });
    free_ = 1 + static_cast<std::size_t>(std::ranges::count(others_, false, &Opponent::caught));
    others_.insert(others_.begin(), rival_now_);  // counted, and always wanted above
  }

  void shift(Tilt& tilt, int arm, double by) const {
    if (by == 0) return;
    if (!problem_->facts.cumulative) {
      tilt.shifts.push_back({static_cast<int>(pulls_.size()), arm, by});
      return;
    }
    // The same drift in every pull so far.
    const auto all =
        static_cast<double>(std::accumulate(pulls_.begin(), pulls_.end(), std::int64_t{0}));
    for (std::size_t k = 0; k < pulls_.size(); ++k) {
      const double part = by * std::sqrt(static_cast<double>(pulls_[k]) / all);
      if (part != 0) add(tilt, {static_cast<int>(k) + 1, arm, part});
    }
  }

  // Pushed twice, an arm needs only the stronger push.
  static void add(Tilt& tilt, const Shift& more) {
    for (Shift& known : tilt.shifts) {
      if (known.epoch == more.epoch && known.arm == more.arm) {
        if (std::fabs(more.by) > std::fabs(known.by)) known.by = more.by;
        return;
      }
    }
    tilt.shifts.push_back(more);
  }

  // Whom the rival may need for getting past the best arm, in the order in which they are wanted:
  // by strength, or, if there is a level, by what it costs them to be above it and not caught.
  std::vector<Opponent> overtakers(std::optional<double> level) const {
    std::vector<Opponent> up = others_;
    if (best_.sd == 0) {  // constants that cannot win
      std::erase_if(up, [this](const Opponent& one) {
        return one.sd == 0 && std::pair(one.mean, -one.arm) < std::pair(best_.mean, -best_.arm);
      });
      if (up.empty() || up.front().arm != rival_) return {};
    }
    if (level) {
      std::ranges::stable_sort(up.begin() + 1, up.end(), {},
                               [&](const Opponent& one) { return one.rise(*level); });
    }
    return up;
  }

  // Adds the way in which these get past the best arm, and returns where they meet it.
  std::optional<double> overtake(const Stage& stage, std::vector<Opponent> up, double most,
                                 std::vector<Tilt>& found) const {
    if (up.size() < static_cast<std::size_t>(stage.keep)) return std::nullopt;  // room for all
    up.resize(static_cast<std::size_t>(stage.keep));
    const Meeting here = meet(up, {best_}, false);
    if (!std::isfinite(here.cost)) return std::nullopt;
    if (so_far_.cost + here.cost > most) return here.level;
    Tilt tilt = so_far_;
    tilt.cost += here.cost;
    for (const Opponent& arm : up) shift(tilt, arm.arm, arm.rise(here.level));
    // Where scores start afresh the best arm's noise is integrated, not drawn.
    if (problem_->facts.cumulative) shift(tilt, best_.arm, -best_.fall(here.level, false));
    found.push_back(std::move(tilt));
    return here.level;
  }

  // With the best arm, the rival and the strongest others stay. False: no room for the rival.
  bool push_through(const Stage& stage) {
    if (stage.keep < 2) return false;
    const std::size_t room = std::min(free_, static_cast<std::size_t>(stage.keep) - 1);
    std::vector<Opponent> down(others_.begin() + static_cast<std::ptrdiff_t>(room),
                               others_.begin() + static_cast<std::ptrdiff_t>(free_));
    if (!down.empty() && rival_now_.mean >= down.front().mean) down.clear();  // it is stronger
    const Meeting here = meet({rival_now_}, down, may_be_caught_);
    so_far_.cost += here.cost;
    shift(so_far_, rival_now_.arm, rival_now_.rise(here.level));
    for (const Opponent& arm : down) shift(so_far_, arm.arm, -arm.fall(here.level, may_be_caught_));
    active_ = {problem_->best().index};
    for (std::size_t k = 0; k < room; ++k) active_.push_back(others_[k].arm);
    return true;
  }

  const AffineProblem* problem_;
  int rival_;
  bool may_be_caught_;
  std::vector<int> active_;
  std::vector<std::int64_t> pulls_;  // new ones, per epoch so far
  std::vector<Opponent> others_;
  std::size_t free_ = 0;  // of others_: whom the trigger does not take
  Opponent best_;
  Opponent rival_now_;
  Tilt so_far_;
};

bool by_epoch_and_arm(const Shift& a, const Shift& b) {
  return std::pair(a.epoch, a.arm) < std::pair(b.epoch, b.arm);
}

}  // namespace

Mixture tilts(const AffineProblem& problem) {
  std::vector<Tilt> ways;
  double least = HUGE_VAL;
  for (int rival = 0; rival < problem.arm_count(); ++rival) {
    if (rival == problem.best().index) continue;
    for (const bool may_be_caught : {false, true}) {
      for (Tilt& way : Course(problem, rival, may_be_caught).ways(least + unlikely)) {
        if (way.shifts.empty()) continue;
        std::ranges::sort(way.shifts, by_epoch_and_arm);
        least = std::min(least, way.cost);
        ways.push_back(std::move(way));
      }
    }
  }
  std::erase_if(ways, [&](const Tilt& way) { return way.cost > least + unlikely; });
  std::ranges::stable_sort(ways, {}, &Tilt::cost);
  // Two rivals who help each other are one way.
  const auto same = [](const Tilt& a, const Tilt& b) { return a.shifts == b.shifts; };
  const auto [end, last] = std::ranges::unique(ways, same);
  ways.erase(end, last);
  if (ways.size() > most_tilts) ways.resize(most_tilts);

  double sum = 0;
  for (const Tilt& way : ways) sum += std::exp(-(way.cost - least) / 2);
  Mixture mixture = {{.share = ways.empty() ? 1 : defensive}};
  for (Tilt& way : ways) {
    way.share = (1 - defensive) * std::exp(-(way.cost - least) / 2) / sum;
    mixture.push_back(std::move(way));
  }
  return mixture;
}

}  // namespace mesha
