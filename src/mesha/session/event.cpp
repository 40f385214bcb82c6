#include "mesha/session/event.hpp"

#include <array>
#include <concepts>
#include <string>
#include <utility>

#include "mesha/base/cases.hpp"
#include "mesha/io/numbers.hpp"

namespace mesha {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<EventBody>> kinds{
    "created", "reported",  "asked",  "told",   "corrected",
    "expired", "withdrawn", "closed", "decided"};

template <class T>
concept TwoNumbers = std::same_as<T, RewardRange> || std::same_as<T, TriggerBounds>;

// Fields with a tab before each; texts hold no tab (check_text).
class Writer {
 public:
  explicit Writer(std::string_view kind) : line_(kind) {}

  void operator()(const auto&... fields) { (add(fields), ...); }
  void choice(bool first, std::string_view one, std::string_view other) {
    add(first ? one : other);
  }
  void ending(std::string_view word, const auto& maybe) {
    if (maybe) (*this)(word, *maybe);
  }

  std::string line() && { return std::move(line_); }

 private:
  void add(std::string_view text) {
    line_ += '\t';
    line_ += text;
  }
  void add(std::integral auto whole) { add(std::to_string(whole)); }
  void add(ArmId arm) { add(arm.index); }
  void add(double x) { add(text_of(x)); }
  void add(const Vec& x) { add(text_of(x)); }
  template <class T>
  void add(const std::optional<T>& maybe) {
    maybe ? add(*maybe) : add("-");
  }
  template <TwoNumbers Pair>
  void add(const std::optional<Pair>& pair) {
    if (!pair) return (*this)("-", "-");
    const auto& [one, other] = *pair;
    (*this)(one, other);
  }
  void add(const std::map<std::string, std::string>& options) {
    add(options.size());
    for (const auto& [key, value] : options) (*this)(key, value);
  }
  template <class T>
  void add(const std::vector<T>& list) {
    add(list.size());
    for (const T& one : list) fields(*this, one);
  }

  std::string line_;
};

// Field by field; the first that does not fit is remembered, and everything after it is empty.
class Reader {
 public:
  explicit Reader(std::string_view line) : rest_(line) {}

  void operator()(auto&... fields) { (get(fields), ...); }
  void choice(bool& first, std::string_view one, std::string_view other) {
    const std::string_view said = text();
    first = said == one;
    must(first || said == other);
  }
  template <class T>
  void ending(std::string_view word, std::optional<T>& maybe) {
    if (!good_ || ended_) return;
    good_ = text() == word;
    get(maybe.emplace());
  }

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
  void must(bool fit) { good_ = good_ && fit; }
  bool good() const { return good_; }
  bool done() const { return good_ && ended_; }

 private:
  template <class T>
  void take(T& into, auto read) {  // something like a pointer
    must(static_cast<bool>(read));
    if (read) into = *std::move(read);
  }
  template <std::integral Whole>
  void get(Whole& whole) {  // not below 0
    const auto read = whole_text_as<Whole>(text());
    take(whole, read && *read >= 0 ? read : std::nullopt);
  }
  void get(ArmId& arm) { get(arm.index); }
  void get(double& x) { take(x, number_of(text())); }
  void get(Vec& x) { take(x, numbers_of(text())); }
  void get(std::string& into) { into = text(); }
  template <class T>
  void get(std::optional<T>& maybe) {
    if (rest_ == "-" || rest_.starts_with("-\t")) {
      text();
    } else {
      get(maybe.emplace());
    }
  }
  template <TwoNumbers Pair>
  void get(std::optional<Pair>& pair) {
    std::optional<double> one, other;
    (*this)(one, other);
    must(one.has_value() == other.has_value());
    if (one && other) pair = {*one, *other};
  }
  void get(std::map<std::string, std::string>& options) {
    for (std::size_t n = count(); n > 0 && good_; --n) {
      std::string key(text());
      get(options[std::move(key)]);
    }
  }
  template <class T>
  void get(std::vector<T>& list) {
    for (std::size_t n = count(); n > 0 && good_; --n) fields(*this, list.emplace_back());
  }
  std::size_t count() {  // of things that follow, of at least a field each
    std::size_t things = 0;
    const std::size_t room = rest_.size();
    get(things);
    must(things <= room);
    return things;
  }

  std::string_view rest_;
  bool ended_ = false;
  bool good_ = true;
};

// The fields of every kind in their order, for the Writer and for the Reader.
template <class E, class What>
concept Is = std::same_as<std::remove_const_t<E>, What>;

void fields(auto& io, Is<Candidate> auto& one) { io(one.name, one.report.x); }
// Arm, rule, mu_hat, the cut of a ranking, the trigger's bounds.
void fields(Writer& to, const Departure& gone) {
  to(gone.arm);
  std::visit(
      Cases{[&](const ByTrigger& by) { to("trigger", by.mu_hat, "-", std::optional(by.bounds)); },
            [&](const ByRanking& by) { to("ranking", by.mu_hat, by.cut, by.bounds); },
            [&](const ByItself&) { to("ranking", 0, "-", "-", "-"); }},
      gone.why);
}
void fields(Reader& from, Departure& gone) {
  from(gone.arm);
  bool caught = false;
  double mu_hat = 0;
  std::optional<double> cut;
  std::optional<TriggerBounds> bounds;
  from.choice(caught, "trigger", "ranking");
  from(mu_hat, cut, bounds);
  from.must(caught ? bounds && !cut : cut || (mu_hat == 0 && !bounds));
  gone.why = ByItself{};
  if (cut) gone.why = ByRanking{mu_hat, *cut, bounds};
  if (caught && bounds) gone.why = ByTrigger{mu_hat, *bounds};
}
void fields(auto& io, Is<Created> auto& e) {
  auto& c = e.config;
  std::int64_t format = journal_version;  // see event_of
  io(format, c.name, c.learner, c.budget, c.norm_bound, c.noise, c.range, c.options, c.candidates);
  io.ending("seed", c.seed);
}
void fields(auto& io, Is<Reported> auto& e) { io(e.arm, e.report.x); }
void fields(auto& io, Is<Asked> auto& e) { io(e.ticket, e.arm, e.epoch, e.due, e.worker); }
void fields(auto& io, Is<Told> auto& e) { io(e.ticket, e.reward); }
void fields(auto& io, Is<Corrected> auto& e) { io(e.ticket, e.reward, e.reason); }
void fields(auto& io, Is<Expired> auto& e) { io(e.ticket); }
void fields(auto& io, Is<Withdrawn> auto& e) { io(e.arm, e.reason); }
void fields(auto& io, Is<Closed> auto& e) { io(e.epoch, e.leavers); }
void fields(auto& io, Is<Decided> auto& e) {
  io.choice(e.identified, "identified", "nobody_left");
  io(e.arm);
}

template <std::size_t K = 0>
EventBody read_body(std::size_t kind, Reader& from) {
  if constexpr (K + 1 < std::variant_size_v<EventBody>) {
    if (kind != K) return read_body<K + 1>(kind, from);
  }
  std::variant_alternative_t<K, EventBody> what;
  fields(from, what);
  return what;
}

}  // namespace

std::string_view kind_of(const Event& event) { return kinds[event.what.index()]; }

std::string text_of(const Event& event) {
  Writer to(kind_of(event));
  to(event.at);
  std::visit([&to](const auto& what) { fields(to, what); }, event.what);
  return std::move(to).line();
}

Result<Event> event_of(std::string_view line) {
  Reader from(line);
  const std::string_view kind = from.text();
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (kinds[k] != kind) continue;
    Event event;
    from(event.at);
    if (k == 0) {
      Reader ahead = from;
      std::int64_t format = 0;
      ahead(format);
      if (ahead.good() && format != journal_version)
        return unsupported("a log of format " + std::to_string(format) +
                           ", which this program does not know: use a newer mesha");
    }
    event.what = read_body(k, from);
    if (from.done()) return event;
    return Error{"an event `" + std::string(kind) + "` that does not have the form it should",
                 ErrorKind::corrupt};
  }
  return Error{"an event of a kind that does not exist", ErrorKind::corrupt};
}

}  // namespace mesha
