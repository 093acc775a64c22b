package dev.sluice.ingest.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Verdict;
import dev.sluice.ingest.source.TestingIngest;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final ScoreBuckets BUCKETS = TestingIngest.BUCKETS;

  @Test
  void shouldCountWhatCountersCount() {
    Tally tally = new Tally(BUCKETS);
    Counters expected = new Counters();
    Counters taken = new Counters();
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      String dump = "CC-MAIN-" + random.nextInt(5);
      count(tally, expected, dump, random);
      if (random.nextInt(1000) == 0) {
        taken.merge(tally.take());
      }
    }
    taken.merge(tally.take());

    assertThat(taken).isEqualTo(expected);
    assertThat(expected.entries()).hasSizeGreaterThan(5 * Outcome.values().length);
    assertThat(tally.take().isEmpty()).isTrue();
  }

  private static void count(Tally tally, Counters expected, String dump, Random random) {
    tally.row(dump);
    expected.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.ROWS), 1);
    if (random.nextBoolean()) {
      tally.sent(dump, Outcome.KEPT);
      expected.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.SENT), 1);
    }
    if (random.nextBoolean()) {
      RowFlag remark = RowFlag.values()[random.nextInt(RowFlag.values().length)];
      tally.flag(dump, remark);
      expected.add(new Counters.Key(dump, Counters.NO_BUCKET, remark.key()), 1);
    }
    Outcome outcome = Outcome.values()[random.nextInt(Outcome.values().length)];
    int bucket = random.nextInt(BUCKETS.all().size() + 1) - 1;
    tally.outcome(dump, new Verdict(outcome, bucket));
    String name = bucket == ScoreBuckets.NONE ? Counters.NO_BUCKET : BUCKETS.at(bucket).name();
    expected.add(new Counters.Key(dump, name, outcome.key()), 1);
    if (outcome == Outcome.REJECTED) {
      String reason = random.nextBoolean() ? "oversize_columns" : "filter_type";
      tally.rejected(dump, bucket, reason);
      expected.add(new Counters.Key(dump, name, "rejected/" + reason), 1);
    }
  }
}
