package dev.sluice.operators.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.ULocale;
import dev.sluice.operators.TestingTexts;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LowerCaseTest {
  @Test
  void shouldMapEveryCharacterLikeIcu() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < 0xD800 || codePoint > 0xDFFF) {
        String text = "A" + Character.toString(codePoint);
        assertThat(LowerCase.of(text)).isEqualTo(UCharacter.toLowerCase(ULocale.ROOT, text));
      }
    }
  }

  @Test
  void shouldMapTextsLikeIcu() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      String text = TestingTexts.mixed(random, random.nextInt(20));
      assertThat(LowerCase.of(text))
          .describedAs("seed %d, text %d: %s", seed, i, text)
          .isEqualTo(UCharacter.toLowerCase(ULocale.ROOT, text));
    }
  }
}
