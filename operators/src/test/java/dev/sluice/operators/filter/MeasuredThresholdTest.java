package dev.sluice.operators.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.TestingOperators;
import dev.sluice.operators.TestingTexts;
import dev.sluice.operators.filter.Filters.MeasuredThreshold;
import dev.sluice.operators.text.WordRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MeasuredThresholdTest {
  private final Map<String, Measure> measures =
      Filters.measures(Arguments.ofDefaults(List.of(WordRule.WORDS)).value(WordRule.WORDS));

  private static List<String> texts() {
    Random random = new Random(12);
    List<String> texts = new ArrayList<>(List.of("", "#", "one line\n".repeat(40)));
    for (int i = 0; i < 150; i++) {
      texts.add(TestingTexts.mixed(random, 1 + random.nextInt(200)));
      texts.add(TestingTexts.repetitive(random, 1 + random.nextInt(400)));
    }
    return texts;
  }

  @Test
  void shouldSayWhatTheFilterSays() {
    TreeSet<String> seen = new TreeSet<>();
    for (String name :
        new TreeSet<>(Filters.thresholds().stream().map(MeasuredThreshold::filter).toList())) {
      BoundOperator filter = TestingOperators.bind(name, Map.of());
      List<MeasuredThreshold> own =
          Filters.thresholds().stream().filter(one -> one.filter().equals(name)).toList();
      for (String text : texts()) {
        Document document = Document.of(text);
        List<String> broken =
            own.stream()
                .filter(one -> one.isBrokenBy(measures.get(one.measure()).of(document)))
                .map(MeasuredThreshold::reason)
                .toList();
        Decision decision = filter.apply(document);
        if (decision instanceof Decision.Dropped dropped
            && own.stream().anyMatch(one -> one.reason().equals(dropped.reason()))) {
          assertThat(broken).as(name).first().isEqualTo(dropped.reason());
          seen.add(dropped.reason());
        } else if (decision instanceof Decision.Kept) {
          assertThat(broken).as(name).isEmpty();
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(12);
  }
}
