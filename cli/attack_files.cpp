// The files that mesha attack writes: the worst lie as an experiment, a table, pictures.
#include <filesystem>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/attack.hpp"
#include "cli/result_files.hpp"
#include "cli/scale.hpp"
#include "mesha/base/cases.hpp"
#include "mesha/io/durable_file.hpp"

namespace mesha::cli {
namespace {

// A number that TOML reads as the same double.
std::string toml_number(double x) {
  std::string text = fmt::format("{}", x);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string toml_vector(const Vec& x) {
  std::string text;
  for (const double coordinate : x) text += (text.empty() ? "" : ", ") + toml_number(coordinate);
  return "[" + text + "]";
}

std::string toml_vectors(const std::vector<Vec>& list) {
  std::string text = "[\n";
  for (const Vec& x : list) text += "  " + toml_vector(x) + ",\n";
  return text + "]";
}

std::string toml_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string toml_value(const OptionValue& value) {
  return std::visit(Cases{[](bool one) { return std::string(one ? "true" : "false"); },
                          [](std::int64_t one) { return std::to_string(one); },
                          [](double one) { return toml_number(one); },
                          [](const std::string& one) { return toml_text(one); },
                          [](const Vec& one) { return toml_vector(one); },
                          [](const std::vector<Vec>& one) { return toml_vectors(one); }},
                    value);
}

std::string toml_noise(const Noise& noise) {
  return std::visit(
      Cases{[](const GaussianNoise& one) {
              return fmt::format(R"({{ kind = "gaussian", sd = {} }})", toml_number(one.sd));
            },
            [](const UniformNoise& one) {
              return fmt::format(R"({{ kind = "uniform", half_width = {} }})",
                                 toml_number(one.half_width));
            },
            [](const BernoulliReward&) { return std::string(R"({ kind = "bernoulli" })"); }},
      noise);
}

std::string toml_instance(const Attacked& all) {
  const Instance& instance = all.experiment.instance;
  std::vector<Vec> features;
  features.reserve(instance.arm_count());
  for (std::size_t i = 0; i < instance.arm_count(); ++i)
    features.push_back(instance.feature(arm_at(i)).x);
  std::string text = fmt::format("[instance]\ntheta    = {}\nfeatures = {}\nnoise    = {}\n",
                                 toml_vector(instance.theta()), toml_vectors(features),
                                 toml_noise(instance.noise()));
  // Without a bound, one that nobody exceeds: the file is then read without a note.
  return text + fmt::format("norm_bound = {}\n", toml_number(all.options.norm_bound.value_or(1e6)));
}

std::string saved_attack(const Attacked& all, const AttackRow& row) {
  const WorstFound lie = *worst_of(row);
  std::string text = fmt::format(
      "# The worst lie that `mesha attack` found: {} then fails {:.6f} of the time at T = {}, and "
      "{:.6f} when\n# everybody is truthful. `mesha simulate` plays it.\n"
      "seed    = {}\nbudgets = [{}]\n",
      label(row.learner), lie.failure.probability, row.budget, row.truthful.probability,
      all.experiment.precision.seed, row.budget);
  if (!all.experiment.right.single()) {
    double epsilon = 0;
    for (const ArmId arm : all.experiment.right.arms()) {
      const Instance& instance = all.experiment.instance;
      epsilon = std::max(epsilon, instance.mean(all.experiment.best) - instance.mean(arm));
    }
    text += epsilon > 0 ? fmt::format("accept = {{ within = {} }}\n", toml_number(epsilon))
                        : "accept = \"best\"\n";
  }
  text += "\n" + toml_instance(all);
  text +=
      fmt::format("\n[reports]\nstrategy = \"fixed\"\nfeatures = {}\n", toml_vectors(*lie.said));
  if (lie.changing != nullptr && !lie.changing->name.empty()) {
    std::string liars;
    for (std::size_t i = 0; i < lie.profile->size(); ++i) {
      if (!(*lie.profile)[i].constant()) liars += (liars.empty() ? "" : ", ") + std::to_string(i);
    }
    text += fmt::format("\n[[reports.deviations]]\narms = [{}]\nstrategy = \"{}\"\n", liars,
                        lie.changing->name);
    for (const auto& [name, value] : lie.changing->options)
      text += fmt::format("{} = {}\n", name, toml_value(value));
  }
  text += fmt::format("\n[[learners]]\nname = \"{}\"\n", row.learner.name);
  for (const auto& [name, value] : row.learner.options)
    text += fmt::format("{} = {}\n", name, toml_value(value));
  return text;
}

std::string attack_csv(const Attacked& all) {
  std::string text =
      "learner,T,truthful,truthful_low,truthful_high,single_liar,single_liar_failure,single_liar_"
      "gain,coalition_failure,equilibrium_found,equilibrium_failure,certificate,worst,"
      "evaluations\n";
  for (const AttackRow& row : all.rows) {
    text +=
        fmt::format("\"{}\",{},{},{},{}", label(row.learner), row.budget, row.truthful.probability,
                    row.truthful.interval.low, row.truthful.interval.high);
    if (row.single_liar) {
      const LieReport& one = *row.best_responses[*row.single_liar];
      text += fmt::format(",{},{},{}", *row.single_liar, one.failure.with.probability,
                          one.lie.gain.gain);
    } else {
      text += ",,,";
    }
    text += row.coalition ? fmt::format(",{}", row.coalition->failure.with.probability) : ",";
    if (row.equilibrium) {
      text +=
          fmt::format(",{},{},{}", row.equilibrium->found ? "yes" : "no",
                      row.at_equilibrium.with.probability, row.equilibrium->certificate.largest);
    } else {
      text += ",,,";
    }
    const auto worst = worst_of(row);
    text += fmt::format(",{},{}\n", worst ? worst->failure.probability : row.truthful.probability,
                        row.evaluations);
  }
  return text;
}

std::string picture(const Drawing& drawing, const std::string& path) {
  return path.ends_with(".pdf") ? to_pdf(drawing) : to_svg(drawing);
}

// "out/a.svg" -> "out/a-reports.svg"
std::string beside(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return path.substr(0, dot) + "-reports" + path.substr(dot);
}

}  // namespace

Status can_write(const AttackVerb& files) {
  if (!files.plot.empty()) {
    if (!files.plot.ends_with(".svg") && !files.plot.ends_with(".pdf"))
      return Error{fmt::format("a plot is an SVG or a PDF: name it so, {}.svg",
                               files.plot.substr(0, files.plot.rfind('.')))};
    if (auto possible = check_writable("plot", files.plot); !possible) return possible;
  }
  if (!files.csv.empty()) {
    if (auto possible = check_writable("table", files.csv); !possible) return possible;
  }
  return files.save.empty() ? ok() : check_writable("attack", files.save);
}

Status write_files(const AttackVerb& files, const Attacked& all, bool talk) {
  const auto write = [talk](std::string_view what, const std::string& path,
                            const std::string& text) -> Status {
    if (!write_durably(path, text)) return cannot_write(what, path);
    if (talk) fmt::print(stderr, "wrote {}\n", path);
    return ok();
  };
  const AttackRow* worst = worst_row(all);
  if (!files.csv.empty()) {
    if (auto done = write("table", files.csv, attack_csv(all)); !done) return done;
  }
  if (!files.plot.empty()) {
    if (auto done = write("plot", files.plot, picture(draw_overview(all), files.plot)); !done)
      return done;
    const std::size_t d = all.experiment.instance.dimension();
    if (worst != nullptr && (d == 2 || d == 3)) {
      const std::string path = beside(files.plot);
      const Drawing drawing = draw_reports(all, *worst);
      if (auto done = write("plot", path, picture(drawing, path)); !done) return done;
    }
  }
  if (files.save.empty()) return ok();
  if (worst == nullptr) {
    fmt::print(stderr, "note: no lie was found that does harm, so there is none to save\n");
    return ok();
  }
  return write("attack", files.save, saved_attack(all, *worst));
}

}  // namespace mesha::cli
