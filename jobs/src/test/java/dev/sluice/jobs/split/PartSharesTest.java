package dev.sluice.jobs.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.split.SplitSurvey.PartShares;
import org.junit.jupiter.api.Test;

class PartSharesTest {
  @Test
  void shouldGiveTheLargestOneMoreUntilThereAreEnough() {
    int[] parts =
        PartShares.of(new long[] {900, 100, 300}, new long[] {99, 99, 99}, new int[] {1, 1, 1}, 8);
    assertThat(parts).containsExactly(5, 1, 2);
  }

  @Test
  void shouldNotGiveMorePartsThanThereAreRows() {
    int[] parts =
        PartShares.of(new long[] {900, 100, 300}, new long[] {2, 0, 3}, new int[] {1, 0, 1}, 8);
    assertThat(parts).containsExactly(2, 0, 3);
  }

  @Test
  void shouldLeaveWhatIsEnough() {
    assertThat(PartShares.of(new long[] {9, 1}, new long[] {9, 9}, new int[] {7, 1}, 8))
        .containsExactly(7, 1);
  }
}
