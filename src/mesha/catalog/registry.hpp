// A catalog's list: what the library brings, and what a program registers at run time.
// Every registration publishes a new copy of the list and no copy is freed while the program runs
// (copy on write): spans, references and pointers that were handed out stay valid, and readers take
// no lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/io/options.hpp"

namespace mesha {

// Lower case letters, digits and underscores, a letter first: a key of TOML and a word of a shell.
inline bool good_name(std::string_view name) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && letter(name.front()) && std::ranges::all_of(name, fits);
}

// What TOML takes without quotes.
inline bool bare_key(std::string_view key) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !key.empty() && std::ranges::all_of(key, fits);
}

// Entry has `name`, `options` and `make`.
template <class Entry>
class Registry {
 public:
  // `reserved`: keys beside an entry's options in an experiment file.
  Registry(std::string_view kind, std::vector<std::string_view> reserved,
           std::vector<Entry> built_in)
      : kind_(kind), reserved_(std::move(reserved)) {
    publish(std::move(built_in));
  }

  std::span<const Entry> all() const { return *now_.load(std::memory_order_acquire); }

  const Entry* find(std::string_view name) const {  // nullptr: there is none
    const auto entries = all();
    const auto found = std::ranges::find(entries, name, &Entry::name);
    return found == entries.end() ? nullptr : &*found;
  }

  // With an error for the user where the name or an option is unknown.
  Result<const Entry*> find(std::string_view name, const Options& options) const {
    const Entry* entry = find(name);
    if (entry == nullptr) {
      std::vector<std::string_view> names;
      names.reserve(all().size());
      for (const Entry& known : all()) names.push_back(known.name);
      return Error{unknown_name(kind_, name, names), ErrorKind::not_found};
    }
    if (auto known = check_option_names(options, entry->options); !known) return known.error();
    return entry;
  }

  Status add(Entry entry) {
    const std::string said = kind_ + " `" + entry.name + "`";
    if (!good_name(entry.name))
      return Error{said +
                   ": a name has lower case letters, digits and underscores, a letter first"};
    if (!entry.make) return Error{said + " has no function that makes it"};
    std::vector<std::string_view> taken = reserved_;
    for (const OptionInfo& option : entry.options) {
      if (!bare_key(option.name) || std::ranges::find(taken, option.name) != taken.end())
        return Error{said + " cannot have an option `" + option.name +
                     "`: the name is taken, or no bare key of TOML"};
      taken.push_back(option.name);
    }
    const std::scoped_lock lock(adding_);
    if (find(entry.name) != nullptr)
      return Error{"there is a " + said + " already", ErrorKind::conflict};
    std::vector<Entry> longer = copies_.back();
    longer.push_back(std::move(entry));
    publish(std::move(longer));
    return ok();
  }

 private:
  void publish(std::vector<Entry> list) {
    now_.store(&copies_.emplace_back(std::move(list)), std::memory_order_release);
  }

  std::string kind_;
  std::vector<std::string_view> reserved_;
  std::mutex adding_;
  std::deque<std::vector<Entry>> copies_;  // the last is in force
  std::atomic<const std::vector<Entry>*> now_;
};

}  // namespace mesha
