#include "mesha/frontier/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <variant>

namespace mesha::frontier {

std::optional<double> value_of(const theory::LimitMeasure& share) {
  const auto* found = std::get_if<theory::LimitShare>(&share);
  return found == nullptr ? std::nullopt : std::optional(found->value);
}

bool reads_reports(const Cell& cell) { return !cell.attacks.empty(); }

namespace {

// That E is below 1 is known of everybody.
std::optional<double> informative(std::optional<double> at_most) {
  return at_most && *at_most < 1 ? at_most : std::nullopt;
}

}  // namespace

std::vector<Section> sections(const Frontier& all) {
  std::vector<Section> list;
  for (const Row& row : all.rows) {
    if (list.empty() || list.back().contest != row.contest)
      list.push_back({.contest = row.contest, .placed = {}, .refused = {}});
    if (row.cell.refused.empty()) {
      const double z_star = row.contest->z_star();
      const auto share = row.cell.share_of_limit(z_star);
      list.back().placed.push_back(
          {&row, share,
           value_of(share) ? std::nullopt : informative(row.cell.share_at_most(z_star))});
    } else {
      list.back().refused.push_back(&row);
    }
  }
  for (Section& section : list) {
    std::ranges::stable_sort(section.placed, std::greater{}, [](const Placed& one) {
      // Where nothing failed, nothing is known of how large it may be.
      return std::pair(value_of(one.share), one.at_most.value_or(HUGE_VAL));
    });
  }
  return list;
}

namespace {

// In the order in which they come up.
std::vector<Standing> all_learners_of(const std::vector<Section>& sections) {
  std::vector<Standing> list;
  const auto meet = [&](const Row* row) {
    if (std::ranges::find(list, row->learner, &Standing::learner) == list.end())
      list.push_back({.learner = row->learner,
                      .shares = std::vector<std::optional<double>>(sections.size()),
                      .at_most = std::vector<std::optional<double>>(sections.size()),
                      .mean = {},
                      .mean_at_most = {}});
  };
  for (const Section& section : sections) {
    for (const Placed& one : section.placed) meet(one.row);
    for (const Row* row : section.refused) meet(row);
  }
  return list;
}

// Two arms share the largest mean, or there is no noise: nobody has an E.
bool has_limit(const Placed& one) {
  const auto* why = std::get_if<theory::NoLimitShare>(&one.share);
  return why == nullptr || *why == theory::NoLimitShare::interval_too_wide;
}

void add_up(Standing& standing, std::size_t with_limit) {
  double sum = 0;
  std::size_t bounded = 0;
  for (std::size_t k = 0; k < standing.shares.size(); ++k) {
    sum += standing.shares[k].value_or(standing.at_most[k].value_or(0));
    standing.known += standing.shares[k] ? 1 : 0;
    bounded += !standing.shares[k] && standing.at_most[k] ? 1 : 0;
  }
  if (with_limit == 0 || standing.known + bounded < with_limit) return;
  (bounded == 0 ? standing.mean : standing.mean_at_most) = sum / static_cast<double>(with_limit);
}

}  // namespace

std::vector<Standing> standings(const std::vector<Section>& sections) {
  std::vector<Standing> list = all_learners_of(sections);
  std::vector<std::size_t> with_limit(list.size(), 0);
  for (std::size_t k = 0; k < sections.size(); ++k) {
    for (const Placed& one : sections[k].placed) {
      const auto standing = std::ranges::find(list, one.row->learner, &Standing::learner);
      standing->shares[k] = value_of(one.share);
      standing->at_most[k] = one.at_most;
      ++standing->played;
      with_limit[static_cast<std::size_t>(standing - list.begin())] += has_limit(one) ? 1 : 0;
    }
  }
  for (std::size_t k = 0; k < list.size(); ++k) add_up(list[k], with_limit[k]);
  std::ranges::stable_sort(list, std::greater{}, [](const Standing& one) {
    return std::pair(one.mean ? one.mean : one.mean_at_most, one.known);
  });
  return list;
}

std::string failure_text(double probability) {
  return probability != 0 && probability < 1e-3 ? fmt::format("{:.1e}", probability)
                                                : fmt::format("{:.4f}", probability);
}

std::string share_text(double share) {
  const std::string text = fmt::format("{:.2f}", share);
  return text == "-0.00" ? "0.00" : text;
}

std::string share_text(const std::optional<double>& share, const std::optional<double>& at_most,
                       std::string_view none) {
  if (share) return share_text(*share);
  return at_most ? "<" + share_text(*at_most) : std::string(none);
}

std::string attack_text(const Cell& cell) {
  if (cell.worst() != nullptr) return cell.worst()->name;
  return reads_reports(cell) ? "none does harm" : "reads no report";
}

std::string numbers_text(const Contest& contest) {
  return fmt::format("K = {}, d = {}, T = {}, sd = {:.4g}, gap = {:.4g}, z* = {:.4g}",
                     contest.instance.arm_count(), contest.instance.dimension(), contest.budget,
                     contest.sd(), contest.instance.smallest_gap(), contest.z_star());
}

std::string effort_text(const Frontier& all) {
  return fmt::format("Lies are at most {:.4g} long. Seed {}.{}{}", all.norm_bound, all.effort.seed,
                     all.effort.quick ? " A quick look: fewer runs, fewer lies tried." : "",
                     all.interrupted ? " Interrupted: rows are missing." : "");
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    auto end = text.rfind(' ', width);
    if (end == std::string_view::npos || end == 0) end = width;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(text[end] == ' ' ? end + 1 : end);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace mesha::frontier
