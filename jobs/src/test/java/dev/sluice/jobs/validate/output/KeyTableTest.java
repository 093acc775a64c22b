package dev.sluice.jobs.validate.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeyTableTest {
  private static final int IDS = 40_000;

  /** A table of one pass. */
  private static KeyTable table(int values, long keys) {
    KeyTable table = new KeyTable(values, keys, 1L << 40);
    table.begin(0);
    return table;
  }

  @Test
  void shouldHoldWhatAMapHoldsAlsoWhereMoreComeThanWereExpected() {
    for (long expected : new long[] {0, 10, 1000, 20_000}) {
      SplittableRandom random = new SplittableRandom(expected);
      Map<KeyTable.IdKey, Long> map = new HashMap<>();
      KeyTable table = table(1, expected);
      for (int round = 0; round < 30_000; round++) {
        KeyTable.IdKey key = new KeyTable.IdKey(random.nextInt(150), random.nextInt(150));
        assertThat(table.add(key)).isEqualTo(!map.containsKey(key));
        long value = map.merge(key, 1L, Long::sum);
        table.set(table.find(key), 0, value);
      }
      assertThat(table.size()).isEqualTo(map.size());
      Map<KeyTable.IdKey, Long> found = new HashMap<>();
      table.forEach((key, slot) -> found.put(key, table.value(slot, 0)));
      assertThat(found).isEqualTo(map);
      assertThat(table.find(new KeyTable.IdKey(-1, -1))).isNegative();
    }
  }

  @Test
  void shouldHoldTheKeyOfAllZeros() {
    KeyTable.IdKey zero = new KeyTable.IdKey(0, 0);
    KeyTable table = table(1, 4);
    assertThat(table.find(zero)).isNegative();
    assertThat(table.add(zero)).isTrue();
    assertThat(table.add(zero)).isFalse();
    table.set(table.find(zero), 0, 17);
    for (int i = 1; i < 1000; i++) {
      table.add(new KeyTable.IdKey(0, i));
    }
    assertThat(table.value(table.find(zero), 0)).isEqualTo(17);
    assertThat(table.size()).isEqualTo(1000);
  }

  @Test
  void shouldTakeTheMemoryItSays() {
    assertThat(KeyTable.bytesPerKey(0)).isEqualTo(18);
    assertThat(KeyTable.bytesPerKey(2)).isEqualTo(36);
    KeyTable.IdKey[] keys = new KeyTable.IdKey[2_000_000];
    SplittableRandom random = new SplittableRandom(1);
    Arrays.setAll(keys, i -> new KeyTable.IdKey(random.nextLong(), random.nextLong()));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    KeyTable table = table(0, keys.length);
    for (KeyTable.IdKey key : keys) {
      table.add(key);
    }
    double perKey = (double) (threads.getCurrentThreadAllocatedBytes() - before) / table.size();
    assertThat(perKey).as("bytes for each of %d keys", table.size()).isBetween(16.0, 19.0);
  }

  @Test
  void shouldFindTheSameRepetitionsInOnePassAndInMany() {
    List<byte[]> ids = ids();
    Set<Integer> expected = new HashSet<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < ids.size(); i++) {
      if (!seen.add(new String(ids.get(i), UTF_8))) {
        expected.add(i);
      }
    }
    assertThat(new KeyTable(0, IDS, 20_000).passes()).isGreaterThan(30);
    assertThat(new KeyTable(0, IDS, 1 << 20).passes()).isOne();
    for (long memory : new long[] {1 << 20, 200_000, 20_000}) {
      assertThat(repeated(new KeyTable(0, IDS, memory), ids)).isEqualTo(expected);
    }
  }

  private static Set<Integer> repeated(KeyTable table, List<byte[]> ids) {
    KeyTable.IdKey.Maker keys = new KeyTable.IdKey.Maker();
    Set<Integer> repeated = new HashSet<>();
    for (int pass = 0; pass < table.passes(); pass++) {
      table.begin(pass);
      for (int i = 0; i < ids.size(); i++) {
        KeyTable.IdKey key = keys.of(0, ids.get(i));
        if (table.isOfThisPass(key) && !table.add(key)) {
          repeated.add(i);
        }
      }
    }
    return repeated;
  }

  /** UUIDs counted up, others at random, other ids, and some of each again. */
  private static List<byte[]> ids() {
    SplittableRandom random = new SplittableRandom(3);
    List<byte[]> ids = new ArrayList<>();
    while (ids.size() < IDS) {
      int kind = random.nextInt(4);
      String id =
          switch (kind) {
            case 0 -> "<urn:uuid:" + new UUID(0, ids.size()) + ">";
            case 1 -> "<urn:uuid:" + new UUID(random.nextLong(), random.nextLong()) + ">";
            default -> "id-" + ids.size();
          };
      ids.add(
          kind == 3 && !ids.isEmpty() ? ids.get(random.nextInt(ids.size())) : id.getBytes(UTF_8));
    }
    return ids;
  }
}
