#include "mesha/session/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>

#include "mesha/base/cases.hpp"
#include "mesha/base/expects.hpp"

namespace mesha {

SessionState::SessionState(SessionConfig config, AnyLearner learner)
    : config_(std::move(config)),
      learner_(std::move(learner)),
      trigger_(epoch_trigger(config_.learner, setting_of(config_), options_of(config_))) {
  for (const Candidate& candidate : config_.candidates) {
    by_name_.emplace(candidate.name, arm_at(standings_.size()));
    standings_.push_back({.name = candidate.name, .reports = {candidate.report}});
    known_reports_.push_back({{candidate.report.x, 0}});
  }
  in_ = static_cast<std::int64_t>(standings_.size());
  learner_.start({.seed = config_.seed.value_or(0), .run = 0});
  if (learner_.finished()) {
    over_ = true;
  } else {
    plan(config_.budget);
  }
  find_due();
}

Result<SessionState> SessionState::begin(const Event& event) {
  const auto* created = std::get_if<Created>(&event.what);
  if (created == nullptr) return Error{"a log begins with the event `created`"};
  if (event.at < 0) return Error{"a time before 1970"};
  if (const std::string& learner = created->config.learner; find_learner(learner) == nullptr)
    return unsupported(fmt::format(
        "this program has no learner called {}, use the one that wrote the log", learner));
  if (auto fits = check_config(created->config); !fits) return fits.error();
  auto learner = learner_of(created->config);
  if (!learner) return learner.error();
  return SessionState(created->config, *std::move(learner));
}

// The next batch of the learner, as places for tickets. `at_most` binds only where a batch replaces
// one whose candidates all withdrew: what they took with them is missing.
void SessionState::plan(std::int64_t at_most) {
  std::vector<Report> reports;
  reports.reserve(standings_.size());
  for (Standing& one : standings_) {
    one.planned = one.issued = one.told = 0;
    reports.push_back(one.reports[static_cast<std::size_t>(one.report)]);
  }
  std::int64_t total = 0;
  const std::vector<Pulls> batch = learner_.plan(reports);
  for (const Pulls& pulls : batch) total += pulls.count;
  at_most = std::max(at_most, static_cast<std::int64_t>(batch.size()));  // one for each
  const std::int64_t budget = std::min(at_most, config_.budget - spent_);
  const double share = static_cast<double>(budget) / static_cast<double>(total);
  owed_ = 0;
  for (const Pulls& pulls : batch) {
    const auto scaled_down = static_cast<std::int64_t>(share * static_cast<double>(pulls.count));
    const std::int64_t count =
        total <= budget ? pulls.count : std::max<std::int64_t>(1, scaled_down);
    standings_[at(pulls.arm)].planned = std::min(count, budget - owed_);
    owed_ += standings_[at(pulls.arm)].planned;
  }
  first_of_epoch_ = tickets_.size();
  over_ = owed_ == 0;
}

const Ticket* SessionState::ticket(TicketId id) const {
  return id >= 1 && std::cmp_less_equal(id, tickets_.size())
             ? &tickets_[static_cast<std::size_t>(id - 1)]
             : nullptr;
}

const Report& SessionState::report_of(const Ticket& ticket) const {
  return standings_[at(ticket.arm)].reports[static_cast<std::size_t>(ticket.report)];
}

std::string_view SessionState::why_corrected(TicketId id) const {
  const auto found = corrections_.find(id);
  return found == corrections_.end() ? std::string_view() : found->second;
}

std::optional<ArmId> SessionState::arm_named(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<ArmId> SessionState::next_arms(std::int64_t count) const {
  using Place = std::pair<std::int64_t, std::size_t>;  // tickets so far, arm
  std::vector<Place> places;
  for (std::size_t i = 0; i < standings_.size(); ++i) {
    if (standings_[i].issued < standings_[i].planned) places.emplace_back(standings_[i].issued, i);
  }
  std::priority_queue<Place, std::vector<Place>, std::greater<>> queue({}, std::move(places));
  std::vector<ArmId> arms;
  while (!queue.empty() && std::cmp_less(arms.size(), count)) {
    const auto [issued, i] = queue.top();
    queue.pop();
    arms.push_back(arm_at(i));
    if (issued + 1 < standings_[i].planned) queue.emplace(issued + 1, i);
  }
  return arms;
}

std::vector<TicketId> SessionState::overdue(std::int64_t now) const {
  std::vector<TicketId> late;
  for (std::size_t k = first_of_epoch_; k < tickets_.size(); ++k) {
    if (tickets_[k].state == TicketState::out && tickets_[k].due <= now)
      late.push_back(static_cast<TicketId>(k + 1));
  }
  std::ranges::stable_sort(late, {}, [this](TicketId id) { return ticket(id)->due; });
  return late;
}

std::vector<Evidence> SessionState::evidence() const {
  struct Score {
    ArmId arm;
    std::int32_t report;
    double reward;

    auto operator<=>(const Score&) const = default;
  };
  std::vector<Score> scores;
  for (std::size_t k = first_of_epoch_; k < tickets_.size(); ++k) {
    const Ticket& one = tickets_[k];
    // A candidate that withdrew has planned = 0.
    if (one.state == TicketState::told && standings_[at(one.arm)].planned > 0)
      scores.push_back({one.arm, one.report, one.reward});
  }
  std::ranges::sort(scores, [](const Score& a, const Score& b) { return (a <=> b) < 0; });
  std::vector<Evidence> groups;
  std::int32_t last_report = -1;
  for (const Score& score : scores) {
    if (groups.empty() || groups.back().arm != score.arm || last_report != score.report) {
      const Standing& one = standings_[at(score.arm)];
      groups.push_back({score.arm, one.reports[static_cast<std::size_t>(score.report)], 0, 0});
      last_report = score.report;
    }
    groups.back().pulls += 1;
    groups.back().reward_sum += score.reward;
    groups.back().square_sum += score.reward * score.reward;
  }
  return groups;
}

std::vector<std::pair<ArmId, GrimTrigger::Judgement>> SessionState::judgements() const {
  auto trigger = trigger_;  // it remembers what it computed
  std::vector<std::pair<ArmId, GrimTrigger::Judgement>> all;
  if (!trigger) return all;
  const std::vector<Evidence> batch = evidence();
  ByArm by_arm;
  by_arm(batch, [&](ArmId arm, Groups groups) { all.emplace_back(arm, trigger->judge(groups)); });
  return all;
}

void SessionState::find_due() {
  due_.reset();
  if (stage_ != Stage::open || (owed_ > 0 && !over_)) return;
  if (!over_) {
    after_ = learner_;
    after_->observe(evidence());
    const std::size_t before = learner_.departures().size();
    expects(after_->departures().size() >= before, "who has left stays in the learner's list");
    const auto left = std::span(after_->departures()).subspan(before);
    due_ = Closed{.epoch = epoch_, .leavers = {left.begin(), left.end()}};
  } else if (!learner_.finished()) {  // all withdrew, or took the budget with them
    due_ = in_ == 0 ? Decided{} : Decided{true, best_mean()};
  } else {
    const Outcome& outcome = learner_.answer().outcome;
    const auto* found = std::get_if<Identified>(&outcome);
    due_ = found != nullptr ? Decided{true, found->arm}
                            : Decided{false, std::get<NobodyLeft>(outcome).fallback};
  }
}

// Of all scores. Not the learner's leader(), which may rank by the last epoch alone: journals that
// ended like this would replay to other winners.
ArmId SessionState::best_mean() const {
  std::vector<std::vector<double>> scores(standings_.size());
  for (const Ticket& one : tickets_) {
    if (one.state == TicketState::told) scores[at(one.arm)].push_back(one.reward);
  }
  std::optional<std::pair<double, ArmId>> best;
  for (std::size_t i = 0; i < standings_.size(); ++i) {
    if (standings_[i].place != Standing::Place::in) continue;
    std::ranges::sort(scores[i]);
    double mean = scores[i].empty() ? -std::numeric_limits<double>::infinity() : 0;
    for (const double score : scores[i]) mean += score / static_cast<double>(scores[i].size());
    if (!best || mean > best->first) best = {mean, arm_at(i)};
  }
  expects(best.has_value(), "somebody is in");
  return best->second;
}

void SessionState::apply(const Reported& e) {
  auto& known = known_reports_[at(e.arm)];
  Standing& one = standings_[at(e.arm)];
  const auto [place, fresh] =
      known.try_emplace(e.report.x, static_cast<std::int32_t>(known.size()));
  if (fresh) one.reports.push_back(e.report);
  one.report = place->second;
}

void SessionState::apply(std::int64_t at_time, const Asked& e) {
  Standing& one = standings_[at(e.arm)];
  tickets_.push_back({.arm = e.arm,
                      .report = one.report,
                      .worker = e.worker,
                      .epoch = epoch_,
                      .asked = at_time,
                      .due = e.due});
  ++one.issued;
  ++out_;
}

void SessionState::apply(const Told& e) {
  Ticket& one = at_ticket(e.ticket);
  one.state = TicketState::told;
  one.reward = one.first = e.reward;
  Standing& who = standings_[at(one.arm)];
  ++who.told;
  ++who.scores;
  who.score_sum += e.reward;
  --owed_;
  --out_;
  ++spent_;
}

void SessionState::apply(const Withdrawn& e) {
  Standing& one = standings_[at(e.arm)];
  one.reason = e.reason;
  for (std::size_t k = first_of_epoch_; k < tickets_.size(); ++k) {
    if (tickets_[k].arm != e.arm || tickets_[k].state != TicketState::out) continue;
    tickets_[k].state = TicketState::dropped;
    --out_;
  }
  saved_now_ += one.planned - one.told;
  owed_ -= one.planned - one.told;
  one.planned = one.issued = one.told = 0;
  if (one.place == Standing::Place::in) {
    one.place = Standing::Place::withdrew;
    one.left_in = epoch_;
    --in_;
  }
  if (in_ == 0) {
    over_ = true;
    return;
  }
  learner_.withdraw(e.arm);
  const auto planned = [](const Standing& standing) { return standing.planned > 0; };
  if (std::ranges::any_of(standings_, planned)) return;
  plan(saved_now_);
  saved_now_ = std::max<std::int64_t>(0, saved_now_ - owed_);
}

void SessionState::apply(const Closed& e) {
  for (const auto& [arm, judgement] : judgements()) standings_[at(arm)].last = judgement;
  expects(after_.has_value(), "an epoch is closed that was found to be over");
  learner_ = *std::exchange(after_, std::nullopt);
  saved_ += std::exchange(saved_now_, 0);
  for (const Departure& gone : e.leavers) {
    Standing& one = standings_[at(gone.arm)];
    one.place = Standing::Place::left;
    one.left_in = epoch_;
    one.judgement = gone;
    one.judgement->epoch = static_cast<int>(epoch_);  // which the log does not repeat
    --in_;
  }
  for (std::size_t i = 0; i < standings_.size(); ++i) {
    Standing& one = standings_[i];
    if (one.place != Standing::Place::in) continue;
    if (!learner_.set_aside(arm_at(i)))
      one.aside_since = 0;
    else if (one.aside_since == 0)
      one.aside_since = epoch_;
  }
  ++epoch_;
  if (!learner_.finished()) return plan(config_.budget);
  for (Standing& one : standings_) one.planned = one.issued = one.told = 0;
  first_of_epoch_ = tickets_.size();
  over_ = true;
}

void SessionState::apply(const Event& event) {
  std::visit(Cases{[](const Created&) { expects(false, "a session is created once"); },
                   [this, &event](const Asked& e) { apply(event.at, e); },
                   [this](const Corrected& e) {
                     Ticket& one = at_ticket(e.ticket);
                     standings_[at(one.arm)].score_sum += e.reward - one.reward;
                     corrections_[e.ticket] = e.reason;
                     one.reward = e.reward;
                   },
                   [this](const Expired& e) {
                     Ticket& one = at_ticket(e.ticket);
                     one.state = TicketState::expired;
                     --standings_[at(one.arm)].issued;
                     --out_;
                   },
                   [this](const Decided& e) {
                     stage_ = e.identified ? Stage::decided : Stage::nobody_left;
                     winner_ = e.arm;
                   },
                   [this](const auto& e) { apply(e); }},
             event.what);
  find_due();
}

}  // namespace mesha
