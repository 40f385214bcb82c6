// What mesha theory found, for people: 80 columns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>

#include "cli/scale.hpp"
#include "cli/table_text.hpp"
#include "cli/theory.hpp"
#include "mesha/io/numbers.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha::cli {
namespace {

constexpr std::size_t label_width = 35;
constexpr std::size_t cell_width = 9;  // the last one is for the star
constexpr std::size_t side_by_side = (screen - label_width) / cell_width;

// Seven characters where the exponent has two digits.
std::string number_text(double x) {
  const double size = std::abs(x);
  if (!std::isfinite(x)) return "-";
  if (x == 0 || (size >= 1e-3 && size < 1e4)) return fmt::format("{:.4g}", x);
  if (size >= 1e4 && size < 1e7) return fmt::format("{:.0f}", x);
  return fmt::format("{:.1e}", x);
}

// What underflows is known by its logarithm.
std::string value_text(const TheoryValue& value) {
  if (!value.value) return "-";
  if (*value.value > 1e-300 || !value.log) return number_text(*value.value);
  return fmt::format("1e{:.0f}", std::floor(*value.log / std::numbers::ln10));
}

void add_cell(std::string& line, const std::string& number, bool star) {
  line += fmt::format("{:>{}}{}", number, cell_width - 1, star ? "*" : " ");
}

bool failed(const TheoryValue& value) { return value.holds && !*value.holds; }

std::string_view who(Bounded bounded) {
  switch (bounded) {
    case Bounded::mesha:
      return "measured failure, by zeta or more";
    case Bounded::halving:
      return "SH: measured failure";
    case Bounded::designs:
      return "OD-LinBAI, true features: measured";
    case Bounded::nothing:
      break;
  }
  return "";
}

// The values of one group in the first epoch, or of no epoch, in their order.
std::vector<const TheoryValue*> shown(const Theorized& all, TheoryGroup group) {
  std::vector<const TheoryValue*> values;
  for (const TheoryValue& value : all.sheet.values) {
    if (value.group == group && value.epoch <= 1) values.push_back(&value);
  }
  return values;
}

const TheoryValue* at(const std::vector<const TheoryValue*>& values, std::string_view name,
                      std::int64_t budget) {
  const auto found = std::ranges::find_if(values, [&](const TheoryValue* value) {
    return value->name == name && value->budget == budget;
  });
  return found == values.end() ? nullptr : *found;
}

// One of each name.
std::vector<const TheoryValue*> rows_of(const std::vector<const TheoryValue*>& values) {
  std::vector<const TheoryValue*> rows;
  for (const TheoryValue* value : values) {
    const bool known =
        std::ranges::any_of(rows, [&](const TheoryValue* row) { return row->name == value->name; });
    if (!known) rows.push_back(value);
  }
  return rows;
}

void add_measured(std::string& text, const Theorized& all, const TheoryValue& bound,
                  std::span<const std::int64_t> budgets) {
  std::string line = fmt::format("{:<{}}", who(bound.bounds), label_width);
  for (const std::int64_t budget : budgets) {
    TheoryValue here = bound;
    here.budget = budget;
    const MeasuredFailure* found = beside(all, here);
    add_cell(line, found == nullptr ? "-" : number_text(found->estimate.failure), false);
  }
  add_line(text, line);
}

void add_block(std::string& text, const Theorized& all, TheoryGroup group,
               std::span<const std::int64_t> budgets) {
  const auto values = shown(all, group);
  const auto rows = rows_of(values);
  const std::string_view words = all_theory_groups[static_cast<std::size_t>(group)].words;
  const bool by_epoch =
      std::ranges::any_of(rows, [](const TheoryValue* row) { return row->epoch == 1; });
  std::string head = fmt::format("{:<{}}", fmt::format("{}{}", words, by_epoch ? ", epoch 1" : ""),
                                 label_width - 3);
  head += "T =";
  for (const std::int64_t budget : budgets)
    add_cell(head,
             budget < 1'000'000 ? thousands(budget) : number_text(static_cast<double>(budget)),
             false);
  add_line(text, "\n" + head);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::string line = fmt::format("{:<{}}", rows[k]->words, label_width);
    for (const std::int64_t budget : budgets) {
      const TheoryValue* value = at(values, rows[k]->name, budget);
      add_cell(line, value == nullptr ? "-" : value_text(*value),
               value != nullptr && value->value && failed(*value));
    }
    add_line(text, line);
    const Bounded bounded = rows[k]->bounds;
    const bool last = k + 1 == rows.size() || rows[k + 1]->bounds != bounded;
    if (bounded != Bounded::nothing && last) add_measured(text, all, *rows[k], budgets);
  }
}

// What the stars of a group stand for.
void add_stars(std::string& text, const std::vector<const TheoryValue*>& values) {
  std::vector<std::string> missing;
  for (const TheoryValue* value : values) {
    if (!failed(*value)) continue;
    std::string_view left = value->condition;
    while (!left.empty()) {
      const std::string one(left.substr(0, left.find("; ")));
      left.remove_prefix(std::min(left.size(), one.size() + 2));
      if (std::ranges::find(missing, one) == missing.end()) missing.push_back(one);
    }
  }
  if (!missing.empty())
    add_wrapped(text, fmt::format("* Stated under conditions that are not met here: {}.",
                                  fmt::join(missing, "; ")));
}

std::string rounds_text(const std::optional<std::int64_t>& rounds) {
  return rounds ? thousands(*rounds) : std::string("more than 4e18");
}

// The first budget at which a bound that does not hold is below what is measured.
std::string broken_bound(const Theorized& all) {
  for (const TheoryValue* value : shown(all, TheoryGroup::main_theorem)) {
    const MeasuredFailure* found = beside(all, *value);
    if (found == nullptr || !failed(*value) || found->estimate.interval.low <= *value->value)
      continue;
    return fmt::format(
        " Without its condition the formula is no bound: at T = {} it gives {}, and {} is "
        "measured.",
        thousands(*value->budget), value_text(*value), number_text(found->estimate.failure));
  }
  return "";
}

// At which budgets the omega of the proof is an error smaller than the largest gap.
std::string below_text(const Theorized& all) {
  std::vector<std::string> budgets;
  for (const TheoryValue* value : shown(all, TheoryGroup::radii)) {
    if (value->name == "omega_proof" && value->informative.value_or(false))
      budgets.push_back(thousands(*value->budget));
  }
  if (budgets.empty()) return "At none of these budgets is that of the proof below.";
  return fmt::format("That of the proof is below at T = {}.", fmt::join(budgets, "; "));
}

std::string words_of(const Theorized& all, TheoryGroup group) {
  const TheorySheet& sheet = all.sheet;
  const TheoryRounds& rounds = sheet.rounds;
  switch (group) {
    case TheoryGroup::radii:
      return fmt::format(
          "An arm that passes the trigger may be over-estimated by omega, and the arms here are "
          "at most {:.4g} apart: an omega above that says nothing. {} JSON and CSV have all {} "
          "epochs.",
          sheet.largest_gap, below_text(all),
          theory::halving_epochs(static_cast<int>(all.experiment.instance.arm_count())));
    case TheoryGroup::widths:
      return "Widths |x| are in the norm of V^-1; their squares sum to d - lambda tr(V^-1), "
             "whatever is reported.";
    case TheoryGroup::events:
      return "A bound of 1 or more says nothing.";
    case TheoryGroup::main_theorem:
      return fmt::format(
          "Theorem 6 speaks of Nash equilibria, and of zeta >= 12 d sqrt(K log2 K) log(1+T) / "
          "sqrt(T) alone. Of this zeta, {:.4g}, it speaks from T = {} rounds on. Arms here are "
          "never more than {:.4g} apart, so of this instance it says nothing before T = {}; of K "
          "= {} arms in d = {} dimensions, whatever their means, nothing before T = {}.{}",
          sheet.zeta, rounds_text(rounds.of_zeta), sheet.largest_gap,
          rounds_text(rounds.of_largest_gap), all.experiment.instance.arm_count(),
          all.experiment.instance.dimension(), rounds_text(rounds.of_any_gap), broken_bound(all));
    case TheoryGroup::baselines:
      return "Exponents are of exp(-...), without constants: Table I. A bound of 1 or more says "
             "nothing. SH is Sequential Halving, at any reports.";
    case TheoryGroup::instance:
      break;
  }
  return "";
}

void add_instance_table(std::string& text, const Theorized& all) {
  text += "\nThe instance\n";
  for (const TheoryValue* value : shown(all, TheoryGroup::instance)) {
    const bool whole = value->value && value->name.starts_with("rounds") && *value->value < 1e15;
    const std::string number =
        whole ? thousands(static_cast<std::int64_t>(*value->value)) : value_text(*value);
    text += fmt::format("{:<59}{:>21}\n", value->words, number);
  }
}

}  // namespace

std::string theory_table(const Theorized& all) {
  const Experiment& e = all.experiment;
  const std::vector<std::int64_t>& budgets = e.budgets;
  std::string text;
  const bool said = all.sheet.learner.options.contains("zeta");
  const std::string zeta = said ? "" : fmt::format(", zeta = {:.4g}", all.sheet.zeta);
  add_wrapped(text, fmt::format("{} arms, d = {}, {}, gaps {:.4g} to {:.4g}; {}{}; "
                                "reports: {}",
                                e.instance.arm_count(), e.instance.dimension(),
                                noise_text(e.instance.noise()), e.instance.smallest_gap(),
                                all.sheet.largest_gap, label(all.sheet.learner), zeta, e.strategy));
  for (const TheoryGroupName& group : all_theory_groups) {
    if (group.group == TheoryGroup::instance) {
      add_instance_table(text, all);
      continue;
    }
    for (std::size_t first = 0; first < budgets.size(); first += side_by_side) {
      const std::size_t count = std::min(side_by_side, budgets.size() - first);
      add_block(text, all, group.group, std::span(budgets).subspan(first, count));
    }
    add_stars(text, shown(all, group.group));
    add_wrapped(text, words_of(all, group.group));
  }
  return text;
}

}  // namespace mesha::cli
