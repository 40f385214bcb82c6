#include "mesha/learners/parts/roster.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "mesha/base/expects.hpp"

namespace mesha {
namespace {

double nth_largest(std::vector<double>& scores, std::size_t n) {
  const auto nth = scores.begin() + static_cast<std::ptrdiff_t>(n) - 1;
  std::ranges::nth_element(scores, nth, std::greater{});
  return *nth;
}

}  // namespace

Roster::Roster(int arms) {
  expects(arms > 0, "a learner needs at least one arm");
  for (int i = 0; i < arms; ++i) active_.push_back(ArmId{i});
  batch_.reserve(active_.size());
  answer_.departures.reserve(active_.size());
}

ArmId Roster::leader() const {
  if (active_.empty()) return best_triggered_->arm;
  if (finished_ || scores_.empty()) return active_.front();
  const auto best = std::ranges::max_element(scores_);  // the first of equals
  return active_[static_cast<std::size_t>(best - scores_.begin())];
}

const Answer& Roster::answer() const {
  expects(finished_, "a learner was asked for its answer before it had finished");
  return answer_;
}

void Roster::begin_epoch(std::int64_t count) {
  next_epoch();
  batch_.clear();
  for (const ArmId arm : active_) batch_.push_back({arm, count});
}

void Roster::begin_epoch(const std::vector<Pulls>& batch) {
  next_epoch();
  batch_ = batch;
}

void Roster::leaves_by_trigger(const Scored& arm) {
  answer_.departures.push_back({arm.arm, epoch_, ByTrigger{arm.mu_hat, *arm.bounds}});
  if (!best_triggered_ || arm.mu_hat > best_triggered_->mu_hat) best_triggered_ = arm;
}

void Roster::eliminate(const Scored& arm) {
  leaves_by_trigger(arm);
  std::erase(active_, arm.arm);
}

void Roster::score(const Scored& arm) {
  if (arm.bounds && arm.bounds->fires()) {
    leaves_by_trigger(arm);
  } else {
    scored_.push_back(arm);
  }
}

void Roster::keep_best(int keep) {
  expects(keep > 0, "a cut leaves somebody");
  const std::size_t stay = std::min(static_cast<std::size_t>(keep), scored_.size());
  active_.clear();
  scores_.clear();
  if (stay == 0) return;
  std::vector<double>& ranking = *ranking_;
  ranking.clear();
  for (const Scored& arm : scored_) ranking.push_back(arm.mu_hat);
  const double cut = nth_largest(ranking, stay);
  // Above the cut there are fewer than `stay`; those at the cut fill up, lowest index first.
  auto at_cut = static_cast<std::ptrdiff_t>(stay) -
                std::ranges::count_if(ranking, [cut](double mu) { return mu > cut; });
  for (const Scored& arm : scored_) {
    if (arm.mu_hat > cut || (arm.mu_hat == cut && at_cut-- > 0)) {
      active_.push_back(arm.arm);
      scores_.push_back(arm.mu_hat);
    } else {
      answer_.departures.push_back({arm.arm, epoch_, ByRanking{arm.mu_hat, cut, arm.bounds}});
    }
  }
  scored_.clear();
}

void Roster::withdraw(ArmId arm) {
  std::erase_if(batch_, [arm](const Pulls& pulls) { return pulls.arm == arm; });
  const auto place = std::ranges::find(active_, arm);
  if (place == active_.end()) return;
  if (!scores_.empty()) scores_.erase(scores_.begin() + (place - active_.begin()));
  active_.erase(place);
  expects(!finished_ && !active_.empty(), "the only arm that is in cannot withdraw");
  answer_.departures.push_back({arm, std::max(1, epoch_), ByItself{}});
}

void Roster::finish() {
  finished_ = true;
  batch_.clear();
  if (!active_.empty()) {
    answer_.outcome = Identified{active_.front()};
  } else {
    expects(best_triggered_.has_value(), "nobody is left, and nobody was sent away");
    answer_.outcome = NobodyLeft{best_triggered_->arm};
  }
}

ArmRule mean_rule(const Report& /*report*/, std::int64_t pulls) {
  return {.scale = 1 / static_cast<double>(pulls)};
}

Status enough_budget(int arms, std::int64_t budget, std::int64_t smallest) {
  if (budget >= smallest) return ok();
  return Error{"budget T = " + std::to_string(budget) + " is too small for " +
               std::to_string(arms) +
               " arms: the smallest that works is T = " + std::to_string(smallest)};
}

}  // namespace mesha
