package dev.sluice.jobs.dedup.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.dedup.spill.BandRecord;
import dev.sluice.jobs.dedup.spill.FeatureBatch;
import dev.sluice.jobs.dedup.spill.FeatureLayout;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.text.JobRefusedException;
import org.junit.jupiter.api.Test;

class DedupMemoryTest {
  private static final FeatureLayout LAYOUT = new FeatureLayout(112);

  /** Of every budget, each stage's parts together are no more than all. */
  @Test
  void shouldShareOutNoMoreThanThereIs() {
    for (int threads = 1; threads <= 64; threads *= 2) {
      for (long mib = DedupMemory.leastHeapBytes(threads) / (1 << 20) + 1; mib < 40_000; mib *= 2) {
        DedupMemory memory = DedupMemory.of(mib << 20, threads);
        long all = memory.usableBytes();
        long parts = 1L << memory.partBits(1_500_000_000L, 14);
        assertThat(threads * parts * memory.chunkBytes((int) parts)).isLessThanOrEqualTo(all / 2);
        long sorters = 2L * RunSorter.NUMBER_BYTES * memory.pairsAtOnce();
        long runs = 18L << 10;
        long group =
            (long) BandRecord.BYTES * memory.recordsAtOnce()
                + sorters
                + memory.runsOfThread() * runs;
        assertThat(threads * group).as("%s", memory).isLessThanOrEqualTo(all);
        long batch = memory.pairsCompared(LAYOUT) * (FeatureBatch.pairBytes(LAYOUT) + 16);
        assertThat((threads + 1) * batch + memory.runsAtOnce() * runs).isLessThanOrEqualTo(all);
        assertThat(
                2L * RunSorter.NUMBER_BYTES * memory.numbersAtOnce() + memory.runsAtOnce() * runs)
            .isLessThanOrEqualTo(all);
      }
    }
  }

  @Test
  void shouldRefuseWhatIsTooSmallWithTheNumbers() {
    assertThatThrownBy(() -> DedupMemory.of(16 << 20, 4))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            "16 MiB of heap are too little: the program takes 12 MiB, and the buffers of 4 threads"
                + " 12 MiB; give 26 MiB or more, or fewer threads");
  }

  @Test
  void shouldJoinInMemoryWhereThereIsEnough() {
    DedupMemory gigabyte = DedupMemory.of(1L << 30, 2);
    assertThat(DedupMemory.rankBytes(1_500_000_000L)).isBetween(199_000_000L, 200_000_000L);
    assertThat(gigabyte.fitsJoining(100_000_000, 100_000_000)).isTrue();
    assertThat(gigabyte.fitsJoining(1_500_000_000, 150_000_000)).isTrue();
    assertThat(gigabyte.fitsJoining(1_500_000_000, 300_000_000)).isFalse();
    assertThat(DedupMemory.of(128 << 20, 2).fitsJoining(1_500_000_000, 0)).isFalse();
  }

  @Test
  void shouldSayTheDiskThatIsNeeded() {
    assertThat(DedupMemory.diskBytes(1_000_000, 14, 112)).isEqualTo(310_800_000);
  }
}
