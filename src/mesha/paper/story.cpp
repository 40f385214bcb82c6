#include "mesha/paper/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "mesha/catalog/learners.hpp"
#include "mesha/paper/instances.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha::paper {
namespace {

Passage where_the_gain_comes_from(const Findings& all) {
  const auto ours = [&](std::string_view column, std::int64_t T) {
    return all.cell("vary-T", column, T).judged.ours.failure;
  };
  const auto plus = [&](std::string_view column, std::int64_t T) {
    return all.addition("vary-T", column, T).judged.ours.failure;
  };
  return {
      "Where MESHA's lead comes from",
      {fmt::format("In Experiment 1 MESHA fails {:.1f}% of the time at T = 60 where Sequential "
                   "Halving fails {:.1f}%. The lead is not earned by the mechanism but by one "
                   "number: under constant reports MESHA ranks arms by mean times nq / (lambda + "
                   "nq), where q is the squared length of the report. A longer report is shrunk "
                   "less. The best arm reports length 1.85, its closest rival .943.",
                   100 * ours("MESHA", 60), 100 * ours("SH", 60)),
       fmt::format("Give all arms the same length and nothing else changes: MESHA then fails "
                   "{:.2f}% at T = 60, exactly Sequential Halving's {:.2f}%. Without the two "
                   "factors that lengthen arms 0 and 2 it fails {:.2f}%; there the order of the "
                   "lengths still happens to be the order of the arms.",
                   100 * plus("MESHA, all norms equal", 60), 100 * ours("SH", 60),
                   100 * plus("MESHA, base geometry", 60)),
       fmt::format("Sequential Halving that simply keeps its samples, and reads no report, fails "
                   "{:.1f}% at T = 800, MESHA {:.1f}%.",
                   100 * plus("SH that keeps its samples", 800), 100 * ours("MESHA", 800))}};
}

Passage truthful_best_arm(const Findings& all) {
  const auto fails = [&](std::int64_t T) {
    return 100 * all.addition("vary-T", "MESHA, best arm truthful", T).judged.ours.failure;
  };
  return {
      "When the best arm tells the truth",
      {fmt::format("Let the best arm report its true vector, of length .52, and the others "
                   "length 1. MESHA then fails {:.1f}% of the time at T = 60, {:.1f}% at T = 200 "
                   "and {:.1f}% at T = 800. Nobody is punished: the others' reports are not "
                   "caught, and the honest arm is shrunk the most. Whoever uses MESHA should "
                   "make all candidates report the same length.",
                   fails(60), fails(200), fails(800)),
       "What the worst lie that can be found does to MESHA and to every other learner, and how "
       "far each stays from a limit that none can cross, is printed by `mesha frontier`."}};
}

// The average reward below which the trigger sends an arm away in the first epoch.
struct Level {
  std::int64_t pulls = 0;
  double printed = 0;  // under the arm's printed report
  double zero = 0;     // under a report of length 0, for which it is strictest
};

Level trigger_level(const Study& study, const Reading& reading, std::int64_t T, std::size_t arm) {
  const auto game = game_of(study, reading, T, 1, 0);
  const AffineFacts facts = *game->learner.affine();
  const std::int64_t n = facts.stage(1, game->arm_count()).pulls;
  const Report said = first_reports(game->profile, game->instance)[arm];
  const auto level = [&](const Report& report) {
    return facts.rule(report, n).trigger_below / static_cast<double>(n);
  };
  return {n, level(said), level({Vec(said.x.size())})};
}

Passage when_the_trigger_fires(const Findings& all) {
  const Cell& cell = *all.column("vary-T", "MESHA").front();
  const Level early = trigger_level(*cell.study, *cell.judged.reading, 60, 7);
  const Level late = trigger_level(*cell.study, *cell.judged.reading, 800, 7);
  std::int64_t runs = 0;
  std::int64_t fired = 0;
  for (const Cell* one : all.addition("vary-T", "MESHA, sampled")) {
    runs += one->judged.ours.tally.trials;
    fired += one->judged.ours.tally.triggered;
  }
  return {
      "When the grim trigger can fire",
      {fmt::format(
           "In {} sampled runs of Experiment 1 the trigger fired {} times. It compares what "
           "an arm's own reports predict with what the arm brought; a ridge fit never "
           "predicts more than the data for an arm with a positive mean, except through "
           "noise. So it can only catch arms with clearly negative means.",
           runs, fired),
       fmt::format("How negative: at T = 60 arm 7 is pulled {} times in the first epoch and would "
                   "have to average below {:.1f} to be sent away, at T = 800 ({} pulls) below "
                   "{:.1f}; had it reported a vector of length 0, below {:.1f} and {:.1f}. The "
                   "lowest mean in the experiment is .15.",
                   early.pulls, early.printed, late.pulls, late.printed, early.zero, late.zero)}};
}

std::string readings_of(const Cell& cell) {
  std::string text = fmt::format("{} {:.3f}", cell.judged.reading->name, cell.judged.ours.failure);
  for (const Judged& other : cell.beside)
    text += fmt::format(", {} {:.3f}", other.reading->name, other.ours.failure);
  return fmt::format("{} at {} = {}: published {}; {}", cell.column->name, cell.study->parameter,
                     cell.value, cell.printed, text);
}

Passage what_is_open(const Findings& all) {
  std::vector<std::string> open;
  if (all.has("vary-d")) {
    open.push_back(fmt::format(
        "Experiment 2: how the 62 further means go on. The literal tail, evenly spaced from mu_1, "
        "does not give the published numbers; one that starts .10 lower does, and it was chosen "
        "because it does. {}.",
        readings_of(*all.column("vary-d", "MESHA").front())));
  }
  if (all.has("vary-K")) {
    open.push_back(
        fmt::format(R"(Experiment 3: the text says both "linearly spaced" and "nested". {}.)",
                    readings_of(*all.column("vary-K", "SH").back())));
    const Cell& cell = all.cell("vary-K", "MESHA", 16);
    const Found& ours = cell.judged.ours;
    open.push_back(fmt::format(
        "The random directions z_i are not published, and in Experiment 3 they decide how long "
        "each report is. Over {} draws MESHA's failure probability at K = 16 ranges from {:.2f} to "
        "{:.2f} (10% to 90% of the draws) around {:.3f}; the published {} is one point of that "
        "range. On average over draws MESHA is no better than Sequential Halving ({:.3f}).",
        ours.draws.size(), ours.share_of_draws(0.1), ours.share_of_draws(0.9), ours.failure,
        cell.printed, all.cell("vary-K", "SH", 16).judged.ours.failure));
  }
  if (all.has("vary-T")) {
    open.push_back(
        fmt::format("Which OD-LinBAI was run. As its authors define it, it survives the attack of "
                    "Experiment 1; a variant inferred from the published column does not. {}.",
                    readings_of(*all.column("vary-T", "OD-LinBAI").back())));
  }
  open.emplace_back(
      "What OptGTM, which minimises regret, names at the end: no text says. The active arm with "
      "the largest ridge estimate fits.");
  return {"What the text does not determine", std::move(open)};
}

// A published number, in standard deviations of the paper's own runs.
struct Deviation {
  double from_ours = 0;
  double of_ours = 0;  // the standard deviation of our number, in the same unit
};

// Nothing where the instance was drawn: all cells then share a draw that is not published.
std::optional<Deviation> deviation(const Cell& cell) {
  const Found& ours = cell.judged.ours;
  const double p = ours.failure;
  if (ours.draws.size() > 1 || !(p > 0 && p < 1)) return std::nullopt;
  const auto runs = static_cast<double>(cell.paper.trials);
  const double unit = std::sqrt(p * (1 - p) / runs);
  const auto our_runs = static_cast<double>(ours.tally.trials);  // 0: it is exact
  return Deviation{.from_ours = (cell.paper.value - p) / unit,
                   .of_ours = our_runs > 0 ? std::sqrt(runs / our_runs) : 0};
}

// Cells that agree one by one may still all lie on one side: Stouffer's z of a column. The paper's
// errors are taken as independent. Ours are not: the cells of a column are played on common random
// numbers and may all err to one side, so that their standard deviations, not their variances, add.
std::optional<std::string> together(const std::vector<const Cell*>& column) {
  double sum = 0;
  double ours = 0;
  for (const Cell* cell : column) {
    const auto one = deviation(*cell);
    if (!one || cell->judged.agreement == Agreement::differs) return std::nullopt;
    sum += one->from_ours;
    ours += one->of_ours;
  }
  const double z = sum / std::sqrt(static_cast<double>(column.size()) + ours * ours);
  const double p = 2 * normal_above(std::fabs(z));
  if (p >= agreement_level) return std::nullopt;
  const Cell& first = *column.front();
  return fmt::format(
      "{}, {}: each of the {} cells agrees, but together the published numbers lie {} ours: z = "
      "{:.1f}, p = {:.1e} if the paper's cells are independent (runs that share random numbers "
      "would not be). So the reading is close, and probably not the one that was run. {}.",
      first.study->title, first.column->name, column.size(), z < 0 ? "below" : "above", z, p,
      readings_of(first));
}

Passage columns_together(const Findings& all) {
  Passage passage{"Columns as a whole", {}};
  const Cell* last = nullptr;
  for (const Cell& cell : all.cells) {
    if (last != nullptr && last->study == cell.study && last->column == cell.column) continue;
    last = &cell;
    if (auto found = together(all.column(cell.study->id, cell.column->name)))
      passage.paragraphs.push_back(*std::move(found));
  }
  if (passage.paragraphs.empty())
    passage.paragraphs.emplace_back("In no column do cells that agree all lie on one side.");
  return passage;
}

}  // namespace

std::vector<Passage> what_the_numbers_say(const Findings& findings) {
  std::vector<Passage> story;
  if (findings.has("vary-T")) {
    story.push_back(where_the_gain_comes_from(findings));
    story.push_back(truthful_best_arm(findings));
    story.push_back(when_the_trigger_fires(findings));
  }
  story.push_back(columns_together(findings));
  story.push_back(what_is_open(findings));
  return story;
}

}  // namespace mesha::paper
