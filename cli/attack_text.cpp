// What mesha attack prints for people: 80 columns.
#include <array>
#include <string_view>

#include "cli/attack.hpp"
#include "cli/scale.hpp"
#include "cli/table_text.hpp"
#include "mesha/io/numbers.hpp"

namespace mesha::cli {
namespace {

std::string vector_text(const Vec& x) {
  std::string text = "(";
  constexpr std::size_t shown = 4;
  for (std::size_t k = 0; k < std::min(shown, x.size()); ++k)
    text += fmt::format("{}{:.3g}", k == 0 ? "" : ", ", std::abs(x[k]) < 1e-12 ? 0 : x[k]);
  return text + (x.size() > shown ? ", ...)" : ")");
}

std::string liar_text(const AttackRow& row) {
  if (!row.single_liar) return "-";
  const LieReport& one = *row.best_responses[*row.single_liar];
  return fmt::format("{} ({})", chance_text(one.failure.with.probability), *row.single_liar);
}

// Also against reports that change?
bool stands(const AttackRow& row) { return !row.over_time || row.over_time->interval.low <= 0; }

std::string equilibrium_text(const AttackRow& row) {
  if (!row.equilibrium) return "-";
  const std::string failure = chance_text(row.at_equilibrium.with.probability);
  return row.equilibrium->found ? failure + (stands(row) ? "" : "*") : "none found";
}

void add_overview(const Attacked& all, std::string& text) {
  std::size_t width = 20;
  text +=
      "P(failure) when all are truthful, under the best single liar (its number), under\n"
      "the coalition, and at the equilibrium:\n";
  for (const AttackRow& row : all.rows) width = std::max(width, label(row.learner).size());
  const std::size_t gap = width > 28 ? 1 : 2;  // 80 columns, whatever the labels
  const auto add_line = [&](const std::string& name, const std::array<std::string, 5>& cells) {
    text += fmt::format("{:<{}} {:>5}", name, width, cells[0]);
    const std::size_t widths[] = {8, 10, 9, 11};
    for (std::size_t k = 0; k < 4; ++k)
      text += fmt::format("{:>{}}", cells[k + 1], widths[k] + gap);
  };
  add_line("learner", {"T", "truthful", "one liar", "coalition", "equilibrium"});
  text += "\n";
  for (const AttackRow& row : all.rows) {
    add_line(label(row.learner),
             {thousands(row.budget), chance_text(row.truthful.probability), liar_text(row),
              row.coalition ? chance_text(row.coalition->failure.with.probability) : "-",
              equilibrium_text(row)});
    text += row.interrupted ? " ...\n" : "\n";
  }
  const auto gives_way = [](const AttackRow& row) {
    return row.equilibrium && row.equilibrium->found && !stands(row);
  };
  if (std::ranges::any_of(all.rows, gives_way))
    text += "* among vectors that stay; an arm gains by a report that changes, see below\n";
}

// Beside a gain: how sure it is.
std::string gain_text(const Payoff::Gain& gain) {
  const std::string sign = gain.gain < 0 ? "" : "+";
  if (gain.exact) return sign + chance_text(gain.gain);
  return fmt::format("{}{:.4f} [{:.4f}, {:.4f}]", sign, gain.gain, gain.interval.low,
                     gain.interval.high);
}

void add_edges(const std::vector<std::string>& edges, std::string& text) {
  for (const std::string& edge : edges) text += fmt::format("      at {}\n", edge);
}

void add_responses(const AttackRow& row, std::string& text) {
  text += "  alone, each against the truth of all others:\n";
  for (std::size_t i = 0; i < row.best_responses.size(); ++i) {
    const auto& one = row.best_responses[i];
    if (!one) {
      text += fmt::format("    arm {}: {}\n", i,
                          row.searched[i] ? "no lie was found that pays" : "search interrupted");
      continue;
    }
    const Payoff::Gain& gain = one->lie.gain;
    text +=
        fmt::format("    arm {}: chosen {} -> {}, {}\n", i, chance_text(gain.without.probability),
                    chance_text(gain.with.probability), gain_text(gain));
    const std::string how =
        one->changing.name.empty()
            ? fmt::format("reports {}, length {:.4g}", vector_text(one->said[i]),
                          norm(one->said[i]))
            : fmt::format("plays {} of length {:.4g}", one->changing.name, norm(one->said[i]));
    text += "      " + how;
    text += "\n";
    constexpr double rounding = 1e-9;
    const double taken = one->taken_by_trigger.value_or(0);
    if (one->caught && (one->caught->probability > 0 || taken > rounding)) {
      text += fmt::format("      the trigger sends it away in {:.2f}% of runs",
                          100 * one->caught->probability);
      if (taken > rounding) text += ", and so takes back " + chance_text(taken);
      text += "\n";
    }
    add_edges(one->lie.edges, text);
  }
}

void add_coalition(const AttackRow& row, std::string& text) {
  constexpr std::size_t listed = 12;
  std::string liars;
  for (std::size_t k = 0; k < std::min(listed, row.liars.size()); ++k)
    liars += fmt::format("{}{}", liars.empty() ? "" : ", ", row.liars[k].index);
  if (row.liars.size() > listed) liars += fmt::format(", ... {}", row.liars.back().index);
  text += fmt::format("  together (arm{} {}), against the best:\n",
                      row.liars.size() == 1 ? "" : "s", liars);
  if (!row.coalition) {
    text +=
        row.coalition_searched ? "    no lie was found that helps\n" : "    search interrupted\n";
    return;
  }
  const LieReport& lie = *row.coalition;
  text +=
      fmt::format("    failure {} -> {}, {}; from \"{}\"\n", chance_text(row.truthful.probability),
                  chance_text(lie.failure.with.probability), gain_text(lie.failure), lie.lie.start);
  const auto plays = [&](ArmId arm) {
    return fmt::format("{} of length {:.4g}\n", lie.changing.name, norm(lie.said[at(arm)]));
  };
  const auto changes = [&](ArmId arm) { return !lie.lie.profile[at(arm)].constant(); };
  if (row.liars.size() > 1 && std::ranges::all_of(row.liars, changes)) {
    text += "    all play " + plays(row.liars.front());
  } else {
    for (const ArmId arm : row.liars) {
      text += changes(arm) ? fmt::format("    arm {} plays ", arm.index) + plays(arm)
                           : fmt::format("    arm {} reports {}\n", arm.index,
                                         vector_text(lie.said[at(arm)]));
    }
  }
  add_edges(lie.lie.edges, text);
}

void add_equilibrium(const AttackRow& row, std::string& text) {
  const Equilibrium& e = *row.equilibrium;
  const Exploitability& gains = e.certificate;
  if (e.found) {
    text += fmt::format("  equilibrium: found, from \"{}\"\n", e.start);
    text += fmt::format(
        "    certificate: by another vector no arm was found to gain more than {:.2g}\n"
        "    [{:.2g}, {:.2g}] ({} profiles tried)\n",
        gains.largest, gains.interval.low, gains.interval.high, thousands(e.evaluations));
  } else {
    text += fmt::format("  equilibrium: none found ({} profiles tried); the closest, from\n",
                        thousands(e.evaluations));
    text += fmt::format("    \"{}\", where arm {} still gains {:.2g} by another vector:\n", e.start,
                        gains.restless.index, gains.largest);
  }
  if (row.over_time) {
    const Exploitability& changing = *row.over_time;
    text +=
        !stands(row)
            ? fmt::format("    but by a report that changes arm {} gains {:.2g} [{:.2g}, {:.2g}]\n",
                          changing.restless.index, changing.largest, changing.interval.low,
                          changing.interval.high)
            : "    nor clearly by a report that changes from pull to pull\n";
  }
  for (std::size_t i = 0; i < row.equilibrium_said.size(); ++i) {
    text += fmt::format("    arm {} reports {}, length {:.4g}\n", i,
                        vector_text(row.equilibrium_said[i]), norm(row.equilibrium_said[i]));
  }
  add_edges(e.edges, text);
}

}  // namespace

std::string attack_table(const Attacked& all) {
  const Experiment& e = all.experiment;
  const auto& bound = all.options.norm_bound;
  std::string text = fmt::format(
      "{} arms, d = {}, {}; best arm {}; {}; seed {}\n\n", e.instance.arm_count(),
      e.instance.dimension(), noise_text(e.instance.noise()), e.best.index,
      bound ? fmt::format("norm bound {:.4g}", *bound) : "no norm bound", e.precision.seed);
  add_overview(all, text);
  for (const AttackRow& row : all.rows) {
    text += fmt::format("\n{}, T = {}\n", label(row.learner), thousands(row.budget));
    if (!row.reads_reports) {
      text += "  reads no report: no lie can change anything\n";
      continue;
    }
    if (!row.note.empty()) text += fmt::format("  {}\n", row.note);
    if (!row.best_responses.empty()) add_responses(row, text);
    if (!row.liars.empty()) add_coalition(row, text);
    if (row.equilibrium) add_equilibrium(row, text);
  }
  text +=
      "\nWhat was found is a lower bound of what lies can do: a worse one may exist, and\n"
      "more --evaluations or another --seed may find it.\n";
  return text;
}

}  // namespace mesha::cli
