#include "mesha/simulate/many_runs.hpp"

#include <system_error>
#include <variant>

namespace mesha {

Tally& Tally::operator+=(const Tally& other) {
  trials += other.trials;
  failures += other.failures;
  nobody_left += other.nobody_left;
  unfinished += other.unfinished;
  triggered += other.triggered;
  pulls += other.pulls;
  if (named.size() < other.named.size()) named.resize(other.named.size());
  for (std::size_t i = 0; i < other.named.size(); ++i) named[i] += other.named[i];
  return *this;
}

std::int32_t count_answer(Tally& tally, const Answer& answer, const RightAnswers& right) {
  ++tally.trials;
  for (const Departure& departure : answer.departures) {
    if (std::holds_alternative<ByTrigger>(departure.why)) ++tally.triggered;
  }
  if (const auto named = identified(answer)) {
    ++tally.named[at(*named)];
    if (!right.contains(*named)) ++tally.failures;
    return named->index;
  }
  ++tally.failures;
  const bool cut_off = std::holds_alternative<Unfinished>(answer.outcome);
  ++(cut_off ? tally.unfinished : tally.nobody_left);
  return cut_off ? named_unfinished : named_nobody;
}

namespace {

bool start_thread(std::vector<std::jthread>& threads, const std::function<void()>& work) {
  try {
    threads.emplace_back(work);
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

void work_through(std::int64_t blocks, const Crew& crew,
                  const std::function<std::function<void(std::int64_t)>()>& new_worker) {
  std::atomic<std::int64_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr first_error;
  std::mutex guard;
  const auto work = [&] {
    try {
      const auto worker = new_worker();
      while (!crew.stop.stop_requested() && !failed) {
        const std::int64_t number = next++;
        if (number >= blocks) return;
        worker(number);
      }
    } catch (...) {
      const std::scoped_lock lock(guard);
      if (!failed.exchange(true)) first_error = std::current_exception();
    }
  };
  const auto thread_count = static_cast<std::size_t>(std::min<std::int64_t>(crew.threads, blocks));
  {
    std::vector<std::jthread> threads;
    // If the system refuses a thread, those already started do all the work.
    for (std::size_t k = 1; k < thread_count && start_thread(threads, work); ++k) continue;
    work();
  }
  if (first_error) std::rethrow_exception(first_error);
}

}  // namespace mesha
