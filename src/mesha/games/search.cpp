#include "mesha/games/search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>

#include "mesha/games/climb.hpp"

namespace mesha {
namespace {

// Different questions see different runs: what was chosen on one sample is reported on another.
struct Samples {
  Sample race;
  Sample climb;
  Sample choose;
  Sample confirm;

  explicit Samples(const SearchOptions& o)
      : race{o.seed, o.first_runs},
        climb{o.seed, o.climb_runs},
        choose{o.seed + far, o.climb_runs},
        confirm{o.seed + 2 * far, o.confirm_runs} {}

  static constexpr std::uint64_t far = 0x9E3779B97F4A7C15;  // from any seed that a person types
};

struct Candidate {
  std::size_t space = 0;
  Vec at;
  std::string start;
  double value = 0;
  bool pays = false;  // more than no lie, as far as is known
};

class LieSearch {
 public:
  LieSearch(const Payoff& payoff, std::span<const ReportSpace> spaces, const SearchOptions& options,
            const Crew& crew)
      : payoff_(&payoff), spaces_(spaces), o_(options), samples_(options), crew_(&crew) {}

  Result<SearchResult> run() {
    std::vector<Candidate> summits = lines();
    std::vector<Candidate> field = race(starts());
    std::ranges::move(climbed(std::move(field)), std::back_inserter(summits));
    SearchResult result;
    if (const auto best = chosen(std::move(summits))) {
      auto confirmed = confirm(*best);
      if (!confirmed) return confirmed.error();
      // When it was stopped, nothing but these few runs has compared it with no lie.
      const bool pays = stopped() ? confirmed->gain.gain > 0 : best->pays;
      (pays ? result.lie : result.harmless) = *std::move(confirmed);
    }
    result.evaluations = spent_;
    result.interrupted = stopped();
    return result;
  }

 private:
  bool stopped() const { return crew_->stop.stop_requested(); }

  Profile profile_of(const Candidate& one) const {
    return with_lies(payoff_->game().profile, spaces_[one.space], one.at);
  }

  double value(std::size_t space, const Vec& at, const Sample& sample) {
    const Profile profile = with_lies(payoff_->game().profile, spaces_[space], at);
    const double found = (*payoff_)(profile, sample, crew_->stop);
    const std::scoped_lock lock(counting_);
    ++spent_;
    if (crew_->on_progress) crew_->on_progress({spent_, std::max(spent_, o_.evaluations)});
    return found;
  }

  bool is_line(std::size_t space) const {
    if (spaces_[space].size() != 1) return false;
    return payoff_->exact(with_lies(payoff_->game().profile, spaces_[space], Vec{.5}));
  }

  std::vector<Candidate> lines() {
    std::vector<Candidate> found;
    for (std::size_t space = 0; space < spaces_.size(); ++space) {
      if (!is_line(space)) continue;
      constexpr int peaks = 2;
      const auto height = [&](const Vec& at) { return value(space, at, samples_.climb); };
      Summit summit = climb_line(height, o_.grid, peaks);
      if (summit.evaluations == 0) continue;
      found.push_back({space, std::move(summit.at), spaces_[space].name, summit.value});
    }
    return found;
  }

  // All named ones; random ones shared out among the spaces, at least one for each, as long as half
  // of the evaluations are left for climbing.
  std::vector<Candidate> starts() const {
    std::vector<Candidate> all;
    std::vector<std::size_t> open;
    const auto said = first_reports(payoff_->game().profile, payoff_->game().instance);
    for (std::size_t space = 0; space < spaces_.size(); ++space) {
      if (is_line(space)) continue;
      open.push_back(space);
      if (!o_.named_starts || !spaces_[space].starts) continue;
      for (NamedPoint& point : spaces_[space].starts(said))
        all.push_back({space, std::move(point.at), std::move(point.name)});
    }
    const auto most = static_cast<std::size_t>(o_.evaluations);
    for (std::size_t k = 0; k < open.size() || std::cmp_less(k, o_.random_starts); ++k) {
      if (open.empty() || (k >= open.size() && 2 * all.size() >= most)) break;
      const std::size_t space = open[k % open.size()];
      const RunRandom dice{o_.seed, static_cast<std::uint64_t>(k)};
      Vec at(spaces_[space].size());
      for (std::size_t p = 0; p < at.size(); ++p)
        at[p] = dice.uniform(Stream::instances, 0, static_cast<std::uint64_t>(p));
      all.push_back({space, std::move(at), "random"});
    }
    return all;
  }

  void evaluate(std::vector<Candidate>& field, const Sample& sample) {
    const Crew workers{.threads = crew_->threads, .stop = crew_->stop};
    work_through(static_cast<std::int64_t>(field.size()), workers, [&]() {
      return [&](std::int64_t number) {
        Candidate& one = field[static_cast<std::size_t>(number)];
        one.value = -HUGE_VAL;
        const double found = value(one.space, one.at, sample);
        if (!std::isnan(found)) one.value = found;
      };
    });
    std::ranges::stable_sort(field, std::greater{}, &Candidate::value);
  }

  // Returns the survivors, the best first, played as often as in the climb; or what is known when
  // it is stopped.
  std::vector<Candidate> race(std::vector<Candidate> field) {
    const auto keep = static_cast<std::size_t>(std::max(o_.climbs, 1));
    for (Sample sample = samples_.race; !field.empty();) {
      const bool last = sample.runs >= samples_.climb.runs || field.size() <= keep;
      if (last) sample = samples_.climb;
      evaluate(field, sample);
      std::erase_if(field, [](const Candidate& one) { return one.value == -HUGE_VAL; });
      if (last || stopped()) break;
      field.resize(std::min(field.size(), std::max(keep, field.size() / 3)));
      sample.runs *= 3;
    }
    if (field.size() > keep) field.resize(keep);
    return field;
  }

  std::vector<Candidate> climbed(std::vector<Candidate> field) {
    if (field.empty() || stopped()) return field;
    const std::int64_t left = std::max<std::int64_t>(o_.evaluations - spent_, 0);
    const std::int64_t each = left / static_cast<std::int64_t>(field.size());
    const Crew workers{.threads = crew_->threads, .stop = crew_->stop};
    work_through(static_cast<std::int64_t>(field.size()), workers, [&]() {
      return [&](std::int64_t number) {
        Candidate& one = field[static_cast<std::size_t>(number)];
        const auto height = [&](const Vec& at) { return value(one.space, at, samples_.climb); };
        constexpr double step = .15;
        Summit top = climb(height, one.at, one.value, step, each);
        one.at = std::move(top.at);
        one.value = top.value;
      };
    });
    return field;
  }

  // The best summit, on randomness on which none of them was found.
  std::optional<Candidate> chosen(std::vector<Candidate> summits) {
    if (summits.empty()) return std::nullopt;
    if (stopped())  // there is no time for it
      return *std::ranges::max_element(summits, {}, &Candidate::value);
    const double honest = (*payoff_)(payoff_->game().profile, samples_.choose, crew_->stop);
    evaluate(summits, samples_.choose);
    // A counted value that is not clearly above the best integrated one is above it by luck.
    const double luck = 3 * std::sqrt(.25 / static_cast<double>(samples_.choose.runs));
    const auto integrated = std::ranges::find_if(
        summits, [&](const Candidate& one) { return payoff_->exact(profile_of(one)); });
    auto best = summits.begin();
    if (integrated != summits.end() && best->value <= integrated->value + luck) best = integrated;
    // An integral differs from another one by its rounding.
    constexpr double rounding = 1e-12;
    best->pays = !(best->value <= honest + rounding);
    return std::move(*best);
  }

  Result<FoundLie> confirm(const Candidate& best) {
    const Profile& honest = payoff_->game().profile;
    Profile lie = profile_of(best);
    Sample sample = samples_.confirm;
    Crew workers{.threads = crew_->threads, .on_progress = {}, .stop = crew_->stop};
    auto gain = payoff_->gain(lie, honest, sample, workers);
    if (stopped()) {  // few runs, but some
      sample.runs = o_.hurried_runs;
      workers.stop = {};
      gain = payoff_->gain(lie, honest, sample, workers);
    }
    if (!gain) return gain.error();
    return FoundLie{.space = best.space,
                    .at = best.at,
                    .start = best.start,
                    .profile = std::move(lie),
                    .gain = *gain,
                    .edges = edges_at(spaces_[best.space], best.at),
                    .evaluations = spent_};
  }

  const Payoff* payoff_;
  std::span<const ReportSpace> spaces_;
  SearchOptions o_;
  Samples samples_;
  const Crew* crew_;
  std::mutex counting_;
  std::int64_t spent_ = 0;
};

}  // namespace

Result<SearchResult> search(const Payoff& payoff, std::span<const ReportSpace> spaces,
                            const SearchOptions& options, const Crew& crew) {
  return LieSearch(payoff, spaces, options, crew).run();
}

Result<SearchResult> best_response(const Game& game, ArmId arm, std::span<const ReportSpace> spaces,
                                   const SearchOptions& options, const Crew& crew) {
  for (const ReportSpace& space : spaces) {
    if (space.liars != std::vector<ArmId>{arm})
      return Error{"the spaces of a best response have one liar, the arm itself"};
  }
  return search(Payoff(game, put_first(arm)), spaces, options, crew);
}

}  // namespace mesha
