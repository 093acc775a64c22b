package dev.sluice.bands;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.core.Utf8;
import dev.sluice.storage.bands.Frontier;
import dev.sluice.topics.record.BandBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Keys of one unit and band that are in no file yet, in any order: 16 bytes a document, 56 a block.
 * With sketches, 8 bytes and that of a document more. Not thread-safe.
 */
final class PendingKeys {
  private static final int ROW_BITS = 40;
  private static final long MOST_ROW = (1L << ROW_BITS) - 1;
  private static final int MOST_FILES = 1 << Long.SIZE - 1 - ROW_BITS;
  static final int KEY_BYTES = 2 * Long.BYTES;
  private static final int CHECKED_BYTES = KEY_BYTES + Long.BYTES; // a batch has its order beside

  /** Of a {@link Block} and its place in the list. */
  private static final int BLOCK_BYTES = 56;

  static final int FIRST_CAPACITY = 64;

  /** So many documents say where the middle of all is. */
  private static final int SAMPLE = 1_000;

  /** Characters of a path, so that its bytes take no more than 16 bits to count. */
  private static final int MOST_PATH = 20_000;

  private long[] keys = new long[FIRST_CAPACITY];
  private long[] places = new long[FIRST_CAPACITY];
  private final Optional<SketchCheck> check;
  private final int sketchBytes;
  private final byte[] swapped;
  private byte[] sketches;
  private int count;
  private final List<Block> blocks = new ArrayList<>();
  private List<String> files = new ArrayList<>();
  private Map<String, Integer> numbers = new HashMap<>();
  private final Map<List<String>, List<String>> dumps = new HashMap<>();

  /** What is kept of a block beside its keys. */
  private record Block(long offset, int file, long first, long last, List<String> dumps) {
    Block withFile(int other) {
      return new Block(offset, other, first, last, dumps);
    }
  }

  /**
   * Holds nothing.
   *
   * @param check how documents with the same key are compared; empty if they are not
   */
  PendingKeys(Optional<SketchCheck> check) {
    this.check = check;
    this.sketchBytes = check.map(SketchCheck::bytes).orElse(0);
    this.swapped = new byte[sketchBytes];
    this.sketches = new byte[FIRST_CAPACITY * sketchBytes];
  }

  /** Bytes of memory of so many documents, their blocks aside. */
  long bytes(int documents) {
    return documents * (long) (sketchBytes == 0 ? KEY_BYTES : CHECKED_BYTES + sketchBytes);
  }

  /**
   * Whether the block's file and rows are such that removed ones can be written, and its sketches
   * those that documents are compared by.
   */
  static boolean canHold(BandBlock block, int sketchBytes) {
    int documents = block.rows().length;
    return (documents == 0 || block.sketchBytes() == sketchBytes)
        && !block.file().isEmpty()
        && block.file().length() <= MOST_PATH
        && (documents == 0 || block.rows()[documents - 1] < Integer.MAX_VALUE);
  }

  /**
   * Adds the documents of a block that are neither decided nor left out.
   *
   * @param decided up to where the unit is decided
   * @param held from where on documents are left out
   * @return whether any is left out
   */
  boolean add(long offset, BandBlock block, Frontier decided, Frontier held) {
    long[] rows = block.rows();
    int first = covered(block, decided);
    int end = covered(block, held);
    if (first >= end) {
      return end < rows.length;
    }
    reserve(end - first);
    int file = number(block.file());
    for (int i = first; i < end; i++) {
      keys[count] = block.keys()[i];
      places[count] = place(file, rows[i]);
      count++;
    }
    System.arraycopy(
        block.sketches(),
        first * sketchBytes,
        sketches,
        (count - (end - first)) * sketchBytes,
        (end - first) * sketchBytes);
    List<String> names = dumps.computeIfAbsent(block.dumps(), list -> list);
    blocks.add(new Block(offset, file, rows[first], rows[rows.length - 1], names));
    return end < rows.length;
  }

  /** The number of documents of a block before a frontier. */
  private static int covered(BandBlock block, Frontier frontier) {
    int covered = 0;
    while (covered < block.rows().length && frontier.covers(block.file(), block.rows()[covered])) {
      covered++;
    }
    return covered;
  }

  private void reserve(int more) {
    if (count + more > keys.length) {
      int capacity = Math.max(Math.addExact(count, more), (int) Math.min(1.3 * count, 1 << 30));
      keys = Arrays.copyOf(keys, capacity);
      places = Arrays.copyOf(places, capacity);
      sketches = Arrays.copyOf(sketches, Math.multiplyExact(capacity, sketchBytes));
    }
  }

  private int number(String file) {
    Integer known = numbers.get(file);
    if (known != null) {
      return known;
    }
    if (files.size() == MOST_FILES) {
      throw new IllegalStateException(MOST_FILES + " files of a unit are not decided");
    }
    numbers.put(file, files.size());
    files.add(file);
    return files.size() - 1;
  }

  private static long place(int file, long row) {
    return (long) file << ROW_BITS | row;
  }

  static int fileOf(long place) {
    return (int) (place >>> ROW_BITS);
  }

  static long rowOf(long place) {
    return place & MOST_ROW;
  }

  /** The number of documents; one that arrived twice counts twice. */
  int count() {
    return count;
  }

  /** Bytes of memory. */
  long bytes() {
    return bytes(keys.length) + (long) blocks.size() * BLOCK_BYTES;
  }

  /** The least offset of a block with a document that is not decided at this frontier. */
  OptionalLong firstOffset(Frontier frontier) {
    return blocks.stream()
        .filter(block -> !frontier.covers(files.get(block.file()), block.last()))
        .mapToLong(Block::offset)
        .min();
  }

  /** The number of documents before a frontier. */
  int covered(Frontier frontier) {
    long[] limits = limits(frontier);
    int covered = 0;
    for (int i = 0; i < count; i++) {
      if (rowOf(places[i]) < limits[fileOf(places[i])]) {
        covered++;
      }
    }
    return covered;
  }

  /** For each file, the row up to which it is covered. */
  private long[] limits(Frontier frontier) {
    return files.stream()
        .mapToLong(
            file ->
                frontier.covers(file, MOST_ROW)
                    ? Long.MAX_VALUE
                    : file.equals(frontier.file()) ? frontier.row() : 0)
        .toArray();
  }

  /**
   * The documents before a frontier, which stay here until {@link #drop}. The batch uses the memory
   * of these keys: nothing else may be called in between.
   */
  BandBatch batch(Frontier frontier) {
    sortFiles();
    long[] limits = limits(frontier);
    int covered = 0;
    for (int i = 0; i < count; i++) {
      if (rowOf(places[i]) < limits[fileOf(places[i])]) {
        swap(i, covered++);
      }
    }
    SortedSet<String> names = new TreeSet<>();
    blocks.stream()
        .filter(block -> block.first() < limits[block.file()])
        .forEach(block -> names.addAll(block.dumps()));
    return new BandBatch(
        List.copyOf(files),
        keys,
        places,
        covered,
        names,
        check.map(sketch -> new BatchSketches(sketch, places, sketches)));
  }

  private void swap(int one, int other) {
    long key = keys[one];
    long place = places[one];
    keys[one] = keys[other];
    places[one] = places[other];
    keys[other] = key;
    places[other] = place;
    if (sketchBytes > 0) {
      int at = one * sketchBytes;
      int otherAt = other * sketchBytes;
      System.arraycopy(sketches, at, swapped, 0, sketchBytes);
      System.arraycopy(sketches, otherAt, sketches, at, sketchBytes);
      System.arraycopy(swapped, 0, sketches, otherAt, sketchBytes);
    }
  }

  /** Numbers the files by the order of their paths, so that places have the order of rows. */
  private void sortFiles() {
    List<String> sorted = new ArrayList<>(files);
    sorted.sort(Utf8.ORDER);
    Map<String, Integer> ranks = new HashMap<>();
    sorted.forEach(file -> ranks.put(file, ranks.size()));
    renumber(files.stream().mapToInt(ranks::get).toArray());
    files = sorted;
    numbers = ranks;
  }

  private void renumber(int[] to) {
    for (int i = 0; i < count; i++) {
      places[i] = place(to[fileOf(places[i])], rowOf(places[i]));
    }
    blocks.replaceAll(block -> block.withFile(to[block.file()]));
  }

  /**
   * Drops the documents of a batch.
   *
   * @param covered number of documents that were given to the batch
   * @param frontier of the batch
   */
  void drop(int covered, Frontier frontier) {
    System.arraycopy(keys, covered, keys, 0, count - covered);
    System.arraycopy(places, covered, places, 0, count - covered);
    System.arraycopy(sketches, covered * sketchBytes, sketches, 0, (count - covered) * sketchBytes);
    count -= covered;
    blocks.removeIf(block -> frontier.covers(files.get(block.file()), block.last()));
    dropFiles();
    if (count < keys.length / 2) {
      shrink();
    }
  }

  /** Drops the files that no block is of. */
  private void dropFiles() {
    boolean[] used = new boolean[files.size()];
    blocks.forEach(block -> used[block.file()] = true);
    int[] to = new int[files.size()];
    List<String> left = new ArrayList<>();
    for (int file = 0; file < used.length; file++) {
      if (used[file]) {
        to[file] = left.size();
        left.add(files.get(file));
      }
    }
    renumber(to);
    files = left;
    numbers = new HashMap<>();
    IntStream.range(0, left.size()).forEach(i -> numbers.put(left.get(i), i));
    dumps.clear();
  }

  private void shrink() {
    int capacity = Math.max(FIRST_CAPACITY, count);
    keys = Arrays.copyOf(keys, capacity);
    places = Arrays.copyOf(places, capacity);
    sketches = Arrays.copyOf(sketches, capacity * sketchBytes);
  }

  /**
   * A place with about half of the documents before it, and at least one. There must be documents.
   */
  Frontier middle() {
    sortFiles();
    long[] sample = new long[Math.min(count, SAMPLE)];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = places[(int) ((long) i * count / sample.length)];
    }
    Arrays.sort(sample);
    long least = Arrays.stream(places, 0, count).min().orElseThrow();
    long place = Math.max(sample[sample.length / 2], least + 1);
    return new Frontier(files.get(fileOf(place)), rowOf(place), false);
  }

  /** Drops the documents from a place on. */
  void leave(Frontier from) {
    long[] limits = limits(from);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (rowOf(places[i]) < limits[fileOf(places[i])]) {
        keys[kept] = keys[i];
        places[kept] = places[i];
        System.arraycopy(sketches, i * sketchBytes, sketches, kept * sketchBytes, sketchBytes);
        kept++;
      }
    }
    count = kept;
    blocks.removeIf(block -> block.first() >= limits[block.file()]);
    dropFiles();
    shrink();
  }
}
