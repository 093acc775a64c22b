package dev.sluice.jobs.dedup;

import dev.sluice.jobs.text.SpillWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts records by a number. Records with equal numbers keep their order. Writes sorted runs to
 * files, and merges them when they are read. Takes the given memory while records are added, and
 * about 64 KiB for each run while they are read, of which there are at most {@value #FAN_IN}. Not
 * thread-safe.
 */
final class RecordSort {
  static final int FAN_IN = 128;

  static final int CHUNK_BYTES = 1 << 15;

  /** Of a record while it is sorted: key, end, and its number as an object. */
  private static final int ENTRY_BYTES = 40;

  private final Path directory;
  private final String name;
  private final long memoryBytes;
  private final List<SortedRun> runs;
  private byte[] bytes = new byte[CHUNK_BYTES];
  private long[] keys = new long[1 << 8];
  private int[] ends = new int[1 << 8];
  private int count;

  /**
   * A file of sorted records.
   *
   * @param name in the directory
   * @param bytes its size
   */
  record SortedRun(String name, long bytes) {}

  /**
   * @param name of the files begins with it
   * @param runs of an earlier process, whose records come first
   */
  RecordSort(Path directory, String name, long memoryBytes, List<SortedRun> runs) {
    this.directory = directory;
    this.name = name;
    this.memoryBytes = Math.min(memoryBytes, 1 << 30);
    this.runs = new ArrayList<>(runs);
  }

  void add(long key, byte[] record, int offset, int length) throws IOException {
    if (count > 0 && used() + length + (long) ENTRY_BYTES * count > memoryBytes) {
      endRun();
    }
    int used = used();
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    if (used + length > bytes.length) {
      long more = Math.min(2L * used, memoryBytes);
      bytes = Arrays.copyOf(bytes, Math.max(used + length, (int) more));
    }
    System.arraycopy(record, offset, bytes, used, length);
    keys[count] = key;
    ends[count++] = used + length;
  }

  private int used() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** Writes the records that are in memory to a run. */
  void endRun() throws IOException {
    if (count > 0) {
      Integer[] order = new Integer[count];
      Arrays.setAll(order, i -> i);
      Arrays.sort(order, Comparator.comparingLong(i -> keys[i]));
      SortedRun run =
          write(
              runs.size(),
              writer -> {
                for (int i : order) {
                  int from = i == 0 ? 0 : ends[i - 1];
                  writer.add(keys[i], bytes, from, ends[i] - from);
                }
              });
      runs.add(run);
      count = 0;
    }
  }

  /** Adds records to a file. */
  private interface Records {
    void writeTo(SpillWriter writer) throws IOException;
  }

  private SortedRun write(int number, Records records) throws IOException {
    String file = "%s-%d".formatted(name, number);
    try (SpillWriter writer = new SpillWriter(directory.resolve(file), 0, 0, CHUNK_BYTES)) {
      records.writeTo(writer);
      writer.flush();
      return new SortedRun(file, writer.bytes());
    }
  }

  /** Returns the runs that are complete. */
  List<SortedRun> runs() {
    return List.copyOf(runs);
  }

  /**
   * Ends the sort after all records were added. {@link Reader} reads the records. Keeps files that
   * are merged into others, because a checkpoint may name them.
   */
  List<SortedRun> finish() throws IOException {
    endRun();
    List<SortedRun> all = List.copyOf(runs);
    for (int made = all.size(); all.size() > FAN_IN; ) {
      List<SortedRun> merged = new ArrayList<>();
      for (int from = 0; from < all.size(); from += FAN_IN) {
        List<SortedRun> some = all.subList(from, Math.min(from + FAN_IN, all.size()));
        merged.add(write(made++, writer -> merge(some, writer)));
      }
      all = merged;
    }
    return all;
  }

  private void merge(List<SortedRun> some, SpillWriter writer) throws IOException {
    try (Reader reader = new Reader(directory, some)) {
      while (reader.next()) {
        RecordReader record = reader.record();
        writer.add(record.key(), record.bytes(), record.offset(), record.length());
      }
    }
  }

  /** Reads the records of several runs in sorted order. Not thread-safe. */
  static final class Reader implements Closeable {
    private final List<RecordReader> opened = new ArrayList<>();
    private final PriorityQueue<Integer> runs =
        new PriorityQueue<>(
            Comparator.comparingLong((Integer run) -> opened.get(run).key())
                .thenComparingInt(run -> run));
    private int current = -1;

    Reader(Path directory, List<SortedRun> files) throws IOException {
      boolean complete = false;
      try {
        for (SortedRun file : files) {
          opened.add(new RecordReader(directory.resolve(file.name()), file.bytes()));
          addNext(opened.size() - 1);
        }
        complete = true;
      } finally {
        if (!complete) {
          close();
        }
      }
    }

    private void addNext(int run) throws IOException {
      if (opened.get(run).next()) {
        runs.add(run);
      }
    }

    /** Moves to the next record, and returns false after the last. */
    boolean next() throws IOException {
      if (current >= 0) {
        addNext(current);
      }
      current = runs.isEmpty() ? -1 : runs.remove();
      return current >= 0;
    }

    /** A run, positioned at its current record. */
    RecordReader record() {
      return opened.get(current);
    }

    @Override
    public void close() throws IOException {
      for (RecordReader run : opened) {
        run.close();
      }
    }
  }
}
