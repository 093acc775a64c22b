package dev.sluice.operators.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MarkOrderTest {
  private static final List<Normalizer2> FORMS =
      List.of(
          Normalizer2.getNFCInstance(),
          Normalizer2.getNFDInstance(),
          Normalizer2.getNFKCInstance(),
          Normalizer2.getNFKDInstance());

  @Test
  void shouldChangeNoNormalForm() {
    UnicodeSet marks = new UnicodeSet("[[:M:]-[:ccc=0:]]");
    String[] starters = {"a", "\u00e9", "\u1ea5", "\uac00", "\u0928", "\ufb01", "1", " "};
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int run = 0; run < 3; run++) {
        text.append(starters[random.nextInt(starters.length)]);
        for (int mark = random.nextInt(120); mark > 0; mark--) {
          text.appendCodePoint(marks.charAt(random.nextInt(marks.size())));
        }
      }
      String ordered = MarkOrder.ordered(text.toString());
      for (Normalizer2 form : FORMS) {
        assertThat(form.normalize(ordered))
            .describedAs("seed %d, text %d", seed, i)
            .isEqualTo(form.normalize(text));
      }
    }
  }

  @Test
  void shouldLeaveShortRunsAsTheyAre() {
    String text = "a\u0301\u0323b";
    assertThat(MarkOrder.ordered(text)).isSameAs(text);
  }
}
