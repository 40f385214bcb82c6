// Any lines given as the log of a session are refused with a sentence, or obey the rules: no crash,
// no budget overspent, and an event that was accepted is written as it was read, or at least as one
// that reads the same.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "mesha/session/state.hpp"

namespace mesha {
namespace {

void must(bool holds) {
  if (!holds) __builtin_trap();
}

constexpr std::string_view small =
    "created\t0\t1\ts\tmesha\t24\t1\t0.2\t-\t-\t3\tlambda\t1\txi\t0.2\tzeta\t0.1\t3\ta\t0.5,"
    "0\tb\t0,"
    "0.5\tc\t0.1,0.1";

void obey(const SessionState& state) {
  must(state.spent() >= 0);
  must(state.spent() + state.saved() + state.owed() <= state.config().budget);
  must(state.out() >= 0 && state.owed() >= 0 && state.saved() >= 0);
  for (const Standing& one : state.standings())
    must(0 <= one.told && one.told <= one.issued && one.issued <= one.planned);
}

void follow(std::optional<SessionState>& state, const Event& event) {
  if (!state) {
    // A large budget or many candidates would only take time.
    const auto* created = std::get_if<Created>(&event.what);
    if (created == nullptr || created->config.budget > 2000 ||
        created->config.candidates.size() > 20)
      return;
    if (auto begun = SessionState::begin(event)) state = *std::move(begun);
  } else if (state->check(event)) {
    state->apply(event);
  }
  while (state && state->due()) {
    const Event next{event.at, *state->due()};
    must(static_cast<bool>(state->check(next)));
    state->apply(next);
  }
  if (state) obey(*state);
}

void read(std::string_view lines, bool with_beginning) {
  std::optional<SessionState> state;
  if (with_beginning) follow(state, *event_of(small));
  while (!lines.empty()) {
    const auto end = lines.find('\n');
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    const auto event = event_of(line);
    if (!event) {
      must(!event.error().sentence.empty());
      continue;
    }
    const auto again = event_of(text_of(*event));
    must(again && text_of(*again) == text_of(*event));
    follow(state, *event);
  }
}

}  // namespace
}  // namespace mesha

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 4096;
  if (size > longest) return -1;                                           // not into the corpus
  const std::string_view text(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  mesha::read(text, true);
  mesha::read(text, false);
  return 0;
}
