#include "mesha/paper/run.hpp"

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>

namespace mesha::paper {
namespace {

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

}  // namespace

Result<std::optional<Ran>> run_jobs(const std::vector<Job>& jobs, const Effort& effort,
                                    const std::string& folder, const CellWorkers& workers) {
  Ran ran;
  std::mutex guard;
  const Cells cells{.count = jobs.size(),
                    .file_name = [&](std::size_t k) { return jobs[k].file_name(effort); },
                    .what = [&](std::size_t k) { return jobs[k].what(); },
                    .seconds = [&](std::size_t k) { return jobs[k].seconds(effort); },
                    .compute = [&](std::size_t k) -> Result<std::optional<nlohmann::json>> {
                      const double start = now();
                      const auto found = estimate_cell(jobs[k], effort, workers.stop);
                      if (!found) return std::optional<nlohmann::json>();
                      const std::scoped_lock lock(guard);
                      ran.seconds[jobs[k].study->id] += now() - start;
                      return std::optional(found_json(*found));
                    },
                    .take =
                        [&](std::size_t k, const nlohmann::json& cell) {
                          auto found = read_found(cell);
                          if (!found) return false;
                          ran.numbers.add(jobs[k], *std::move(found));
                          return true;
                        }};
  const auto taken = run_cells(cells, folder, workers);
  if (!taken) return taken.error();
  if (!taken->all) return std::optional<Ran>();
  ran.from_before = taken->from_before;
  ran.other_builds = taken->other_builds;
  return std::optional(std::move(ran));
}

}  // namespace mesha::paper
