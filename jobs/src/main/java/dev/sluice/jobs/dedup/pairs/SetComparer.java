package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.SetReader;
import dev.sluice.jobs.dedup.spill.SetState;
import dev.sluice.jobs.dedup.spill.Sets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Compares complete shingle sets, as many at a time as fit into memory. A pair that alone exceeds
 * the limit is compared exclusively.
 */
final class SetComparer implements PairComparer {
  private final SetReader reader;
  private final long room;
  private final Object largePair;
  private long[] documents = new long[0];
  private long[] places = new long[0];
  private int[] bytes = new int[0];
  private byte[][] sets = new byte[0][];
  private int count;

  /**
   * @param room in bytes
   * @param largePair lock shared by all comparers, for one large pair at a time
   */
  SetComparer(Path directory, SetState state, long room, Object largePair) throws IOException {
    this.reader = new SetReader(directory, state);
    this.room = room;
    this.largePair = largePair;
  }

  @Override
  public void compare(long[] pairs, int size, double[] similarities) throws IOException {
    find(pairs, size);
    long held = 0;
    for (int i = 0; i < size; i++) {
      int one = Arrays.binarySearch(documents, 0, count, Pair.first(pairs[i]));
      int other = Arrays.binarySearch(documents, 0, count, Pair.second(pairs[i]));
      if (held + missing(one) + missing(other) > room) {
        Arrays.fill(sets, null);
        held = 0;
      }
      long more = missing(one) + missing(other);
      if (more > room) {
        synchronized (largePair) {
          similarities[i] = Sets.similarity(read(one), read(other));
        }
      } else {
        held += more;
        similarities[i] = Sets.similarity(load(one), load(other));
      }
    }
    Arrays.fill(sets, null);
  }

  private long missing(int index) {
    return sets[index] == null ? bytes[index] : 0;
  }

  private byte[] load(int index) throws IOException {
    if (sets[index] == null) {
      sets[index] = read(index);
    }
    return sets[index];
  }

  private byte[] read(int index) throws IOException {
    return reader.read(places[index], bytes[index]);
  }

  /** Locates the sets of all documents of these pairs, in the order of documents. */
  private void find(long[] pairs, int size) throws IOException {
    documents = new long[2 * size];
    for (int i = 0; i < size; i++) {
      documents[2 * i] = Pair.first(pairs[i]);
      documents[2 * i + 1] = Pair.second(pairs[i]);
    }
    Arrays.sort(documents);
    count = 0;
    for (long document : documents) {
      if (count == 0 || documents[count - 1] != document) {
        documents[count++] = document;
      }
    }
    places = new long[count];
    bytes = new int[count];
    sets = new byte[count][];
    for (int i = 0; i < count; i++) {
      bytes[i] = reader.find(documents[i]);
      places[i] = reader.place();
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
