package dev.sluice.jobs.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSortTest {
  @TempDir private Path directory;

  private record Entry(long key, int number) {}

  private List<SpillFile> sort(List<Entry> entries, int memoryBytes) throws IOException {
    RecordSort sort = new RecordSort(directory, "run", memoryBytes);
    for (Entry entry : entries) {
      byte[] record = new byte[Integer.BYTES + entry.number % 50];
      ByteBuffer.wrap(record).putInt(entry.number);
      sort.add(entry.key, record, record.length);
    }
    return sort.finish();
  }

  private static List<Entry> read(List<SpillFile> runs) throws IOException {
    List<Entry> read = new ArrayList<>();
    try (RecordSort.Reader reader = new RecordSort.Reader(runs)) {
      while (reader.next()) {
        ByteBuffer record = reader.record();
        int number = record.getInt();
        assertThat(record.remaining()).isEqualTo(number % 50);
        read.add(new Entry(reader.key(), number));
      }
    }
    return read;
  }

  /** With the least memory, there are more runs than are merged at a time. */
  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 100_000, 1 << 20})
  void shouldSortByNumberAndKeepTheOrderOfEqualOnes(int memoryBytes) throws Exception {
    SplittableRandom random = new SplittableRandom(memoryBytes);
    List<Entry> entries = new ArrayList<>();
    for (int number = 0; number < 1_000; number++) {
      entries.add(new Entry(random.nextLong(-20, 20) * Long.MAX_VALUE / 20, number));
    }
    List<SpillFile> runs = sort(entries, memoryBytes);
    assertThat(runs).hasSizeLessThanOrEqualTo(RecordSort.FAN_IN);
    entries.sort(Comparator.comparingLong(Entry::key));
    assertThat(read(runs)).isEqualTo(entries);
    assertThat(read(runs)).isEqualTo(entries);
  }

  @Test
  void shouldSortNothing() throws Exception {
    assertThat(read(sort(List.of(), 1_000))).isEmpty();
  }

  @Test
  void shouldNoticeEachChangedByte() throws Exception {
    SpillFile run = sort(List.of(new Entry(5, 1), new Entry(3, 2)), 1_000).get(0);
    byte[] bytes = Files.readAllBytes(run.path());
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 4;
      Files.write(run.path(), bytes);
      assertThatThrownBy(() -> read(List.of(run))).isInstanceOf(DamagedSpillException.class);
      bytes[at] ^= 4;
    }
  }
}
