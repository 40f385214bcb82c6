#include "mesha/io/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <utility>

namespace mesha {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r";
  const auto first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

// The whole text as a number; also what is not finite, for a better complaint.
std::optional<double> number(std::string_view text) {
  if (text.size() > 1 && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ptr != text.data() + text.size()) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) return HUGE_VAL;
  if (read.ec != std::errc{}) return std::nullopt;
  return value;
}

// One line into fields; false if a quote does not end.
bool split(std::string_view line, std::vector<std::string>& fields) {
  fields.clear();
  while (true) {
    line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    std::string& field = fields.emplace_back();
    if (!line.empty() && line.front() == '"') {
      line.remove_prefix(1);
      while (true) {
        const auto quote = line.find('"');
        if (quote == std::string_view::npos) return false;
        field += line.substr(0, quote);
        line.remove_prefix(quote + 1);
        if (line.empty() || line.front() != '"') break;
        field += '"';  // a doubled quote is one
        line.remove_prefix(1);
      }
    }
    const auto comma = line.find(',');
    field += trimmed(line.substr(0, comma));
    if (comma == std::string_view::npos) return true;
    line.remove_prefix(comma + 1);
  }
}

class Reader {
 public:
  Reader(std::string_view source, Names names) : source_(source), names_(names) {}

  Result<FeatureTable> read(std::istream& in) {
    std::string line;
    while (std::getline(in, line)) {
      ++line_;
      std::string_view text = trimmed(line);
      if (line_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
      if (text.empty() || text.front() == '#') continue;
      if (!split(text, fields_)) return complaint("a quote is opened and not closed");
      if (auto taken = take(); !taken) return taken.error();
    }
    if (in.bad()) return Error{std::string(source_) + " cannot be read", ErrorKind::unavailable};
    if (table_.points.count == 0) return Error{std::string(source_) + " has no arms in it"};
    return std::move(table_);
  }

 private:
  Error complaint(const std::string& what) const {
    return {std::string(source_) + ", line " + std::to_string(line_) + ": " + what};
  }

  Status take() {
    if (width_ == 0) {
      width_ = fields_.size();
      if (is_header()) {
        table_.columns = fields_;
        return ok();
      }
    }
    if (fields_.size() != width_) {
      return complaint("the first line has " + std::to_string(width_) + " columns, this one " +
                       std::to_string(fields_.size()));
    }
    if (table_.points.count == 0) decide_names();
    return arm();
  }

  // Text where a number would be: in any column but the first, or in the only one.
  bool is_header() const {
    if (names_ == Names::always) return is_word_for_names(fields_.front());
    const auto first = fields_.begin() + (fields_.size() > 1 ? 1 : 0);
    return std::any_of(first, fields_.end(), [](const std::string& field) {
      return !field.empty() && !number(field) && !looks_numeric(field);
    });
  }
  // A misspelt number is a mistake in the data, not the name of a column.
  static bool looks_numeric(const std::string& field) {
    return field.find_first_of("0123456789") == 0 ||
           (field.size() > 1 && std::string_view("+-.").find(field[0]) != std::string_view::npos);
  }

  static bool is_word_for_names(std::string field) {
    for (char& c : field) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    constexpr std::string_view words[] = {"name", "arm", "id", "candidate"};
    return std::ranges::find(words, field) != std::end(words);
  }

  // By the header's word, else by the first arm.
  void decide_names() {
    const bool header = !table_.columns.empty();
    named_ = names_ == Names::always ||
             (width_ > 1 &&
              (!number(fields_.front()) || (header && is_word_for_names(table_.columns.front()))));
    if (named_ && header) table_.columns.erase(table_.columns.begin());
    table_.points.dimension = width_ - (named_ ? 1 : 0);
  }

  Status arm() {
    for (std::size_t k = named_ ? 1 : 0; k < width_; ++k) {
      const std::string& field = fields_[k];
      const auto value = number(field);
      if (!value || !std::isfinite(*value)) {
        return complaint("column " + std::to_string(k + 1) + " should be a finite number, not `" +
                         field.substr(0, 40) + "`");
      }
      table_.points.values.push_back(*value);
    }
    if (named_) table_.names.push_back(fields_.front());
    ++table_.points.count;
    return ok();
  }

  std::string_view source_;
  Names names_;
  FeatureTable table_;
  std::vector<std::string> fields_;
  std::size_t line_ = 0;
  std::size_t width_ = 0;
  bool named_ = false;
};

}  // namespace

Result<FeatureTable> read_features(std::istream& in, std::string_view source, Names names) {
  return Reader(source, names).read(in);
}

Result<FeatureTable> load_features(const std::string& file, Names names) {
  if (file == "-") return read_features(std::cin, "standard input", names);
  std::error_code trouble;
  if (std::filesystem::is_directory(file, trouble)) return Error{file + " is a directory"};
  std::ifstream in(file);
  if (!in)
    return Error{"cannot read `" + file + "`: is it there, and a file?", ErrorKind::not_found};
  return read_features(in, file, names);
}

std::string csv_quoted(std::string_view text) {
  std::string safe = "\"";
  for (const char c : text) safe += c == '"' ? std::string("\"\"") : std::string(1, c);
  return safe + "\"";
}

}  // namespace mesha
