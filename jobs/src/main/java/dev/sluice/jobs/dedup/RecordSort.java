package dev.sluice.jobs.dedup;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Sorts records by a number; those with the same number keep their order. Writes sorted runs to
 * files, and merges them when they are read. Takes the given memory while records are added, and
 * about 64 KiB for each run while they are read, of which there are at most {@value #FAN_IN}. Not
 * thread-safe.
 */
final class RecordSort {
  static final int FAN_IN = 128;

  private static final int BLOCK_BYTES = 1 << 15;
  private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;

  /** Of a record while it is sorted: key, place, length, and its number as an object. */
  private static final int ENTRY_BYTES = 40;

  private final Path directory;
  private final String name;
  private final int memoryBytes;
  private final List<SpillFile> runs = new ArrayList<>();
  private byte[] bytes = new byte[BLOCK_BYTES];
  private long[] keys = new long[1 << 8];
  private int[] ends = new int[1 << 8];
  private int count;
  private int made;

  /**
   * @param name of the files begins with it
   */
  RecordSort(Path directory, String name, int memoryBytes) {
    this.directory = directory;
    this.name = name;
    this.memoryBytes = memoryBytes;
  }

  void add(long key, byte[] record, int length) throws IOException {
    int used = used();
    if (count > 0 && used + length + (long) ENTRY_BYTES * count > memoryBytes) {
      writeRun();
      used = 0;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    if (used + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(used + length, (int) Math.min(2L * used, memoryBytes)));
    }
    System.arraycopy(record, 0, bytes, used, length);
    keys[count] = key;
    ends[count++] = used + length;
  }

  private int used() {
    return count == 0 ? 0 : ends[count - 1];
  }

  private void writeRun() throws IOException {
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> keys[i]));
    try (RunWriter run = begin()) {
      for (int i : order) {
        int from = i == 0 ? 0 : ends[i - 1];
        run.add(keys[i], ByteBuffer.wrap(bytes, from, ends[i] - from));
      }
      runs.add(run.end());
    }
    count = 0;
  }

  private RunWriter begin() throws IOException {
    return new RunWriter(new SpillFile(directory.resolve("%s-%d".formatted(name, made++)), 0));
  }

  /** All records have been added; {@link Reader} reads them. */
  List<SpillFile> finish() throws IOException {
    if (count > 0) {
      writeRun();
    }
    List<SpillFile> all = List.copyOf(runs);
    while (all.size() > FAN_IN) {
      List<SpillFile> merged = new ArrayList<>();
      for (int from = 0; from < all.size(); from += FAN_IN) {
        merged.add(merge(all.subList(from, Math.min(from + FAN_IN, all.size()))));
      }
      all = merged;
    }
    return all;
  }

  private SpillFile merge(List<SpillFile> some) throws IOException {
    SpillFile merged;
    try (Reader reader = new Reader(some);
        RunWriter run = begin()) {
      while (reader.next()) {
        run.add(reader.key(), reader.record());
      }
      merged = run.end();
    }
    for (SpillFile each : some) {
      Files.delete(each.path());
    }
    return merged;
  }

  /** Writes one run: blocks of records, each its number, its length in four bytes, its bytes. */
  private static final class RunWriter implements Closeable {
    private final SpillFile.Writer writer;
    private ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);

    RunWriter(SpillFile file) throws IOException {
      this.writer = new SpillFile.Writer(file);
    }

    void add(long key, ByteBuffer record) throws IOException {
      int wanted = HEADER_BYTES + record.remaining();
      if (wanted > block.remaining()) {
        endBlock();
        if (wanted > block.capacity()) {
          block = ByteBuffer.allocate(wanted);
        }
      }
      block.putLong(key).putInt(record.remaining()).put(record);
    }

    private void endBlock() throws IOException {
      if (block.position() > 0) {
        writer.append(block.array(), block.position());
        block.clear();
      }
    }

    SpillFile end() throws IOException {
      endBlock();
      return writer.written();
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  /** A run at one of its records. */
  private static final class Run implements Closeable {
    private final SpillFile.Reader reader;
    private final int number;
    private ByteBuffer block = ByteBuffer.allocate(0);
    private long key;
    private ByteBuffer record = block;

    Run(SpillFile file, int number) throws IOException {
      this.reader = new SpillFile.Reader(file);
      this.number = number;
    }

    boolean next() throws IOException {
      if (!block.hasRemaining()) {
        Optional<ByteBuffer> following = reader.next();
        if (following.isEmpty()) {
          return false;
        }
        block = following.get();
      }
      key = block.getLong();
      int length = block.getInt();
      record = block.slice(block.position(), length);
      block.position(block.position() + length);
      return true;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /** Reads the records of several runs in their order. Not thread-safe. */
  static final class Reader implements Closeable {
    private final List<Run> opened = new ArrayList<>();
    private final PriorityQueue<Run> runs =
        new PriorityQueue<>(
            Comparator.comparingLong((Run run) -> run.key).thenComparingInt(run -> run.number));
    private Optional<Run> current = Optional.empty();

    Reader(List<SpillFile> files) throws IOException {
      boolean complete = false;
      try {
        for (SpillFile file : files) {
          Run run = new Run(file, opened.size());
          opened.add(run);
          add(run);
        }
        complete = true;
      } finally {
        if (!complete) {
          close();
        }
      }
    }

    private void add(Run run) throws IOException {
      if (run.next()) {
        runs.add(run);
      }
    }

    /** Goes to the next record; false after the last. */
    boolean next() throws IOException {
      if (current.isPresent()) {
        add(current.get());
      }
      current = Optional.ofNullable(runs.poll());
      return current.isPresent();
    }

    long key() {
      return current.orElseThrow().key;
    }

    /** The current record, until the next call of {@link #next}. */
    ByteBuffer record() {
      return current.orElseThrow().record.duplicate();
    }

    @Override
    public void close() throws IOException {
      for (Run run : opened) {
        run.close();
      }
    }
  }
}
