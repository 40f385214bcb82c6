#include "cli/output_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "cli/ranks.hpp"
#include "cli/revision.hpp"
#include "mesha/io/strict_json.hpp"
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
  return {{"version", version},
          {"revision", source_revision},
          {"seed", work.seed},
          {"command", work.command},
          {"compiler", __VERSION__},
          {"cpu", cpu_name()},
          {"threads", work.threads},
          {"ranks", rank_count()},
          {"cells_from_an_earlier_call", work.from_before},
          {"cells_of_other_builds", work.other_builds},
          {"seconds", work.seconds}};
}

std::string build_name() {
  return fmt::format("{} {} (compiler {})", version, source_revision, __VERSION__);
}

void tell_other_builds(const OtherBuilds& builds, const std::string& folder) {
  if (builds.empty()) return;
  std::vector<std::string> parts;
  for (const auto& [build, count] : builds) parts.push_back(fmt::format("{} by {}", count, build));
  fmt::print(stderr,
             "mesha: cells in {}/cells are of other builds of the program ({}); delete them, and "
             "this one computes them\n",
             folder, fmt::join(parts, ", "));
}

Status spares_full_run(const std::string& document) {
  constexpr std::size_t largest = 100'000'000;
  const auto text = read_whole_file(document, largest);
  if (!text) return text.error().kind == ErrorKind::not_found ? ok() : Status(text.error());
  const auto json = parse_strictly(*text);
  if (!json || !json->is_object()) return ok();
  const auto quick = json->find("quick");
  if (quick == json->end() || *quick != false) return ok();
  return Error{
      fmt::format("{} is of a whole run, which --quick would overwrite: name another folder "
                  "with --out",
                  document)};
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
