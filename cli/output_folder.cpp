#include "cli/output_folder.hpp"

#include <chrono>
#include <fstream>

#include "cli/ranks.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

}  // namespace

double seconds_now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

nlohmann::ordered_json provenance(const Work& work) {
  return {{"version", version},      {"seed", work.seed},
          {"command", work.command}, {"compiler", __VERSION__},
          {"cpu", cpu_name()},       {"threads", work.threads},
          {"ranks", rank_count()},   {"cells_from_an_earlier_call", work.from_before},
          {"seconds", work.seconds}};
}

Status write_all(const std::string& folder, const std::vector<OutputFile>& files) {
  remove_abandoned(folder);
  if (rank_count() == 1) remove_abandoned(folder + "/cells");  // another rank may be writing there
  for (const OutputFile& file : files) {
    if (auto written = write_durably(folder + "/" + file.name, file.text); !written) return written;
  }
  return ok();
}

}  // namespace mesha::cli
