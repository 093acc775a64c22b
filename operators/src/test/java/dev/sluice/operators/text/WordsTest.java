package dev.sluice.operators.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import dev.sluice.operators.TestingTexts;
import dev.sluice.operators.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @Test
  void shouldCutLikeIcu() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      String text = TestingTexts.mixed(random, 1 + random.nextInt(12));
      assertThat(tokens(text, WordRule.UNICODE))
          .describedAs("seed %d, text %d: %s", seed, i, text)
          .isEqualTo(byIcu(text));
    }
  }

  @Test
  void shouldCutEveryCharacterBetweenLettersLikeIcu() {
    for (int codePoint = 0; codePoint < 0x20000; codePoint++) {
      if (codePoint >= 0xD800 && codePoint < 0xE000) {
        continue;
      }
      String middle = Character.toString(codePoint);
      String text = "a" + middle + "b " + middle + "1" + middle + "2" + middle + "\u0301 x";
      assertThat(tokens(text, WordRule.UNICODE))
          .describedAs("U+%04X", codePoint)
          .isEqualTo(byIcu(text));
    }
  }

  @Test
  void shouldCutAtWhiteSpaceLikePython() {
    assertThat(tokens(" a\u00a0b\u3000c\u001fd\n\r e\u200bf ", WordRule.WHITESPACE))
        .containsExactly("a", "b", "c", "d", "e\u200bf");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "it's 3.14 o.k.?, 3, 4",
        "foo-bar (baz), 3, 6",
        "...\" (, 0, 2",
        "x_1 __, 1, 2",
        "\u4f60\u597d\u4e16\u754c\u3002, 2, 3"
      })
  void shouldDistinguishWordsFromMarks(String text, int words, int tokens) {
    Words found = Words.of(Text.of(text), WordRule.UNICODE);
    assertThat(found.words()).isEqualTo(words);
    assertThat(found.count()).isEqualTo(tokens);
  }

  private static List<String> tokens(String text, WordRule rule) {
    Words words = Words.of(Text.of(text), rule);
    return TestingTexts.parts(text, words.count(), words::start, words::end);
  }

  private static List<String> byIcu(String text) {
    BreakIterator breaks = BreakIterator.getWordInstance(ULocale.ROOT);
    breaks.setText(text);
    List<String> tokens = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      String token = text.substring(start, end);
      if (!token.codePoints().allMatch(c -> (CharClass.of(c) & CharClass.SPACE) != 0)) {
        tokens.add(token);
        places.add(start);
      }
      start = end;
    }
    return withJoinedMarks(tokens, places);
  }

  /** Symbols with nothing between are one token. */
  private static List<String> withJoinedMarks(List<String> tokens, List<Integer> places) {
    List<String> joined = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      boolean next = i > 0 && places.get(i - 1) + tokens.get(i - 1).length() == places.get(i);
      if (next && isSymbols(tokens.get(i - 1)) && isSymbols(tokens.get(i))) {
        joined.set(joined.size() - 1, joined.get(joined.size() - 1) + tokens.get(i));
      } else {
        joined.add(tokens.get(i));
      }
    }
    return joined;
  }

  private static boolean isSymbols(String token) {
    return token.codePoints().allMatch(c -> (CharClass.of(c) & CharClass.SYMBOL) != 0);
  }
}
