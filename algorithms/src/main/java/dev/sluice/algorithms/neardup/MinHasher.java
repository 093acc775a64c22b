package dev.sluice.algorithms.neardup;

import dev.sluice.core.SplitMix64;
import java.util.Arrays;

/**
 * Computes the MinHash signature of a set of shingles (Broder: On the Resemblance and Containment
 * of Documents, 1997). It also computes one key for each band of rows. Sets with similar signatures
 * have keys in common, because the key is equal if all rows of the band are (Leskovec, Rajaraman,
 * Ullman: Mining of Massive Datasets, 3.4). At similarity s, two sets have a key in common with a
 * probability of {@code 1 - (1 - s^rows)^bands}. Repetitions and order of shingles have no
 * influence.
 *
 * <p>Time hardly depends on the number of rows, by fast similarity sketching (Dahlgaard, Knudsen,
 * Thorup: Fast Similarity Sketching, FOCS 2017). In each round, every shingle gets one random row
 * and a random value there, and a row keeps the smallest value of the first round in which any
 * shingle reached it. There are as many random rounds as rows, followed by one round for each row
 * in which all shingles reach it. Rounds end as soon as no row can change, which for a text of more
 * than a few hundred shingles is after two or three.
 *
 * <p>So each row is a random element of the set, as with an independent random order for each row:
 * two sets agree in a row with a probability that is exactly their similarity. Large sets are
 * sampled without replacement, so the error of an estimate is at most that of independent orders.
 * No value is copied from one row to another, unlike in the densification of one-permutation
 * hashing.
 *
 * <p>A row consists of the number of the round and 32 bits of the value. For texts with n different
 * shingles, a row agrees by chance with a probability of about {@code n / rows / 2^33}.
 *
 * <p>Time: one or two steps for each shingle of long texts, {@code rows ln(rows)} steps for short
 * ones; ten steps for each shingle of a text that repeats a few shingles endlessly. Memory: 24
 * bytes for each row, 4 KB, and 8 bytes for each shingle passed at once.
 *
 * <p>Reusable: {@link #clear}, any number of {@link #accept}, then {@link #keys}. Not thread-safe.
 */
public final class MinHasher {
  private static final long SEED = 0x5368_696E_676C_6573L; // "Shingles"
  private static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;
  private static final long VALUE = 0xFFFF_FFFFL;
  private static final int ROUND_SHIFT = 32;
  private static final long EMPTY = Long.MAX_VALUE;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  /** From this round on, repeated shingles are skipped; only texts with few shingles get here. */
  private static final int FEW = 8;

  private static final int KNOWN = 512;
  private static final int KNOWN_SHIFT = 64 - 9;

  private final int bands;
  private final long[] smallest;
  private final long[] factors;
  private final long[] known = new long[KNOWN];
  private long[] fresh = new long[KNOWN];
  private boolean remembers; // whether known is of this text
  private int empty; // rows without a value

  /**
   * Creates a hasher. Row i depends on the number of rows, so only keys of equally many bands and
   * rows can be compared.
   *
   * @param bands 1 or more
   * @param rowsOfBand 1 or more
   */
  public MinHasher(int bands, int rowsOfBand) {
    int rows = bands * rowsOfBand;
    this.bands = bands;
    smallest = new long[rows];
    factors = new long[2 * rows + 1];
    SplitMix64 random = new SplitMix64(SEED);
    Arrays.setAll(factors, round -> random.nextLong() | 1);
    clear();
  }

  /** Removes all shingles. */
  public void clear() {
    Arrays.fill(smallest, EMPTY);
    empty = smallest.length;
    remembers = false;
  }

  /**
   * Adds shingles.
   *
   * @param hashes of shingles, well mixed, with repetitions; may be overwritten after this returns
   * @param count number of elements to use
   */
  public void accept(long[] hashes, int count) {
    if (count == 0) {
      return;
    }
    firstRound(hashes, count);
    int rows = smallest.length;
    long[] left = hashes;
    int size = count;
    long last = lastRound();
    for (int round = 1; round <= Math.min(rows, last); round++) {
      if (round == FEW) {
        size = takeNew(hashes, count);
        left = fresh;
      }
      randomRound(left, size, round);
      last = size == 0 ? 0 : lastRound();
    }
    for (int row = 0; row < rows && rows < last; row++) {
      roundOf(row, left, size);
    }
  }

  /**
   * Copies shingles not seen before: the others have been through all rounds that can still matter.
   * Missing some repetitions only costs time.
   */
  private int takeNew(long[] hashes, int count) {
    if (fresh.length < count) {
      fresh = new long[count];
    }
    if (!remembers) {
      Arrays.fill(known, 0);
      known[0] = -1; // belongs elsewhere, as 0 does in all other places
      remembers = true;
    }
    int size = 0;
    for (int i = 0; i < count; i++) {
      int place = (int) (hashes[i] >>> KNOWN_SHIFT);
      if (known[place] != hashes[i]) {
        known[place] = hashes[i];
        fresh[size++] = hashes[i];
      }
    }
    return size;
  }

  /** The last round that any row is from; beyond all rounds if a row has no value yet. */
  private long lastRound() {
    if (empty > 0) {
      return EMPTY;
    }
    long last = 0;
    for (long value : smallest) {
      last = Math.max(last, value);
    }
    return last >>> ROUND_SHIFT;
  }

  /** Round 0, which uses the hash as it is. */
  private void firstRound(long[] hashes, int count) {
    long[] smallest = this.smallest;
    long rows = smallest.length;
    int filled = 0;
    for (int i = 0; i < count; i++) {
      long hash = hashes[i];
      int row = (int) ((hash >>> 32) * rows >>> 32);
      long before = smallest[row];
      filled += before == EMPTY ? 1 : 0;
      smallest[row] = Math.min(before, hash & VALUE);
    }
    empty -= filled;
  }

  private void randomRound(long[] hashes, int count, int round) {
    long[] smallest = this.smallest;
    long rows = smallest.length;
    int filled = 0;
    long factor = factors[round];
    long begin = (long) round << ROUND_SHIFT;
    for (int i = 0; i < count; i++) {
      long hash = again(hashes[i], factor);
      int row = (int) ((hash >>> 32) * rows >>> 32);
      long before = smallest[row];
      filled += before == EMPTY ? 1 : 0;
      smallest[row] = Math.min(before, begin | hash & VALUE);
    }
    empty -= filled;
  }

  /** The round in which all shingles reach one row. */
  private void roundOf(int row, long[] hashes, int count) {
    long round = smallest.length + row + 1L;
    if (smallest[row] >>> ROUND_SHIFT < round) {
      return;
    }
    empty -= smallest[row] == EMPTY ? 1 : 0;
    long factor = factors[(int) round];
    long least = VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, again(hashes[i], factor) & VALUE);
    }
    smallest[row] = Math.min(smallest[row], round << ROUND_SHIFT | least);
  }

  /** Another hash of a shingle, from its hash and the number of the round. */
  private static long again(long hash, long factor) {
    long mixed = hash * factor;
    mixed = (mixed ^ mixed >>> 32) * FACTOR;
    return mixed ^ mixed >>> 32;
  }

  /**
   * Computes the keys of all shingles that were added since the last {@link #clear}. The band's
   * number is part of its key, so keys of all bands can be mixed; two different bands have the same
   * key with a probability of about 2^-64. Without shingles, keys are always the same and
   * meaningless.
   *
   * @return one key for each band
   */
  public long[] keys() {
    long[] keys = new long[bands];
    int at = 0;
    for (int band = 0; band < bands; band++) {
      long key = SplitMix64.mix(band + GOLDEN);
      for (int end = at + smallest.length / bands; at < end; at++) {
        key = (key ^ smallest[at]) * GOLDEN;
        key ^= key >>> 32;
      }
      keys[band] = SplitMix64.mix(key);
    }
    return keys;
  }

  /** Computes the rows of all shingles that were added since the last {@link #clear}. */
  long[] signature() {
    return smallest.clone();
  }
}
