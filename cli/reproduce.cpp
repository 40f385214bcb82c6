// mesha reproduce: every table and figure of the paper, with a verdict on each number.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "cli/ctrl_c.hpp"
#include "cli/output_folder.hpp"
#include "cli/progress_bar.hpp"
#include "cli/ranks.hpp"
#include "cli/verbs.hpp"
#include "mesha/io/json.hpp"
#include "mesha/paper/report.hpp"

namespace mesha::cli {
namespace {

Result<std::vector<paper::Study>> chosen_studies(const ReproduceOptions& options) {
  auto studies = paper::all_studies();
  if (!studies || options.only.empty()) return studies;
  std::vector<std::string_view> names;
  for (const paper::Study& study : *studies) names.push_back(study.id);
  for (const std::string& name : options.only) {
    if (std::ranges::find(names, name) == names.end())
      return Error{unknown_name("experiment", name, names)};
  }
  std::erase_if(*studies, [&](const paper::Study& study) {
    return std::ranges::find(options.only, study.id) == options.only.end();
  });
  return studies;
}

std::string provenance_text(const ReproduceOptions& options, const paper::Effort& effort,
                            const paper::Ran& ran, double seconds) {
  auto document = provenance({.seed = effort.seed,
                              .command = options.command,
                              .threads = options.threads,
                              .from_before = ran.from_before,
                              .other_builds = ran.other_builds,
                              .seconds = seconds});
  document["core_seconds_per_experiment"] = ran.seconds;
  return json_text(document, 1) + "\n";
}

char letter(paper::Agreement agreement) {
  return agreement == paper::Agreement::agrees     ? ' '
         : agreement == paper::Agreement::inferred ? '~'
                                                   : '!';
}

void print_study(const paper::Reproduction& report, const paper::Study& study) {
  fmt::print("\n{} ({})\n{:>6}", study.title, study.setting, study.parameter);
  for (const paper::Column& column : study.columns) fmt::print("  {:>14}", column.name);
  fmt::print("\n");
  for (std::size_t place = 0; place < study.values.size(); ++place) {
    fmt::print("{:>6}", study.values[place]);
    for (const paper::Column& column : study.columns) {
      const paper::Cell& cell = *report.findings.column(study.id, column.name)[place];
      fmt::print("  {:>6} {:.4f}{}", cell.printed, cell.judged.ours.failure,
                 letter(cell.judged.agreement));
    }
    fmt::print("\n");
  }
}

void print_summary(const paper::Reproduction& report, const std::string& out) {
  fmt::print(
      "Failure probabilities: published, ours. ~ agrees under an inferred reading, ! differs.\n");
  for (const paper::Study& study : *report.studies) print_study(report, study);
  const paper::Counts counts = report.findings.counts();
  fmt::print("\n{} published numbers: {}.\n", counts.all(), counts_text(counts));
  if (counts.differs > 0) {
    fmt::print("Of those that differ, {} {} known and explained in the report.\n",
               counts.differs - counts.unexpected,
               counts.differs - counts.unexpected == 1 ? "is" : "are");
  }
  fmt::print("The report is {}/report.html (also report.md, results.json, CSV, SVG and PDF).\n",
             out);
}

Result<std::optional<paper::Ran>> run_all(const std::vector<paper::Study>& studies,
                                          const paper::Effort& effort,
                                          const ReproduceOptions& options) {
  const CtrlC ctrl_c;
  ProgressBar bar(rank() == 0 && !options.json && at_terminal());
  return paper::run_jobs(
      paper::all_jobs(studies, effort), effort, options.out + "/cells",
      {.threads = options.threads,
       .build = build_name(),
       .rank = {rank(), rank_count()},
       .on_step = [&](const CellStep& step) { bar.show(step.done, step.total, "", step.what); },
       .stop = ctrl_c.token()});
}

}  // namespace

int reproduce(ReproduceOptions options) {
  if (options.out.empty()) options.out = options.quick ? "results-quick" : "results";
  const double start = seconds_now();
  const auto studies = chosen_studies(options);
  if (!ranks_agree(studies)) return bad_input;
  paper::Effort effort{.quick = options.quick, .trials = options.trials};
  if (options.seed) effort.seed = static_cast<std::uint64_t>(*options.seed);
  if (options.quick && !ranks_agree(spares_full_run(options.out + "/results.json")))
    return bad_input;
  if (!ranks_agree(make_folder(options.out + "/cells"))) return bad_input;
  auto ran = run_all(*studies, effort, options);
  if (!ran) return refuse_alone(ran.error().sentence);
  if (!*ran) {
    fmt::print(stderr, "mesha: interrupted; the same command goes on where this one stopped\n");
    return interrupted;
  }
  const paper::Reproduction report = make_reproduction(*studies, (*ran)->numbers, effort);
  const int answer = report.findings.counts().unexpected == 0 ? success : answer_is_no;
  if (rank() != 0) return answer;
  tell_other_builds((*ran)->other_builds, options.out);
  std::vector<OutputFile> files = documents(report);
  files.push_back(
      {"provenance.json", provenance_text(options, effort, **ran, seconds_now() - start)});
  if (auto written = write_all(options.out, files); !written) return refuse(written.error());
  if (options.json) {
    fmt::print("{}", results_json(report));
  } else {
    print_summary(report, options.out);
  }
  return answer;
}

}  // namespace mesha::cli
