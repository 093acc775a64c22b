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
 * Generates the pairs of a large group by fingerprints, the first bytes of compact signatures:
 * documents with a known fingerprint are paired with its first document, and different fingerprints
 * are paired if they are near enough. Not thread-safe. Memory: a block of features, and 50 bytes
 * per distinct fingerprint, of which there are at most {@link #MOST}.
 */
final class FingerprintGroup implements Closeable {
  /** Maximum number of distinct fingerprints compared in a group. */
  static final int MOST = 1 << 17;

  private static final int FIRST = 1 << 12;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final FeatureReader reader;
  private final byte[] features;
  private final int distance;
  private long[] fingerprints = new long[FIRST];
  private long[] documents = new long[FIRST];
  private int[] slots = new int[2 * FIRST]; // place + 1 of a fingerprint
  private int count;

  /** Receives pairs. */
  @FunctionalInterface
  interface Taker {
    void take(long later, long earlier) throws IOException;
  }

  FingerprintGroup(FeatureFile file, int distance) throws IOException {
    this.reader = file.open();
    this.features = new byte[file.layout().width()];
    this.distance = distance;
  }

  /** Starts a group. */
  void begin() {
    count = 0;
    Arrays.fill(slots, 0);
  }

  /**
   * Adds the next document.
   *
   * @return false if its fingerprint is new and there are too many
   */
  boolean add(long document, Taker pairs) throws IOException {
    reader.read(document, features, 0);
    long fingerprint = Bytes.readLong(features, FeatureLayout.SIGNATURE_AT);
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

  /** The slot of a fingerprint, or the free one for it. */
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

  /** Ends the group and generates the pairs of different fingerprints. */
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
