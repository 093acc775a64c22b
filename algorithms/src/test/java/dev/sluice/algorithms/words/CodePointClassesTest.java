package dev.sluice.algorithms.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CodePointClassesTest {
  @Test
  void shouldAgreeWithTheJdkOnAllCodePointsThatItKnows() {
    for (int codePoint = 0; codePoint <= 0x10FFFF; codePoint++) {
      if (Character.getType(codePoint) != Character.UNASSIGNED) {
        assertThat(CodePointClasses.of(codePoint))
            .as("U+%04X", codePoint)
            .isEqualTo(expected(codePoint));
      }
    }
  }

  private static int expected(int codePoint) {
    if (Character.isLetter(codePoint)) {
      return CodePointClasses.LETTER;
    }
    String one = new String(Character.toChars(codePoint));
    if (one.matches("\\p{N}")) {
      return CodePointClasses.NUMBER;
    }
    return one.matches("\\p{IsWhite_Space}") ? CodePointClasses.SPACE : CodePointClasses.OTHER;
  }

  @Test
  void shouldHoldAsManyLettersNumbersAndSpacesAsUnicode16() {
    long[] found = new long[4];
    IntStream.rangeClosed(0, 0x10FFFF).forEach(c -> found[CodePointClasses.of(c)]++);

    assertThat(found[CodePointClasses.LETTER]).isEqualTo(141_028);
    assertThat(found[CodePointClasses.NUMBER]).isEqualTo(1_911);
    assertThat(found[CodePointClasses.SPACE]).isEqualTo(25);
  }

  @Test
  void shouldTakeABrokenByteAsOneOfItsOwn() {
    byte[] broken = {(byte) 0xE6, (byte) 0xBC, 'a', (byte) 0x80, (byte) 0xFF, (byte) 0xC3};
    for (int at : new int[] {0, 1, 3, 4, 5}) {
      assertThat(CodePointClasses.at(broken, at, broken.length))
          .isEqualTo(1 << CodePointClasses.SIZE_SHIFT | CodePointClasses.OTHER);
    }
  }
}
