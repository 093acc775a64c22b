package dev.sluice.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.topics.RecordTrimmer.TrimFailures;
import java.time.Duration;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class TrimFailuresTest {
  private static final KafkaException FORBIDDEN = new TopicAuthorizationException("not authorized");

  private final TrimFailures failures = new TrimFailures();

  private boolean isDue(KafkaException error, Duration at) {
    return failures.isDue(0, error, at.toNanos());
  }

  @Test
  void shouldReportAtOnceWhatOnlyAPersonCanFix() {
    assertThat(isDue(FORBIDDEN, Duration.ZERO)).isTrue();
    assertThat(new TrimFailures().isDue(0, new PolicyViolationException("compacted"), 0)).isTrue();
  }

  @Test
  void shouldReportItAgainAtIntervals() {
    int reports = 0;
    for (int second = 0; second <= 2 * TrimFailures.INTERVAL.toSeconds(); second++) {
      reports += isDue(FORBIDDEN, Duration.ofSeconds(second)) ? 1 : 0;
    }

    assertThat(reports).isEqualTo(3);
  }

  @Test
  void shouldSayOnceThatNoPartitionFailsAnyMore() {
    assertThat(failures.isDue(0, FORBIDDEN, 0)).isTrue();
    assertThat(failures.isDue(1, FORBIDDEN, 1)).isFalse();

    assertThat(failures.recover(0)).isFalse();
    assertThat(failures.isDue(1, FORBIDDEN, 2)).isFalse();
    assertThat(failures.recover(1)).isTrue();
    assertThat(failures.recover(1)).isFalse();
    assertThat(failures.isDue(1, FORBIDDEN, 3)).isTrue();
  }

  @Test
  void shouldGiveWhatMendsItselfSomeTime() {
    TimeoutException silent = new TimeoutException("no answer");

    assertThat(isDue(silent, Duration.ZERO)).isFalse();
    assertThat(isDue(silent, TrimFailures.PATIENCE.minusMillis(1))).isFalse();
    assertThat(isDue(silent, TrimFailures.PATIENCE)).isTrue();
    assertThat(isDue(silent, TrimFailures.PATIENCE.plusSeconds(1))).isFalse();
  }
}
