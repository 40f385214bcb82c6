#include "mesha/paper/run.hpp"

#include <chrono>
#include <mutex>

#include "mesha/io/durable_file.hpp"
#include "mesha/simulate/many_runs.hpp"

namespace mesha::paper {
namespace {

constexpr std::size_t largest_cell = 1'000'000;  // bytes

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

class CellRunner {
 public:
  CellRunner(const std::vector<Job>& jobs, const Effort& effort, std::string folder,
             const Workers& workers)
      : jobs_(&jobs), effort_(&effort), folder_(std::move(folder)), workers_(&workers) {}

  void load_finished() {
    for (std::size_t k = 0; k < jobs_->size(); ++k) {
      if (!load((*jobs_)[k])) missing_.push_back(k);
    }
    ran_.from_before = jobs_->size() - missing_.size();
    for (const std::size_t k : missing_) step_.total += (*jobs_)[k].seconds(*effort_);
    own_ones_first();
  }

  void work() {
    work_through(static_cast<std::int64_t>(missing_.size()),
                 {.threads = workers_->threads, .stop = workers_->stop}, [this] {
                   return [this](std::int64_t k) {
                     finish((*jobs_)[missing_[static_cast<std::size_t>(k)]]);
                   };
                 });
  }

  const std::optional<Error>& trouble() const { return trouble_; }
  bool complete() const { return ran_.numbers.size() == jobs_->size(); }
  Ran ran() && { return std::move(ran_); }

 private:
  std::string path(const Job& job) const { return folder_ + "/" + job.file_name(*effort_); }

  bool load(const Job& job) {
    const auto text = read_whole_file(path(job), largest_cell);
    if (!text) return false;
    auto found = read_found(*text);
    if (!found) return false;
    const std::scoped_lock lock(guard_);
    ran_.numbers.add(job, *std::move(found));
    return true;
  }

  // Each rank starts with every size-th cell, and then does what the others have not finished.
  void own_ones_first() {
    std::size_t place = 0;
    std::ranges::stable_partition(missing_, [&](std::size_t) {
      return static_cast<int>(place++ % static_cast<std::size_t>(workers_->rank.count)) ==
             workers_->rank.index;
    });
  }

  void finish(const Job& job) {
    if (failed()) return;
    if (workers_->rank.count == 1 || !load(job)) compute(job);
    const std::scoped_lock lock(guard_);
    step_.done += job.seconds(*effort_);
    step_.what = job.what();
    if (workers_->on_step) workers_->on_step(step_);
  }

  void compute(const Job& job) {
    const double start = now();
    auto found = estimate_cell(job, *effort_, workers_->stop);
    if (!found) return;
    auto kept = write_durably(path(job), found_text(*found));
    const std::scoped_lock lock(guard_);
    if (!kept && !trouble_) trouble_ = kept.error();
    ran_.numbers.add(job, *std::move(found));
    ran_.seconds[job.study->id] += now() - start;
  }

  bool failed() {
    const std::scoped_lock lock(guard_);
    return trouble_.has_value();
  }

  const std::vector<Job>* jobs_;
  const Effort* effort_;
  std::string folder_;
  const Workers* workers_;
  std::vector<std::size_t> missing_;
  std::mutex guard_;
  Ran ran_;
  Step step_;
  std::optional<Error> trouble_;
};

}  // namespace

Result<std::optional<Ran>> run_jobs(const std::vector<Job>& jobs, const Effort& effort,
                                    const std::string& folder, const Workers& workers) {
  CellRunner runner(jobs, effort, folder, workers);
  runner.load_finished();
  runner.work();
  if (runner.trouble()) return *runner.trouble();
  if (!runner.complete()) return std::optional<Ran>();
  return std::optional<Ran>(std::move(runner).ran());
}

}  // namespace mesha::paper
