// A selection as it stands: the fold of its events. Live use and replay run the same code; there is
// no clock, no file and no chance in it: a learner's coins follow from the seed in `created`.
//
//   check()   may this event come next? All rules are here, so a log that breaks one is found out.
//   apply()   what it changes; cannot fail after check() has agreed
//   due()     what must come next by itself: the end of an epoch, the decision; found by apply()
//
// Scores of one candidate under one report are added up in ascending order of their value: the
// floating-point sum depends neither on the order of arrival nor on ticket numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/learners/parts/grim_trigger.hpp"
#include "mesha/model/any_learner.hpp"
#include "mesha/model/evidence.hpp"
#include "mesha/session/event.hpp"

namespace mesha {

enum class TicketState : std::uint8_t {
  out,      // issued, its score awaited
  told,     // it has its score
  expired,  // its place was given to a new ticket
  dropped,  // its candidate withdrew
};

struct Ticket {
  ArmId arm;
  TicketState state = TicketState::out;
  std::int32_t report = 0;  // of Standing::reports
  std::string worker;       // may be empty
  std::int64_t epoch = 0;
  std::int64_t asked = 0;
  std::int64_t due = 0;
  double reward = 0;
  double first = 0;  // before any correction: what a repeated tell would say
};

// One candidate.
struct Standing {
  enum class Place { in, left, withdrew };

  std::string name;
  std::vector<Report> reports;  // all different
  std::int32_t report = 0;      // the one in force
  Place place = Place::in;
  std::int64_t left_in = 0;                    // epoch; 0: has not left
  std::int64_t aside_since = 0;                // epoch after which its learner set it aside; 0: not
  std::optional<Departure> judgement;          // if it left by the rules
  std::optional<GrimTrigger::Judgement> last;  // in the epoch that was closed last
  std::string reason;                          // if it withdrew
  // In the epoch that is open.
  std::int64_t planned = 0;
  std::int64_t issued = 0;  // out or told
  std::int64_t told = 0;
  // Since the start.
  std::int64_t scores = 0;
  double score_sum = 0;  // for looking at: in the order of arrival
};

class SessionState {
 public:
  enum class Stage { open, decided, nobody_left };

  static Result<SessionState> begin(const Event& created);
  // The same with a learner that is not in the catalog; `config` and it were checked.
  SessionState(SessionConfig config, AnyLearner learner);

  Status check(const Event& event) const;
  void apply(const Event& event);
  const std::optional<EventBody>& due() const { return due_; }

  const SessionConfig& config() const { return config_; }
  Stage stage() const { return stage_; }
  std::optional<ArmId> winner() const { return winner_; }     // the fallback, if no arm is left
  std::int64_t epoch() const { return epoch_; }               // the open one; counts from 1
  std::int64_t spent() const { return spent_; }               // scores told
  std::int64_t saved() const { return saved_ + saved_now_; }  // planned, then withdrawn
  std::int64_t owed() const { return owed_; }                 // scores that the open epoch wants
  std::int64_t out() const { return out_; }                   // tickets
  const std::vector<Standing>& standings() const { return standings_; }
  const std::vector<Ticket>& tickets() const { return tickets_; }
  const AnyLearner& learner() const { return learner_; }

  const Ticket* ticket(TicketId id) const;
  const Report& report_of(const Ticket& ticket) const;
  std::string_view why_corrected(TicketId id) const;  // empty: it was not
  std::optional<ArmId> arm_named(std::string_view name) const;

  // To evaluate next: of the candidates with tickets to issue, those with the fewest so far.
  std::vector<ArmId> next_arms(std::int64_t count) const;
  // Tickets of the open epoch, the longest overdue first.
  std::vector<TicketId> overdue(std::int64_t now) const;
  // What the open epoch has brought by now, and what the learner's trigger makes of it, where it
  // has one: to look at, not to decide.
  std::vector<Evidence> evidence() const;
  std::vector<std::pair<ArmId, GrimTrigger::Judgement>> judgements() const;

 private:
  void apply(std::int64_t at, const Asked& e);
  void apply(const Reported& e);
  void apply(const Told& e);
  void apply(const Withdrawn& e);
  void apply(const Closed& e);

  void find_due();
  void plan(std::int64_t at_most);
  ArmId best_mean() const;

  Ticket& at_ticket(TicketId id) { return tickets_[static_cast<std::size_t>(id - 1)]; }

  SessionConfig config_;
  AnyLearner learner_;
  std::optional<GrimTrigger> trigger_;  // where the learner has one
  std::optional<EventBody> due_;
  std::optional<AnyLearner> after_;  // the learner when the epoch is closed, if that is due
  std::vector<Standing> standings_;
  std::map<std::string, ArmId, std::less<>> by_name_;
  std::vector<std::map<Vec, std::int32_t>> known_reports_;
  std::vector<Ticket> tickets_;
  std::size_t first_of_epoch_ = 0;               // in tickets_
  std::map<TicketId, std::string> corrections_;  // the last reason of each
  Stage stage_ = Stage::open;
  bool over_ = false;  // nothing is left to evaluate: only the decision is missing
  std::optional<ArmId> winner_;
  std::int64_t epoch_ = 1;
  std::int64_t spent_ = 0;
  std::int64_t saved_ = 0;      // in epochs that are closed
  std::int64_t saved_now_ = 0;  // in the open one
  std::int64_t owed_ = 0;
  std::int64_t out_ = 0;
  std::int64_t in_ = 0;  // candidates
};

}  // namespace mesha
