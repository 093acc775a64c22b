package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.Tiles;
import dev.sluice.core.values.ByteSize;
import java.util.List;

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
        .section("arguments", "Arguments", new ArgumentSection(report.path("arguments"))::write)
        .bytes();
  }

  private void summary(HtmlWriter html) {
    html.open("dl", "class", "tiles");
    Tiles.add(html, "Vocabulary", count(report.path("vocabulary").asLong()));
    Tiles.add(html, "Merges", count(report.path("merges").asLong()));
    Tiles.add(html, "Bytes per token", trimmed(report.path("bytes_per_token").asDouble(), 3));
    Tiles.add(html, "Text read", ByteSize.approximate(report.path("read").path("bytes").asLong()));
    Tiles.add(html, "Documents", count(report.path("read").path("documents").asLong()));
    Tiles.add(html, "Words", count(report.path("words").asLong()));
    Tiles.add(html, "Different words", count(report.path("distinct_words").asLong()));
    JsonNode rare = report.path("rare_words");
    if (rare.isObject()) {
      Tiles.add(html, "Rare words left out", count(rare.path("distinct_words").asLong()));
      Tiles.add(html, "Text left out", percent(rare.path("share_of_bytes").asDouble(), 1));
    }
    Tiles.add(html, "Words of one token", percent(report.path("words_of_one_token").asDouble(), 1));
    Tiles.add(html, "Unused tokens", count(report.path("unused_tokens").asLong()));
    html.closeLine();
  }

  private void sources(HtmlWriter html) {
    double most = 1e-9;
    for (JsonNode source : report.path("sources")) {
      most = Math.max(most, source.path("bytes_per_token").asDouble());
    }
    List<HtmlTable.Column> columns =
        List.of(
            text("Source"),
            number("Bytes per token"),
            text("Compression"),
            number("Documents"),
            number("Text"),
            number("Documents in the sample"));
    try (HtmlTable table = new HtmlTable(html, "Bytes per token, by source", columns)) {
      for (JsonNode source : report.path("sources")) {
        double ratio = source.path("bytes_per_token").asDouble();
        table
            .row(Excerpt.of(source.path("source").asText(), LONGEST))
            .cell(trimmed(ratio, 3))
            .bar(ratio / most, 0)
            .cell(count(source.path("documents").asLong()))
            .cell(ByteSize.approximate(source.path("bytes").asLong()))
            .cell(count(source.path("sampled_documents").asLong()))
            .end();
      }
    }
    html.element(
        "p",
        "More bytes per token are better. They are measured on a sample of each source. Sources"
            + " are the values of the column that --source-column names, or directories.",
        "class",
        "note");
  }

  private void tokens(HtmlWriter html, String caption, String key) {
    JsonNode tokens = report.path(key);
    if (tokens.isEmpty()) {
      html.element("p", "None.");
      return;
    }
    List<HtmlTable.Column> columns =
        List.of(text("Token"), number("Id"), number("Bytes"), number("Occurrences"));
    try (HtmlTable table =
        new HtmlTable(
            html, caption + "; blanks and parts of characters as GPT-2 writes bytes", columns)) {
      int listed = 0;
      for (JsonNode token : tokens) {
        if (listed++ < LISTED) {
          table
              .row(Excerpt.of(token.path("text").asText(), LONGEST))
              .cell(count(token.path("id").asLong()))
              .cell(count(token.path("bytes").asLong()))
              .cell(count(token.path("uses").asLong()))
              .end();
        }
      }
    }
  }
}
