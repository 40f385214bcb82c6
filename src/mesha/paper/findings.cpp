#include "mesha/paper/findings.hpp"

#include <algorithm>

namespace mesha::paper {
namespace {

// What the published count is tested against: one probability if ours is exact; the draws of the
// instance, if there are several; and otherwise what our own count leaves open. The mean of the
// draws is itself known up to its error: three points have the mean and variance of that.
std::vector<double> probabilities(const Found& ours) {
  if (!ours.draws.empty()) {
    const double error = (ours.interval.high - ours.interval.low) / 4;  // one sigma, about
    std::vector<double> open;
    for (const double p : ours.draws_alone()) {
      for (const double z : {-1.2247, 0.0, 1.2247})
        open.push_back(std::clamp(p + z * error, 0.0, 1.0));
    }
    return open;
  }
  if (ours.trials == 0) return {ours.failure};
  return left_open(ours.failures, ours.trials);
}

Judged judged(const Published& paper, const Reading& reading, std::int64_t value,
              const Found& ours) {
  Judged result{.reading = &reading, .ours = ours, .p = p_value(paper, probabilities(ours))};
  if (result.p >= agreement_level)
    result.agreement = reading.inferred(value) ? Agreement::inferred : Agreement::agrees;
  return result;
}

Cell cell(const Study& study, const Column& column, std::size_t place, const Numbers& numbers) {
  const std::int64_t value = study.values[place];
  Cell cell{.study = &study, .column = &column, .value = value, .printed = column.paper[place]};
  cell.paper = published(cell.printed, implied_trials(column.paper));
  for (const Reading& reading : column.readings) {
    Judged one = judged(cell.paper, reading, value, numbers.of(reading, value));
    if (&reading == &column.readings.front()) {
      cell.judged = std::move(one);
    } else {
      cell.beside.push_back(std::move(one));
    }
  }
  cell.known_different =
      std::ranges::find(column.known_different, value) != column.known_different.end();
  return cell;
}

void count(Counts& counts, const Cell& cell) {
  switch (cell.judged.agreement) {
    case Agreement::agrees:
      ++counts.agrees;
      return;
    case Agreement::inferred:
      ++counts.inferred;
      return;
    case Agreement::differs:
      ++counts.differs;
      if (!cell.known_different) ++counts.unexpected;
  }
}

}  // namespace

Counts Findings::counts() const {
  Counts counts;
  for (const Cell& cell : cells) count(counts, cell);
  return counts;
}

Counts Findings::counts(const Study& study) const {
  Counts counts;
  for (const Cell& cell : cells) {
    if (cell.study == &study) count(counts, cell);
  }
  return counts;
}

std::vector<const Cell*> Findings::column(std::string_view study, std::string_view name) const {
  std::vector<const Cell*> found;
  for (const Cell& cell : cells) {
    if (cell.study->id == study && cell.column->name == name) found.push_back(&cell);
  }
  return found;
}

std::vector<const Addition*> Findings::addition(std::string_view study,
                                                std::string_view name) const {
  std::vector<const Addition*> found;
  for (const Addition& one : additions) {
    if (one.study->id == study && one.column->name == name) found.push_back(&one);
  }
  return found;
}

Findings judge(const std::vector<Study>& studies, const Numbers& numbers) {
  Findings findings;
  for (const Study& study : studies) {
    for (const Column& column : study.columns) {
      for (std::size_t place = 0; place < study.values.size(); ++place)
        findings.cells.push_back(cell(study, column, place, numbers));
    }
    for (const Column& column : study.ours) {
      for (const Reading& reading : column.readings) {
        for (const std::int64_t value : study.values)
          findings.additions.push_back(
              {&study, &column, value, &reading, numbers.of(reading, value)});
      }
    }
  }
  return findings;
}

}  // namespace mesha::paper
