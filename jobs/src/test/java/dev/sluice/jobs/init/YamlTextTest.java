package dev.sluice.jobs.init;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTextTest {
  @ParameterizedTest
  @CsvSource({
    "text, text",
    "metadata.score, metadata.score",
    "/data/a-b_c.1, /data/a-b_c.1",
    "null, '\"null\"'",
    "Yes, '\"Yes\"'",
    "'', '\"\"'",
    "'a: b', '\"a: b\"'",
    "'#a', '\"#a\"'",
    "'it\"em', '\"it\\\"em\"'",
    "'a\\b', '\"a\\\\b\"'",
    "1.0, '\"1.0\"'",
    "正文, '\"正文\"'",
  })
  void shouldQuoteWhatNeedsIt(String text, String yaml) {
    assertThat(YamlText.value(text)).isEqualTo(yaml);
  }

  @Test
  void shouldEscapeWhatYamlDoesNotTake() {
    assertThat(YamlText.value("a\nb\t\u0000\u0085\u2028\uFEFF\uD800"))
        .isEqualTo("\"a\\nb\\t\\u0000\\u0085\\u2028\\uFEFF\\uD800\"");
  }

  @Test
  void shouldKeepCommentsOnTheirLines() {
    assertThat(YamlText.comment("  ", "- ", "one\ntwo: \u001B[2J " + "word ".repeat(30)).lines())
        .allMatch(line -> line.startsWith("  # ") && line.length() <= 100)
        .hasSize(2)
        .first()
        .asString()
        .startsWith("  # - one\\ntwo: \\u001B[2J word");
    assertThat(YamlText.name("x".repeat(500))).hasSize(83).endsWith("...");
  }
}
