package dev.sluice.algorithms.fasttext;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The words and labels of a model, in file order. Immutable and thread-safe. */
final class FastTextDictionary {
  /** Returned instead of a number for a word that is not in the dictionary. */
  static final int NONE = -1;

  private static final int MOST_ENTRIES = 1 << 29;

  /** The limit for the sum of all counts, which must be below the initial value of the tree. */
  private static final long MOST_COUNTED = 900_000_000_000_000L;

  private static final int ENTRY_BYTES = 1 + Long.BYTES + 1;

  private final byte[] bytes;
  private final int[] begins;
  private final int words;
  private final List<String> labels;
  private final long[] labelCounts;
  private final int[] table;
  private final Optional<KeptBuckets> kept;

  private FastTextDictionary(
      byte[] bytes,
      int[] begins,
      int words,
      List<String> labels,
      long[] labelCounts,
      Optional<KeptBuckets> kept) {
    this.bytes = bytes;
    this.begins = begins;
    this.words = words;
    this.labels = labels;
    this.labelCounts = labelCounts;
    this.kept = kept;
    int capacity = Integer.highestOneBit(Math.max(8, begins.length)) * 4;
    this.table = new int[capacity];
    Arrays.fill(table, NONE);
    for (int entry = 0; entry < begins.length - 1; entry++) {
      int begin = begins[entry];
      int length = begins[entry + 1] - begin;
      table[slot(FastTextFeatures.Hash.of(bytes, begin, length), bytes, begin, length)] = entry;
    }
  }

  static FastTextDictionary read(FastTextInput in, FastTextArguments arguments) throws IOException {
    int size = in.whole("number of entries", 1, MOST_ENTRIES);
    int words = in.whole("number of words", 0, size);
    int labelCount = in.whole("number of labels", 1, size);
    if (words + (long) labelCount != size) {
      throw in.problem(
          "is damaged: it has %,d words and %,d labels, but %,d entries"
              .formatted(words, labelCount, size));
    }
    in.skip(Long.BYTES); // the number of tokens that were read in training
    long pruned =
        in.large("number of pruned buckets", -1, Math.min(arguments.buckets(), KeptBuckets.MOST));
    in.requireLeft((long) size * ENTRY_BYTES);
    ByteArrayOutputStream texts = new ByteArrayOutputStream();
    int[] begins = new int[size + 1];
    long[] counts = new long[labelCount];
    for (int entry = 0; entry < size; entry++) {
      for (int octet = in.octet(); octet != 0; octet = in.octet()) {
        texts.write(octet);
      }
      begins[entry + 1] = texts.size();
      long count = in.large("count of an entry", 0, MOST_COUNTED / size);
      if (in.flag("type of an entry") != entry >= words) {
        throw in.problem("is damaged: words and labels are mixed");
      }
      if (entry >= words) {
        counts[entry - words] = count;
      }
    }
    byte[] bytes = texts.toByteArray();
    List<String> labels = new ArrayList<>();
    for (int entry = words; entry < size; entry++) {
      labels.add(new String(bytes, begins[entry], begins[entry + 1] - begins[entry], UTF_8));
    }
    Optional<KeptBuckets> kept =
        pruned < 0
            ? Optional.empty()
            : Optional.of(KeptBuckets.read(in, (int) pruned, arguments.buckets()));
    return new FastTextDictionary(bytes, begins, words, labels, counts, kept);
  }

  private int slot(int hash, byte[] text, int offset, int length) {
    int at = (hash ^ hash >>> 15) & table.length - 1;
    while (table[at] != NONE && !isEntry(table[at], text, offset, length)) {
      at = at + 1 & table.length - 1;
    }
    return at;
  }

  private boolean isEntry(int entry, byte[] text, int offset, int length) {
    return Arrays.equals(bytes, begins[entry], begins[entry + 1], text, offset, offset + length);
  }

  /** Returns the number of a word or label, or {@link #NONE} if it is not in the dictionary. */
  int find(int hash, byte[] text, int offset, int length) {
    return table[slot(hash, text, offset, length)];
  }

  /** Returns the number of words. The numbers of labels follow those of words. */
  int words() {
    return words;
  }

  List<String> labels() {
    return labels;
  }

  /** Returns how often each label occurred in training. */
  long[] labelCounts() {
    return labelCounts.clone();
  }

  /** Returns the row of a bucket, or {@link #NONE} if the bucket was pruned. */
  int row(int bucket) {
    if (kept.isEmpty()) {
      return words + bucket;
    }
    int row = kept.get().row(bucket);
    return row == NONE ? NONE : words + row;
  }

  /** Returns the number of rows for buckets that were not pruned. */
  long bucketRows(int buckets) {
    return kept.map(KeptBuckets::size).orElse(buckets);
  }

  boolean isPruned() {
    return kept.isPresent();
  }

  /**
   * The rows of the buckets that remain in a pruned model. Memory is proportional to the number of
   * these buckets, not to that of all buckets. Immutable and thread-safe.
   */
  private static final class KeptBuckets {
    /** The maximum number of buckets, which must fit in an array. */
    static final int MOST = 1 << 28;

    private static final long EMPTY = -1;

    /** Each slot holds a bucket in the upper half, and its row in the lower half. */
    private final long[] table;

    private final int size;

    private KeptBuckets(int size) {
      this.size = size;
      this.table = new long[Integer.highestOneBit(Math.max(2, size)) * 4];
      Arrays.fill(table, EMPTY);
    }

    /**
     * Reads pairs, each of a bucket and its row.
     *
     * @param size the number of pairs, and of rows
     * @param buckets the number of buckets before pruning
     */
    static KeptBuckets read(FastTextInput in, int size, int buckets) throws IOException {
      in.requireLeft(2L * Integer.BYTES * size);
      KeptBuckets kept = new KeptBuckets(size);
      BitSet rows = new BitSet(size);
      for (int i = 0; i < size; i++) {
        int bucket = in.whole("pruned bucket", 0, buckets - 1);
        int row = in.whole("row of a pruned bucket", 0, size - 1);
        int slot = kept.slot(bucket);
        if (kept.table[slot] != EMPTY || rows.get(row)) {
          throw in.problem(
              "is damaged: bucket %,d, or its row %,d, is listed twice".formatted(bucket, row));
        }
        kept.table[slot] = (long) bucket << Integer.SIZE | row;
        rows.set(row);
      }
      return kept;
    }

    private int slot(int bucket) {
      int hash = bucket * 0x9E3779B9;
      int at = (hash ^ hash >>> 15) & table.length - 1;
      while (table[at] != EMPTY && table[at] >> Integer.SIZE != bucket) {
        at = at + 1 & table.length - 1;
      }
      return at;
    }

    /** Returns the row of a bucket, or {@link FastTextDictionary#NONE} if the bucket was pruned. */
    int row(int bucket) {
      long found = table[slot(bucket)];
      return found == EMPTY ? FastTextDictionary.NONE : (int) found;
    }

    /** Returns the number of buckets that were not pruned, which is also the number of rows. */
    int size() {
      return size;
    }
  }
}
