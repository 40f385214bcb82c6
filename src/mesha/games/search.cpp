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
    const auto best = chosen(std::move(summits));
    SearchResult result{.lie = std::nullopt, .evaluations = spent_, .interrupted = stopped()};
    if (!best) return result;
    auto confirmed = confirm(*best);
    if (!confirmed) {  // stopped: what is known is known on the randomness of the search alone
      if (confirmed.error().kind != ErrorKind::unavailable) return confirmed.error();
      result.interrupted = true;
      return result;
    }
    result.lie = *std::move(confirmed);
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
    const std::lock_guard lock(counting_);
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

  // Named ones first; random ones shared out among the spaces, as long as half of the evaluations
  // are left for climbing.
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
    for (int k = 0; k < o_.random_starts && !open.empty() && 2 * all.size() < most; ++k) {
      const std::size_t space = open[static_cast<std::size_t>(k) % open.size()];
      const RunRandom dice{o_.seed, static_cast<std::uint64_t>(k)};
      Vec at(spaces_[space].size());
      for (std::size_t p = 0; p < at.size(); ++p)
        at[p] = dice.uniform(Stream::instances, 0, static_cast<std::uint64_t>(p));
      all.push_back({space, std::move(at), "random"});
    }
    if (all.size() > most) all.resize(most);
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

  // Returns the survivors, the best first; what is known when it is stopped.
  std::vector<Candidate> race(std::vector<Candidate> field) {
    const auto keep = static_cast<std::size_t>(std::max(o_.climbs, 1));
    for (Sample sample = samples_.race; !field.empty();) {
      evaluate(field, sample);
      std::erase_if(field, [](const Candidate& one) { return one.value == -HUGE_VAL; });
      if (field.size() <= keep || stopped()) break;
      field.resize(std::max(keep, field.size() / 3));
      sample.runs = std::min(3 * sample.runs, samples_.climb.runs);
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
        const double here = height(one.at);  // on as many runs as the rest of the climb
        if (std::isnan(here)) return;
        constexpr double step = .15;
        Summit top = climb(height, one.at, here, step, each - 1);
        one.at = std::move(top.at);
        one.value = top.value;
      };
    });
    return field;
  }

  // On randomness on which none of them was chosen; nothing if no lie is better than none.
  std::optional<Candidate> chosen(std::vector<Candidate> summits) {
    if (summits.empty() || stopped()) return std::nullopt;
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
    if (!(best->value > honest + rounding)) return std::nullopt;
    return std::move(*best);
  }

  Result<FoundLie> confirm(const Candidate& best) {
    const Profile& honest = payoff_->game().profile;
    Profile lie = profile_of(best);
    const auto gain = payoff_->gain(lie, honest, samples_.confirm,
                                    {.threads = crew_->threads, .stop = crew_->stop});
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
