// The rewards of one run: the k-th pull of an arm pays the same to every rule that plays the run,
// and what it pays in `mesha simulate` (simulate/rewards.hpp). Drawn when first asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesha/base/random.hpp"

namespace mesha::bench {

class Rewards {
 public:
  void begin(const std::vector<double>& means, const std::vector<double>& sds,
             const RunRandom& random) {
    rows_.resize(means.size());
    means_ = means;
    sds_ = sds;
    random_ = random;
    for (std::vector<double>& row : rows_) row.clear();
  }

  // Coins: 1 with the chance of the arm, else 0.
  void begin_coins(const std::vector<double>& chances, const RunRandom& random) {
    begin(chances, {}, random);
  }

  std::size_t arms() const { return rows_.size(); }

  double operator()(std::size_t arm, std::size_t k) {
    std::vector<double>& row = rows_[arm];
    if (k >= row.size()) draw(arm, k + 1);
    return row[k];
  }

 private:
  void draw(std::size_t arm, std::size_t least) {
    std::vector<double>& row = rows_[arm];
    const auto index = static_cast<std::uint32_t>(arm);
    const std::size_t enough = (least + 15) / 16 * 16;
    if (sds_.empty()) {
      while (row.size() < enough)
        row.push_back(random_.uniform(Stream::pull_noise, index, row.size()) < means_[arm] ? 1 : 0);
      return;
    }
    NormalSequence normals(random_, Stream::pull_noise, index, row.size());
    while (row.size() < enough)
      row.push_back(means_[arm] + sds_[arm] * static_cast<double>(normals.next()));
  }

  std::vector<std::vector<double>> rows_;
  std::vector<double> means_, sds_;
  RunRandom random_;
};

}  // namespace mesha::bench
