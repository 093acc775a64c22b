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

  @TempDir private Path directory;

  private TextFile file(String lines) throws IOException {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines, UTF_8);
    return new TextFile(file, "a.jsonl", TextFormat.JSONL, Files.size(file));
  }

  @Test
  void shouldCountRowsAsTheyAreNumbered() throws IOException {
    String lines = LINES + "{\"text\":\"more\"}\n".repeat(200);
    assertThat(TextSurvey.of(file(lines), TextColumns.of("text")).rows()).isEqualTo(206);
    assertThat(TextSurvey.of(file(""), TextColumns.of("text")).rows()).isZero();
  }

  @Test
  void shouldGoToChosenRows() throws IOException {
    try (ChosenTexts texts = ChosenTexts.open(file(LINES), TextColumns.of("text"))) {
      assertThat(texts.goTo(1)).contains(new RejectedRow("line 3", "no JSON object"));
      assertThat(texts.goTo(2)).isEmpty();
      assertThat(texts.text().map(text -> UTF_8.decode(text).toString())).contains("two");
      assertThat(texts.goTo(3)).contains(new RejectedRow("line 5", "no field text"));
      assertThat(texts.goTo(4)).isEmpty();
      assertThat(texts.text()).isEmpty();
      assertThat(texts.goTo(5)).isEmpty();
    }
  }

  @Test
  void shouldNotRejectWhatIsNotChosen() throws IOException {
    try (ChosenTexts texts = ChosenTexts.open(file(LINES), TextColumns.of("text"))) {
      assertThat(texts.goTo(5)).isEmpty();
      assertThat(texts.text()).isPresent();
    }
  }

  @Test
  void shouldNameTheFieldsThereAre() throws IOException {
    TextFile file = file("{\"content\": \"x\", \"id\": 1}\n");
    assertThatThrownBy(() -> TextSurvey.of(file, TextColumns.of("text")))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("no line has a field text; there are: content, id");
  }

  @Test
  void shouldSayWhereAFileEndsThatWasLonger() throws IOException {
    try (ChosenTexts texts = ChosenTexts.open(file("{}\n"), TextColumns.of("text"))) {
      assertThatThrownBy(() -> texts.goTo(7)).hasMessageContaining("ends at line 1, before row 7");
    }
  }
}
