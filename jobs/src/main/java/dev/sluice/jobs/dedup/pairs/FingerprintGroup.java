package dev.sluice.jobs.dedup.pairs;

import dev.sluice.algorithms.neardup.HammingPairs;
import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.spill.FeatureFile;
import dev.sluice.jobs.dedup.spill.FeatureLayout;
import dev.sluice.jobs.dedup.spill.FeatureReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Makes the pairs of a large group by the fingerprints of its documents, which their compact
 * signatures begin with: those with the same one as an earlier document are paired with the first
 * that has it, and of the different ones all that are near enough. Not thread-safe; memory: a block
 * of facts, and 50 bytes for each different fingerprint, of which there are at most {@link #MOST}.
 */
final class FingerprintGroup implements Closeable {
  /** So many different fingerprints of a group are compared. */
  static final int MOST = 1 << 17;

  private static final int FIRST = 1 << 12;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final FeatureReader reader;
  private final byte[] facts;
  private final int distance;
  private long[] fingerprints = new long[FIRST];
  private long[] documents = new long[FIRST];
  private int[] slots = new int[2 * FIRST]; // place + 1 of a fingerprint
  private int count;

  /** Takes a pair. */
  @FunctionalInterface
  interface Taker {
    void take(long later, long earlier) throws IOException;
  }

  FingerprintGroup(FeatureFile file, int distance) throws IOException {
    this.reader = file.open();
    this.facts = new byte[file.layout().width()];
    this.distance = distance;
  }

  /** Begins a group. */
  void begin() {
    count = 0;
    Arrays.fill(slots, 0);
  }

  /**
   * Takes the next document.
   *
   * @return false where its fingerprint is another one, and there are too many
   */
  boolean add(long document, Taker pairs) throws IOException {
    reader.read(document, facts, 0);
    long fingerprint = Bytes.readLong(facts, FeatureLayout.SIGNATURE_AT);
    int slot = slot(fingerprint);
    if (slots[slot] > 0) {
      pairs.take(document, documents[slots[slot] - 1]);
      return true;
    }
    if (count == MOST) {
      return false;
    }
    if (count == fingerprints.length) {
      grow();
      slot = slot(fingerprint);
    }
    fingerprints[count] = fingerprint;
    documents[count] = document;
    slots[slot] = ++count;
    return true;
  }

  /** Where a fingerprint is, or belongs. */
  private int slot(long fingerprint) {
    int mask = slots.length - 1;
    int slot = (int) (fingerprint * GOLDEN >>> Integer.SIZE) & mask;
    while (slots[slot] > 0 && fingerprints[slots[slot] - 1] != fingerprint) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    fingerprints = Arrays.copyOf(fingerprints, 2 * count);
    documents = Arrays.copyOf(documents, 2 * count);
    slots = new int[2 * slots.length];
    for (int i = 0; i < count; i++) {
      slots[slot(fingerprints[i])] = i + 1;
    }
  }

  /** Ends the group: the pairs of different fingerprints. */
  void end(Taker pairs) throws IOException {
    try {
      HammingPairs.find(
          fingerprints,
          count,
          distance,
          (one, other) -> {
            try {
              pairs.take(documents[Math.max(one, other)], documents[Math.min(one, other)]);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
