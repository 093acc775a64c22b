package dev.sluice.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ResultPageTest {
  private static String page(String json) throws JsonProcessingException {
    return new String(ResultPage.of("A", "Report", new ObjectMapper().readTree(json)), UTF_8);
  }

  @Test
  void shouldShowNumbersAsTilesAndObjectsAsTables() throws JsonProcessingException {
    assertThat(
            page(
                """
                {"rows_read": 1234567, "passed": true, "rejected": {"null_text": 3}, "none": {},
                 "by_file": [{"file": "<b>.jsonl", "rows": 7, "inner": {"mean": 0.25}},
                             {"file": "b.jsonl", "rows": 8}]}
                """))
        .contains("<dt>Rows read</dt><dd>1,234,567</dd>", "<dt>Passed</dt><dd>true</dd>")
        .contains("<caption>Rejected</caption>", "<bdi>null_text</bdi></th><td class=\"n\">3</td>")
        .containsSubsequence(">file</th>", ">rows</th>", ">inner mean</th>")
        .containsSubsequence("<bdi>&lt;b&gt;.jsonl</bdi>", ">7<", ">0.25<", "b.jsonl", ">8<")
        .doesNotContain("<b>", "None", "class=\"charts\"");
  }

  @Test
  void shouldDrawHistogramsAndListsWithinRows() throws JsonProcessingException {
    assertThat(
            page(
                """
                {"numbers": [{"name": "words", "mean": 12.5, "histogram":
                   {"scale": "linear", "edges": [0, 10, 20], "counts": [1, 2]}}],
                 "labels": [{"name": "language", "top": [{"value": "en", "count": 5}]}]}
                """))
        .contains("<title>words</title>", ">12.5<", "<caption>language top</caption>", ">5<");
  }

  @Test
  void shouldStaySmallWhateverThereIs() throws JsonProcessingException {
    String row = "{\"token\": \"%s\", \"id\": 7}".formatted("x".repeat(10_000));
    String page =
        page(
            "{\"tokens\": [" + (row + ",").repeat(5_000) + row + "], \"empty\": [{}], \"no\": []}");
    assertThat(page).contains("4,801 more are not listed.").hasSizeLessThan(100_000);
  }
}
