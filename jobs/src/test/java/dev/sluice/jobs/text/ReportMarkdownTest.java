package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ReportMarkdownTest {
  private static final String REPORT =
      """
      {"arguments": {"seed": 7}, "rows": 1234567, "share": 0.123456, "rejected": {"null_text": 2},
       "quarantined": ["a.jsonl: cut | off"], "failed": {},
       "labels": [{"distinct": 2, "name": "language",
                   "top": [{"value": "en", "count": 10}, {"value": "de", "count": 3}]},
                  {"name": "other", "sizes": [1, 2], "scale": {"by": "log"}}]}
      """;

  @Test
  void shouldShowValuesAndTables() throws Exception {
    JsonNode report = new ObjectMapper().readTree(REPORT);

    assertThat(ReportMarkdown.head("Title", report))
        .isEqualTo(
            """
            # Title

            - rows: 1,234,567
            - share: 0.1235
            - rejected: null_text 2
            - quarantined: a.jsonl: cut \\| off
            """);
    assertThat(ReportMarkdown.of("Title", report))
        .isEqualTo(
            ReportMarkdown.head("Title", report)
                + """

                ## labels

                | name | scale by | distinct |
                | --- | --- | ---: |
                | language |  | 2 |
                | other | log |  |

                ## top of language

                | value | count |
                | --- | ---: |
                | en | 10 |
                | de | 3 |
                """);
  }

  @Test
  void shouldShowFourDigitsOfANumber() {
    assertThat(ReportMarkdown.number(0.00001)).isEqualTo("1.00e-05");
    assertThat(ReportMarkdown.number(123.456)).isEqualTo("123.5");
    assertThat(ReportMarkdown.number(1_234_567.8)).isEqualTo("1,234,568");
  }
}
