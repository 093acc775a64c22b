package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CountersTest {
  private static final List<String> DUMPS =
      List.of("CC-MAIN-2013-20", "CC-MAIN-2024-10", "unknown");
  private static final List<String> BUCKETS = List.of(Counters.NO_BUCKET, "2.8", "3.0");

  @Test
  void shouldMergePartsInAnyOrderAndGrouping() {
    SplittableRandom random = new SplittableRandom(9);
    List<Counters> parts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      parts.add(randomPart(random, random.nextInt(50)));
    }
    Counters forward = merged(parts);
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(parts, new Random(round));
      int cut = random.nextInt(parts.size());
      Counters grouped =
          merged(List.of(merged(parts.subList(cut, 20)), merged(parts.subList(0, cut))));
      assertThat(grouped).isEqualTo(forward).hasSameHashCodeAs(forward);
      assertThat(grouped.toString()).isEqualTo(forward.toString());
    }
  }

  @Test
  void shouldReconcileRowsWithOutcomesWhateverIsFlagged() {
    Counters counters = randomPart(new SplittableRandom(10), 1000);
    assertThat(counters.total(Counters.ROWS)).isEqualTo(1000);
    assertThat(counters.ended()).isEqualTo(1000);
    counters.add(new Counters.Key("unknown", "2.8", Outcome.KEPT.key()), 1);
    assertThat(counters.ended()).isEqualTo(1001);
    assertThat(counters.total(Counters.ROWS)).isEqualTo(1000);
  }

  @Test
  void shouldSplitByDumpAndByBucketWithoutLoss() {
    Counters all = randomPart(new SplittableRandom(11), 500);
    assertThat(merged(all.dumps().stream().map(all::ofDump).toList())).isEqualTo(all);
    assertThat(merged(BUCKETS.stream().map(all::ofBucket).toList())).isEqualTo(all);
    assertThat(all.dumps()).containsExactlyElementsOf(DUMPS);
  }

  @Test
  void shouldHoldNoZeros() {
    Counters.Key key = new Counters.Key("unknown", "", Counters.ROWS);
    Counters counters = new Counters();
    counters.add(key, 0);
    assertThat(counters.isEmpty()).isTrue();
    counters.add(key, 5);
    counters.add(key, -5);
    assertThat(counters.entries()).isEmpty();
    assertThat(counters).isEqualTo(new Counters());
    assertThat(counters.of(key)).isZero();
  }

  @Test
  void shouldRefuseToOverflow() {
    Counters.Key key = new Counters.Key("unknown", "", Counters.ROWS);
    Counters counters = new Counters();
    counters.add(key, Long.MAX_VALUE);
    assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> counters.add(key, 1));
  }

  @Test
  void shouldIterateSortedByDumpBucketAndName() {
    Counters counters = randomPart(new SplittableRandom(12), 500);
    assertThat(List.copyOf(counters.entries().keySet())).isSorted();
    assertThat(new Counters.Key("a", "b", "c")).isLessThan(new Counters.Key("a", "c", "a"));
    assertThat(new Counters.Key("a", "z", "z")).isLessThan(new Counters.Key("b", "a", "a"));
    assertThat(new Counters.Key("a", "b", "a")).isLessThan(new Counters.Key("a", "b", "b"));
  }

  @Test
  void shouldListRareOutcomesOnlyWhereTheyOccur() {
    for (Outcome outcome : Outcome.values()) {
      assertThat(outcome.isListed(1)).isTrue();
      assertThat(outcome.isListed(0))
          .isEqualTo(
              outcome != Outcome.INVALID_ROW
                  && outcome != Outcome.NEAR_DUPLICATES_REMOVED
                  && outcome != Outcome.TAKEN_DOWN);
    }
  }

  @Test
  void shouldNameOutcomesAndFlagsAsDocumented() {
    assertThat(List.of(Outcome.values()).stream().map(Outcome::key))
        .containsExactly(
            "invalid_row",
            "missing_score",
            "invalid_score",
            "empty_text",
            "filtered_out",
            "sampled_out",
            "invalid_text",
            "operator_dropped",
            "rejected",
            "duplicates_removed",
            "near_duplicates_removed",
            "taken_down",
            "kept");
    assertThat(List.of(RowFlag.values()).stream().map(RowFlag::key))
        .containsExactly("short_text", "missing_id", "score_above_max");
  }

  @Test
  void shouldCountReasonsBesideTheirOutcome() {
    Counters counters = new Counters();
    String tooFew = Counters.detail(Outcome.OPERATOR_DROPPED, "word-count:too_few_words");
    counters.add(new Counters.Key("a", "3.0", Outcome.OPERATOR_DROPPED.key()), 5);
    counters.add(new Counters.Key("a", "3.0", tooFew), 2);
    counters.add(new Counters.Key("b", "4.0", tooFew), 3);
    counters.add(new Counters.Key("b", "4.0", Counters.detail(Outcome.REJECTED, "html")), 1);

    assertThat(counters.ended()).isEqualTo(5);
    assertThat(counters.details())
        .hasToString("{operator_dropped={word-count:too_few_words=5}, rejected={html=1}}");
    assertThat(counters.ofDump("b").details())
        .hasToString("{operator_dropped={word-count:too_few_words=3}, rejected={html=1}}");
  }

  private static Counters merged(List<Counters> parts) {
    Counters sum = new Counters();
    parts.forEach(sum::merge);
    return sum;
  }

  private static Counters randomPart(SplittableRandom random, int rows) {
    Counters part = new Counters();
    for (int row = 0; row < rows; row++) {
      String dump = DUMPS.get(random.nextInt(DUMPS.size()));
      String bucket = BUCKETS.get(random.nextInt(BUCKETS.size()));
      Outcome outcome = Outcome.values()[random.nextInt(Outcome.values().length)];
      part.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.ROWS), 1);
      part.add(new Counters.Key(dump, bucket, outcome.key()), 1);
      RowFlag remark = RowFlag.values()[random.nextInt(2)];
      part.add(new Counters.Key(dump, bucket, remark.key()), random.nextInt(2));
    }
    return part;
  }
}
