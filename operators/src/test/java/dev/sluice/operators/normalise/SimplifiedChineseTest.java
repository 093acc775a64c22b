package dev.sluice.operators.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Transliterator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.TestingOperators;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimplifiedChineseTest {
  private static final String TRADITIONAL =
      "\u4eba\u4eba\u751f\u800c\u81ea\u7531\uff0c\u5728\u5c0a\u56b4\u548c\u6b0a\u5229\u4e0a\u4e00"
          + "\u5f8b\u5e73\u7b49\u3002\u4ed6\u5011\u8ce6\u6709\u7406\u6027\u548c\u826f\u5fc3\uff0c"
          + "\u4e26\u61c9\u4ee5\u5144\u5f1f\u95dc\u4fc2\u7684\u7cbe\u795e\u76f8\u5c0d\u5f85\u3002"
          + " ASCII \ud83d\ude00 \ud842\udfb7";

  @Test
  void shouldMapPlainTextLikeIcu() {
    Decision decision =
        TestingOperators.bind("traditional-to-simplified", Map.of())
            .apply(Document.of(TRADITIONAL));
    assertThat(TestingOperators.shown(decision))
        .isEqualTo("changed:" + Transliterator.getInstance("Hant-Hans").transliterate(TRADITIONAL));
  }
}
