// report.html: one file, no network, light and dark, wide and narrow.
#include <fmt/format.h>

#include "mesha/paper/embedded.hpp"
#include "mesha/paper/report.hpp"
#include "mesha/plot/xml.hpp"
#include "mesha/version.hpp"

namespace mesha::paper {
namespace {

std::string_view css(Agreement agreement) {
  return agreement == Agreement::agrees     ? "yes"
         : agreement == Agreement::inferred ? "inferred"
                                            : "no";
}

std::string badge(Agreement agreement) {
  return fmt::format(R"(<span class="badge {}" title="{}">{}</span>)", css(agreement),
                     name(agreement), mark(agreement));
}

std::string anchor(const Cell& cell) {
  std::string id;
  for (const char c : cell.study->id + "-" + cell.column->name)
    id += c == '*' ? 's' : c == ' ' ? '-' : c;
  return fmt::format("{}-{}", id, cell.value);
}

std::string counter(std::size_t number, Agreement agreement, std::string_view words) {
  return fmt::format("<li class=\"{}\"><b>{}</b><span>{}</span></li>", css(agreement), number,
                     words);
}

std::string head(const Reproduction& report) {
  const Counts counts = report.findings.counts();
  return fmt::format(
             "<header><p class=\"kicker\">mesha {} reproduces Li &amp; Zhong (2026)</p>"
             "<h1>The paper, cell by cell</h1><p class=\"lead\">{} published failure "
             "probabilities, "
             "each beside our own value, with the error its digits imply, the reading that was "
             "needed, and a verdict.{}</p><ul class=\"counts\">",
             version, counts.all(),
             few_runs(report.effort).empty() ? "" : " <b>" + few_runs(report.effort) + "</b>.") +
         counter(counts.agrees, Agreement::agrees, "agree") +
         counter(counts.inferred, Agreement::inferred, "agree under an inferred reading") +
         counter(counts.differs, Agreement::differs, "differ") + "</ul></header>\n";
}

// One square per published number.
std::string overview(const Reproduction& report) {
  std::string html = "<section id=\"overview\"><h2>All cells</h2><div class=\"maps\">\n";
  for (const Study& study : *report.studies) {
    html += fmt::format("<div><h3>{}</h3><table class=\"squares\">", xml_escaped(study.title));
    for (const Column& column : study.columns) {
      html += fmt::format("<tr><th scope=\"row\">{}</th><td>", xml_escaped(column.name));
      for (const Cell* cell : report.findings.column(study.id, column.name)) {
        html += fmt::format(
            R"(<a class="{}" href="#{}" title="{} = {}: published {}, ours {}: {}">{}</a>)",
            css(cell->judged.agreement), anchor(*cell), study.parameter, cell->value, cell->printed,
            number_text(cell->judged.ours), name(cell->judged.agreement),
            mark(cell->judged.agreement));
      }
      html += "</td></tr>";
    }
    html += "</table></div>\n";
  }
  return html + "</div></section>\n";
}

std::string story(const Reproduction& report) {
  std::string html = "<section id=\"story\"><h2>What the numbers say</h2>\n";
  for (const Passage& passage : report.story) {
    html += fmt::format("<h3>{}</h3>", xml_escaped(passage.title));
    for (const std::string& paragraph : passage.paragraphs)
      html += fmt::format("<p>{}</p>", xml_escaped(paragraph));
    html += "\n";
  }
  return html + "</section>\n";
}

std::string figure_html(const Figure& figure) {
  return fmt::format(
      "<figure><button class=\"zoomable\" type=\"button\" aria-label=\"Enlarge the figure\">"
      "<span class=\"wide\">{}</span><span class=\"narrow\">{}</span></button>"
      "<figcaption>{} Tap to enlarge; also <a href=\"{}.svg\">SVG</a>, <a "
      "href=\"{}.pdf\">PDF</a>.</figcaption></figure>\n",
      to_svg(figure.wide), to_svg(figure.narrow), xml_escaped(figure.caption), figure.name,
      figure.name);
}

std::string named_figure(const Reproduction& report, std::string_view name) {
  for (const Figure& figure : report.figures) {
    if (figure.name == name) return figure_html(figure);
  }
  return "";
}

std::string small_print(const Found& ours, const std::string& more) {
  return fmt::format("<small title=\"{}\">{}{}</small>", method_text(ours), interval_text(ours),
                     more);
}

std::string html_row(const Cell& cell) {
  const Judged& judged = cell.judged;
  std::string row = fmt::format(
      "<tr id=\"{}\"><th scope=\"row\">{}</th><td title=\"as of {} trials\">{}<small>±{:.3f}"
      "</small></td><td>{} {}{}</td>",
      anchor(cell), cell.value, cell.paper.trials, cell.printed, cell.paper.error,
      badge(judged.agreement), number_text(judged.ours),
      small_print(judged.ours, fmt::format(" · p {:.2g}", judged.p)));
  for (const Judged& other : cell.beside) {
    row += fmt::format("<td>{} {}{}</td>", badge(other.agreement), number_text(other.ours),
                       small_print(other.ours, ""));
  }
  return row + "</tr>";
}

std::string column_card(const Reproduction& report, const Study& study, const Column& column) {
  std::string html = fmt::format(
      "<article class=\"card\"><h4>{}</h4><table><thead><tr><th>{}</th><th>published</th>",
      xml_escaped(column.name), study.parameter);
  for (const Reading& reading : column.readings)
    html += fmt::format("<th>{}</th>", xml_escaped(reading.name));
  html += "</tr></thead><tbody>";
  for (const Cell* cell : report.findings.column(study.id, column.name)) html += html_row(*cell);
  html += "</tbody></table><dl>";
  for (const Reading& reading : column.readings) {
    html += fmt::format("<dt>{} <code>{}</code></dt><dd>{}</dd>", xml_escaped(reading.name),
                        shown_name(reading.learner), xml_escaped(reading.text));
  }
  if (const std::string where = known_to_differ(report, study, column); !where.empty())
    html += fmt::format("<dt>{}</dt><dd>{}</dd>", where, xml_escaped(column.why_different));
  return html + "</dl></article>\n";
}

std::string addition_card(const Reproduction& report, const Study& study, const Column& column) {
  std::string html = fmt::format(
      "<article class=\"card\"><h4>{}</h4><table><thead><tr><th>{}</th><th>ours</th>"
      "</tr></thead><tbody>",
      xml_escaped(column.name), study.parameter);
  for (const Cell* one : report.findings.addition(study.id, column.name)) {
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}{}</td></tr>", one->value,
                        number_text(one->judged.ours), small_print(one->judged.ours, ""));
  }
  return html +
         fmt::format("</tbody></table><dl><dt><code>{}</code></dt><dd>{}</dd></dl></article>\n",
                     shown_name(column.readings.front().learner),
                     xml_escaped(column.readings.front().text));
}

std::string study_html(const Reproduction& report, const Study& study) {
  std::string html = fmt::format("<section id=\"{}\"><h2>{}</h2><p>{}. {}.</p>\n", study.id,
                                 xml_escaped(study.title), xml_escaped(study.setting),
                                 counts_text(report.findings.counts(&study)));
  html += named_figure(report, study.id) + "<div class=\"cards\">\n";
  for (const Column& column : study.columns) html += column_card(report, study, column);
  html += "</div>\n<h3>Beside the paper's columns</h3>\n";
  if (study.id == "vary-T")
    html += named_figure(report, "mechanism") + named_figure(report, "pipeline");
  html += "<div class=\"cards small\">\n";
  for (const Column& column : study.ours) html += addition_card(report, study, column);
  return html + "</div></section>\n";
}

std::string_view css(const Claim& claim) {
  if (!claim.holds) return "remark";
  return *claim.holds == Holds::yes ? "yes" : *claim.holds == Holds::partly ? "inferred" : "no";
}

// Claims, or remarks.
std::string sentences(std::string_view id, std::string_view title, const std::vector<Claim>& all) {
  if (all.empty()) return "";
  std::string html =
      fmt::format("<section id=\"{}\"><h2>{}</h2><div class=\"claims\">\n", id, title);
  for (const Claim& one : all) {
    html += fmt::format(
        "<article class=\"claim {}\"><p class=\"kicker\">{}{}</p><blockquote>{}</blockquote>"
        "<p>{}</p></article>\n",
        css(one), one.holds ? fmt::format("{} · ", name(*one.holds)) : "", xml_escaped(one.place),
        xml_escaped(one.says), xml_escaped(one.found));
  }
  return html + "</div></section>\n";
}

std::string how(const Reproduction& report) {
  return fmt::format(
      "<section id=\"how\"><h2>How to read this</h2>"
      "<p><span class=\"badge yes\">✓</span> agrees. <span class=\"badge inferred\">≈</span> "
      "agrees "
      "under a reading that was inferred from the published numbers, not from the text. <span "
      "class=\"badge no\">✗</span> differs. The first reading of a column is the one that counts; "
      "others stand beside it.</p>"
      "<p>A published number is a share of N trials, with N taken from the digits of its column "
      "(500, 1000 or 5000). Our probability is tested against that count by an exact two-sided "
      "binomial test, widened by half a printed digit; p of at least {} is agreement. Where the "
      "paper draws an instance at random and does not publish it, our value is the mean over "
      "draws, "
      "the small print is the range of 10% to 90% of them, and the test is against their mixture. "
      "The error beside a published number is a 95% interval at N plus half a digit.</p>"
      "<p>Seed {}. Same seed, same bytes, on any number of threads. Nothing here is computed from "
      "the published numbers.</p></section>\n",
      agreement_level, report.effort.seed);
}

}  // namespace

std::string report_html(const Reproduction& report) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">"
      "<title>The paper, cell by cell</title>\n<style>\n" +
      std::string(report_css) + "</style></head><body>\n" + head(report) +
      R"(<nav><a href="#overview">All cells</a><a href="#story">What the numbers say</a>)";
  for (const Study& study : *report.studies)
    html += fmt::format("<a href=\"#{}\">{}</a>", study.id, study.parameter);
  html += "<a href=\"#claims\">Sentences</a><a href=\"#how\">How to read</a></nav>\n<main>\n" +
          overview(report) + story(report);
  for (const Study& study : *report.studies) html += study_html(report, study);
  return html + sentences("claims", "Sentences of the paper", report.claims) +
         sentences("remarks", "Remarks", report.remarks) + how(report) +
         "</main>\n<dialog id=\"zoom\"><button type=\"button\" class=\"close\" "
         "aria-label=\"Close\">✕</button><div class=\"stage\"></div><p>Wheel or pinch to zoom, "
         "drag "
         "to move.</p></dialog>\n<script>\n" +
         std::string(report_js) + "</script></body></html>\n";
}

}  // namespace mesha::paper
