#include "climb/climbers.hpp"

#include <nlopt.h>

#include <algorithm>
#include <memory>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/algorithms/compass_search.hpp>
#include <pagmo/algorithms/de1220.hpp>
#include <pagmo/algorithms/pso.hpp>
#include <pagmo/algorithms/simulated_annealing.hpp>
#include <pagmo/algorithms/xnes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <utility>

#include "mesha/base/random.hpp"

namespace mesha::bench {
namespace {

constexpr double step = .15;  // as the search has it

// Counts, remembers the best, and answers nothing beyond the limit: all optimisers get the same.
class Counted {
 public:
  Counted(const Height& height, const Summit& from, std::int64_t most)
      : height_(&height), best_{.at = from.at, .value = from.value}, most_(most) {}

  bool spent() const { return best_.evaluations >= most_; }

  double at(const Vec& point) {
    if (spent()) return -1;  // below every probability
    ++best_.evaluations;
    const double value = (*height_)(point);
    if (value > best_.value) {
      best_.value = value;
      best_.at = point;
    }
    return value;
  }

  const Summit& best() const { return best_; }

 private:
  const Height* height_;
  Summit best_;
  std::int64_t most_;
};

Climber nlopt_climber(std::string name, nlopt_algorithm algorithm) {
  return {std::move(name),
          [algorithm](const Height& height, const Summit& from, std::int64_t evaluations) {
            Counted counted(height, from, evaluations);
            const auto n = static_cast<unsigned>(from.at.size());
            const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> optimiser(
                nlopt_create(algorithm, n), &nlopt_destroy);
            const auto ask = [](unsigned size, const double* x, double*, void* data) {
              return static_cast<Counted*>(data)->at(Vec(std::vector<double>(x, x + size)));
            };
            nlopt_srand(1);
            nlopt_set_max_objective(optimiser.get(), ask, &counted);
            nlopt_set_lower_bounds1(optimiser.get(), 0);
            nlopt_set_upper_bounds1(optimiser.get(), 1);
            nlopt_set_initial_step1(optimiser.get(), step);
            nlopt_set_xtol_abs1(optimiser.get(), 1e-4);
            nlopt_set_maxeval(optimiser.get(), static_cast<int>(evaluations));
            Vec at = from.at;
            double reached = 0;
            nlopt_optimize(optimiser.get(), at.begin(), &reached);
            return counted.best();
          }};
}

}  // namespace

std::vector<Climber> nlopt_climbers() {
  return {
      {"NLopt Subplex",  // as it is shipped
       [](const Height& height, const Summit& from, std::int64_t evaluations) {
         return climb(height, from.at, from.value, step, evaluations);
       }},
      nlopt_climber("NLopt Nelder-Mead", NLOPT_LN_NELDERMEAD),
      nlopt_climber("NLopt COBYLA", NLOPT_LN_COBYLA),
      nlopt_climber("NLopt BOBYQA", NLOPT_LN_BOBYQA),
      nlopt_climber("NLopt PRAXIS", NLOPT_LN_PRAXIS),
      nlopt_climber("NLopt CRS2", NLOPT_GN_CRS2_LM),
  };
}

namespace {

struct UphillProblem {  // what pagmo asks for; it minimises
  Counted* counted = nullptr;
  std::size_t numbers = 1;

  pagmo::vector_double fitness(const pagmo::vector_double& x) const {
    return {-counted->at(Vec(std::vector<double>(x)))};
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {pagmo::vector_double(numbers, 0), pagmo::vector_double(numbers, 1)};
  }
};

// A population of random points within the first step of the start, which is one of them.
pagmo::population around(const pagmo::problem& problem, const Summit& from, unsigned size) {
  pagmo::population people(problem, 0, 1);
  people.push_back({from.at.begin(), from.at.end()}, {-from.value});
  const RunRandom dice{1, 1};
  for (unsigned k = 1; k < size; ++k) {
    pagmo::vector_double point(from.at.begin(), from.at.end());
    for (std::size_t p = 0; p < point.size(); ++p) {
      const double u = dice.uniform(Stream::instances, k, p);
      point[p] = std::clamp(point[p] + 2 * step * (2 * u - 1), 0.0, 1.0);
    }
    people.push_back(point);
  }
  return people;
}

template <class Make>
Climber pagmo_climber(std::string name, unsigned size, Make make) {
  return {std::move(name),
          [size, make](const Height& height, const Summit& from, std::int64_t evaluations) {
            Counted counted(height, from, evaluations);
            const pagmo::problem problem(UphillProblem{&counted, from.at.size()});
            pagmo::population people = around(problem, from, size);
            pagmo::algorithm algorithm(make(static_cast<unsigned>(evaluations), size));
            algorithm.evolve(people);
            return counted.best();
          }};
}

}  // namespace

std::vector<Climber> pagmo_climbers() {
  constexpr unsigned few = 8;
  const auto generations = [](unsigned evaluations, unsigned size) {
    return std::max(1U, evaluations / size - 1);
  };
  return {
      pagmo_climber("pagmo2 compass search", 1,
                    [](unsigned evaluations, unsigned) {
                      return pagmo::compass_search(evaluations, step, 1e-4, .5);
                    }),
      pagmo_climber("pagmo2 CMA-ES", few,
                    [=](unsigned evaluations, unsigned size) {
                      return pagmo::cmaes(generations(evaluations, size), -1, -1, -1, -1, step,
                                          1e-9, 1e-9, false, true, 1);
                    }),
      pagmo_climber("pagmo2 xNES", few,
                    [=](unsigned evaluations, unsigned size) {
                      return pagmo::xnes(generations(evaluations, size), -1, -1, -1, step, 1e-9,
                                         1e-9, false, true, 1);
                    }),
      pagmo_climber("pagmo2 DE (1220)", few,
                    [=](unsigned evaluations, unsigned size) {
                      return pagmo::de1220(generations(evaluations, size),
                                           {2U, 3U, 7U, 10U, 13U, 14U, 15U, 16U}, 1, 1e-9, 1e-9,
                                           false, 1);
                    }),
      pagmo_climber("pagmo2 particle swarm", few,
                    [=](unsigned evaluations, unsigned size) {
                      return pagmo::pso(generations(evaluations, size), .7298, 2.05, 2.05, .5, 5, 2,
                                        4, false, 1);
                    }),
  };
}

}  // namespace mesha::bench
