package dev.sluice.jobs.dedup.spill;

import dev.sluice.algorithms.neardup.ClusterMember;
import dev.sluice.core.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The features of the documents of some pairs, read in document order, each once. Not thread-safe.
 * Memory: see {@link #pairBytes}.
 */
public final class FeatureBatch {
  private final FeatureLayout layout;
  private final FeatureReader reader;
  private long[] documents = new long[0];
  private byte[] features = new byte[0];
  private int count;

  public FeatureBatch(FeatureLayout layout, FeatureReader reader) {
    this.layout = layout;
    this.reader = reader;
  }

  /** Maximum memory for the features of a pair. */
  public static long pairBytes(FeatureLayout layout) {
    return 2L * (2 * Long.BYTES + layout.width());
  }

  /** Reads the features of both documents of each pair. */
  public void load(long[] pairs, int size) throws IOException {
    if (documents.length < 2 * size) {
      documents = new long[2 * size];
    }
    for (int i = 0; i < size; i++) {
      documents[2 * i] = Pair.first(pairs[i]);
      documents[2 * i + 1] = Pair.second(pairs[i]);
    }
    Arrays.sort(documents, 0, 2 * size);
    count = 0;
    for (int i = 0; i < 2 * size; i++) {
      if (count == 0 || documents[i] != documents[count - 1]) {
        documents[count++] = documents[i];
      }
    }
    read();
  }

  private void read() throws IOException {
    int width = layout.width();
    if (features.length < count * width) {
      features = new byte[count * width];
    }
    for (int i = 0; i < count; i++) {
      reader.read(documents[i], features, i * width);
    }
  }

  /** The array that contains the features. */
  public byte[] bytes() {
    return features;
  }

  /** Offset of a document's features. */
  int place(long document) {
    return Arrays.binarySearch(documents, 0, count, document) * layout.width();
  }

  /** Offset of a document's signature. */
  public int signature(long document) {
    return place(document) + FeatureLayout.SIGNATURE_AT;
  }

  /** The properties of a document that decide whether it is kept. */
  public ClusterMember member(long document) {
    int place = place(document);
    double score = Double.longBitsToDouble(Bytes.readLong(features, place));
    OptionalDouble known = Double.isNaN(score) ? OptionalDouble.empty() : OptionalDouble.of(score);
    return new ClusterMember(
        document, known, Bytes.readLong(features, place + FeatureLayout.LENGTH_AT));
  }
}
