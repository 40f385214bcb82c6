#include "mesha/paper/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mesha/base/expects.hpp"

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
  if (ours.tally.trials == 0) return {ours.failure};
  return left_open(ours.tally.failures, ours.tally.trials);
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
  const Agreement found = cell.judged.agreement;
  if (found == Agreement::agrees) ++counts.agrees;
  if (found == Agreement::inferred) ++counts.inferred;
  if (found == Agreement::differs) ++counts.differs;
  if (found == Agreement::differs && !cell.known_different) ++counts.unexpected;
}

[[noreturn]] void missing(std::string_view study, std::string_view column, std::string_view what) {
  throw BrokenPromise(fmt::format("{} has no {}, {}", study, column, what));
}

// Of the cells, or the additions: those of one column.
std::vector<const Cell*> all_of(const std::vector<Cell>& list, std::string_view study,
                                std::string_view column) {
  std::vector<const Cell*> found;
  for (const Cell& one : list) {
    if (one.study->id == study && one.column->name == column) found.push_back(&one);
  }
  if (found.empty()) missing(study, column, "not a single number");
  return found;
}

const Cell& at_value(const std::vector<const Cell*>& column, std::int64_t value) {
  const auto found = std::ranges::find(column, value, &Cell::value);
  if (found == column.end())
    missing(column.front()->study->id, column.front()->column->name, std::to_string(value));
  return **found;
}

}  // namespace

Counts Findings::counts(const Study* study) const {
  Counts counts;
  for (const Cell& cell : cells) {
    if (study == nullptr || cell.study == study) count(counts, cell);
  }
  return counts;
}

bool Findings::has(std::string_view study) const {
  return std::ranges::any_of(cells, [&](const Cell& cell) { return cell.study->id == study; });
}

std::vector<const Cell*> Findings::column(std::string_view study, std::string_view name) const {
  return all_of(cells, study, name);
}

std::vector<const Judged*> Findings::reading(std::string_view study, std::string_view column,
                                             std::string_view name) const {
  std::vector<const Judged*> found;
  for (const Cell* cell : this->column(study, column)) {
    const auto other = std::ranges::find_if(
        cell->beside, [&](const Judged& judged) { return judged.reading->name == name; });
    if (other == cell->beside.end()) missing(study, column, name);
    found.push_back(&*other);
  }
  return found;
}

std::vector<const Cell*> Findings::addition(std::string_view study, std::string_view name) const {
  return all_of(additions, study, name);
}

const Cell& Findings::cell(std::string_view study, std::string_view column,
                           std::int64_t value) const {
  return at_value(this->column(study, column), value);
}

const Cell& Findings::addition(std::string_view study, std::string_view column,
                               std::int64_t value) const {
  return at_value(addition(study, column), value);
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
              {.study = &study,
               .column = &column,
               .value = value,
               .judged = {.reading = &reading, .ours = numbers.of(reading, value)}});
      }
    }
  }
  return findings;
}

}  // namespace mesha::paper
