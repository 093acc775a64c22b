package dev.sluice.jobs.validate.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Outcome;
import org.junit.jupiter.api.Test;

class SourceDecisionsTest {
  /** A unit may have more rows than an array. */
  @Test
  void shouldTellPositionsApartThatNoIntHolds() {
    long[] positions = {0, 1L << 30, Integer.MAX_VALUE, 1L << 31, (1L << 32) + 5};
    for (long decided : positions) {
      NearDuplicateReplay.SourceDecisions decisions = new NearDuplicateReplay.SourceDecisions(2);
      decisions.setSimilar(1, decided);
      for (long position : positions) {
        assertThat(decisions.outcome(1, position))
            .isEqualTo(position == decided ? Outcome.NEAR_DUPLICATES_REMOVED : Outcome.KEPT);
        assertThat(decisions.outcome(0, position)).isEqualTo(Outcome.KEPT);
      }
      decisions.setRepeated(1, decided);
      assertThat(decisions.isRepeated(1, decided)).isTrue();
      assertThat(decisions.outcome(1, decided)).isEqualTo(Outcome.DUPLICATES_REMOVED);
    }
  }
}
