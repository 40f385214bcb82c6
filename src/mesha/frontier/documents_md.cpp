// For a repository: a section and a table per contest, then E on all of them.
#include <fmt/format.h>

#include <cctype>

#include "mesha/frontier/documents.hpp"
#include "mesha/frontier/sections.hpp"

namespace mesha::frontier {
namespace {

constexpr std::string_view none = "–";

// Inside a cell of a table.
std::string in_cell(std::string_view text) {
  std::string safe;
  for (const char c : text) safe += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
  return safe;
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string share_cell(const Placed& placed) {
  if (const auto* why_not = std::get_if<theory::NoLimitShare>(&placed.share))
    return fmt::format("{} ({})", share_text({}, placed.at_most, none), words(*why_not));
  const auto& found = std::get<theory::LimitShare>(placed.share);
  return fmt::format("{} [{}, {}]", share_text(found.value), share_text(found.interval.low),
                     share_text(found.interval.high));
}

std::string row_md(const Placed& placed) {
  const Cell& cell = placed.row->cell;
  return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n",
                     in_cell(label(*placed.row->learner)), failure_text(cell.truth.probability),
                     failure_text(cell.worst_failure().probability), in_cell(attack_text(cell)),
                     cell.certificate ? failure_text(*cell.certificate) : std::string(none),
                     cell.saturated ? failure_text(cell.saturated->probability) : std::string(none),
                     share_cell(placed));
}

std::string section_md(const Section& section) {
  const Contest& contest = *section.contest;
  std::string md = fmt::format(
      "## {}\n\n{}. {}. Rules to which reports make no difference fail at least {} of the time "
      "(Theorem 4 of docs/theory.md).\n\n",
      contest.name, capital(contest.text), numbers_text(contest), failure_text(contest.floor()));
  if (!section.placed.empty())
    md +=
        "| learner | truth | worst | attack | certificate | sat | E [low, high] |\n"
        "|---|---:|---:|---|---:|---:|---|\n";
  for (const Placed& placed : section.placed) md += row_md(placed);
  if (!section.placed.empty() && !section.refused.empty()) md += "\n";
  for (const Row* row : section.refused)
    md +=
        fmt::format("* `{}` does not play: {}\n", label(*row->learner), in_cell(row->cell.refused));
  return md + "\n";
}

std::string overview_md(const std::vector<Section>& all) {
  std::string head = "| learner | mean | of |";
  std::string rule = "|---|---:|---|";
  for (const Section& section : all) {
    head += fmt::format(" {} |", in_cell(section.contest->name));
    rule += "---:|";
  }
  std::string md = fmt::format(
      "## E on every contest\n\nSorted by the mean over the contests that have a limit; <x where "
      "an "
      "E is only known to be clearly below something. *of*: on how many a learner has an E, of how "
      "many it plays.\n\n{}\n{}\n",
      head, rule);
  for (const Standing& one : standings(all)) {
    md += fmt::format("| `{}` | {} | {}/{} |", in_cell(label(*one.learner)),
                      share_text(one.mean, one.mean_at_most, none), one.known, one.played);
    for (std::size_t k = 0; k < all.size(); ++k)
      md += fmt::format(" {} |", share_text(one.shares[k], one.at_most[k], none));
    md += "\n";
  }
  return md;
}

constexpr std::string_view introduction =
    "# Truth against lies\n\n"
    "How often every learner fails when all arms are truthful, and under the worst attack that "
    "was tried:\n\n"
    "* *attack*: the one under which it failed most. A worse one may exist, so *worst* is a lower "
    "bound and E an upper one;\n"
    "* *certificate*: an upper bound of the failure under any reports, where one is known;\n"
    "* *sat*: the failure if all that reports decide is decided against the best arm;\n"
    "* *E* = (z(truth) + z(worst)) / (2 z*), z(p) = -Phi^-1(p): the share that is reached of a "
    "limit that no learner crosses (Theorem 2 of docs/theory.md), with 95%. <x: clearly below x, "
    "where the interval is wider than 1, as where every run failed under some lie.\n\n";

}  // namespace

std::string markdown(const Frontier& all) {
  std::string md = std::string(introduction) + effort_text(all) + "\n\n";
  if (const auto sentences = all.contradictions(); !sentences.empty()) {
    md += "## Contradictions\n\n";
    for (const std::string& sentence : sentences) md += fmt::format("* {}\n", sentence);
    md += "\n";
  }
  md +=
      "![Truthful failure against the worst failure found, a panel per contest](frontier.svg)\n\n";
  const std::vector<Section> list = sections(all);
  for (const Section& section : list) md += section_md(section);
  return list.empty() ? md : md + overview_md(list);
}

}  // namespace mesha::frontier
