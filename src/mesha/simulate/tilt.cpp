#include "mesha/simulate/tilt.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace mesha {
namespace {

constexpr std::size_t most_tilts = 64;
constexpr double unlikely = 20;    // a cost this much above the least one is not worth a tilt
constexpr double defensive = 0.1;  // the share that shifts nothing

struct Opponent {
  int arm = 0;
  double mean = 0;  // of its score
  double sd = 0;
  double rank = 0;  // the typical score; -infinity when the trigger typically takes it
};

double square(double x) { return x * x; }

// The level t where `up` must be above and `down` below, at the least cost.
struct Meeting {
  double level = 0;
  double cost = 0;
};

Meeting meet(const std::vector<Opponent>& up, const std::vector<Opponent>& down) {
  const auto cost = [&](double t) {
    double sum = 0;
    for (const Opponent& arm : up) {
      if (arm.mean < t) sum += square((t - arm.mean) / arm.sd) / 2;
    }
    for (const Opponent& arm : down) {
      if (arm.mean > t) sum += square((arm.mean - t) / arm.sd) / 2;
    }
    return sum;
  };
  double low = up.front().mean;
  double high = low;
  for (const auto* side : {&up, &down}) {
    for (const Opponent& arm : *side) {
      low = std::min(low, arm.mean);
      high = std::max(high, arm.mean);
    }
  }
  for (int step = 0; step < 80; ++step) {  // convex: keep the better two thirds
    const double a = low + (high - low) / 3;
    const double b = high - (high - low) / 3;
    (cost(a) < cost(b) ? high : low) = cost(a) < cost(b) ? b : a;
  }
  const double t = low + (high - low) / 2;
  return {t, cost(t)};
}

// The typical course of a run in which one rival is pushed through to a given epoch.
class Course {
 public:
  Course(const AffineProblem& problem, int rival) : problem_(&problem), rival_(rival) {
    active_.resize(problem.means.size());
    std::iota(active_.begin(), active_.end(), 0);
  }

  // The ways in which the rival beats the best arm: in epoch 1, 2, ...
  std::vector<Tilt> ways() {
    std::vector<Tilt> found;
    for (int epoch = 1; epoch <= problem_->facts.epochs; ++epoch) {
      const Stage stage = problem_->facts.stage(epoch, static_cast<int>(active_.size()));
      pulls_.push_back(stage.pulls);
      look(stage);
      if (others_.size() >= static_cast<std::size_t>(stage.keep)) found.push_back(overtake(stage));
      if (!push_through(stage)) break;
    }
    return found;
  }

 private:
  // Who is there, strongest first; the rival is kept apart.
  void look(const Stage& stage) {
    const std::int64_t counted =
        problem_->facts.cumulative ? std::accumulate(pulls_.begin(), pulls_.end(), std::int64_t{0})
                                   : stage.pulls;
    others_.clear();
    for (const int arm : active_) {
      const ScoreLaw law = score_law(*problem_, ArmId{arm}, counted);
      const Opponent one{arm, law.mean, law.sd, law.leaves > 0.5 ? -HUGE_VAL : law.mean};
      if (arm == problem_->best.index) {
        best_ = one;
      } else if (arm == rival_) {
        rival_now_ = one;
      } else {
        others_.push_back(one);
      }
    }
    std::ranges::stable_sort(others_, std::greater{}, &Opponent::rank);
    std::erase_if(others_, [](const Opponent& one) { return one.rank == -HUGE_VAL; });
    others_.insert(others_.begin(), rival_now_);  // counted, and always wanted above
  }

  static bool movable(const std::vector<Opponent>& arms) {
    return std::ranges::all_of(arms, [](const Opponent& one) { return one.sd > 0; });
  }

  void shift(Tilt& tilt, const Opponent& arm, double level) const {
    const double by = (level - arm.mean) / arm.sd;
    if (!problem_->facts.cumulative) {
      tilt.shifts.push_back({static_cast<int>(pulls_.size()), arm.arm, by});
      return;
    }
    // The same drift in every pull so far.
    const auto all =
        static_cast<double>(std::accumulate(pulls_.begin(), pulls_.end(), std::int64_t{0}));
    for (std::size_t k = 0; k < pulls_.size(); ++k) {
      const double part = by * std::sqrt(static_cast<double>(pulls_[k]) / all);
      if (part != 0) add(tilt, {static_cast<int>(k) + 1, arm.arm, part});
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

  Tilt overtake(const Stage& stage) const {
    Tilt tilt = so_far_;
    const std::vector<Opponent> up(others_.begin(), others_.begin() + stage.keep);
    if (!movable(up) || best_.sd == 0) return tilt;
    const Meeting here = meet(up, {best_});
    tilt.cost += here.cost;
    for (const Opponent& arm : up) {
      if (arm.mean < here.level) shift(tilt, arm, here.level);
    }
    // Where scores start afresh the best arm's noise is integrated, not drawn.
    if (problem_->facts.cumulative && best_.mean > here.level) shift(tilt, best_, here.level);
    return tilt;
  }

  // With the best arm, the rival and the strongest others stay. False: no room for the rival.
  bool push_through(const Stage& stage) {
    if (stage.keep < 2) return false;
    const auto room = static_cast<std::size_t>(stage.keep) - 1;
    if (others_.size() > room) {
      const std::vector<Opponent> down(others_.begin() + static_cast<std::ptrdiff_t>(room),
                                       others_.end());
      if (rival_now_.mean < down.front().mean && rival_now_.sd > 0 && movable(down)) {
        const Meeting here = meet({rival_now_}, down);
        so_far_.cost += here.cost;
        shift(so_far_, rival_now_, here.level);
        for (const Opponent& arm : down) {
          if (arm.mean > here.level) shift(so_far_, arm, here.level);
        }
      }
      others_.resize(room);
    }
    active_ = {problem_->best.index};
    for (const Opponent& one : others_) active_.push_back(one.arm);
    return true;
  }

  const AffineProblem* problem_;
  int rival_;
  std::vector<int> active_;
  std::vector<std::int64_t> pulls_;  // new ones, per epoch so far
  std::vector<Opponent> others_;
  Opponent best_;
  Opponent rival_now_;
  Tilt so_far_;
};

}  // namespace

Mixture tilts(const AffineProblem& problem) {
  std::vector<Tilt> ways;
  for (int rival = 0; rival < problem.arm_count(); ++rival) {
    if (rival == problem.best.index) continue;
    for (Tilt& way : Course(problem, rival).ways()) {
      if (!way.shifts.empty()) ways.push_back(std::move(way));
    }
  }
  std::ranges::stable_sort(ways, {}, &Tilt::cost);
  if (ways.size() > most_tilts) ways.resize(most_tilts);
  std::erase_if(ways, [&](const Tilt& way) { return way.cost > ways.front().cost + unlikely; });

  double sum = 0;
  for (const Tilt& way : ways) sum += std::exp(-(way.cost - ways.front().cost) / 2);
  Mixture mixture = {{.share = ways.empty() ? 1 : defensive}};
  for (Tilt& way : ways) {
    way.share = (1 - defensive) * std::exp(-(way.cost - ways.front().cost) / 2) / sum;
    mixture.push_back(std::move(way));
  }
  return mixture;
}

}  // namespace mesha
