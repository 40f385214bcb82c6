// For a terminal: 80 columns.
#include <fmt/format.h>

#include <algorithm>

#include "mesha/frontier/documents.hpp"
#include "mesha/frontier/sections.hpp"

namespace mesha::frontier {
namespace {

constexpr std::size_t screen = 80;
constexpr std::size_t learner_width = 23;
constexpr std::size_t numbers_width = 25;
constexpr std::size_t attack_width = screen - learner_width - numbers_width - 2;

void add_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + "\n";
}

void add_wrapped(std::string& text, std::string_view sentence) {
  for (const std::string& line : wrapped(sentence, screen)) text += line + "\n";
}

// Lines of at most `width` characters, all but the first a little to the right.
std::vector<std::string> hanging(std::string_view text, std::size_t width) {
  std::vector<std::string> lines = wrapped(text, width);
  if (lines.size() == 1) return lines;
  text.remove_prefix(lines.front().size());
  lines.resize(1);
  for (const std::string& line : wrapped(text.substr(text.starts_with(' ')), width - 2))
    lines.push_back("  " + line);
  return lines;
}

// Long names take several lines.
void add_row(std::string& text, const std::string& learner, const std::string& numbers,
             const std::string& attack) {
  std::vector<std::string> left = hanging(learner, learner_width);
  std::vector<std::string> right = hanging(attack, attack_width);
  const std::size_t lines = std::max(left.size(), right.size());
  left.resize(lines);
  right.resize(lines);
  for (std::size_t k = 0; k < lines; ++k)
    add_line(text, fmt::format("{:<{}}{:<{}}  {}", left[k], learner_width, k == 0 ? numbers : "",
                               numbers_width, right[k]));
}

void add_section(std::string& text, const Section& section) {
  const Contest& contest = *section.contest;
  text += "\n";
  add_wrapped(text, fmt::format("{}: {}", contest.name, contest.text));
  add_wrapped(text,
              fmt::format("{}; floor {}", numbers_text(contest), failure_text(contest.floor())));
  if (!section.placed.empty())
    add_row(text, "learner", fmt::format("  {:>7}  {:>7} {:>6}", "truth", "worst", "E"),
            "worst attack tried");
  for (const Placed& placed : section.placed) {
    const Cell& cell = placed.row->cell;
    add_row(text, label(*placed.row->learner),
            fmt::format("  {:>7}  {:>7} {:>6}", failure_text(cell.truth.probability),
                        failure_text(cell.worst_failure().probability),
                        share_text(value_of(placed.share), placed.at_most, "-")),
            attack_text(cell));
  }
  for (const Row* row : section.refused)
    add_wrapped(text,
                fmt::format("does not play: {}: {}", label(*row->learner), row->cell.refused));
}

// E alone; contests have numbers, and as many stand side by side as there is room for.
void add_overview(std::string& text, const std::vector<Section>& all) {
  constexpr std::size_t width = 7;
  constexpr std::size_t side_by_side = (screen - learner_width - width) / width;
  text +=
      "\nE on every contest, and the mean (<: clearly below that, -: no more is known, as\n"
      "where nearly every run failed under some lie):\n";
  for (std::size_t k = 0; k < all.size(); ++k)
    text += fmt::format("{:>4} {}\n", k + 1, all[k].contest->name);
  const std::vector<Standing> list = standings(all);
  for (std::size_t first = 0; first < all.size(); first += side_by_side) {
    const std::size_t last = std::min(first + side_by_side, all.size());
    std::string head;
    for (std::size_t k = first; k < last; ++k) head += fmt::format("{:>{}}", k + 1, width);
    text += fmt::format("{:<{}}{:>{}}{}\n", "learner", learner_width, "mean", width, head);
    for (const Standing& one : list) {
      std::string numbers =
          fmt::format("{:>{}}", share_text(one.mean, one.mean_at_most, "-"), width);
      for (std::size_t k = first; k < last; ++k)
        numbers += fmt::format("{:>{}}", share_text(one.shares[k], one.at_most[k], "-"), width);
      const auto names = hanging(label(*one.learner), learner_width);
      add_line(text, fmt::format("{:<{}}{}", names.front(), learner_width, numbers));
      for (std::size_t k = 1; k < names.size(); ++k) add_line(text, names[k]);
    }
  }
}

}  // namespace

std::string table(const Frontier& all) {
  std::string text =
      "P(failure) when all are truthful and under the worst attack that was tried, and\n"
      "E, the share of a limit that no learner crosses. Rules to which reports\n"
      "make no difference cannot fail less often than the floor.\n";
  add_wrapped(text, effort_text(all));
  const std::vector<Section> list = sections(all);
  for (const Section& section : list) add_section(text, section);
  if (!list.empty()) add_overview(text, list);
  for (const std::string& sentence : all.contradictions()) {
    text += "\n";
    add_wrapped(text, "CONTRADICTION: " + sentence);
  }
  return text;
}

}  // namespace mesha::frontier
