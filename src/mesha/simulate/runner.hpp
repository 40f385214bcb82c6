// Protocol 1, played once. Generic: it knows no learner and no strategy by name.
//
// Within a batch the arms are pulled round-robin in index order; it matters only to strategies
// that watch the history. Under constant reports and Gaussian noise a batch of n pulls is one
// draw of N(n mu, n sd^2) per arm, exact in distribution; `every_pull` draws each reward instead.
//
// Sums are keyed by (batch, seat), which all learners with the same schedule share. Rewards drawn
// one by one are keyed by (arm, its k-th pull): so are those of learners whose schedule depends on
// scores, which have little else in common from one profile of reports to another, and those of
// learners that want the sum of squares.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "mesha/base/random.hpp"
#include "mesha/model/instance.hpp"
#include "mesha/model/learner.hpp"
#include "mesha/model/strategy.hpp"
#include "mesha/simulate/rewards.hpp"

namespace mesha {

enum class Draw { sums_where_possible, every_pull };

struct RunOptions {
  Draw draw = Draw::sums_where_possible;
  // Pulls; a run that would need more ends as Unfinished.
  std::int64_t cap = std::numeric_limits<std::int64_t>::max();
  std::stop_token stop = {};  // looked at within a run too: see stopped()
};

// Evidence that keeps its memory from batch to batch and from run to run.
class EvidenceBuffer {
 public:
  void clear() { used_ = 0; }
  Evidence& add(ArmId arm, const Report& report) {
    if (used_ == held_.size()) grow(report.x.size());
    Evidence& group = held_[used_++];
    group.arm = arm;
    group.report.x = report.x;
    group.pulls = 0;
    group.reward_sum = 0;
    group.square_sum = 0;
    return group;
  }

  // For constant reports: fill_in() says them once, then add_known() only puts the arm's evidence
  // into the next place. `pulls` and `reward_sum` are the caller's to set.
  void fill_in(std::span<const Report> reports) {
    held_.clear();
    for (std::size_t i = 0; i < reports.size(); ++i) {
      held_.push_back({arm_at(i), reports[i]});
      place_of_.push_back(i);
    }
  }
  Evidence& add_known(ArmId arm) {
    Evidence& group = held_[used_];
    if (group.arm != arm) {
      std::swap(place_of_[at(group.arm)], place_of_[at(arm)]);
      std::swap(group, held_[place_of_[at(group.arm)]]);
    }
    ++used_;
    return group;
  }
  // The only evidence of its batch, wherever it lies.
  Evidence& known(ArmId arm) { return held_[place_of_[at(arm)]]; }

  Evidence& operator[](std::size_t k) { return held_[k]; }
  std::size_t size() const { return used_; }
  std::span<const Evidence> all() const { return {held_.data(), used_}; }

 private:
  // Well ahead: a rare run may need a little more than all before it.
  void grow(std::size_t d) { held_.resize(2 * held_.size() + 1, Evidence{.report = {Vec(d)}}); }

  std::vector<Evidence> held_;
  std::size_t used_ = 0;
  std::vector<std::size_t> place_of_;  // in held_, of every arm
};

struct Unwatched {
  void operator()(std::span<const Evidence> /*batch*/, const auto& /*learner*/) const {}
};

// Plays runs one after another with memory that is allocated once. One per thread.
template <Learner L, Strategy S>
class Runner {
 public:
  Runner(const L& learner, const Instance& instance, std::span<const S> profile,
         const RunOptions& options = {})
      : fresh_learner_(learner),
        learner_(learner),
        instance_(&instance),
        fresh_profile_(profile.begin(), profile.end()),
        profile_(fresh_profile_),
        own_pulls_(profile.size(), 0),
        reports_(profile.size()),
        groups_of_(profile.size()),
        cap_(options.cap),
        stop_(options.stop) {
    expects(profile.size() == instance.arm_count(), "every arm needs a strategy");
    constant_ = std::ranges::all_of(profile, &S::constant);
    watched_ = std::ranges::any_of(profile, &S::watches);
    squares_ = needs_squares(learner);
    if (draws_sums(learner, instance, profile, options.draw))
      sum_sd_ = std::get<GaussianNoise>(instance.noise()).sd;
    if (constant_) ask_everybody(RunRandom{});
    if (sum_sd_) evidence_.fill_in(reports_);
    for (auto& groups : groups_of_) groups.reserve(1);  // of an arm that few runs pull
  }

  // `watch` sees the evidence of every batch, and the learner after it has observed it.
  template <class Watch = Unwatched>
  const Answer& play(const RunRandom& random, Watch&& watch = {}) {
    learner_ = fresh_learner_;
    if constexpr (TossesCoins<L>) learner_.start(random);
    spent_ = 0;
    draws_ = 0;
    stopped_ = false;
    if (!constant_) profile_ = fresh_profile_;
    if (sum_sd_) {
      normals_.start_run(random, Stream::batch_noise);
    } else {
      start_pulling(random);
    }
    for (std::uint64_t batch = 0; !learner_.finished(); ++batch) {
      if (!constant_) ask_everybody(random);
      const std::vector<Pulls>& plan = learner_.plan(reports_);
      if (cut_off(plan) || is_time_to_stop(batch)) return unfinished();
      if (sum_sd_ && plan.size() == 1) {
        const Evidence& only = draw_alone(plan.front(), normals_.of_batch(batch, 1).front());
        learner_.observe({&only, 1});
        watch(std::span(&only, 1), learner_);
        ++draws_;
        continue;
      }
      evidence_.clear();
      if (sum_sd_) {
        draw_sums(plan, normals_.of_batch(batch, plan.size()));
        draws_ += static_cast<std::int64_t>(plan.size());
      } else {
        pull_round_robin(plan, random);
        if (stopped_) return unfinished();
      }
      learner_.observe(evidence_.all());
      watch(evidence_.all(), learner_);
    }
    return learner_.answer();
  }

  std::int64_t spent() const { return spent_; }  // pulls in the last run
  std::int64_t draws() const { return draws_; }  // of rewards or sums of rewards, in the last run
  // options.stop fired within the last run: its answer means nothing.
  bool stopped() const { return stopped_; }
  const L& learner() const { return learner_; }

 private:
  // Is a batch one draw per arm?
  static bool draws_sums(const L& learner, const Instance& instance, std::span<const S> profile,
                         Draw draw) {
    return draw == Draw::sums_where_possible && !noise_by_pull(learner) &&
           !needs_squares(learner) && std::holds_alternative<GaussianNoise>(instance.noise()) &&
           std::ranges::all_of(profile, &S::constant);
  }

  bool cut_off(const std::vector<Pulls>& plan) const {
    if (cap_ == std::numeric_limits<std::int64_t>::max()) return false;
    std::int64_t more = 0;
    for (const Pulls& pulls : plan) more += pulls.count;
    return more > cap_ - spent_;
  }

  const Answer& unfinished() {
    if constexpr (requires { learner_.leader(); })
      unfinished_.outcome = Unfinished{learner_.leader()};
    return unfinished_;
  }

  // Looking costs little, but some batches cost less.
  bool is_time_to_stop(std::uint64_t beat) {
    if (beat % 1024 == 1023 && stop_.stop_requested()) stopped_ = true;
    return stopped_;
  }

  ArmView view(ArmId arm, const RunRandom& random) const {
    return {arm,   instance_->feature(arm), instance_->theta(), own_pulls_[at(arm)], history_,
            random};
  }

  void ask_everybody(const RunRandom& random) {
    for (std::size_t i = 0; i < profile_.size(); ++i) {
      reports_[i].x = profile_[i].report(view(arm_at(i), random)).x;
    }
  }

  void draw_sums(const std::vector<Pulls>& plan, std::span<const float> normals) {
    double n = 0;
    double sd = 0;
    for (std::size_t seat = 0; seat < plan.size(); ++seat) {
      const auto [arm, count] = plan[seat];
      if (seat == 0 || count != plan[seat - 1].count) {  // as a rule once per batch
        n = static_cast<double>(count);
        sd = std::sqrt(n) * *sum_sd_;
      }
      Evidence& group = evidence_.add_known(arm);
      group.pulls = count;
      group.reward_sum = n * instance_->mean(arm) + sd * static_cast<double>(normals[seat]);
      spent_ += count;
    }
  }

  // The same for a batch of one arm, as learners plan it that pull one at a time.
  const Evidence& draw_alone(const Pulls& pulls, float normal) {
    const auto n = static_cast<double>(pulls.count);
    const double sd = pulls.count == 1 ? *sum_sd_ : std::sqrt(n) * *sum_sd_;
    Evidence& group = evidence_.known(pulls.arm);
    group.pulls = pulls.count;
    group.reward_sum = n * instance_->mean(pulls.arm) + sd * static_cast<double>(normal);
    spent_ += pulls.count;
    return group;
  }

  void start_pulling(const RunRandom& random) {
    rewards_.clear();
    for (std::size_t i = 0; i < profile_.size(); ++i) {
      own_pulls_[i] = 0;
      rewards_.emplace_back(*instance_, arm_at(i), random);
    }
    history_.clear();
  }

  void pull_round_robin(const std::vector<Pulls>& plan, const RunRandom& random) {
    for (auto& groups : groups_of_) groups.clear();
    std::int64_t longest = 0;
    for (const Pulls& pulls : plan) longest = std::max(longest, pulls.count);
    for (std::int64_t lap = 0; lap < longest; ++lap) {
      if (is_time_to_stop(static_cast<std::uint64_t>(lap))) return;
      for (const Pulls& pulls : plan) {
        if (lap < pulls.count) pull(pulls.arm, random);
      }
    }
  }

  void pull(ArmId arm, const RunRandom& random) {
    const Report& report =
        constant_ ? reports_[at(arm)] : profile_[at(arm)].report(view(arm, random));
    const double reward = rewards_[at(arm)].next();
    Evidence& group = group_of(arm, report);
    ++group.pulls;
    group.reward_sum += reward;
    if (squares_) group.square_sum += reward * reward;
    if (watched_) history_.add(arm, report, reward);
    ++own_pulls_[at(arm)];
    ++spent_;
    ++draws_;
  }

  // Merging equal reports saves work and changes nothing, so looking back is limited.
  Evidence& group_of(ArmId arm, const Report& report) {
    constexpr std::size_t look_back = 64;
    std::vector<std::size_t>& groups = groups_of_[at(arm)];
    for (std::size_t k = groups.size(), tries = 0; k > 0 && tries < look_back; --k, ++tries) {
      if (evidence_[groups[k - 1]].report == report) return evidence_[groups[k - 1]];
    }
    groups.push_back(evidence_.size());
    return evidence_.add(arm, report);
  }

  L fresh_learner_;
  L learner_;
  const Instance* instance_;
  std::vector<S> fresh_profile_;
  std::vector<S> profile_;
  bool constant_ = true;
  bool watched_ = false;
  bool squares_ = false;          // the learner wants sums of squares
  std::optional<double> sum_sd_;  // set when a batch is drawn as one sum per arm
  std::vector<std::int64_t> own_pulls_;
  std::vector<Report> reports_;
  BatchNormals normals_;                 // for sums
  std::vector<RewardSequence> rewards_;  // for single pulls
  std::vector<std::vector<std::size_t>> groups_of_;
  EvidenceBuffer evidence_;
  PublicHistory history_;
  std::int64_t cap_;
  std::stop_token stop_;
  bool stopped_ = false;
  Answer unfinished_;
  std::int64_t spent_ = 0;
  std::int64_t draws_ = 0;
};

}  // namespace mesha
