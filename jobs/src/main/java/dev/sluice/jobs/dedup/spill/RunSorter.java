package dev.sluice.jobs.dedup.spill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts numbers into runs on disk, each number once. Memory: 16 bytes for each buffered number,
 * half of it only while sorting. Not thread-safe.
 */
public final class RunSorter {
  /** Memory for a buffered number. */
  public static final int NUMBER_BYTES = 2 * Long.BYTES;

  private static final int FIRST = 1 << 10;

  private final Path directory;
  private final String prefix;
  private final int capacity;
  private final List<SpillFile> runs = new ArrayList<>();
  private long[] held;
  private int size;

  /**
   * @param prefix of the names of runs, followed by a number
   * @param capacity maximum number of buffered numbers
   */
  public RunSorter(Path directory, String prefix, int capacity) {
    this.directory = directory;
    this.prefix = prefix;
    this.capacity = capacity;
    this.held = new long[Math.min(capacity, FIRST)];
  }

  public void add(long number) throws IOException {
    if (size == held.length) {
      makeRoom();
    }
    held[size++] = number;
  }

  private void makeRoom() throws IOException {
    if (size < capacity) {
      held = Arrays.copyOf(held, (int) Math.min(capacity, 2L * size));
      return;
    }
    sort();
    if (size > capacity / 2) {
      spill();
    }
  }

  private void sort() {
    Arrays.sort(held, 0, size);
    int unique = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || held[i] != held[unique - 1]) {
        held[unique++] = held[i];
      }
    }
    size = unique;
  }

  private void spill() throws IOException {
    try (RunWriter writer = new RunWriter(directory, prefix + runs.size())) {
      for (int i = 0; i < size; i++) {
        writer.add(held[i]);
      }
      runs.add(writer.finish());
    }
    size = 0;
  }

  /** The runs with all numbers. */
  public List<SpillFile> finish() throws IOException {
    sort();
    if (size > 0) {
      spill();
    }
    return List.copyOf(runs);
  }
}
