#include "mesha/paper/report.hpp"

#include <fmt/format.h>

#include "mesha/io/numbers.hpp"

namespace mesha::paper {

Reproduction make_reproduction(const std::vector<Study>& studies, const Numbers& numbers,
                               const Effort& effort) {
  Reproduction report{.studies = &studies, .effort = effort, .findings = judge(studies, numbers)};
  report.claims = check_claims(report.findings);
  report.remarks = make_remarks(report.findings);
  report.story = what_the_numbers_say(report.findings);
  report.figures = figures(studies, report.findings, effort.seed);
  return report;
}

std::vector<OutputFile> documents(const Reproduction& report) {
  std::vector<OutputFile> files;
  for (const Study& study : *report.studies)
    files.push_back({study.id + ".csv", table_csv(report, study)});
  for (const Figure& figure : report.figures) {
    files.push_back({figure.name + ".svg", to_svg(figure.wide)});
    files.push_back({figure.name + ".pdf", to_pdf(figure.wide)});
  }
  files.push_back({"report.md", report_md(report)});
  files.push_back({"report.html", report_html(report)});
  files.push_back({"results.json", results_json(report)});
  return files;
}

std::string_view mark(Agreement agreement) {
  return agreement == Agreement::agrees ? "✓" : agreement == Agreement::inferred ? "≈" : "✗";
}

std::string number_text(const Found& found) { return fmt::format("{:.4f}", found.failure); }

std::string interval_text(const Found& found) {
  if (!found.draws.empty()) {
    return fmt::format("{:.2f}–{:.2f}", found.share_of_draws(0.1), found.share_of_draws(0.9));
  }
  if (found.tally.trials == 0) return "exact";
  return fmt::format("±{:.4f}", (found.interval.high - found.interval.low) / 2);
}

std::string method_text(const Found& found) {
  if (found.tally.trials == 0) return "exact";
  std::string text = fmt::format("{} runs ({})", thousands(found.tally.trials), name(found.method));
  if (!found.draws.empty()) text += fmt::format(", {} draws", found.draws.size());
  return text;
}

std::string few_runs(const Effort& effort) {
  if (effort.trials)
    return fmt::format("Only {} runs per sampled number", thousands(*effort.trials));
  return effort.quick ? "Quick run: a tenth of the usual runs and a fifth of the random instances"
                      : "";
}

std::string known_to_differ(const Reproduction& report, const Study& study, const Column& column) {
  std::vector<std::int64_t> where;
  for (const Cell* cell : report.findings.column(study.id, column.name)) {
    if (cell->known_different && cell->judged.agreement == Agreement::differs)
      where.push_back(cell->value);
  }
  if (where.empty()) return "";
  return fmt::format("Known to differ at {} = {}", study.parameter, fmt::join(where, ", "));
}

std::string counts_text(const Counts& counts) {
  return fmt::format("{} agree, {} agree under an inferred reading, {} {}", counts.agrees,
                     counts.inferred, counts.differs, counts.differs == 1 ? "differs" : "differ");
}

}  // namespace mesha::paper
