package dev.sluice.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class TokenizerPageTest {
  private static String page(String token) throws Exception {
    String report = "{\"longest_tokens\": [{\"id\": 7, %s, \"bytes\": 3, \"uses\": 1}]}";
    return new String(
        TokenizerPage.of("tok", new ObjectMapper().readTree(report.formatted(token))), UTF_8);
  }

  @Test
  void shouldShowTheTextsOfTokens() throws Exception {
    assertThat(page("\"token\": \"åıĮ\", \"text\": \"双\""))
        .contains("<bdi>双</bdi>")
        .doesNotContain("åıĮ");
  }
}
