#include "mesha/io/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "mesha/io/numbers.hpp"

namespace mesha {
namespace {

Error trouble(const std::string& path) {
  return Error{"cannot write `" + path + "`: " + std::strerror(errno), ErrorKind::unavailable};
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(file, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

constexpr std::string_view mark = ".writing-";

std::string neighbour_of(const std::string& path, int attempt) {
  return path + std::string(mark) + std::to_string(::getpid()) + "-" + std::to_string(attempt);
}

// "report.html.writing-4711-0" -> 4711
std::optional<pid_t> writer_of(const std::string& neighbour) {
  const auto place = neighbour.rfind(mark);
  if (place == std::string::npos) return std::nullopt;
  const std::string_view numbers = std::string_view(neighbour).substr(place + mark.size());
  const auto dash = numbers.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto writer = whole_text_as<pid_t>(numbers.substr(0, dash));
  const auto attempt = whole_text_as<unsigned>(numbers.substr(dash + 1));
  return writer && *writer > 0 && attempt ? writer : std::nullopt;
}

bool somebody_else(pid_t process) {  // alive; containers soon reuse process ids
  return process != ::getpid() && (::kill(process, 0) == 0 || errno == EPERM);
}

// So that the new name itself survives a power cut. Not every file system can, and that is no
// reason to give up.
void sync_folder_of(const std::filesystem::path& path) {
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

}  // namespace

Status write_durably(const std::string& wished, const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status there = fs::status(wished, ignored);
  if (fs::exists(there) && !fs::is_regular_file(there))
    return Error{"cannot write `" + wished + "`: it is there, and not an ordinary file"};
  // Of a link, what it stands for is replaced.
  const bool link = fs::exists(there) && fs::is_symlink(fs::symlink_status(wished, ignored));
  const std::string path = link ? fs::canonical(wished, ignored).string() : wished;

  std::string neighbour;
  int file = -1;
  for (int attempt = 0; file < 0 && attempt < 1000; ++attempt) {
    neighbour = neighbour_of(path, attempt);
    file = ::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) break;
  }
  if (file < 0) return trouble(path);
  const bool written = write_all(file, text) && ::fsync(file) == 0;
  const bool closed = ::close(file) == 0;
  if (!written || !closed || std::rename(neighbour.c_str(), path.c_str()) != 0) {
    const Error error = trouble(path);
    ::unlink(neighbour.c_str());
    return error;
  }
  sync_folder_of(path);
  return ok();
}

void remove_abandoned(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code trouble;  // a leftover that stays does no harm
  for (fs::directory_iterator entry(folder, trouble), end; entry != end; entry.increment(trouble)) {
    const auto writer = writer_of(entry->path().filename().string());
    std::error_code ignored;
    if (writer && !somebody_else(*writer)) fs::remove(entry->path(), ignored);
  }
}

Status make_folder(const std::string& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (!failed) return ok();
  return Error{"cannot make the folder `" + path + "`: " + failed.message(),
               ErrorKind::unavailable};
}

Result<std::string> read_whole_file(const std::string& path, std::size_t most_bytes) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, 65536> chunk{};
  while (text.size() <= most_bytes) {
    file.read(chunk.data(), chunk.size());
    if (file.gcount() == 0) break;
    text.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad())
    return Error{"cannot read `" + path + "`: is it there, and a file?", ErrorKind::not_found};
  if (text.size() > most_bytes)
    return Error{"`" + path + "` is larger than " + std::to_string(most_bytes / 1'000'000) + " MB"};
  return text;
}

}  // namespace mesha
