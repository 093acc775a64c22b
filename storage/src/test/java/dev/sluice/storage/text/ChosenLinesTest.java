package dev.sluice.storage.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChosenLinesTest {
  private static final String LINES =
      """
      {"text": "zero"}

      no JSON
      {"text": "two"}
      {"id": 3}
      {"text": null}
      {"text": "five"}\
      """;

  private static final int MAX_BYTES = 16 << 20;

  @TempDir private Path directory;

  private TextFile file(String lines) throws IOException {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines, UTF_8);
    return new TextFile(file, "a.jsonl", TextFormat.JSONL, Files.size(file));
  }

  @Test
  void shouldCountRowsAsTheyAreNumbered() throws IOException {
    String lines = LINES + "{\"text\":\"more\"}\n".repeat(200);
    assertThat(TextSurvey.of(file(lines), "text", MAX_BYTES).rows()).isEqualTo(206);
    assertThat(TextSurvey.of(file(""), "text", MAX_BYTES).rows()).isZero();
  }

  @Test
  void shouldGoToChosenRows() throws IOException {
    try (ChosenTexts texts = ChosenTexts.open(file(LINES), "text", MAX_BYTES)) {
      assertThat(texts.goTo(1)).contains("line 3: not a JSON object");
      assertThat(texts.goTo(2)).isEmpty();
      assertThat(texts.text().map(text -> UTF_8.decode(text).toString())).contains("two");
      assertThat(texts.goTo(3)).contains("line 5: no field text");
      assertThat(texts.goTo(4)).isEmpty();
      assertThat(texts.text()).isEmpty();
      assertThat(texts.goTo(5)).isEmpty();
    }
  }

  @Test
  void shouldNotRejectWhatIsNotChosen() throws IOException {
    try (ChosenTexts texts = ChosenTexts.open(file(LINES), "text", MAX_BYTES)) {
      assertThat(texts.goTo(5)).isEmpty();
      assertThat(texts.text()).isPresent();
    }
  }

  @Test
  void shouldNameTheFieldsThereAre() throws IOException {
    TextFile file = file("{\"content\": \"x\", \"id\": 1}\n");
    assertThatThrownBy(() -> TextSurvey.of(file, "text", MAX_BYTES))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("no object has a field text; the file has: content, id");
  }

  @Test
  void shouldSayWhereAFileEndsThatWasLonger() throws IOException {
    try (ChosenTexts texts = ChosenTexts.open(file("{}\n"), "text", MAX_BYTES)) {
      assertThatThrownBy(() -> texts.goTo(7)).hasMessageContaining("ends at line 1, before row 7");
    }
  }
}
