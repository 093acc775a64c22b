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
    try (TextReader reader = TextReader.open(file(LINES), TextColumns.of("text"))) {
      assertThat(reader.goTo(2)).isTrue();
      assertThat(new String(reader.buffer(), reader.offset(), reader.length(), UTF_8))
          .isEqualTo("two");
      assertThat(reader.goTo(3)).isFalse();
      assertThat(reader.goTo(4)).isTrue();
      assertThat(reader.hasText()).isFalse();
      assertThat(reader.goTo(5)).isTrue();
      assertThat(reader.rejections()).containsExactly(new RejectedRow("line 5", "no field text"));
    }
  }

  @Test
  void shouldNotRejectWhatIsNotChosen() throws IOException {
    try (TextReader reader = TextReader.open(file(LINES), TextColumns.of("text"))) {
      assertThat(reader.goTo(5)).isTrue();
      assertThat(reader.rejected()).isZero();
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
    try (TextReader reader = TextReader.open(file("{}\n"), TextColumns.of("text"))) {
      assertThatThrownBy(() -> reader.goTo(7)).hasMessageContaining("ends at line 1, before row 7");
    }
  }
}
