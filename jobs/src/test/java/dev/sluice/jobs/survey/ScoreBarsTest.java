package dev.sluice.jobs.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Bucket;
import dev.sluice.jobs.survey.ScoreBars.Bar;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreBarsTest {
  private static final List<Bucket> BUCKETS =
      List.of(
          new Bucket("low", Double.NEGATIVE_INFINITY, 2.8, 0.1),
          new Bucket("middle", 3, 3.5, 1),
          new Bucket("high", 3.5, Double.POSITIVE_INFINITY, 1));

  @Test
  void shouldEndBarsAtTheBoundsOfBuckets() {
    List<Bar> bars = new ScoreBars(BUCKETS, 0, 5).all();
    assertThat(bars)
        .hasSizeBetween(50, 70)
        .isSortedAccordingTo((a, b) -> a.from() < b.from() ? -1 : 1);
    assertThat(bars.get(0).from()).isZero();
    assertThat(bars)
        .filteredOn(bar -> bar.bucket() == 1)
        .first()
        .extracting(Bar::from)
        .isEqualTo(3.0);
    assertThat(bars).filteredOn(bar -> bar.bucket() == 1).last().extracting(Bar::to).isEqualTo(3.5);
    assertThat(bars.get(bars.size() - 1).to()).isEqualTo(5.0);
  }

  @Test
  void shouldCountEachScoreInABarOfItsBucket() {
    ScoreBars scores = new ScoreBars(BUCKETS, 0, 5);
    scores.add(0, -7);
    scores.add(0, 2.8 - 1e-12);
    scores.add(1, 3 - 1e-10); // bounds are lowered by epsilon
    scores.add(2, 99);
    ScoreBars others = new ScoreBars(BUCKETS, 0, 5);
    others.add(1, 3.5 - 1e-12);
    scores.add(others);
    assertThat(scores.all())
        .filteredOn(bar -> bar.count() > 0)
        .extracting(Bar::bucket)
        .containsExactly(0, 0, 1, 1, 2);
    assertThat(scores.all().get(0).count()).isEqualTo(1);
  }

  @Test
  void shouldHaveABarWhereNothingIsBounded() {
    Bucket all = new Bucket("all", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
    ScoreBars scores =
        new ScoreBars(List.of(all), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    scores.add(0, 1e300);
    assertThat(scores.all()).last().extracting(Bar::count).isEqualTo(1L);
  }
}
