package dev.sluice.storage.jsonl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  /** Hands out a few bytes at a time, as a network does. */
  private static InputStream drops(byte[] bytes, int most) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        return super.read(target, offset, Math.min(length, most));
      }
    };
  }

  private static List<String> lines(String text, int maxBytes, int drop) throws IOException {
    List<String> lines = new ArrayList<>();
    ByteWindow window = new ByteWindow(drops(text.getBytes(UTF_8), drop), maxBytes);
    LineReader reader = new LineReader(window, maxBytes);
    while (reader.next()) {
      assertThat(reader.number()).isEqualTo(lines.size() + 1);
      lines.add(
          reader.isTooLong()
              ? "too long"
              : new String(window.bytes(), window.start(), reader.length(), UTF_8));
    }
    assertThat(reader.next()).isFalse();
    return lines;
  }

  @Test
  void shouldCutAtLineFeedsAndAtTheEnd() throws IOException {
    assertThat(lines("a\n\nbc", 10, 1)).containsExactly("a", "", "bc");
    assertThat(lines("a\r\nb\n", 10, 3)).containsExactly("a\r", "b");
    assertThat(lines("", 10, 3)).isEmpty();
  }

  @Test
  void shouldKnowOfALongLineOnlyThatItIsThere() throws IOException {
    assertThat(lines("12345\n123456\n12\n1234567890123", 5, 4))
        .containsExactly("12345", "too long", "12", "too long");
    assertThat(lines("1234567890123\n1\n", 5, 100)).containsExactly("too long", "1");
  }

  @Test
  void shouldReadAnyCutAsTheSameLines() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      int max = 1 + random.nextInt(12);
      StringBuilder text = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int line = random.nextInt(8); line > 0; line--) {
        String content = "x".repeat(random.nextInt(30));
        text.append(content).append('\n');
        expected.add(content.length() > max ? "too long" : content);
      }
      assertThat(lines(text.toString(), max, 1 + random.nextInt(40))).isEqualTo(expected);
    }
  }
}
