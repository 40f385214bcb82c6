#include "mesha/paper/named_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mesha::paper {
namespace {

enum class Table { columns, ours };

struct Named {
  std::string_view study;
  Table table;
  std::string_view column;
  std::string_view reading = {};  // beside the first one
};

constexpr Named named[] = {
    {"vary-T", Table::columns, "MESHA"},
    {"vary-T", Table::columns, "SH"},
    {"vary-T", Table::columns, "SR"},
    {"vary-T", Table::columns, "OptGTM"},
    {"vary-T", Table::columns, "OD-LinBAI", "faithful"},
    {"vary-T", Table::columns, "OD-LinBAI-GTC"},
    {"vary-T", Table::columns, "OD-LinBAI*", "faithful"},
    {"vary-T", Table::ours, "MESHA, base geometry"},
    {"vary-T", Table::ours, "MESHA, all norms equal"},
    {"vary-T", Table::ours, "MESHA, best arm truthful"},
    {"vary-T", Table::ours, "MESHA, sampled"},
    {"vary-T", Table::ours, "SH that keeps its samples"},
    {"vary-d", Table::columns, "MESHA", "linear"},
    {"vary-d", Table::columns, "OptGTM", "linear"},
    {"vary-d", Table::columns, "OD-LinBAI*"},
    {"vary-d", Table::ours, "SH"},
    {"vary-K", Table::columns, "MESHA"},
    {"vary-K", Table::columns, "SH"},
    {"vary-K", Table::columns, "SR"},
};

struct NamedValue {
  std::string_view study;
  std::int64_t value;
};

constexpr NamedValue named_values[] = {
    {"vary-T", 60}, {"vary-T", 200}, {"vary-T", 800}, {"vary-K", 16}};

Error lacks(const Study& study, const std::string& what) {
  return Error{fmt::format("{} lacks {}, of which the report speaks", study.id, what)};
}

Status check(const Study& study, const Named& one) {
  const bool ours = one.table == Table::ours;
  const std::vector<Column>& columns = ours ? study.ours : study.columns;
  const auto column = std::ranges::find(columns, one.column, &Column::name);
  if (column == columns.end()) {
    return lacks(study,
                 fmt::format("the [[{}]] entry \"{}\"", ours ? "ours" : "columns", one.column));
  }
  if (!one.reading.empty() &&
      std::ranges::find(column->readings, one.reading, &Reading::name) == column->readings.end())
    return lacks(study, fmt::format("the reading \"{}\" of {}", one.reading, one.column));
  return ok();
}

}  // namespace

Status check_named_columns(const Study& study) {
  for (const Named& one : named) {
    if (one.study != study.id) continue;
    if (auto ok = check(study, one); !ok) return ok;
  }
  for (const auto& [id, value] : named_values) {
    if (id == study.id && std::ranges::find(study.values, value) == study.values.end())
      return lacks(study, fmt::format("{} = {}", study.parameter, value));
  }
  return ok();
}

}  // namespace mesha::paper
