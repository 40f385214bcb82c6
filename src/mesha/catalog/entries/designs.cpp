#include "mesha/catalog/entries/entries.hpp"
#include "mesha/catalog/entries/parts.hpp"
#include "mesha/learners/gse.hpp"
#include "mesha/learners/od_linbai.hpp"
#include "mesha/learners/od_linbai_gtc.hpp"
#include "mesha/learners/od_linbai_strong.hpp"

namespace mesha::entries {
namespace {

OdLinBaiConfig od_linbai_config(const Setting& s, OptionReader& o) {
  return {.arms = s.arms,
          .dimension = s.dimension,
          .budget = s.budget,
          .d = o.choice<DimensionReading>(
              "d", {{"ambient", DimensionReading::ambient}, {"rank", DimensionReading::rank}})};
}

// L is OdLinBai or spends more of the budget.
template <class L>
LearnerEntry od_linbai_entry(std::string_view name, std::string_view source,
                             std::string_view summary) {
  return {
      .name = std::string(name),
      .source = std::string(source),
      .summary = std::string(summary),
      .options = {{"d",
                   "of the schedule: ambient, or rank of the first reports (default ambient)"}},
      .traits = {.reads_reports = true},
      .smallest_budget = [](const Setting& s,
                            OptionReader& o) { return L::smallest_budget(od_linbai_config(s, o)); },
      .make = [](const Setting& s,
                 OptionReader& o) { return erased(L::make(od_linbai_config(s, o))); }};
}

LearnerEntry gse_entry(std::string_view name, std::string_view source, std::string_view summary,
                       Criterion criterion) {
  return {.name = std::string(name),
          .source = std::string(source),
          .summary = std::string(summary),
          .traits = {.reads_reports = true},
          .smallest_budget = by_arms_and_dimension<Gse>,
          .make = [criterion](const Setting& s, OptionReader& /*o*/) {
            return erased(Gse::make({s.arms, s.dimension, s.budget, criterion}));
          }};
}

}  // namespace

LearnerEntry od_linbai() {
  return od_linbai_entry<OdLinBai>(
      "od_linbai", "Yang & Tan 2022, Algorithm 1",
      "halving by one global estimate on G-optimal pulls; believes the reports");
}

LearnerEntry od_linbai_strong() {
  return od_linbai_entry<OdLinBaiStrong>("od_linbai_strong", "Yavas & Tan 2024",
                                         "od_linbai that spends the whole budget");
}

LearnerEntry od_linbai_paper() {
  return {
      .name = "od_linbai_paper",
      .source = "inferred from the numbers of Li & Zhong 2026",
      .summary =
          "od_linbai as their tables have it: first epoch uniform, ridge, halving the current rank",
      .traits = {.reads_reports = true},
      .smallest_budget = by_arms_and_dimension<OdLinBaiGtc>,
      .make = [](const Setting& s, OptionReader& /*o*/) {
        return erased(OdLinBaiGtc::make(
            {.setting = {s.arms, s.dimension, s.budget}, .fit = Fit::inferred, .trigger = false}));
      }};
}

LearnerEntry gse() {
  return gse_entry("gse", "Azizi, Kveton & Ghavamzadeh 2022, Algorithm 1",
                   "keeps the better half by one estimate on G-optimal pulls; believes the reports",
                   Criterion::g_optimal);
}

LearnerEntry linear_exploration() {
  return gse_entry("linear_exploration", "Alieva, Cutkosky & Das 2021",
                   "gse with pulls for the differences between the survivors; believes the reports",
                   Criterion::xy);
}

}  // namespace mesha::entries
