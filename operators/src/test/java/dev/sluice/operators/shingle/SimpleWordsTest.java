package dev.sluice.operators.shingle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.TestingTexts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SimpleWordsTest {
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");
  private static final String[] MARKS = {
    "\u0301", "\u0345", "\u05B0", "\u0E31", "\u302E", "\u302F", "\ud834\udd65", "\ud834\udd6d",
    "\ud834\udd66", "\ud834\udd5e", "\ud81b\udff0", "a", "\u0DDD", "\u03A3", ".", "\uac01"
  };

  /** Keeps words as strings. */
  private static final class Strings implements WordBytesConsumer {
    private final List<String> words = new ArrayList<>();
    private final ByteArrayOutputStream word = new ByteArrayOutputStream();

    @Override
    public void append(long bytes, int count) {
      if (count < 1 || count > 8 || count < 8 && bytes >>> 8 * count != 0) {
        throw new AssertionError("%d bytes of %x".formatted(count, bytes));
      }
      for (int i = 0; i < count; i++) {
        word.write((int) (bytes >>> 8 * i));
      }
    }

    @Override
    public void endWord() {
      if (word.size() > 0) {
        words.add(word.toString(UTF_8));
        word.reset();
      }
    }
  }

  private static List<String> words(String text) {
    byte[] bytes = ("A1" + text + "Z9").getBytes(UTF_8); // what is around it is not of the text
    Strings strings = new Strings();
    new SimpleWords(strings).scan(bytes, 2, bytes.length - 4);
    return strings.words;
  }

  @Test
  void shouldMakeOfEveryCharacterWhatTheRulesSay() {
    for (int block = 0; block <= Character.MAX_CODE_POINT >> 8; block++) {
      if (isWithinEmptyPlane(block)) {
        continue;
      }
      StringBuilder text = new StringBuilder();
      for (int codePoint = block << 8; codePoint < block + 1 << 8; codePoint++) {
        if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
          String each = Character.toString(codePoint);
          text.append('3').append(each).append("7 A").append(each).append('b').append(each);
          text.append(' ').append(each).append(' ');
        }
      }
      List<String> words = words(text.toString());
      List<String> expected = SlowWords.of(text.toString());
      if (!words.equals(expected)) {
        assertThat(words).as("U+%02Xxx", block).isEqualTo(expected);
      }
    }
  }

  /** Planes without characters, or of private ones: their first and last blocks are enough. */
  private static boolean isWithinEmptyPlane(int block) {
    int plane = block >> 8;
    return plane >= 4 && plane != 14 && (block & 0xFF) > 0 && (block & 0xFF) < 0xFF;
  }

  @Test
  void shouldMakeOfTextsWhatTheRulesSay() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      String text = TestingTexts.mixed(random, random.nextInt(20));
      assertThat(words(text)).describedAs("seed %d: %s", seed, text).isEqualTo(SlowWords.of(text));
    }
  }

  @Test
  void shouldBringMarksIntoOrder() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      StringBuilder text = new StringBuilder();
      for (int piece = random.nextInt(12); piece > 0; piece--) {
        text.append(MARKS[random.nextInt(MARKS.length)]);
      }
      assertThat(words(text.toString()))
          .describedAs("seed %d: %s", seed, text)
          .isEqualTo(SlowWords.of(text.toString()));
    }
  }

  @Test
  void shouldMakeTheWordsThatDatatroveMakes() throws IOException {
    List<String> lines = golden();
    assertThat(lines).hasSizeGreaterThan(100);
    for (String line : lines) {
      List<String> parts = Arrays.stream(line.split(" ")).map(SimpleWordsTest::unescape).toList();
      assertThat(words(parts.get(0))).as(line).isEqualTo(parts.subList(1, parts.size()));
    }
  }

  private static List<String> golden() throws IOException {
    try (InputStream in = SimpleWordsTest.class.getResourceAsStream("simple-words.txt")) {
      String text = new String(in.readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  private static String unescape(String escaped) {
    return ESCAPE
        .matcher(escaped)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 16))));
  }

  /** Each of these would take minutes if time grew with the square of the length. */
  @Test
  void shouldTakeTimeInProportionToTheLength() {
    List<String> pieces =
        List.of(
            "\u03A3'",
            "\ud834\udd6d\ud834\udd65",
            "1.",
            "\u0301",
            "a",
            "'",
            "\u4e00",
            "\u0e2a\u0301");
    for (String piece : pieces) {
      byte[] text = piece.repeat(200_000).getBytes(UTF_8);
      Strings strings = new Strings();
      new SimpleWords(strings).scan(text, 0, text.length);
      assertThat(strings.words.size()).isLessThanOrEqualTo(200_000);
      Strings byScript = new Strings();
      SimpleWords.byScript(byScript).scan(text, 0, text.length);
      assertThat(byScript.words.size()).isLessThanOrEqualTo(200_000);
    }
  }
}
