#include "mesha/scale/cells.hpp"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "mesha/io/durable_file.hpp"
#include "mesha/io/sealed_json.hpp"
#include "mesha/simulate/many_runs.hpp"

namespace mesha {
namespace {

constexpr std::size_t largest_cell = 1'000'000;  // bytes

class CellRunner {
 public:
  CellRunner(const Cells& cells, std::string folder, const CellWorkers& workers)
      : cells_(&cells), folder_(std::move(folder)), workers_(&workers) {}

  void take_finished() {
    for (std::size_t k = 0; k < cells_->count; ++k) {
      if (!take_from_disk(k)) missing_.push_back(k);
    }
    from_before_ = taken_;
    for (const std::size_t k : missing_) step_.total += cells_->seconds(k);
    own_ones_first();
  }

  void work() {
    work_through(static_cast<std::int64_t>(missing_.size()),
                 {.threads = workers_->threads, .stop = workers_->stop}, [this] {
                   return [this](std::int64_t k) { finish(missing_[static_cast<std::size_t>(k)]); };
                 });
  }

  Result<CellsTaken> result() const {
    if (trouble_) return *trouble_;
    return CellsTaken{from_before_, other_builds_, taken_ == cells_->count};
  }

 private:
  std::string path(std::size_t k) const { return folder_ + "/" + cells_->file_name(k); }

  bool take_from_disk(std::size_t k) {
    const auto text = read_whole_file(path(k), largest_cell);
    const auto cell = text ? read_sealed(*text) : Result<nlohmann::json>(text.error());
    if (!cell || !take(k, *cell)) return false;
    const auto build = cell->find("build");
    if (build == cell->end() || *build != workers_->build) {
      const std::scoped_lock lock(guard_);
      ++other_builds_[build != cell->end() && build->is_string() ? build->get<std::string>()
                                                                 : "unknown"];
    }
    return true;
  }

  bool take(std::size_t k, const nlohmann::json& cell) {
    const std::scoped_lock lock(guard_);
    const bool sound = cells_->take(k, cell);
    taken_ += sound ? 1 : 0;
    return sound;
  }

  // Each rank starts with every size-th cell, and then does what the others have not finished.
  void own_ones_first() {
    std::size_t place = 0;
    std::ranges::stable_partition(missing_, [&](std::size_t) {
      return static_cast<int>(place++ % static_cast<std::size_t>(workers_->rank.count)) ==
             workers_->rank.index;
    });
  }

  void finish(std::size_t k) {
    if (failed()) return;
    const bool by_another_rank = workers_->rank.count > 1 && take_from_disk(k);
    if (!by_another_rank && !compute(k)) return;
    const std::scoped_lock lock(guard_);
    step_.done += cells_->seconds(k);
    step_.what = cells_->what(k);
    if (workers_->on_step) workers_->on_step(step_);
  }

  // False: stopped.
  bool compute(std::size_t k) {
    const auto cell = cells_->compute(k);
    if (cell && !*cell) return false;
    const std::string text = cell ? text_of(**cell) : "";
    const Status kept = cell ? write_durably(path(k), text) : Status(cell.error());
    if (kept) {
      expects(take(k, *read_sealed(text)), "a cell cannot read what it has written");
      return true;
    }
    const std::scoped_lock lock(guard_);
    if (!trouble_) trouble_ = kept.error();
    return true;
  }

  std::string text_of(nlohmann::json cell) const {
    cell["build"] = workers_->build;
    return sealed(std::move(cell));
  }

  bool failed() {
    const std::scoped_lock lock(guard_);
    return trouble_.has_value();
  }

  const Cells* cells_;
  std::string folder_;
  const CellWorkers* workers_;
  std::vector<std::size_t> missing_;
  std::size_t from_before_ = 0;
  OtherBuilds other_builds_;
  std::mutex guard_;
  std::size_t taken_ = 0;
  CellStep step_;
  std::optional<Error> trouble_;
};

}  // namespace

std::string cell_file_name(std::string_view what, std::string_view all_that_moves) {
  std::string name;
  for (const char c : what) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return name + "-" + checksum(all_that_moves) + ".json";
}

Result<CellsTaken> run_cells(const Cells& cells, const std::string& folder,
                             const CellWorkers& workers) {
  CellRunner runner(cells, folder, workers);
  runner.take_finished();
  runner.work();
  return runner.result();
}

}  // namespace mesha
