package dev.sluice.operators.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.TestingTexts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitScannerTest {
  private static final String[] MARKS = {
    "\u0301",
    "\u0345",
    "\u05B0",
    "\u0E31",
    "\u0E38",
    "\u0E48",
    "\u302E",
    "\u302F",
    "\ud834\udd65",
    "\ud834\udd6d",
    "\ud834\udd66",
    "\ud834\udd5e",
    "\ud81b\udff0",
    "a",
    "\u0DDD",
    "\u03A3",
    ".",
    "\uac01",
    "7",
    "="
  };

  private final Map<Long, String> units = new HashMap<>();
  private final Map<String, Long> hashes = new HashMap<>();

  private static List<Long> scan(String text) {
    byte[] bytes = ("A1" + text + "Z9").getBytes(UTF_8); // what is around it is not of the text
    UnitScanner scanner = new UnitScanner();
    int count = scanner.scan(bytes, 2, bytes.length - 4);
    return Arrays.stream(scanner.units(), 0, count).boxed().toList();
  }

  /** There are as many hashes as units, and each unit has one hash of its own. */
  private void compare(String text, Object where) {
    List<Long> found = scan(text);
    List<String> expected = PlainUnits.of(text);
    for (int i = 0; i < Math.min(found.size(), expected.size()); i++) {
      long hash = found.get(i);
      String unit = expected.get(i);
      String same = units.computeIfAbsent(hash, key -> unit);
      long sameHash = hashes.computeIfAbsent(unit, key -> hash);
      if (!same.equals(unit) || sameHash != hash) {
        List<String> around = expected.subList(Math.max(0, i - 5), i + 1);
        assertThat(same).as("%s: unit %d, %s", where, i, around).isEqualTo(unit);
        assertThat(sameHash).as("%s: unit %d, %s", where, i, around).isEqualTo(hash);
      }
    }
    if (found.size() != expected.size()) {
      assertThat(found).as("%s: %s", where, expected).hasSameSizeAs(expected);
    }
  }

  @Test
  void shouldMakeOfEveryCharacterWhatTheRulesSay() {
    for (int block = 0; block <= Character.MAX_CODE_POINT >> 8; block++) {
      int plane = block >> 8;
      if (plane >= 4 && plane != 14 && (block & 0xFF) > 0 && (block & 0xFF) < 0xFF) {
        continue; // planes without characters, or of private ones
      }
      StringBuilder text = new StringBuilder();
      for (int codePoint = block << 8; codePoint < block + 1 << 8; codePoint++) {
        if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
          String each = Character.toString(codePoint);
          text.append('3').append(each).append("7 A").append(each).append('b').append(each);
          text.append(' ').append(each).append(' ');
        }
      }
      compare(text.toString(), "U+%02Xxx".formatted(block));
    }
  }

  @Test
  void shouldMakeOfTextsWhatTheRulesSay() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      compare(TestingTexts.mixed(random, random.nextInt(40)), seed);
    }
  }

  @Test
  void shouldCutLongRuns() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder();
      for (int piece = random.nextInt(20); piece >= 0; piece--) {
        String each = random.nextInt(3) == 0 ? "\u00DF\uAC01" : random.nextBoolean() ? "7" : "Xy";
        text.append(each.repeat(random.nextInt(40))).append(random.nextInt(4) == 0 ? " " : "");
      }
      compare(text.toString(), "round " + i);
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
      compare(text.toString(), seed);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x = .5 | x 0:5",
        "(2 + 3) * 4 | 2 + (3 * 4)",
        "if (!done) | if (done)",
        "-7 | 7",
        "a < b | a > b",
        "5 \u20ac | 5 $",
        "10 | 1 0",
        "3.14 | 3 14"
      })
  void shouldTellFormulasApart(String one, String other) {
    assertThat(scan(one)).isNotEqualTo(scan(other));
  }

  /** Their vowels are marks, and a text of them has no fewer units than characters. */
  @ParameterizedTest
  @CsvSource({
    "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48, \u0e17\u0e35\u0e48\u0e19\u0e31\u0e48",
    "\u0e9a\u0eb5\u0e99, \u0e9a\u0eb4\u0e99",
    "\u1000\u102d\u102f, \u1000\u102e\u102f",
    "\u1780\u17b7, \u1780\u17bb",
    "\u0f40\u0f72\u0f44, \u0f40\u0f74\u0f44"
  })
  void shouldCountTheMarksOfScriptsWithoutSpaces(String one, String other) {
    assertThat(scan(one)).hasSize(one.length()).isNotEqualTo(scan(other));
    assertThat(PlainUnits.of(one)).hasSize(one.length()).isNotEqualTo(PlainUnits.of(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Well, 'yes'; of course: \u2026 | well yes \u2014 of \u201ccourse\u201d.",
        "Caf\u00e9 CR\u00c8ME | cafe cre\u0300me",
        "\u0661\u0662 | 12",
        "well-known | well known",
        "\u65e5\u672c\u3002\u8a9e | \u65e5 \u672c\u8a9e"
      })
  void shouldNotSeeWhatHardlyMatters(String one, String other) {
    assertThat(scan(one)).isEqualTo(scan(other));
  }
}
