package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.documents.DocumentColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Writes files of JSON lines for tests. */
public final class TestingLines {
  /** Where their texts are. */
  public static final DocumentColumns COLUMNS =
      DocumentColumns.ofText("text", DocumentColumns.DEFAULT_MAX_BYTES, Set.of());

  private static final String[] WORDS = {
    "the", "law", "of", "größer", "条款", "がある", "мир", "don't", "2024", "x1", "\n\n", "  ", "😀"
  };

  private TestingLines() {}

  /** A file with these texts. */
  public static Path write(Path file, List<String> texts) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    StringBuilder lines = new StringBuilder();
    for (String text : texts) {
      lines.append(new ObjectMapper().writeValueAsString(Map.of("text", text))).append('\n');
    }
    return Files.write(file, lines.toString().getBytes(UTF_8));
  }

  /** Texts of words of several languages; the same for the same seed. */
  public static List<String> texts(int count, long seed) {
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = random.nextInt(40); word >= 0; word--) {
        text.append(WORDS[random.nextInt(WORDS.length)]);
        text.append(random.nextInt(4) == 0 ? "" : " ");
        text.append((char) ('a' + random.nextInt(26)));
      }
      texts.add(text.toString());
    }
    return texts;
  }
}
