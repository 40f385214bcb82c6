// Everything that `mesha reproduce` has to say, and the files it says it in. No clock and no
// machine enters: the same numbers give the same bytes.
#pragma once

#include <string>
#include <vector>

#include "mesha/io/durable_file.hpp"
#include "mesha/paper/claims.hpp"
#include "mesha/paper/figures.hpp"
#include "mesha/paper/findings.hpp"
#include "mesha/paper/story.hpp"

namespace mesha::paper {

struct Reproduction {
  const std::vector<Study>* studies = nullptr;
  Effort effort;
  Findings findings;
  std::vector<Claim> claims;
  std::vector<Claim> remarks;
  std::vector<Passage> story;
  std::vector<Figure> figures;
};

Reproduction make_reproduction(const std::vector<Study>& studies, const Numbers& numbers,
                               const Effort& effort);

// results.json, report.html, report.md, one CSV per table, every figure as SVG and PDF.
std::vector<OutputFile> documents(const Reproduction& report);

std::string results_json(const Reproduction& report);  // docs/results.schema.json describes it
std::string table_csv(const Reproduction& report, const Study& study);
std::string report_md(const Reproduction& report);
std::string report_html(const Reproduction& report);

// For report_md and report_html.
std::string_view mark(Agreement agreement);   // "✓", "≈", "✗"
std::string number_text(const Found& found);  // "0.1183"
std::string interval_text(
    const Found& found);  // "exact", "±0.0007", or 10% to 90% of the draws: "0.10–0.41"
std::string method_text(const Found& found);    // "exact", "1,000,000 runs (kernel), 200 draws"
std::string counts_text(const Counts& counts);  // "53 agree, 40 agree under ..., 4 differ"
std::string few_runs(const Effort& effort);     // a warning, or nothing
// "Known to differ at d = 3, 6", of the cells that do; nothing if none does.
std::string known_to_differ(const Reproduction& report, const Study& study, const Column& column);

}  // namespace mesha::paper
