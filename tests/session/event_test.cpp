#include "mesha/session/event.hpp"

#include <gtest/gtest.h>

#include "mesha/session/chain.hpp"

namespace mesha {
namespace {

SessionConfig some_config() {
  return {.name = "hiring",
          .learner = "mesha",
          .options = {{"lambda", "1.35"}, {"zeta", "0.05"}},
          .budget = 120,
          .norm_bound = 2,
          .noise = 0.2,
          .range = RewardRange{0, 1},
          .candidates = {{"ana, the first", Report{{0.1, 1e-17}}}, {"\"ben\"", Report{{-0.5, 1}}}}};
}

// The bytes of format 1: a change here breaks every log that exists.
TEST(Event, IsWrittenAsTheFormatSays) {
  const std::pair<Event, std::string> examples[] = {
      {{1, Created{some_config()}},
       "created\t1\t1\thiring\tmesha\t120\t2\t0.2\t0\t1\t2\tlambda\t1.35\tzeta\t0.05\t2\tana, the "
       "first\t0.1,1e-17\t\"ben\"\t-0.5,1"},
      {{2, Reported{ArmId{1}, Report{{0.5, 0}}}}, "reported\t2\t1\t0.5,0"},
      {{3, Asked{7, ArmId{1}, 2, 99, "kim"}}, "asked\t3\t7\t1\t2\t99\tkim"},
      {{4, Told{7, 0.1}}, "told\t4\t7\t0.1"},
      {{5, Corrected{7, -3, "a typing error"}}, "corrected\t5\t7\t-3\ta typing error"},
      {{6, Expired{7}}, "expired\t6\t7"},
      {{7, Withdrawn{ArmId{0}, "another offer"}}, "withdrawn\t7\t0\tanother offer"},
      {{8, Closed{2,
                  {{ArmId{0}, 2, ByTrigger{0.25, {3, 2}}},
                   {ArmId{1}, 2, ByRanking{0.25, 0.5, TriggerBounds{-1, 4}}}}}},
       "closed\t8\t2\t2\t0\ttrigger\t0.25\t-\t3\t2\t1\tranking\t0.25\t0.5\t-1\t4"},
      {{9, Decided{true, ArmId{1}}}, "decided\t9\tidentified\t1"},
      {{10, Decided{false, std::nullopt}}, "decided\t10\tnobody_left\t-"},
  };
  for (const auto& [event, text] : examples) {
    EXPECT_EQ(text_of(event), text);
    const auto read = event_of(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(text_of(*read), text);
  }
}

// Logs of learners without coins have no seed, and read as they always did.
TEST(Event, OfASessionMayEndWithASeed) {
  const std::string without = text_of({1, Created{some_config()}});
  const auto read_seed = [](const std::string& line) {
    const auto event = event_of(line);
    return event ? std::get<Created>(event->what).config.seed : std::nullopt;
  };
  EXPECT_EQ(read_seed(without), std::nullopt);
  for (const std::uint64_t seed : {0ULL, 7ULL, 18446744073709551615ULL}) {
    SessionConfig config = some_config();
    config.seed = seed;
    const std::string line = text_of({1, Created{config}});
    EXPECT_EQ(line, without + "\tseed\t" + std::to_string(seed));
    EXPECT_EQ(read_seed(line), seed);
  }
  for (const char* bad : {"\t", "\tseed", "\tseed\t", "\tseed\t-1", "\tsed\t1", "\tseed\t1\t",
                          "\tseed\t18446744073709551616", "\tseed\t1\tseed\t1"}) {
    EXPECT_FALSE(event_of(without + bad)) << bad;
  }
}

TEST(Event, RefusesEveryLineThatIsCutOff) {
  const std::string line = text_of({1, Created{some_config()}});
  const auto last_tab =
      line.rfind('\t');  // the last report: what is left of it may be a shorter one
  for (std::size_t n = 0; n <= last_tab; ++n) EXPECT_FALSE(event_of(line.substr(0, n))) << n;
  EXPECT_NE(event_of("created\t1\t2\tx").error().sentence.find("newer mesha"), std::string::npos);
  for (const char* bad :
       {"", "told", "told\t", "told\t1\t2", "told\t1\tx\t0.5", "told\t1\t2\t0.5\t",
        "told\t1\t2\t0.5\t6", "told\t-1\t2\t0.5", "Told\t1\t2\t0.5",
        "closed\t1\t1\t999999999999\t0", "closed\t1\t1\t1\t0\tfate\t0.5\t0.6\t-\t-",
        "closed\t1\t1\t1\t0\ttrigger\t0.5\t0.6\t0.1\t0.2",
        "closed\t1\t1\t1\t0\ttrigger\t0.5\t-\t-\t-",
        "closed\t1\t1\t1\t0\tranking\t0.5\t0.6\t0.1\t-",
        "closed\t1\t1\t1\t0\tranking\t0.5\t-\t-\t-", "decided\t1\tperhaps\t0",
        "asked\t1\t1\t5000000000\t1\t1\t", "created\t1\t2\ta\tmesha\t1\t1\t1\t-\t-\t0\t0"}) {
    EXPECT_FALSE(event_of(bad)) << bad;
  }
  for (const char* good :
       {"closed\t1\t1\t1\t0\tranking\t0.5\t0.6\t-\t-",
        "closed\t1\t1\t1\t0\ttrigger\t0.5\t-\t0.1\t0.2", "decided\t1\tnobody_left\t0"}) {
    EXPECT_TRUE(event_of(good)) << good;
  }
}

// RFC 7693's function, by `printf abc | b2sum -l 256`.
TEST(Chain, IsBlake2b) {
  EXPECT_EQ(blake2b_256("abc"), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  EXPECT_EQ(next_hash("ab", "c"), blake2b_256("ab\nc"));
}

TEST(SessionConfig, RefusesWhatNobodyShouldType) {
  const auto refused = [](auto change) {
    SessionConfig config = some_config();
    change(config);
    const auto verdict = check_config(config);
    EXPECT_FALSE(verdict);
    return verdict ? "" : verdict.error().sentence;
  };
  EXPECT_TRUE(check_config(some_config()));
  EXPECT_NE(refused([](auto& c) { c.name = std::string(10'000'000, 'x'); }).find("200 at most"),
            std::string::npos);
  for (const std::string name :
       {"", " a", "a ", "a\tb", "a\nb", "a\x1b[31m", "a\x7f", "\xff", "\xc0\xaf", "\xed\xa0\x80",
        "\xe2\x80\xae"
        "abc",
        "\xc2\x85"}) {
    refused([&](auto& c) { c.name = name; });
    refused([&](auto& c) { c.candidates[0].name = name; });
  }
  refused([](auto& c) { c.candidates[1].name = c.candidates[0].name; });
  refused([](auto& c) { c.candidates[1].report.x = Vec{1}; });
  refused([](auto& c) { c.candidates[1].report.x = Vec{2, 2}; });  // the norm
  refused([](auto& c) { c.candidates.clear(); });
  refused([](auto& c) { c.learner = "nobody"; });
  refused([](auto& c) { c.options["lamda"] = "1"; });
  refused([](auto& c) { c.budget = 0; });
  refused([](auto& c) { c.range = RewardRange{1, 0}; });
  EXPECT_NE(refused([](auto& c) { c.budget = 1; }).find("smallest that works is T = 2"),
            std::string::npos);
  for (const double bad : {0.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0, 1e308, -0.0, 1e-300}) {
    refused([&](auto& c) { c.candidates[0].report.x[0] = bad; });
    refused([&](auto& c) { c.noise = bad; });
    refused([&](auto& c) { c.norm_bound = bad; });
    EXPECT_FALSE(check_reward(some_config(), bad)) << bad;
  }
  EXPECT_FALSE(check_reward(some_config(), 1.5));
  EXPECT_TRUE(check_reward(some_config(), 0));
}

// What is left open depends on nothing but the rest, and is written into the log.
TEST(SessionConfig, FillsInWhatIsLeftOpen) {
  SessionConfig config = some_config();
  config.options.clear();
  const auto ready = completed(config, std::nullopt);
  ASSERT_TRUE(ready) << ready.error().sentence;
  EXPECT_EQ(ready->noise, 0.5);  // half of the range
  EXPECT_EQ(ready->options.at("xi"), "0.5");
  EXPECT_EQ(ready->options.at("lambda"), "1");
  EXPECT_EQ(ready->options.at("zeta"), text_of(0.5 * std::sqrt(2.0 / 60)));
  EXPECT_EQ(completed(config, 0.2)->noise, 0.2);
}

}  // namespace
}  // namespace mesha
