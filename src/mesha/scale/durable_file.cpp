#include "mesha/scale/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace mesha {
namespace {

Error trouble(const std::string& path) {
  return Error{"cannot write `" + path + "`: " + std::strerror(errno)};
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

Verdict write_durably(const std::string& path, const std::string& text) {
  std::string neighbour = path + ".writing-XXXXXX";
  const int file = ::mkostemp(neighbour.data(), O_CLOEXEC);
  if (file < 0) return trouble(path);
  const bool written = write_all(file, text) && ::fchmod(file, 0644) == 0 && ::fsync(file) == 0;
  const bool closed = ::close(file) == 0;
  if (!written || !closed || std::rename(neighbour.c_str(), path.c_str()) != 0) {
    const Error error = trouble(path);
    ::unlink(neighbour.c_str());
    return error;
  }
  sync_folder_of(path);
  return fine();
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
    return Error{"cannot read `" + path + "`: is it there, and a file?"};
  if (text.size() > most_bytes)
    return Error{"`" + path + "` is larger than " + std::to_string(most_bytes / 1'000'000) + " MB"};
  return text;
}

}  // namespace mesha
