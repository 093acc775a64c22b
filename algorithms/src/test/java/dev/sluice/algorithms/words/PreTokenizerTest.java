package dev.sluice.algorithms.words;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.bpe.TestingTexts;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreTokenizerTest {
  @ParameterizedTest
  @EnumSource
  void shouldCutRealTextsAsTheRegularExpressionDoes(SplitPattern pattern) {
    for (boolean digitsApart : new boolean[] {false, true}) {
      PreTokenizer preTokenizer = new PreTokenizer(pattern, digitsApart);
      for (String text : TestingTexts.REAL) {
        assertThat(split(preTokenizer, text)).as(text).isEqualTo(slowly(preTokenizer, text));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldCutRandomTextsAsTheRegularExpressionDoes(SplitPattern pattern) {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      PreTokenizer preTokenizer = new PreTokenizer(pattern, random.nextBoolean());
      String text = TestingTexts.random(random);
      assertThat(split(preTokenizer, text)).as(text).isEqualTo(slowly(preTokenizer, text));
    }
  }

  @Test
  void shouldKeepASpaceWithTheNextWordInGpt2() {
    assertThat(split(new PreTokenizer(SplitPattern.GPT2, false), "I've  had 12 eggs!!\n\n ok"))
        .containsExactly("I", "'ve", " ", " had", " 12", " eggs", "!!", "\n\n", " ok");
  }

  @Test
  void shouldCutNumbersInThreesAndBreaksWithSignsInCl100k() {
    assertThat(split(new PreTokenizer(SplitPattern.CL100K, false), "(don'T) 12345.\n\n\tx = 1  "))
        .containsExactly("(don", "'T", ")", " ", "123", "45", ".\n\n", "\tx", " =", " ", "1", "  ");
  }

  @Test
  void shouldCutDigitsApartWhereAsked() {
    assertThat(split(new PreTokenizer(SplitPattern.GPT2, true), "in 2024"))
        .containsExactly("in", " ", "2", "0", "2", "4");
    assertThat(split(new PreTokenizer(SplitPattern.WHITESPACE, true), "a1 b22"))
        .containsExactly("a", "1", " b", "2", "2");
  }

  @Test
  void shouldTileTextThatIsNotUtf8() {
    byte[] bytes = new byte[1000];
    new Random(1).nextBytes(bytes);
    for (SplitPattern pattern : SplitPattern.values()) {
      int[] covered = {0};
      new PreTokenizer(pattern, false)
          .split(
              bytes,
              0,
              bytes.length,
              (text, offset, length) -> {
                assertThat(offset).isEqualTo(covered[0]);
                assertThat(length).isPositive();
                covered[0] += length;
              });
      assertThat(covered[0]).isEqualTo(bytes.length);
    }
  }

  static List<String> split(PreTokenizer preTokenizer, String text) {
    byte[] bytes = ("x" + text + "y").getBytes(UTF_8);
    List<String> words = new ArrayList<>();
    preTokenizer.split(
        bytes,
        1,
        bytes.length - 2,
        (t, from, length) -> words.add(new String(t, from, length, UTF_8)));
    return words;
  }

  /** By the expression itself, with Unicode's white space and cases. */
  private static List<String> slowly(PreTokenizer preTokenizer, String text) {
    String regex =
        preTokenizer
            .regex()
            .replace("\\s++$", "\\s++\\z")
            .replace("[^\\s", "[^\\p{IsWhite_Space}")
            .replace("\\s", "\\p{IsWhite_Space}")
            .replace("\\S", "\\P{IsWhite_Space}")
            .replace("(?i:", "(?iu:");
    Matcher matcher = Pattern.compile(regex).matcher(text);
    List<String> words = new ArrayList<>();
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }
}
