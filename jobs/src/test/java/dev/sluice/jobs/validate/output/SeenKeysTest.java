package dev.sluice.jobs.validate.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.algorithms.neardup.SketchCheck;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A full table is looked through for ever. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeenKeysTest {
  private static final int BANDS = 3;
  private static final int KEYS = 400;
  private static final SketchCheck CHECK = new SketchCheck(16, 0.8);

  /** Adds a key to a table, or removes it. */
  private record Change(boolean adds, int band, long key, int step, byte[] sketch) {}

  /** The first document with a key. */
  private record First(int step, byte[] sketch) {}

  private static List<Change> changes(Random random) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      byte[] sketch = new byte[CHECK.bytes()];
      random.nextBytes(sketch);
      Arrays.fill(sketch, 0, random.nextInt(3), (byte) 7);
      int step = i / 1000;
      boolean adds = random.nextInt(3) > 0;
      changes.add(
          new Change(
              adds,
              random.nextInt(BANDS),
              random.nextInt(KEYS),
              adds ? step : random.nextInt(step + 1),
              sketch));
    }
    return changes;
  }

  private static List<Boolean> expected(List<Change> changes, Optional<SketchCheck> check) {
    Map<List<Long>, First> table = new HashMap<>();
    List<Boolean> answers = new ArrayList<>();
    for (Change change : changes) {
      List<Long> key = List.of((long) change.band(), change.key());
      First first = table.get(key);
      if (change.adds()) {
        table.putIfAbsent(key, new First(change.step(), change.sketch()));
      } else if (first != null && first.step() == change.step()) {
        table.remove(key);
      }
      answers.add(
          change.adds()
              && first != null
              && (check.isEmpty() || check.get().passes(first.sketch(), 0, change.sketch(), 0)));
    }
    return answers;
  }

  /** Small tables that grow, with chains of equal slots; the same divided into parts. */
  @ParameterizedTest
  @CsvSource({"true, 10, 1000000, 1", "false, 1200, 1000000, 1", "true, 1200, 4000, 6"})
  void shouldAnswerAsAMap(boolean checked, long keys, long memory, int parts) {
    Optional<SketchCheck> check = checked ? Optional.of(CHECK) : Optional.empty();
    List<Change> changes = changes(new Random(3));
    SeenKeys seen = new SeenKeys(keys, memory, check);
    Boolean[] answers = new Boolean[changes.size()];
    Arrays.fill(answers, false);
    for (int part = 0; part < seen.parts(); part++) {
      seen.begin(part);
      for (int i = 0; i < answers.length; i++) {
        Change change = changes.get(i);
        if (change.adds()) {
          answers[i] |= seen.add(change.band(), change.key(), change.step(), change.sketch());
        } else {
          seen.remove(change.band(), change.key(), change.step());
        }
      }
    }

    assertThat(seen.parts()).isEqualTo(parts);
    assertThat(answers).containsExactlyElementsOf(expected(changes, check));
  }

  /** What was removed takes no room when more comes. */
  @Test
  void shouldNotGrowByWhatWasRemoved() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] sketch = new byte[0];
    SeenKeys seen = new SeenKeys(100, 1 << 20, Optional.empty());
    long most = 0;
    int answers = 0;
    for (int round = 0; round < 1_000; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int key = 0; key < 100; key++) {
        answers += seen.add(0, 100L * round + key, round, sketch) ? 1 : 0;
        answers += seen.add(0, 100L * round + key, round, sketch) ? 0 : 1;
      }
      for (int key = 0; key < 100; key++) {
        seen.remove(0, 100L * round + key, round);
      }
      most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(answers).isZero();
    assertThat(most).as("bytes, where one table of all keys has 1,350,000").isLessThan(64 << 10);
  }

  /** Every key is added, removed and added again, always more: nothing is left of its table. */
  @ParameterizedTest
  @CsvSource({"16", "5000"})
  void shouldHoldAgainWhatWasRemoved(int keys) {
    SeenKeys seen = new SeenKeys(1, 1 << 20, Optional.empty());
    for (int round = 0; round < 3; round++) {
      for (int key = 0; key < keys; key++) {
        assertThat(seen.add(0, key, round, new byte[0])).isFalse();
        assertThat(seen.add(0, key, round + 1, new byte[0])).isTrue();
      }
      for (int key = 0; key < keys; key++) {
        seen.remove(0, key, round + 1);
        assertThat(seen.add(0, key, round, new byte[0])).as("another step").isTrue();
        seen.remove(0, key, round);
      }
    }
  }
}
