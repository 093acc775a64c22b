package dev.sluice.jobs.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.jobs.analyze.LabelCounts.DistinctSketch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LabelCountsTest {
  @Test
  void shouldBeExactForFewValues() {
    LabelCounts counts = new LabelCounts();
    LabelCounts more = new LabelCounts();
    List.of("en", "de", "en").forEach(counts::add);
    List.of("en", "fr", "de").forEach(more::add);
    counts.add(more);
    assertThat(counts.count()).isEqualTo(6);
    assertThat(counts.distinct()).isEqualTo(3);
    assertThat(counts.shortBy()).isZero();
    assertThat(counts.top(2))
        .containsExactly(new LabelCounts.Label("en", 3), new LabelCounts.Label("de", 2));
  }

  @Test
  void shouldFindFrequentValuesAmongVeryMany() {
    Random random = new Random(4);
    Map<String, Long> exact = new HashMap<>();
    LabelCounts all = new LabelCounts();
    for (int piece = 0; piece < 20; piece++) {
      LabelCounts counts = new LabelCounts();
      for (int i = 0; i < 10_000; i++) {
        String value =
            random.nextInt(10) == 0 ? "often" + random.nextInt(5) : "rare" + random.nextInt();
        counts.add(value);
        exact.merge(value, 1L, Long::sum);
      }
      all.add(counts);
    }
    assertThat(all.count()).isEqualTo(200_000);
    assertThat((double) all.distinct()).isCloseTo(exact.size(), within(0.03 * exact.size()));
    assertThat(all.shortBy()).isLessThanOrEqualTo(200_000 / 4_096);
    assertThat(all.top(5))
        .allSatisfy(
            label -> {
              assertThat(label.value()).startsWith("often");
              assertThat(label.count())
                  .isBetween(exact.get(label.value()) - all.shortBy(), exact.get(label.value()));
            });
  }

  @Test
  void shouldCountDifferentValuesTheSameInAnyOrder() {
    DistinctSketch forward = new DistinctSketch();
    DistinctSketch odd = new DistinctSketch();
    DistinctSketch even = new DistinctSketch();
    for (int i = 0; i < 100_000; i++) {
      forward.add("v" + i % 60_000);
      (i % 2 == 0 ? even : odd).add("v" + (99_999 - i) % 60_000);
    }
    odd.add(even);
    assertThat(odd.estimate()).isEqualTo(forward.estimate());
    assertThat((double) forward.estimate()).isCloseTo(60_000, within(0.03 * 60_000));
  }
}
