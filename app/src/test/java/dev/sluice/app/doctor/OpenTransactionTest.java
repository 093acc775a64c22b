package dev.sluice.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OpenTransactionTest {
  private static OpenTransaction open(int seconds, Optional<Duration> timeout) {
    return new OpenTransaction(
        new TopicPartition("sluice.documents", 1),
        42,
        7,
        timeout.map(t -> "an id"),
        Duration.ofSeconds(seconds),
        timeout);
  }

  @Test
  void shouldTakeOneForHangingWhenItsTimeoutIsLongOver() {
    Optional<Duration> minute = Optional.of(Duration.ofMinutes(1));
    assertThat(open(59, minute).hangs()).isFalse();
    assertThat(open(119, minute).hangs()).isFalse();
    assertThat(open(121, minute).hangs()).isTrue();
  }

  @Test
  void shouldTakeOneForHangingThatNoCoordinatorKnowsForAMinute() {
    assertThat(open(59, Optional.empty()).hangs()).isFalse();
    assertThat(open(61, Optional.empty()).hangs()).isTrue();
  }

  @Test
  void shouldNameItsOwnerAsFarAsItIsKnown() {
    assertThat(open(3, Optional.of(Duration.ofMinutes(1))).text())
        .isEqualTo(
            "an id in sluice.documents-1, starting at offset 42, open for 3 s; the broker should"
                + " end it after 60 s");
    assertThat(open(3, Optional.empty()).text())
        .startsWith("producer 7 (unknown to every coordinator) in sluice.documents-1");
  }
}
