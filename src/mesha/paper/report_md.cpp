// report.md: the same report for a terminal or a repository.
#include <fmt/format.h>

#include "mesha/paper/report.hpp"

namespace mesha::paper {
namespace {

std::string heading_row(const Study& study, const Column& column) {
  std::string head =
      fmt::format("| {} | published | {} | p |", study.parameter, column.readings.front().name);
  std::string rule = "|---:|---|---|---|";
  for (std::size_t k = 1; k < column.readings.size(); ++k) {
    head += fmt::format(" {} |", column.readings[k].name);
    rule += "---|";
  }
  return head + "\n" + rule + "\n";
}

std::string markdown_row(const Cell& cell) {
  const Judged& judged = cell.judged;
  std::string row = fmt::format("| {} | {} ± {:.3f} | {} {} ({}) | {:.3g} |", cell.value,
                                cell.printed, cell.paper.error, mark(judged.agreement),
                                number_text(judged.ours), interval_text(judged.ours), judged.p);
  for (const Judged& other : cell.beside)
    row += fmt::format(" {} {} |", mark(other.agreement), number_text(other.ours));
  return row + "\n";
}

std::string column_md(const Reproduction& report, const Study& study, const Column& column) {
  std::string md = fmt::format("#### {}\n\n", column.name);
  for (const Reading& reading : column.readings)
    md +=
        fmt::format("* *{}* (`{}`): {}\n", reading.name, shown_name(reading.learner), reading.text);
  if (const std::string where = known_to_differ(report, study, column); !where.empty())
    md += fmt::format("* {}: {}\n", where, column.why_different);
  md += "\n" + heading_row(study, column);
  for (const Cell* cell : report.findings.column(study.id, column.name)) md += markdown_row(*cell);
  return md + "\n";
}

std::string additional_md(const Reproduction& report, const Study& study) {
  std::string md = fmt::format("#### Beside the paper's columns\n\n| {} |", study.parameter);
  std::string rule = "|---:|";
  for (const Column& column : study.ours) {
    md += fmt::format(" {} |", column.name);
    rule += "---|";
  }
  md += "\n" + rule + "\n";
  for (std::size_t place = 0; place < study.values.size(); ++place) {
    md += fmt::format("| {} |", study.values[place]);
    for (const Column& column : study.ours) {
      const Found& ours = report.findings.addition(study.id, column.name)[place]->judged.ours;
      md += fmt::format(" {} ({}) |", number_text(ours), interval_text(ours));
    }
    md += "\n";
  }
  md += "\n";
  for (const Column& column : study.ours)
    md += fmt::format("* *{}*: {}\n", column.name, column.readings.front().text);
  return md + "\n";
}

}  // namespace

std::string report_md(const Reproduction& report) {
  const Counts counts = report.findings.counts();
  std::string md = fmt::format(
      "# The paper, cell by cell\n\nOf {} published numbers: {}.\n\n✓ agrees, ≈ agrees under an "
      "inferred reading, ✗ differs. `p` is the exact binomial test of docs/reproduce.md, agreement "
      "is p >= {}. In brackets: a 95% interval, or, where the instance is drawn at random, the "
      "range of "
      "10% to 90% of the draws. Seed {}{}.\n\n## What the numbers say\n\n",
      counts.all(), counts_text(counts), agreement_level, report.effort.seed,
      few_runs(report.effort).empty() ? "" : ". " + few_runs(report.effort));
  for (const Passage& passage : report.story) {
    md += "### " + passage.title + "\n\n";
    for (const std::string& paragraph : passage.paragraphs) md += paragraph + "\n\n";
  }
  for (const Study& study : *report.studies) {
    md += fmt::format("## {}\n\n{}. {}.\n\n", study.title, study.setting,
                      counts_text(report.findings.counts(&study)));
    for (const Figure& figure : report.figures) {
      if (figure.name == study.id)
        md += fmt::format("![{}]({}.svg)\n\n{}\n\n", study.title, figure.name, figure.caption);
    }
    for (const Column& column : study.columns) md += column_md(report, study, column);
    md += additional_md(report, study);
  }
  md += "## Sentences of the paper\n\n";
  for (const Claim& claim : report.claims) {
    md += fmt::format("* **{}** ({}): \"{}\"\n  {}\n", name(*claim.holds), claim.place, claim.says,
                      claim.found);
  }
  if (!report.remarks.empty()) md += "\n## Remarks\n\n";
  for (const Claim& remark : report.remarks)
    md += fmt::format("* {}: \"{}\"\n  {}\n", remark.place, remark.says, remark.found);
  return md;
}

}  // namespace mesha::paper
