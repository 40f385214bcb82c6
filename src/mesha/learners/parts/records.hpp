// What an arm's own pulls say: n_i, S_i and m_i = S_i / n_i, and how far single rewards stray from
// the mean of their arm. Nothing is ever forgotten. One vector per number, so that scans over arms
// are scans over memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesha/base/ids.hpp"
#include "mesha/model/evidence.hpp"

namespace mesha {

class Records {
 public:
  explicit Records(int arms);

  void add(ArmId arm, Groups groups);

  std::size_t arms() const { return n_.size(); }
  const std::vector<double>& pulls() const { return n_; }  // n
  const std::vector<double>& means() const { return m_; }  // m; 0 of an arm never pulled
  double pulls(ArmId arm) const { return n_[at(arm)]; }
  double mean(ArmId arm) const { return m_[at(arm)]; }

  // Squared deviations of rewards from the mean of their arm, summed over all arms, and how many
  // of them are free.
  double within() const { return within_; }    // W
  double freedom() const { return freedom_; }  // dof = sum (n_i - 1)

 private:
  std::vector<double> n_;
  std::vector<double> sum_;
  std::vector<double> m_;
  double within_ = 0;
  double freedom_ = 0;
};

}  // namespace mesha
