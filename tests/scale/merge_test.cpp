// `mesha merge` joins what belongs together, and refuses everything else with one sentence.
#include <nlohmann/json.hpp>

#include "mesha/io/sealed_json.hpp"
#include "mesha/scale/campaign.hpp"
#include "mesha/scale/part.hpp"
#include "scale/scale_support.hpp"

namespace mesha::testing {
namespace {

using nlohmann::json;

class Merge : public ::testing::Test {
 protected:
  std::vector<std::string> merge(const std::vector<std::string>& parts) const {
    return joined({"merge"}, parts);
  }
  std::string part_with(const std::string& name, const std::vector<std::string>& flags) const {
    const std::string out = folder_.path() + "/" + name;
    EXPECT_EQ(mesha(joined({"simulate", file_, "--out", out}, flags)).status, 0);
    return out;
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("small.toml", small_experiment);
  std::vector<std::string> parts_ = write_parts(folder_, file_, 4);
};

TEST_F(Merge, TakesTheSamePartTwice) {
  const auto twice = joined(parts_, parts_);
  EXPECT_EQ(mesha(merge(twice)).out, mesha(merge(parts_)).out);
  EXPECT_EQ(mesha(merge(twice)).status, 0);
}

TEST_F(Merge, KeepsApartALearnerThatIsShownTheTruth) {
  const std::string one = "[[learners]]\nname = \"od_linbai\"\n";
  file_ = folder_.file("star.toml", small_experiment + one + one + "features = \"true\"\n");
  const auto rows = [](const Finished& run) { return json::parse(run.out)["rows"]; };
  const json whole = rows(mesha({"simulate", file_, "--json"}));
  const auto parts = joined(write_parts(folder_, file_, 3), {"--json"});
  EXPECT_EQ(rows(mesha(merge(parts))), whole);
  EXPECT_EQ(whole[5]["learner"], "od_linbai");
  EXPECT_EQ(whole[7]["learner"], "od_linbai*");
  EXPECT_NE(whole[5]["failures"], whole[7]["failures"]);
}

TEST_F(Merge, NamesTheShardsThatAreMissing) {
  expect_refused(merge({parts_[0], parts_[2]}), "2 of 4 shards are missing: 1, 3");
  expect_refused(merge({parts_[0], parts_[1], parts_[3]}), "1 of 4 shards is missing: 2");
}

TEST_F(Merge, RefusesPartsOfDifferentSimulations) {
  const auto refused = [&](const std::string& why, const std::vector<std::string>& flags) {
    expect_refused(merge({parts_[0], part_with("other", flags)}), why);
  };
  refused("their seed differs", {"--shard", "1/4", "--seed", "8"});
  refused("their number of trials differs", {"--shard", "1/4", "--trials", "8"});
  refused("their way to draw differs", {"--shard", "1/4", "--every-pull"});
  refused("their method or precision differs", {"--shard", "1/4", "--method", "general"});
  refused("is a shard of 4, but", {"--shard", "1/5"});
  file_ = folder_.file("other.toml", small_experiment + "# another text\n");
  refused("their experiment differs", {"--shard", "1/4"});
}

TEST_F(Merge, RefusesWhatIsNoPart) {
  const auto refused = [&](const std::string& why, const std::string& text) {
    expect_refused(merge({folder_.file("bad", text)}), why);
  };
  const std::string good = text_of(parts_[0]);
  refused("it is not JSON", "");
  refused("it is not JSON", good.substr(0, good.size() / 2));
  refused("it is not JSON", good + "{}");
  refused("it is not a part", "{}");
  refused("it is not a part", "[1, 2]");
  refused("same key twice", R"({"format": "mesha-part", "format": "mesha-part"})");
  refused("nested too deeply", std::string(100'000, '[') + std::string(100'000, ']'));
  refused("nested too deeply", R"({"format":)" + std::string(100'000, '['));
  expect_refused({"merge", folder_.path() + "/nowhere"}, "cannot read");
  expect_refused({"merge", folder_.path()}, "cannot read");
}

TEST_F(Merge, NoticesAChangedNumber) {
  json part = json::parse(text_of(parts_[0]));
  part["rows"][2]["tally"]["failures"] = 0;
  expect_refused(merge({folder_.file("bad", part.dump())}), "damaged or changed");
}

// Somebody who can compute a checksum still cannot make the program misbehave.
std::string sealed(json part) {
  part.erase("checksum");
  part["checksum"] = checksum(part.dump(1, ' ', false));
  return part.dump(1, ' ', false);
}

TEST_F(Merge, ChecksEveryNumberOfAForgedPart) {
  const json good = json::parse(text_of(parts_[0]));
  EXPECT_TRUE(static_cast<bool>(read_part(sealed(good), "good")));
  const auto refused = [&](const char* pointer, const json& value) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    const auto read = read_part(sealed(bad), "bad");
    EXPECT_FALSE(static_cast<bool>(read)) << pointer << " = " << value;
  };
  for (const char* key : {"/shard", "/shards", "/settings/trials", "/settings/seed", "/rows/2/T",
                          "/rows/2/tally/trials", "/rows/2/tally/failures"}) {
    for (const json& value : {json(-1), json(1.5), json("7"), json(nullptr),
                              json(~std::uint64_t{0}), json::array(), json::object()})
      refused(key, value);
  }
  refused("/rows/2/tally/failures", 1);
  refused("/rows/2/tally/named", json::array({1, 2}));
  refused("/rows/2/tally/named", json::array({1, 2, "x"}));
  refused("/rows/2/tally/triggered", std::numeric_limits<std::int64_t>::max());
  refused("/rows/2/learner", "uniform");
  refused("/rows/2/method", "exact");
  refused("/rows/2/method", "magic");
  refused("/rows/2/here", false);
  refused("/rows", json::array());
  refused("/experiment/text", "budgets = []");
  refused("/experiment/text", 5);
  refused("/settings/draw", "cards");
  refused("/format_version", 3);
  refused("/rows/2/tally/unfinished", 1);
  refused("/rows/2/tally/pulls/least", 1'000'000);
  refused("/rows/2/tally/pulls/sum", json::array({1}));
  refused("/rows/2/tally/pulls/buckets", json::array());
  refused("/rows/2/tally/pulls/buckets", json::array({{1'000'000'000'000, 1}}));
  refused("/rows/2/tally/pulls/most", std::numeric_limits<std::int64_t>::max());
  refused("/rows/0/chances/nobody", json::array({.1, .1, .1}));
  refused("/rows/0/chances/chosen", json::array());
  refused("/rows/0/chances/chosen/0", json::array({.1, .2, .3}));
}

// tests/scale/format_1_part_*.json were written by format 1 and must be read for ever.
TEST_F(Merge, ReadsPartsOfTheFirstFormat) {
  const std::vector<std::string> old = {in_checkout("tests/scale/format_1_part_0.json"),
                                        in_checkout("tests/scale/format_1_part_1.json")};
  const Finished merged = mesha({"merge", old[0], old[1], "--json"});
  ASSERT_EQ(merged.status, 0) << merged.err;
  const json document = json::parse(merged.out);
  const json& row = document.at("rows")[2];
  EXPECT_EQ(row.at("trials"), 503);
  EXPECT_EQ(row.at("failures"), 59);
  EXPECT_TRUE(row.at("pulls").is_null());                      // it did not count them
  EXPECT_EQ(row.at("chosen").size(), 3U);                      // but who was named
  EXPECT_TRUE(document.at("rows")[0].at("chosen").is_null());  // nor integrate that
}

TEST_F(Merge, RefusesAFailureOutsideItsInterval) {
  const auto whole = write_parts(folder_, file_, 1, {"--half-width", "0.02"});
  json part = json::parse(text_of(whole[0]));
  ASSERT_TRUE(static_cast<bool>(read_part(sealed(part), "good")));
  for (const char* key : {"low", "high"}) {
    json bad = part;
    std::swap(bad["rows"][0][key], bad["rows"][0]["failure"]);
    EXPECT_FALSE(static_cast<bool>(read_part(sealed(bad), "bad"))) << key;
  }
}

}  // namespace
}  // namespace mesha::testing
