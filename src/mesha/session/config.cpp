#include "mesha/session/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "mesha/io/numbers.hpp"

namespace mesha {
namespace {

constexpr std::size_t most_candidates = 100'000;
constexpr std::size_t most_features = 1000;
constexpr std::int64_t most_evaluations = 1'000'000'000;

struct Letter {
  std::size_t bytes = 0;  // 0: it is not UTF-8
  std::uint32_t code = 0;
};

Letter first_letter(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = lead < 0x80 ? 1 : static_cast<std::size_t>(std::countl_one(lead));
  if (bytes > 4 || bytes > text.size() || (lead >= 0x80 && bytes < 2)) return {};
  std::uint32_t code = lead < 0x80 ? lead : lead & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xC0U) != 0x80) return {};
    code = code << 6U | (next & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};  // no detours
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[bytes] || code > 0x10FFFF || surrogate) return {};
  return {bytes, code};
}

// Also what turns or breaks a line: a name must not rearrange what is printed around it.
bool controls(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

OptionValue option_value(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  if (const auto whole = whole_text_as<std::int64_t>(text)) return *whole;
  if (const auto number = number_of(text)) return *number;
  if (auto list = numbers_of(text)) return *std::move(list);
  return text;
}

Status check_candidates(const SessionConfig& c) {
  if (c.candidates.empty()) return Error{"a selection needs at least one candidate"};
  if (c.candidates.size() > most_candidates)
    return Error{fmt::format("{} candidates are too many: {} at most", c.candidates.size(),
                             most_candidates)};
  const std::size_t d = c.candidates.front().report.x.size();
  if (d == 0 || d > most_features)
    return Error{fmt::format("a report has between 1 and {} numbers, not {}", most_features, d)};
  std::set<std::string_view> names;
  for (const Candidate& candidate : c.candidates) {
    if (auto fits = check_text("the name of a candidate", candidate.name); !fits) return fits;
    if (!names.insert(candidate.name).second)
      return Error{fmt::format("two candidates are called `{}`", candidate.name)};
    if (auto fits = check_report(c, candidate.name, candidate.report); !fits) return fits;
  }
  return ok();
}

Status check_range(const SessionConfig& c) {
  if (!c.range) return ok();
  for (const double end : {c.range->low, c.range->high}) {
    if (auto fits = check_number("an end of the reward range", end); !fits) return fits;
  }
  if (!(c.range->low < c.range->high))
    return Error{"the reward range must go from a lower to a higher number"};
  return ok();
}

Status check_scales(const SessionConfig& c) {
  if (auto fits = check_range(c); !fits) return fits;
  for (const auto& [what, value] :
       {std::pair("the norm bound", c.norm_bound), std::pair("the noise", c.noise)}) {
    if (auto fits = check_number(what, value); !fits) return fits;
    if (!(value > 0)) return Error{fmt::format("{} must be above 0", what)};
  }
  return ok();
}

// Numbers that the learner's arithmetic survives, also in a list.
Status check_options(const SessionConfig& c) {
  constexpr std::size_t longest = 32'000;  // a list of a thousand numbers
  for (const auto& [key, text] : c.options) {
    if (auto fits = check_text("the name of an option", key); !fits) return fits;
    if (auto fits = check_text("the value of option " + key, text, longest); !fits) return fits;
    const auto list = numbers_of(text);
    if (!list) continue;  // a word
    for (const double x : *list) {
      if (auto fits = check_number("option " + key, x); !fits) return fits;
    }
  }
  return ok();
}

}  // namespace

std::string text_of(double x) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  return {digits.data(), end};
}

std::string text_of(const Vec& x) {
  std::string text;
  for (const double one : x) text += (text.empty() ? "" : ",") + text_of(one);
  return text;
}

Result<double> number_of(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ptr == end && !text.empty() && read.ec == std::errc::result_out_of_range)
    return Error{fmt::format("`{}` is too large or too small a number", text.substr(0, 40))};
  if (read.ec != std::errc{} || read.ptr != end)
    return Error{fmt::format("`{}` is not a number", text.substr(0, 40))};
  return value;
}

Result<Vec> numbers_of(std::string_view text) {
  std::vector<double> values;
  while (true) {
    const auto comma = text.find(',');
    const auto value = number_of(text.substr(0, comma));
    if (!value) return value.error();
    values.push_back(*value);
    if (comma == std::string_view::npos) return Vec(std::move(values));
    text.remove_prefix(comma + 1);
  }
}

Status check_text(std::string_view what, std::string_view text, std::size_t longest) {
  if (text.empty()) return Error{fmt::format("{} must not be empty", what)};
  if (text.size() > longest)
    return Error{fmt::format("{} has {} bytes: {} at most", what, text.size(), longest)};
  if (text.front() == ' ' || text.back() == ' ')
    return Error{fmt::format("{} begins or ends with a blank", what)};
  for (std::string_view rest = text; !rest.empty();) {
    const auto [bytes, code] = first_letter(rest);
    if (bytes == 0) return Error{fmt::format("{} is not UTF-8", what)};
    if (controls(code)) return Error{fmt::format("{} has a control character in it", what)};
    rest.remove_prefix(bytes);
  }
  return ok();
}

Status check_number(std::string_view what, double value) {
  if (!std::isfinite(value)) return Error{fmt::format("{} must be a finite number", what)};
  if (std::abs(value) > largest_size)
    return Error{fmt::format("{} must lie between -1e60 and 1e60", what)};
  if (value == 0 ? std::signbit(value) : std::abs(value) < smallest_size)
    return Error{fmt::format("{} is as good as 0: write 0", what)};
  return ok();
}

Status check_report(const SessionConfig& c, std::string_view name, const Report& report) {
  const std::size_t d = c.candidates.front().report.x.size();
  if (report.x.size() != d) {
    return Error{fmt::format("the report of {} has {} number{}, the others have {}", name,
                             report.x.size(), report.x.size() == 1 ? "" : "s", d)};
  }
  for (const double x : report.x) {
    if (auto fits = check_number(fmt::format("a number in the report of {}", name), x); !fits)
      return fits;
  }
  if (const double length = norm(report.x); length > c.norm_bound * (1 + 1e-12)) {
    return Error{
        fmt::format("the report of {} has norm {:.6g}, above the bound {:.6g} (see "
                    "--norm-bound)",
                    name, length, c.norm_bound)};
  }
  return ok();
}

Status check_reward(const SessionConfig& c, double reward) {
  if (auto fits = check_number("a score", reward); !fits) return fits;
  if (c.range && !(reward >= c.range->low && reward <= c.range->high)) {
    return Error{fmt::format("the score {} is outside the range {} to {} of this selection",
                             text_of(reward), text_of(c.range->low), text_of(c.range->high))};
  }
  return ok();
}

Options options_of(const SessionConfig& c) {
  Options options;
  for (const auto& [key, text] : c.options) options.emplace(key, option_value(text));
  return options;
}

Setting setting_of(const SessionConfig& c) {
  return {.arms = static_cast<int>(c.candidates.size()),
          .dimension = static_cast<int>(c.candidates.front().report.x.size()),
          .budget = c.budget,
          .gram = static_cast<double>(c.budget) * c.norm_bound * c.norm_bound,
          .noise = c.noise};
}

Result<AnyLearner> learner_of(const SessionConfig& c) {
  return make_learner(c.learner, setting_of(c), options_of(c));
}

Status check_learner(std::string_view name, const AnyLearner& learner) {
  if (learner.withdrawable()) return ok();
  return unsupported(
      fmt::format("{} cannot decide a live selection: it has no rule for a candidate who "
                  "withdraws",
                  name));
}

Status check_config(const SessionConfig& c) {
  if (auto fits = check_text("the name of a session", c.name); !fits) return fits;
  if (auto fits = check_scales(c); !fits) return fits;
  if (auto fits = check_candidates(c); !fits) return fits;
  if (auto fits = check_options(c); !fits) return fits;
  if (c.budget < 1 || c.budget > most_evaluations)
    return Error{fmt::format("the budget must lie between 1 and {} evaluations", most_evaluations)};
  const auto learner = learner_of(c);
  if (!learner) return learner.error();
  return check_learner(c.learner, *learner);
}

Result<SessionConfig> completed(SessionConfig c, std::optional<double> noise) {
  c.noise = noise.value_or(c.range ? (c.range->high - c.range->low) / 2 : 1);
  if (auto fits = check_scales(c); !fits) return fits.error();
  if (auto fits = check_candidates(c); !fits) return fits.error();
  const LearnerEntry* entry = find_learner(c.learner);
  if (entry != nullptr && entry->traits.needs_theta && !c.options.contains("theta"))
    return Error{fmt::format("{} has to be told theta: --option theta=x1,x2,...", c.learner)};
  if (entry != nullptr && entry->live_options) {
    for (const auto& [key, value] : entry->live_options(setting_of(c), options_of(c)))
      c.options.try_emplace(key, text_of(value));
  }
  if (auto fits = check_config(c); !fits) return fits.error();
  return c;
}

}  // namespace mesha
