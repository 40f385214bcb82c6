// What mesha plan prints for people: 80 columns.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "cli/plan.hpp"
#include "cli/scale.hpp"
#include "cli/table_text.hpp"
#include "mesha/io/numbers.hpp"

namespace mesha::cli {
namespace {

using planning::Plan;
using planning::PlanRow;
using planning::Point;

constexpr std::size_t longest_name = 31;

std::string shortened(const std::string& name) {
  return name.size() <= longest_name ? name : name.substr(0, longest_name - 3) + "...";
}

std::string head(const PlanQuestion& asked) {
  std::string text;
  add_wrapped(text, fmt::format("{}; {}", asked.candidates, noise_text(asked.question.noise)));
  for (const std::string& note : asked.notes) add_wrapped(text, "note: " + note);
  return text;
}

std::string lies_text(const PlanRow& row) {
  if (!find_learner(row.entrant.choice.name)->traits.reads_reports) return "no effect";
  if (!row.under_lies) return "-";
  const bool bound = row.under_lies->kind == planning::UnderLies::Kind::certificate;
  return (bound ? "<= " : ">= ") + chance_text(row.under_lies->failure);
}

// Is the failure known to no better than a quarter of it?
bool is_rough(const Point& point) {
  return point.interval.high > 1.25 * point.failure || point.interval.low < 0.75 * point.failure;
}

void add_row(std::string& text, const PlanRow& row) {
  const auto& found = row.found;
  const std::string name = shortened(row.entrant.name());
  const std::string theorem = row.theorem.certificate ? thousands(*row.theorem.certificate) : "-";
  if (!found.budget) {
    text += fmt::format("{:<{}}  {}\n", name, longest_name, found.why_not);
    return;
  }
  add_line(text, fmt::format("{:<{}}{:>10}{:>9}  {:<7}{:>11}{:>10}", name, longest_name,
                             (is_rough(found.at) ? "~" : "") + thousands(*found.budget),
                             chance_text(found.at.failure), mesha::name(found.at.method), theorem,
                             lies_text(row)));
}

void add_curves(std::string& text, const Plan& plan, const std::vector<const PlanRow*>& rows) {
  std::vector<std::int64_t> budgets;
  for (std::size_t k = 0; k < plan.shared.size(); k += 2) budgets.push_back(plan.shared[k]);
  text += "\nP(failure) with so many evaluations:\n";
  std::string line = fmt::format("{:<{}}", "learner", longest_name);
  for (const std::int64_t T : budgets) line += fmt::format("{:>9}", thousands(T));
  text += line + "\n";
  for (const PlanRow* row : rows) {
    line = fmt::format("{:<{}}", shortened(row->entrant.name()), longest_name);
    for (const std::int64_t T : budgets) {
      const auto& curve = row->found.curve;
      const auto point = std::ranges::find(curve, T, &Point::budget);
      line += fmt::format("{:>9}", point == curve.end() ? "-" : chance_text(point->failure));
    }
    text += line + "\n";
  }
}

void add_advice(std::string& text, const Plan& plan) {
  const auto best = plan.by_budget();
  if (best.empty()) {
    add_wrapped(text, "No learner gets there.");
  } else {
    const auto first = *best.front()->found.budget;
    std::string advice =
        fmt::format("Take {}: {} evaluations.", best.front()->entrant.name(), thousands(first));
    if (best.size() > 1) {
      const auto second = *best[1]->found.budget;
      advice += fmt::format(" The second best, {}, needs {}, which is {:.0f}% more.",
                            best[1]->entrant.name(), thousands(second),
                            100 * static_cast<double>(second - first) / static_cast<double>(first));
    }
    add_wrapped(text, advice);
  }
  if (plan.blind_least)
    add_wrapped(text, fmt::format("No rule that looks at no report can do with fewer than {}.",
                                  thousands(*plan.blind_least)));
}

// Those with one reason together.
void add_left_out(std::string& text, const std::vector<planning::LeftOut>& left_out) {
  std::map<std::string, std::vector<std::string_view>> by_reason;
  for (const auto& [name, why] : left_out) by_reason[why].push_back(name);
  for (const auto& [why, names] : by_reason)
    add_wrapped(text, fmt::format("Not asked: who {} ({}).", why, fmt::join(names, ", ")));
}

}  // namespace

std::string plan_table(const PlanQuestion& asked, const Plan& plan) {
  std::string text = head(asked);
  add_wrapped(text, fmt::format("wished: {} with probability below {:g}",
                                asked.question.within > 0
                                    ? fmt::format("nobody within {:g} of the best is found",
                                                  asked.question.within)
                                    : std::string("the best is missed"),
                                plan.effort.failure));
  add_line(text, fmt::format("\n{:<{}}{:>10}{:>9}  {:<7}{:>11}{:>10}", "learner", longest_name,
                             "budget", "failure", "method", "theorem", "lies"));
  std::vector<const PlanRow*> rows = plan.by_budget();
  for (const PlanRow& row : plan.rows) {
    if (!row.found.budget) rows.push_back(&row);
  }
  for (const PlanRow* row : rows) add_row(text, *row);
  if (plan.interrupted) text += "...\n";
  const auto rough = [](const PlanRow* row) {
    return row->found.budget && is_rough(row->found.at);
  };
  if (std::ranges::any_of(rows, rough))
    text += "~ about, as few runs were counted: --trials N plays more\n";
  add_curves(text, plan, rows);
  text += "\n";
  add_advice(text, plan);
  add_left_out(text, plan.left_out);
  return text;
}

std::string promises_table(const PlanQuestion& asked, const planning::Promises& promises) {
  std::string text;
  add_wrapped(text, fmt::format("{} candidates, {} evaluations; {}", asked.question.arms(),
                                thousands(promises.budget), noise_text(asked.question.noise)));
  for (const std::string& note : asked.notes) add_wrapped(text, "note: " + note);
  text += "\nP(failure) if the best leads by\n";
  constexpr std::size_t cell = 8;
  constexpr std::size_t across = 6;
  for (std::size_t first = 0; first < promises.gaps.size(); first += across) {
    const std::size_t last = std::min(first + across, promises.gaps.size());
    std::string line = fmt::format("{}{:<{}}", first > 0 ? "\n" : "", "learner", longest_name);
    for (std::size_t k = first; k < last; ++k)
      line += fmt::format("{:>{}.4g}", promises.gaps[k], cell);
    text += line + "\n";
    for (const planning::Promise& one : promises.rows) {
      const auto k = static_cast<std::size_t>(std::ranges::find(promises.gaps, one.gap) -
                                              promises.gaps.begin());
      if (k < first || k >= last) continue;
      if (k == first) text += fmt::format("{:<{}}", shortened(one.entrant.name()), longest_name);
      text += fmt::format("{:>{}}", chance_text(one.at.failure), cell);
      if (k + 1 == last) text += "\n";
    }
  }
  if (promises.interrupted) text += "...\n";
  add_left_out(text, promises.left_out);
  return text;
}

}  // namespace mesha::cli
