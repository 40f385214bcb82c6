#include "mesha/learners/parts/corrections.hpp"

#include <algorithm>
#include <cmath>

namespace mesha {

Corrections::Corrections(int arms, int dimension)
    : d_(static_cast<std::size_t>(dimension)),
      average_(static_cast<std::size_t>(arms), Vec(d_)),
      length2_(average_.size(), 0.0),
      pulls_(average_.size(), 0.0),
      b_(average_.size(), 0.0) {}

void Corrections::add(ArmId arm, Groups groups) {
  Vec& y = average_[at(arm)];
  double& n = pulls_[at(arm)];
  for (const Evidence* group : groups) {
    if (n > 0 && group->report.x == y) {
      n += static_cast<double>(group->pulls);
      continue;
    }
    n += static_cast<double>(group->pulls);
    const double weight = static_cast<double>(group->pulls) / n;
    for (std::size_t k = 0; k < d_; ++k) y[k] += weight * (group->report.x[k] - y[k]);
  }
  length2_[at(arm)] = squared_norm(y);
}

void Corrections::weigh(double variance, double tau2) {
  for (std::size_t i = 0; i < b_.size(); ++i)
    (*w_)[i] = pulls_[i] > 0 ? 1 / (variance / pulls_[i] + tau2) : 0;
}

void Corrections::fit(const Records& records) {  // line 19
  double trace = 0;
  for (std::size_t i = 0; i < b_.size(); ++i) trace += (*w_)[i] * length2_[i];
  ridge_->reset(d_, 1e-7 * trace / static_cast<double>(d_) + 1e-12);
  for (std::size_t i = 0; i < b_.size(); ++i) {
    const double w = (*w_)[i];
    if (w > 0) ridge_->add(average_[i], w, w * records.means()[i]);
  }
  ridge_->solve();
}

Corrections::Misfit Corrections::misfit(const Records& records) {  // line 20
  Misfit sum;
  for (std::size_t i = 0; i < b_.size(); ++i) {
    const double e = records.means()[i] - dot(average_[i], ridge_->theta());
    const double weighted = (*w_)[i] * e;
    (*e_)[i] = e;
    sum.of_weights += weighted * e;
    sum.slope += weighted * weighted;
  }
  return sum;
}

void Corrections::update(const Records& records, double variance) {
  std::ranges::fill(b_, 0.0);
  const bool lengths = std::ranges::any_of(length2_, [](double x) { return x > 0; });
  if (!lengths || !(variance > 0) || !std::isfinite(variance)) return;
  w_->resize(b_.size());
  e_->resize(b_.size());
  const auto seen = std::ranges::count_if(pulls_, [](double n) { return n > 0; });
  const auto dof = std::max(1.0, static_cast<double>(seen) - static_cast<double>(d_));
  double tau2 = 0;
  for (int it = 1; it <= 6; ++it) {  // lines 18-22
    weigh(variance, tau2);
    fit(records);
    const Misfit found = misfit(records);
    if ((it == 1 && found.of_weights <= dof) || !(found.slope > 0)) break;
    const double next = std::max(0.0, tau2 + (found.of_weights - dof) / found.slope);
    const bool stays = std::abs(next - tau2) < 1e-3 * (tau2 + 1e-9);
    tau2 = next;
    if (stays) break;
  }
  for (std::size_t i = 0; i < b_.size(); ++i) {  // line 23
    if (pulls_[i] == 0) continue;
    const double v = variance / pulls_[i];
    const double b = -v / (v + tau2) * (*e_)[i];
    b_[i] = std::isfinite(b) ? b : 0;
  }
}

}  // namespace mesha
