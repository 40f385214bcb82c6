// A selection as a C++ program: three candidates, thirty evaluations, a log that can be replayed.
//   hiring [FILE.db]
#include <chrono>
#include <iostream>
#include <string>

#include "mesha/session/session.hpp"
#include "mesha/session/verify.hpp"

using namespace mesha;

std::int64_t now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

// Here somebody would hold an interview.
double interview(const IssuedTicket& ticket) {
  const double worth[] = {0.6, 0.5, 0.3};
  return worth[at(ticket.arm)] + 0.05 * static_cast<double>(ticket.ticket % 3 - 1);
}

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "hiring.db";
  auto store = open_store("sqlite:" + file, Access::create);
  if (!store) return std::cerr << store.error().sentence << '\n', 2;

  const auto config = completed({.name = "hiring",
                                 .budget = 30,
                                 .candidates = {{"ana", Report{{0.8, 0.3}}},
                                                {"ben", Report{{0.6, 0.5}}},
                                                {"carla", Report{{0.9, 0.1}}}}},
                                /*noise=*/0.1);
  if (!config) return std::cerr << config.error().sentence << '\n', 2;
  auto session = Session::create(**store, *config, now());
  if (!session) session = Session::open(**store, "hiring");  // begun earlier: go on
  if (!session) return std::cerr << session.error().sentence << '\n', 2;

  while (session->state().stage() == SessionState::Stage::open) {
    const auto tickets = session->ask({.count = 2, .worker = "kim", .again = true}, now());
    if (!tickets) return std::cerr << tickets.error().sentence << '\n', 2;
    for (const IssuedTicket& ticket : *tickets) {
      const Score score{ticket.ticket, interview(ticket)};
      const auto told = session->tell({&score, 1}, now());
      if (!told) return std::cerr << told.error().sentence << '\n', 2;
    }
  }
  const SessionState& end = session->state();
  const bool decided = end.stage() == SessionState::Stage::decided;
  std::cout << "hired: " << (decided ? end.standings()[at(*end.winner())].name : "nobody") << '\n';
  const auto checked = verify(**store, "hiring", session->head());
  std::cout << (checked && checked->good ? "the log verifies\n" : "the log does not verify\n");
  return checked && checked->good ? 0 : 1;
}
