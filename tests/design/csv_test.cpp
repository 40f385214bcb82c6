#include "mesha/io/csv.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace mesha {
namespace {

Result<FeatureTable> read(const std::string& text) {
  std::istringstream in(text);
  return read_features(in, "arms.csv");
}

std::string complaint(const std::string& text) { return read(text).error().sentence; }

TEST(Csv, ReadsPlainNumbers) {
  const auto table = read("1,2\n-3.5,4e2\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->points.count, 2U);
  EXPECT_EQ(table->points.dimension, 2U);
  EXPECT_EQ(table->points.values, (std::vector<double>{1, 2, -3.5, 400}));
  EXPECT_TRUE(table->names.empty());
  EXPECT_TRUE(table->columns.empty());
}

TEST(Csv, HeaderAndNamesAreOptional) {
  const auto both = read(
      "\xEF\xBB\xBFname,skill,years\r\n\r\nana,0.9,3\r\n\"ben, the \"\"elder\"\"\" , +1 , 2\r\n");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->columns, (std::vector<std::string>{"skill", "years"}));
  EXPECT_EQ(both->names, (std::vector<std::string>{"ana", "ben, the \"elder\""}));
  EXPECT_EQ(both->points.values, (std::vector<double>{0.9, 3, 1, 2}));

  const auto names = read("ana,1\nben,2\n");
  ASSERT_TRUE(names);
  EXPECT_EQ(names->points.dimension, 1U);
  EXPECT_EQ(names->names.size(), 2U);

  const auto header = read("a,b\n1,2\n");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->points.dimension, 2U);
  EXPECT_EQ(header->columns, (std::vector<std::string>{"a", "b"}));

  const auto numbered = read("id,a\n7,2\n");
  ASSERT_TRUE(numbered);
  EXPECT_EQ(numbered->names, std::vector<std::string>{"7"});
}

TEST(Csv, ComplainsWithTheLine) {
  EXPECT_EQ(complaint("1,2\n\n# note\n3,x\n"),
            "arms.csv, line 4: column 2 should be a finite number, not `x`");
  EXPECT_EQ(complaint("1,2\n3\n"), "arms.csv, line 2: the first line has 2 columns, this one 1");
  EXPECT_EQ(complaint("a,b\n1,inf\n"),
            "arms.csv, line 2: column 2 should be a finite number, not `inf`");
  EXPECT_EQ(complaint("1,1e999\n"),
            "arms.csv, line 1: column 2 should be a finite number, not `1e999`");
  EXPECT_EQ(complaint("1,2,\n"), "arms.csv, line 1: column 3 should be a finite number, not ``");
  EXPECT_EQ(complaint("1,1.2.3\n"),
            "arms.csv, line 1: column 2 should be a finite number, not `1.2.3`");
  EXPECT_EQ(complaint("\"ana,1\n"), "arms.csv, line 1: a quote is opened and not closed");
  EXPECT_EQ(complaint(""), "arms.csv has no arms in it");
  EXPECT_EQ(complaint("name,a\n"), "arms.csv has no arms in it");
}

TEST(Csv, SaysThatAFileIsMissing) {
  EXPECT_EQ(load_features("/nowhere/arms.csv").error().sentence,
            "cannot read `/nowhere/arms.csv`: is it there, and a file?");
}

}  // namespace
}  // namespace mesha
