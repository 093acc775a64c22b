package dev.sluice.bands;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a batch holds. */
class BandBatchTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Decides documents that all have the same key. Returns the bytes that it allocates. */
  private static long decide(int documents) {
    long[] rows = LongStream.range(0, documents).toArray();
    BandBatch batch =
        new BandBatch(
            List.of("a"),
            new long[documents],
            rows,
            documents,
            new TreeSet<>(List.of("CC-MAIN-2024-10")),
            Optional.empty());
    batch.sort();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    batch.decide();
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(batch.newKeys()).isEqualTo(1);
    assertThat(batch.removedCount()).isEqualTo(documents - 1);
    return allocated;
  }

  @Test
  void shouldTakeEightBytesForADocumentThatIsRemoved() {
    decide(1_000); // loads classes
    assertThat(decide(1_000_000)).isLessThan(9_000_000);
  }
}
