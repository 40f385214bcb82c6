#include "mesha/session/event.hpp"

#include <array>
#include <concepts>
#include <limits>
#include <string>
#include <utility>

#include "mesha/io/numbers.hpp"

namespace mesha {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<EventBody>> kinds{
    "created", "reported",  "asked",  "told",   "corrected",
    "expired", "withdrawn", "closed", "decided"};

// Fields with a tab before each; texts hold no tab (check_text).
class Writer {
 public:
  explicit Writer(std::string_view kind) : line_(kind) {}

  Writer& operator<<(std::integral auto whole) { return *this << std::to_string(whole); }
  Writer& operator<<(ArmId arm) { return *this << std::int64_t{arm.index}; }
  Writer& operator<<(double x) { return *this << std::string_view(text_of(x)); }
  Writer& operator<<(std::string_view text) {
    line_ += '\t';
    line_ += text;
    return *this;
  }
  Writer& operator<<(const std::string& text) { return *this << std::string_view(text); }
  Writer& operator<<(const Vec& x) { return *this << text_of(x); }
  template <class T>
  Writer& operator<<(const std::optional<T>& maybe) {
    return maybe ? *this << *maybe : *this << std::string_view("-");
  }

  std::string line() && { return std::move(line_); }

 private:
  std::string line_;
};

// Field by field; the first that does not fit is remembered, and everything after it is empty.
class Reader {
 public:
  explicit Reader(std::string_view line) : rest_(line) {}

  std::string_view text() {
    if (ended_) {
      good_ = false;
      return {};
    }
    const auto tab = rest_.find('\t');
    const std::string_view field = rest_.substr(0, tab);
    ended_ = tab == std::string_view::npos;
    rest_.remove_prefix(ended_ ? rest_.size() : tab + 1);
    return field;
  }
  template <std::integral Whole = std::int64_t>
  Whole whole(Whole low = 0, Whole high = std::numeric_limits<Whole>::max()) {
    const auto value = whole_text_as<Whole>(text());
    if (value && *value >= low && *value <= high) return *value;
    good_ = false;
    return low;
  }
  ArmId arm() { return ArmId{whole<std::int32_t>()}; }
  double number() { return take(number_of(text())); }
  Vec numbers() { return take(numbers_of(text())); }
  std::optional<double> maybe_number() {
    return nothing() ? std::nullopt : std::optional(number());
  }
  std::optional<ArmId> maybe_arm() { return nothing() ? std::nullopt : std::optional(arm()); }
  // The number of things that follow, of so many fields each.
  std::int64_t count() { return whole<std::int64_t>(0, static_cast<std::int64_t>(rest_.size())); }
  void word(std::string_view wanted) { good_ = text() == wanted && good_; }
  bool more() const { return good_ && !ended_; }

  bool good() const { return good_; }
  bool done() const { return good_ && ended_; }

 private:
  template <class T>
  T take(Result<T> value) {
    if (value) return *std::move(value);
    good_ = false;
    return {};
  }
  bool nothing() {
    if (!(rest_ == "-" || rest_.starts_with("-\t"))) return false;
    text();
    return true;
  }

  std::string_view rest_;
  bool ended_ = false;
  bool good_ = true;
};

void write(Writer& to, const Created& e) {
  const SessionConfig& c = e.config;
  to << std::int64_t{journal_version} << c.name << c.learner << c.budget << c.norm_bound << c.noise;
  to << (c.range ? std::optional(c.range->low) : std::nullopt)
     << (c.range ? std::optional(c.range->high) : std::nullopt);
  to << static_cast<std::int64_t>(c.options.size());
  for (const auto& [key, value] : c.options) to << key << value;
  to << static_cast<std::int64_t>(c.candidates.size());
  for (const Candidate& candidate : c.candidates) to << candidate.name << candidate.report.x;
  if (c.seed) to << std::string_view("seed") << *c.seed;
}
void write(Writer& to, const Reported& e) { to << e.arm << e.report.x; }
void write(Writer& to, const Asked& e) { to << e.ticket << e.arm << e.epoch << e.due << e.worker; }
void write(Writer& to, const Told& e) { to << e.ticket << e.reward; }
void write(Writer& to, const Corrected& e) { to << e.ticket << e.reward << e.reason; }
void write(Writer& to, const Expired& e) { to << e.ticket; }
void write(Writer& to, const Withdrawn& e) { to << e.arm << e.reason; }
void write(Writer& to, const Closed& e) {
  to << e.epoch << static_cast<std::int64_t>(e.leavers.size());
  for (const Leaver& gone : e.leavers) {
    to << gone.arm << std::string_view(gone.by_trigger ? "trigger" : "ranking") << gone.mu_hat
       << gone.cut << gone.rlcb << gone.aucb;
  }
}
void write(Writer& to, const Decided& e) {
  to << std::string_view(e.identified ? "identified" : "nobody_left") << e.arm;
}

EventBody read_created(Reader& from) {
  Created e;
  SessionConfig& c = e.config;
  from.whole();  // the format, see event_of
  c.name = from.text();
  c.learner = from.text();
  c.budget = from.whole();
  c.norm_bound = from.number();
  c.noise = from.number();
  const auto low = from.maybe_number();
  const auto high = from.maybe_number();
  if (low && high) c.range = {*low, *high};
  for (std::int64_t n = from.count(); n > 0 && from.good(); --n) {
    std::string key(from.text());
    c.options.insert_or_assign(std::move(key), std::string(from.text()));
  }
  for (std::int64_t n = from.count(); n > 0 && from.good(); --n) {
    std::string name(from.text());
    c.candidates.push_back({std::move(name), Report{from.numbers()}});
  }
  if (from.more()) {
    from.word("seed");
    c.seed = from.whole<std::uint64_t>();
  }
  return e;
}

EventBody read_closed(Reader& from) {
  Closed e{.epoch = from.whole()};
  for (std::int64_t n = from.count(); n > 0 && from.good(); --n) {
    Leaver gone{.arm = from.arm(), .by_trigger = from.text() == "trigger"};
    gone.mu_hat = from.number();
    gone.cut = from.maybe_number();
    gone.rlcb = from.maybe_number();
    gone.aucb = from.maybe_number();
    e.leavers.push_back(gone);
  }
  return e;
}

// Braces: their elements are evaluated in order.
EventBody read_body(std::size_t kind, Reader& from) {
  switch (kind) {
    case 0:
      return read_created(from);
    case 1:
      return Reported{from.arm(), Report{from.numbers()}};
    case 2:
      return Asked{from.whole(), from.arm(), from.whole(), from.whole(), std::string(from.text())};
    case 3:
      return Told{from.whole(), from.number()};
    case 4:
      return Corrected{from.whole(), from.number(), std::string(from.text())};
    case 5:
      return Expired{from.whole()};
    case 6:
      return Withdrawn{from.arm(), std::string(from.text())};
    case 7:
      return read_closed(from);
    default:
      return Decided{from.text() == "identified", from.maybe_arm()};
  }
}

}  // namespace

std::string_view kind_of(const Event& event) { return kinds[event.what.index()]; }

std::string text_of(const Event& event) {
  Writer to(kind_of(event));
  to << event.at;
  std::visit([&to](const auto& what) { write(to, what); }, event.what);
  return std::move(to).line();
}

Result<Event> event_of(std::string_view line) {
  Reader from(line);
  const std::string_view kind = from.text();
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (kinds[k] != kind) continue;
    const std::int64_t when = from.whole();
    if (k == 0) {
      Reader ahead = from;
      if (const std::int64_t format = ahead.whole(); ahead.good() && format != journal_version)
        return Error{"a log of format " + std::to_string(format) +
                         ", which this program does not know: use a newer mesha",
                     ErrorKind::unsupported};
    }
    Event event{when, read_body(k, from)};
    if (from.done()) return event;
    return Error{"an event `" + std::string(kind) + "` that does not have the form it should",
                 ErrorKind::corrupt};
  }
  return Error{"an event of a kind that does not exist", ErrorKind::corrupt};
}

}  // namespace mesha
