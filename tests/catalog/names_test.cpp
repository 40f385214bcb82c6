// Learners are named in catalog/ and nowhere else: what other code has to know of one is a trait or
// a function of its entry, so that a learner registered at run time is as good as one of ours.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/catalog/learners.hpp"
#include "support/paths.hpp"

namespace mesha {
namespace {

// Where code goes on that begins with a comment, an #include or the character '"'.
std::size_t skip(std::string_view code, std::size_t at) {
  const std::string_view rest = code.substr(at);
  if (rest.starts_with("//") || rest.starts_with("#include")) return code.find('\n', at);
  if (rest.starts_with("/*")) return code.find("*/", at);
  return rest.starts_with("'\"'") ? at + 3 : at;
}

struct Literal {
  std::string_view text;  // escapes stay as written
  std::size_t end;        // behind the closing quote
};

// The one whose opening quote is at `at`.
Literal literal_at(std::string_view code, std::size_t at) {
  if (at > 0 && code[at - 1] == 'R') {  // R"mark( ... )mark"
    const std::size_t open = code.find('(', at);
    const std::string mark = ")" + std::string(code.substr(at + 1, open - at - 1)) + "\"";
    const std::size_t close = code.find(mark, open);
    return {code.substr(open + 1, close - open - 1), close + mark.size()};
  }
  std::size_t close = at + 1;
  while (code[close] != '"') close += code[close] == '\\' ? 2 : 1;
  return {code.substr(at + 1, close - at - 1), close + 1};
}

// All string literals, neighbours joined as the compiler does it.
std::vector<std::string> literals(std::string_view code) {
  std::vector<std::string> found;
  bool joins = false;  // nothing but blanks since the last one
  for (std::size_t at = skip(code, 0); at < code.size(); at = skip(code, at)) {
    if (code[at] != '"') {
      joins = joins && (code[at] == ' ' || code[at] == '\n');
      ++at;
      continue;
    }
    if (!joins) found.emplace_back();
    joins = true;
    const auto [text, end] = literal_at(code, at);
    found.back() += text;
    at = end;
  }
  return found;
}

bool has_word(std::string_view text, std::string_view word) {
  const auto part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !part(text[at - 1])) && (end == text.size() || !part(text[end]))) return true;
  }
  return false;
}

// As a whole, or as a word in a sentence. Of `mesha`, which is also the program, and of `uniform`,
// which is also a word, only as a whole.
bool names(std::string_view literal, std::string_view learner) {
  const bool ambiguous = learner == "mesha" || learner == "uniform";
  return ambiguous ? literal == learner : has_word(literal, learner);
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(LearnersNames, AreStringLiteralsInTheCatalogAlone) {
  int files = 0;
  for (const char* root : {"src", "cli"}) {
    const std::filesystem::path folder = testing::in_checkout(root);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string file = entry.path().string();
      if (!file.ends_with("pp") || file.find("/src/mesha/catalog/") != std::string::npos) continue;
      ++files;
      for (const std::string& literal : literals(text_of(entry.path()))) {
        if (literal == "mesha" && file.ends_with("/cli/main.cpp")) continue;  // the program
        for (const LearnerEntry& learner : all_learners())
          EXPECT_FALSE(names(literal, learner.name)) << file << ": \"" << literal << '"';
      }
    }
  }
  EXPECT_GT(files, 100);
}

TEST(LearnersNames, AreFoundInEveryKindOfLiteral) {
  using Found = std::vector<std::string>;
  EXPECT_EQ(literals("f(\"a\", \"b\" \"c\"\n  \"d\"); // \"e\"\n#include \"g\"\n/* \"i\" */ \"h\""),
            (Found{"a", "bcd", "h"}));
  EXPECT_EQ(literals("R\"(x \"y\")\", R\"m(z)m\" + '\"' + \"\\\"q\\\\\""),
            (Found{"x \"y\"", "z", "\\\"q\\\\"}));
  EXPECT_TRUE(names("gse", "gse") && names("gse and others", "gse") && names("mesha", "mesha"));
  EXPECT_FALSE(names("gse_like", "gse") || names("mesha: done", "mesha"));
}

}  // namespace
}  // namespace mesha
