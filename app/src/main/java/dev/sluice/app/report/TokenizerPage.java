package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlTable.Bar;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.values.ByteSize;

/**
 * The page about the training of a tokenizer. A function of its report, the name of its directory
 * and the version of the program.
 */
public final class TokenizerPage {
  private static final int LISTED = 100;
  private static final int LONGEST = 80;

  private final JsonNode report;

  private TokenizerPage(JsonNode report) {
    this.report = report;
  }

  /**
   * The page.
   *
   * @param name of the tokenizer
   * @param report content of {@code report.json}
   * @return the page, in UTF-8
   */
  public static byte[] of(String name, JsonNode report) {
    TokenizerPage page = new TokenizerPage(report);
    return new HtmlPage(name, "Report of a tokenizer", "Sluice " + ReleaseNumber.current() + ".")
        .section("summary", "Summary", page::summary)
        .section("compression", "Compression by source", page::sources)
        .section(
            "longest",
            "Longest tokens",
            html -> page.tokens(html, "The longest tokens", "longest_tokens"))
        .section(
            "unused",
            "Unused tokens",
            html -> page.tokens(html, "Tokens that do not occur", "unused"))
        .section("arguments", "Arguments", html -> AnalysisPage.arguments(html, report))
        .bytes();
  }

  private void summary(HtmlWriter html) {
    html.tiles().tile("Vocabulary", report.path("vocabulary").asLong());
    html.tile("Merges", report.path("merges").asLong());
    html.tile("Bytes per token", trimmed(report.path("bytes_per_token").asDouble(), 3));
    html.tile("Text read", ByteSize.approximate(report.path("read").path("bytes").asLong()));
    html.tile("Documents", report.path("read").path("documents").asLong());
    html.tile("Words", report.path("words").asLong());
    html.tile("Different words", report.path("distinct_words").asLong());
    JsonNode rare = report.path("rare_words");
    if (rare.isObject()) {
      html.tile("Rare words left out", rare.path("distinct_words").asLong());
      html.tile("Text left out", percent(rare.path("share_of_bytes").asDouble(), 1));
    }
    html.tile("Words of one token", percent(report.path("words_of_one_token").asDouble(), 1));
    html.tile("Unused tokens", report.path("unused_tokens").asLong());
    html.closeLine();
  }

  private void sources(HtmlWriter html) {
    double most = 1e-9;
    for (JsonNode source : report.path("sources")) {
      most = Math.max(most, source.path("bytes_per_token").asDouble());
    }
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Bytes per token, by source",
            "Source",
            "+Bytes per token",
            "Compression",
            "+Documents",
            "+Text",
            "+Documents in the sample")) {
      for (JsonNode source : report.path("sources")) {
        double ratio = source.path("bytes_per_token").asDouble();
        table.row(
            source.path("source").asText(),
            trimmed(ratio, 3),
            new Bar(ratio / most, 0),
            source.path("documents").asLong(),
            ByteSize.approximate(source.path("bytes").asLong()),
            source.path("sampled_documents").asLong());
      }
    }
    html.note(
        "More bytes per token are better. They are measured on a sample of each source. Sources"
            + " are the values of the column that --source-column names, or directories.");
  }

  private void tokens(HtmlWriter html, String caption, String key) {
    JsonNode tokens = report.path(key);
    if (tokens.isEmpty()) {
      html.element("p", "None.");
      return;
    }
    String title = caption + "; blanks and parts of characters as GPT-2 writes bytes";
    try (HtmlTable table = new HtmlTable(html, title, "Token", "+Id", "+Bytes", "+Occurrences")) {
      int listed = 0;
      for (JsonNode token : tokens) {
        if (listed++ < LISTED) {
          table.row(
              Figures.cut(token.path("text").asText(), LONGEST),
              token.path("id").asLong(),
              token.path("bytes").asLong(),
              token.path("uses").asLong());
        }
      }
    }
  }
}
