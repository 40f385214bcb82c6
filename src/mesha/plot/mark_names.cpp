#include "mesha/plot/mark_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace mesha {
namespace {

constexpr double half_height = 5;   // of a text of digits
constexpr double mark_radius = 5;   // with what is left free around it
constexpr double letter_width = 7;  // of a digit
constexpr std::array<double, 9> distances{10, 13, 17, 22, 28, 35, 43, 52, 62};
constexpr double needs_leader = 13;      // from here on
constexpr double crossed_costs = 8;      // as much as being so much farther away
constexpr double misleading_costs = 30;  // of a leader over another mark

double distance(Place a, Place b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Of a place and the line from a to b.
double distance(Place from, Place a, Place b) {
  const double length = distance(a, b);
  if (length == 0) return distance(from, a);
  const double along =
      ((from.x - a.x) * (b.x - a.x) + (from.y - a.y) * (b.y - a.y)) / (length * length);
  const double share = std::clamp(along, 0.0, 1.0);
  return distance(from, {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
}

// To the right first, then above it, below it, and the other way round to the left.
constexpr std::array<double, 16> directions{0,   .25,  -.25,  .125, -.125, .375, -.375, .5,
                                            -.5, .625, -.625, .75,  -.75,  .875, -.875, 1};

}  // namespace

bool MarkNames::fits(const Text& text, const std::vector<Text>& others) const {
  const Place m = text.middle;
  if (m.x - text.half_width < corner_.x || m.x + text.half_width > corner_.x + width_ ||
      m.y - half_height < corner_.y || m.y + half_height > corner_.y + height_)
    return false;
  const auto overlaps = [&](const Text& other) {
    return std::abs(other.middle.x - m.x) < other.half_width + text.half_width + 5 &&
           std::abs(other.middle.y - m.y) < 2 * half_height + 1;
  };
  const auto covers = [&](const Mark& other) {
    return std::abs(other.at.x - m.x) < text.half_width + mark_radius &&
           std::abs(other.at.y - m.y) < half_height + mark_radius;
  };
  return std::ranges::none_of(others, overlaps) && std::ranges::none_of(marks_, covers);
}

bool MarkNames::leads_over_a_mark(const Mark& mark, const Text& text) const {
  return std::ranges::any_of(marks_, [&](const Mark& other) {
    return distance(other.at, mark.at) > mark_radius &&
           distance(other.at, mark.at, text.middle) < mark_radius;
  });
}

// Liang and Barsky's clipping: is any part of a line inside the text?
bool MarkNames::is_crossed(const Text& text) const {
  return std::ranges::any_of(lines_, [&](const Line& line) {
    double enters = 0;
    double leaves = 1;
    const auto clip = [&](double from, double to, double middle, double half) {
      const double move = to - from;
      if (move == 0) {
        if (std::abs(from - middle) > half) leaves = -1;
        return;
      }
      const double one = (middle - half - from) / move;
      const double other = (middle + half - from) / move;
      enters = std::max(enters, std::min(one, other));
      leaves = std::min(leaves, std::max(one, other));
    };
    clip(line.from.x, line.to.x, text.middle.x, text.half_width);
    clip(line.from.y, line.to.y, text.middle.y, half_height);
    return enters <= leaves;
  });
}

MarkNames::Text MarkNames::placed(const Mark& mark, const std::vector<Text>& others) const {
  const double half_width = letter_width * static_cast<double>(mark.text.size()) / 2;
  const auto at = [&](double distance, double direction) {
    const double angle = std::numbers::pi * direction;
    return Text{{mark.at.x + (distance + half_width - 3) * std::cos(angle),
                 mark.at.y - distance * std::sin(angle)},
                half_width};
  };
  Text best = at(distances.front(), 0);  // crowded: better on something than far away
  double least = std::numeric_limits<double>::infinity();
  for (const double distance : distances) {
    if (distance >= least) break;
    for (const double direction : directions) {
      const Text text = at(distance, direction);
      if (!fits(text, others)) continue;
      const double cost = distance + (is_crossed(text) ? crossed_costs : 0) +
                          (leads_over_a_mark(mark, text) ? misleading_costs : 0);
      if (cost >= least) continue;
      best = text;
      least = cost;
    }
  }
  return best;
}

void MarkNames::draw(Drawing& into) const {
  std::vector<Text> texts;
  for (const Mark& mark : marks_) {
    if (mark.text.empty()) continue;
    const Text text = placed(mark, texts);
    texts.push_back(text);
    const double away = distance(mark.at, text.middle) - text.half_width + 3;
    if (away > needs_leader) {
      const double share = 1 - (text.half_width + 1) / distance(mark.at, text.middle);
      const Place end{mark.at.x + share * (text.middle.x - mark.at.x),
                      mark.at.y + share * (text.middle.y - mark.at.y)};
      into.add(Stroke{{mark.at, end}, {Ink::text, {}}, .5});
    }
    into.add(Label{{text.middle.x, text.middle.y + 4}, mark.text, Ink::name, Anchor::middle});
  }
}

}  // namespace mesha
