package dev.sluice.jobs.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.dedup.RecordSort.SortedRun;
import dev.sluice.jobs.text.DamagedSpillException;
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

  private List<SortedRun> sort(List<Entry> entries, int memoryBytes) throws IOException {
    RecordSort sort = new RecordSort(directory, "run", memoryBytes, List.of());
    for (Entry entry : entries) {
      byte[] record = new byte[Integer.BYTES + entry.number % 50];
      ByteBuffer.wrap(record).putInt(entry.number);
      sort.add(entry.key, record, 0, record.length);
    }
    return sort.finish();
  }

  private List<Entry> read(List<SortedRun> runs) throws IOException {
    List<Entry> read = new ArrayList<>();
    try (RecordSort.Reader reader = new RecordSort.Reader(directory, runs)) {
      while (reader.next()) {
        RecordReader record = reader.record();
        int number = ByteBuffer.wrap(record.bytes()).getInt(record.offset());
        assertThat(record.length()).isEqualTo(Integer.BYTES + number % 50);
        read.add(new Entry(record.key(), number));
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
    List<SortedRun> runs = sort(entries, memoryBytes);
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
    SortedRun run = sort(List.of(new Entry(5, 1), new Entry(3, 2)), 1_000).get(0);
    byte[] bytes = Files.readAllBytes(directory.resolve(run.name()));
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 4;
      Files.write(directory.resolve(run.name()), bytes);
      assertThatThrownBy(() -> read(List.of(run))).isInstanceOf(DamagedSpillException.class);
      bytes[at] ^= 4;
    }
  }
}
