package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Utf8Test {
  /** What Python's str.strip removes, listed by looping over all code points there. */
  private static final Set<Integer> PYTHON_WHITE_SPACE =
      IntStream.of(
              0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x85, 0xA0, 0x1680,
              0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009,
              0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
          .boxed()
          .collect(Collectors.toUnmodifiableSet());

  private final CharsetDecoder decoder =
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final CharBuffer decoded = CharBuffer.allocate(4096);

  @Test
  void shouldTakeExactlyPythonsWhiteSpaceForBlank() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      byte[] text = encode(codePoint);
      boolean blank = Utf8.isBlank(text, 0, text.length);
      if (blank != PYTHON_WHITE_SPACE.contains(codePoint)) {
        throw new AssertionError("U+%04X: blank is %s".formatted(codePoint, blank));
      }
    }
  }

  @Test
  void shouldCallMixturesOfWhiteSpaceBlankUntilOneOtherCharacterJoins() {
    String white =
        PYTHON_WHITE_SPACE.stream().sorted().map(Character::toString).collect(Collectors.joining());
    assertThat(isBlank("")).isTrue();
    assertThat(isBlank(white)).isTrue();
    assertThat(isBlank(white + "x" + white)).isFalse();
    assertThat(isBlank(white + "\u200B")).isFalse();
    assertThat(isBlank("\uFEFF" + white)).isFalse();
  }

  @Test
  void shouldNotCallCutOrMalformedBytesBlank() {
    byte[] cut = {(byte) 0xE3, (byte) 0x80};
    byte[] lone = {(byte) 0xC2};
    byte[] overlongSpace = {(byte) 0xC0, (byte) 0xA0};
    byte[] badContinuation = {(byte) 0xE3, 0x40, (byte) 0x80};
    for (byte[] text : new byte[][] {cut, lone, overlongSpace, badContinuation}) {
      assertThat(Utf8.isBlank(text, 0, text.length)).as(Arrays.toString(text)).isFalse();
    }
  }

  @Test
  void shouldLookOnlyAtTheGivenRange() {
    byte[] text = "x \u3000\u00A0 y".getBytes(UTF_8);
    assertThat(Utf8.isBlank(text, 1, text.length - 2)).isTrue();
    assertThat(Utf8.isBlank(text, 0, text.length - 1)).isFalse();
    assertThat(Utf8.isBlank(text, 1, 3)).as("ideographic space cut by the range").isFalse();
    assertThat(Utf8.isWellFormed(text, 1, 3)).isFalse();
    assertThat(Utf8.isWellFormed(text, 1, 4)).isTrue();
    assertThat(Utf8.isShorterThan(3, text, 1, 4)).isTrue();
    assertThat(Utf8.isShorterThan(2, text, 1, 4)).isFalse();
  }

  @Test
  void shouldAgreeWithTheDecoderOnEveryInputOfUpToThreeBytes() {
    for (int length = 0; length <= 3; length++) {
      byte[] bytes = new byte[length];
      for (int value = 0; value < 1 << (8 * length); value++) {
        for (int i = 0; i < length; i++) {
          bytes[i] = (byte) (value >>> (8 * i));
        }
        checkWellFormed(bytes);
      }
    }
  }

  @Test
  void shouldAgreeWithTheDecoderOnEveryFourByteSequence() {
    byte[] bytes = new byte[5];
    int[] tails = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    for (int first = 0xE0; first <= 0xFF; first++) {
      for (int second = 0; second < 256; second++) {
        for (int third : tails) {
          for (int fourth : tails) {
            set(bytes, first, second, third, fourth);
            checkWellFormed(bytes);
          }
        }
      }
    }
  }

  @Test
  void shouldAgreeWithTheDecoderOnRandomAndMutatedText() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 100_000; round++) {
      byte[] text = randomText(random).getBytes(UTF_8);
      checkWellFormed(text);
      if (text.length > 0) {
        text[random.nextInt(text.length)] = (byte) random.nextInt();
        checkWellFormed(text);
        checkWellFormed(Arrays.copyOf(text, random.nextInt(text.length)));
      }
      byte[] noise = new byte[random.nextInt(24)];
      random.nextBytes(noise);
      checkWellFormed(noise);
    }
  }

  @Test
  void shouldCountCodePointsForShortness() {
    SplittableRandom random = new SplittableRandom(2);
    for (int round = 0; round < 20_000; round++) {
      String text = randomText(random);
      byte[] bytes = text.getBytes(UTF_8);
      int limit = random.nextInt(30);
      assertThat(Utf8.isShorterThan(limit, bytes, 0, bytes.length))
          .as("\"%s\" below %d code points", text, limit)
          .isEqualTo(text.codePointCount(0, text.length()) < limit);
    }
  }

  private void checkWellFormed(byte[] bytes) {
    decoded.clear();
    decoder.reset();
    boolean expected =
        !decoder.decode(ByteBuffer.wrap(bytes), decoded, true).isError()
            && !decoder.flush(decoded).isError();
    if (Utf8.isWellFormed(bytes, 0, bytes.length) != expected) {
      throw new AssertionError("well-formed is " + expected + ": " + Arrays.toString(bytes));
    }
  }

  private static boolean isBlank(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return Utf8.isBlank(bytes, 0, bytes.length);
  }

  /** Text of up to 25 code points, mostly ASCII in runs, with all lengths of sequences. */
  private static String randomText(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int codePoints = random.nextInt(26);
    for (int i = 0; i < codePoints; i++) {
      int kind = random.nextInt(12);
      int codePoint =
          kind < 8
              ? random.nextInt(0x80)
              : kind == 8
                  ? random.nextInt(0x80, 0x800)
                  : kind == 9
                      ? random.nextInt(0x800, 0xD800)
                      : kind == 10
                          ? random.nextInt(0xE000, 0x10000)
                          : random.nextInt(0x10000, 0x110000);
      text.appendCodePoint(codePoint);
    }
    return text.toString();
  }

  private static void set(byte[] bytes, int first, int second, int third, int fourth) {
    bytes[0] = (byte) first;
    bytes[1] = (byte) second;
    bytes[2] = (byte) third;
    bytes[3] = (byte) fourth;
    bytes[4] = 'x';
  }

  /** UTF-8 of any code point; of a surrogate the three bytes that UTF-8 forbids. */
  private static byte[] encode(int codePoint) {
    if (codePoint >= 0xD800 && codePoint <= 0xDFFF) {
      return new byte[] {
        (byte) (0xE0 | codePoint >> 12),
        (byte) (0x80 | codePoint >> 6 & 0x3F),
        (byte) (0x80 | codePoint & 0x3F)
      };
    }
    return Character.toString(codePoint).getBytes(UTF_8);
  }
}
